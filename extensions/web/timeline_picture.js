// Exports the view with its names, times and rows as PNG or SVG, with the code that draws the screen.

import { coloursOn } from './timeline_legend.js';
import { kMinimapHeight } from './timeline_minimap.js';
import { fitted, Paint } from './timeline_paint.js';
import { wordsOf } from './timeline_rows.js';
import { drawRuler } from './timeline_ruler.js';
import { SvgPen } from './timeline_svg.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_rows.js').Placed} Placed */
/** @typedef {import('./timeline_ruler.js').Times} Times */
/** @typedef {import('./timeline_svg.js').Pen} Pen */
/**
 * `title` is of the profile and `words` of the view; `drawRun` draws the strip of the entire run,
 * `drawOver` draws on top of the rows.
 * @typedef {{scene: Scene, times: Times, look: Look, names: number, width: number, height: number, title: string,
 *   words: string, drawRun: (pen: Pen) => void,
 *   drawOver: (pen: Pen, scene: Scene, size: {width: number, height: number}) => void}} Shown
 */
/** Saves a picture: a browser downloads it, an editor asks where to save it. */
/** @typedef {(name: string, picture: Blob) => void | Promise<void>} Save */

const kTitle = 26;
const kRuler = 30;
const kLegendRow = 18;
const kScale = 2;

/** @type {Save} */
function download(name, picture) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const pictures = { save: download };

/**
 * @param {Shown} shown
 * @param {'png' | 'svg'} format
 */
export async function savePicture(shown, format) {
  const name = `${shown.title.replace(/[^\w.-]+/g, '_')}-timeline.${format}`;
  const picture = format === 'svg'
    ? new Blob([svgOf(shown)], { type: 'image/svg+xml' }) : await pngOf(shown);
  await pictures.save(name, picture);
}

/** @param {Shown} shown */
export function svgOf(shown) {
  const layout = layoutOf(shown);
  const pen = new SvgPen(layout.width, layout.height, shown.look.ground);
  draw(pen, shown, layout);
  return pen.text();
}

/**
 * @param {Shown} shown
 * @returns {Promise<Blob>}
 */
function pngOf(shown) {
  const layout = layoutOf(shown);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(layout.width * kScale);
  canvas.height = Math.round(layout.height * kScale);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.scale(kScale, kScale);
  draw(pen, shown, layout);
  // Fills empty and cleared areas.
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = shown.look.ground;
  pen.fillRect(0, 0, layout.width, layout.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser made no picture of it.'))), 'image/png');
  });
}

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** @param {Shown} shown */
function layoutOf({ scene, look, names, width, height }) {
  const { colours } = coloursOn(scene, look);
  const whole = names + width;
  const foot = scene.rows.reduce((most, { line, y }) => Math.max(most, y + line.height), 0);
  const rows = Math.min(height, foot);
  const inRow = Math.max(1, Math.floor(whole / 190));
  const legend = Math.ceil(colours.length / inRow) * kLegendRow + 10;
  const top = kTitle + kMinimapHeight + kRuler;
  return { colours, inRow, width: whole, top, rows, height: top + rows + legend };
}

/**
 * @param {Pen} pen
 * @param {Shown} shown
 * @param {Layout} layout
 */
function draw(pen, shown, layout) {
  const { look, names, width, scene } = shown;
  pen.textBaseline = 'middle';
  pen.font = `600 12px ${look.font}`;
  pen.fillStyle = look.text;
  pen.fillText(shown.title, 10, kTitle / 2);
  const after = 10 + pen.measureText(shown.title).width + 14;
  pen.font = `11px ${look.font}`;
  pen.fillStyle = look.muted;
  pen.fillText(shown.words, after, kTitle / 2);
  within(pen, names, kTitle, width, kMinimapHeight, () => shown.drawRun(pen));
  within(pen, names, kTitle + kMinimapHeight, width, kRuler, () => drawRuler(pen, look, { width, height: kRuler }, shown.times));
  within(pen, names, layout.top, width, layout.rows, () => {
    new Paint(pen, look, width, layout.rows).draw(scene);
    shown.drawOver(pen, scene, { width, height: layout.rows });
  });
  within(pen, 0, layout.top, names, layout.rows, () => { for (const placed of scene.rows) drawName(pen, look, placed, names); });
  pen.fillStyle = look.line;
  pen.fillRect(names - 1, kTitle, 1, layout.top + layout.rows - kTitle);
  pen.fillRect(0, layout.top - 1, layout.width, 1);
  drawLegend(pen, look, layout);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {() => void} paint
 */
function within(pen, x, y, width, height, paint) {
  pen.save();
  pen.translate(x, y);
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.clip();
  paint();
  pen.restore();
}

/**
 * @param {Pen} pen
 * @param {Look} look
 * @param {Placed} placed
 * @param {number} width
 */
function drawName(pen, look, { line, y, least }, width) {
  const top = Math.max(y, least);
  const high = y + line.height - top;
  if (high <= 0) return;
  within(pen, 0, top, width, high, () => {
    pen.fillStyle = line.level === 0 ? look.raised : look.ground;
    pen.fillRect(0, 0, width, high);
    pen.fillStyle = look.line;
    pen.fillRect(0, high - 1, width, 1);
    pen.font = `${line.level === 0 ? '600 ' : ''}11.5px ${look.font}`;
    pen.fillStyle = look.text;
    const left = 12 + (line.pinned ? 0 : Math.min(line.level, 3) * 14);
    if (high >= 10) pen.fillText(fitted(pen, wordsOf(line), Math.floor(width - left - 8)), left, Math.min(13, high / 2));
  });
}

/**
 * @param {Pen} pen
 * @param {Look} look
 * @param {Layout} layout
 */
function drawLegend(pen, look, { colours, inRow, width, top, rows }) {
  pen.font = `11px ${look.font}`;
  const room = width / inRow;
  colours.forEach(({ words, fill }, at) => {
    const x = 10 + (at % inRow) * room;
    const y = top + rows + 6 + Math.floor(at / inRow) * kLegendRow;
    pen.fillStyle = fill;
    pen.fillRect(x, y + 3, 11, 11);
    within(pen, x + 16, y, room - 22, kLegendRow, () => {
      pen.fillStyle = look.text;
      pen.fillText(words, 0, kLegendRow / 2);
    });
  });
}
