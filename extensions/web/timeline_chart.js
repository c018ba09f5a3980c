// Draws rows and ruler on canvases, and tells what lies under a point.

import { Colours, lookOf } from './timeline_colours.js';
import { kMostDepth, kSliceHeight } from './timeline_rows.js';
import { readableClock, readableValue, roundTimes } from './timeline_time.js';

/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Row} Row */
/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {{start: number, end: number}} View  In ns since the start of the run. */
/**
 * A slice of a row, or the value of a counter.
 * @typedef {{line: Line, at: number, start: number, length: number, name: string, kind: string, depth: number,
 *   ref: string, facts: string}} Slice
 */
/**
 * @typedef {{view: View, parts: Part[], lines: Line[], from: number, find: string[], selected?: Slice}} Scene
 *   `parts`: what draws a place is the first of them that reaches it. `from`: the place on the sheet at the top of the canvas. `find`: what
 *   names have that are looked for, one after the other; the rest is faded.
 */

const kTop = 3;
const kLeastText = 24;

export class Chart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas_ = canvas;
    this.pen_ = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.width = 1;
    this.height = 1;
    this.colours_ = new Colours();
    this.theme();
  }

  // The colours of the page, as they are now.
  theme() {
    const style = getComputedStyle(this.canvas_);
    const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.ground_ = of('--nsys-ground');
    this.line_ = of('--nsys-line');
    this.text_ = of('--nsys-text');
    this.muted_ = of('--nsys-muted');
    this.accent_ = of('--nsys-accent');
    this.mark_ = of('--nsys-mark');
    this.font_ = of('--nsys-sans');
    this.colours_.theme();
  }

  /**
   * In CSS pixels.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const scale = globalThis.devicePixelRatio || 1;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.canvas_.width = Math.round(this.width * scale);
    this.canvas_.height = Math.round(this.height * scale);
    this.canvas_.style.width = `${this.width}px`;
    this.canvas_.style.height = `${this.height}px`;
    this.pen_.setTransform(scale, 0, 0, scale, 0, 0);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const pen = this.pen_;
    pen.clearRect(0, 0, this.width, this.height);
    pen.font = `11px ${this.font_}`;
    pen.textBaseline = 'middle';
    for (const line of scene.lines) {
      if (line.top + line.height < scene.from || line.top > scene.from + this.height) continue;
      const top = line.top - scene.from;
      if (line.level === 0) {
        pen.globalAlpha = 0.35;
        pen.fillStyle = String(this.line_);
        pen.fillRect(0, top, this.width, line.height);
        pen.globalAlpha = 1;
      }
      pen.fillStyle = String(this.line_);
      pen.fillRect(0, top + line.height - 1, this.width, 1);
      this.drawLine_(scene, line, top);
    }
    this.drawSelected_(scene);
  }

  /**
   * Where an earlier part reaches, that one alone.
   * @param {Scene} scene
   * @param {Line} line
   * @param {number} top
   */
  drawLine_({ view, parts, find }, line, top) {
    const pieces = piecesOf(view, parts, line);
    const largest = line.isCounter ? largestIn(pieces, line) : 0;
    for (const { from, to, row, texts } of pieces) {
      const left = this.x(view, from);
      this.pen_.save();
      this.pen_.beginPath();
      this.pen_.rect(left, top, this.x(view, to) - left, line.height);
      this.pen_.clip();
      if (line.isCounter) this.drawValues_(view, line, row, top, largest);
      else this.drawSlices_(view, row, texts, top, find);
      this.pen_.restore();
    }
    if (largest > 0) this.writeLargest_(line, top, largest);
  }

  /**
   * @param {View} view
   * @param {number} time
   */
  x(view, time) {
    return ((time - view.start) / (view.end - view.start)) * this.width;
  }

  /**
   * @param {View} view
   * @param {Row} row
   * @param {string[]} texts
   * @param {number} top
   * @param {string[]} find
   */
  drawSlices_(view, row, texts, top, find) {
    const pen = this.pen_;
    for (let at = 0; at < row.starts.length; at += 1) {
      const start = row.starts[at];
      if (start >= view.end) break;
      const length = row.lengths[at];
      if (start + length < view.start || row.depths[at] > kMostDepth) continue;
      const name = texts[row.names[at]];
      const kind = lookOf(texts[row.kinds[at]], texts[row.facts[at]]);
      const y = top + kTop + row.depths[at] * kSliceHeight;
      const left = Math.max(-1, this.x(view, start));
      if (find.length > 0) pen.globalAlpha = hasPieces(name, find) ? 1 : 0.15;
      pen.fillStyle = this.colours_.fill(kind, name);
      if (length === 0) {
        pen.beginPath();
        pen.moveTo(left, y + kSliceHeight - 2);
        pen.lineTo(left - 4, y + 4);
        pen.lineTo(left + 4, y + 4);
        pen.fill();
        continue;
      }
      const width = Math.min(this.width + 1, this.x(view, start + length)) - left;
      // A gap between neighbours, where there is room for it.
      pen.fillRect(left, y, Math.max(1, width > 3 ? width - 1 : width), kSliceHeight - 1);
      if (width > kLeastText) this.write_(name, left, width, y, kind);
    }
    pen.globalAlpha = 1;
  }

  /**
   * @param {string} name
   * @param {number} left
   * @param {number} width
   * @param {number} y
   * @param {string} kind
   */
  write_(name, left, width, y, kind) {
    const inset = Math.max(left, 0) + 4;
    const room = left + width - inset - 4;
    const most = Math.floor(room / 5.4);
    if (most < 3) return;
    const pen = this.pen_;
    pen.fillStyle = kind === 'idle' ? String(this.muted_) : String(this.text_);
    let text = name.length > most * 2 ? name.slice(0, most * 2) : name;
    while (text.length > 2 && pen.measureText(text).width > room) text = `${text.slice(0, Math.min(text.length - 2, most))}…`.replace(/……$/, '…');
    if (text.length > 2 || text === name) pen.fillText(text, inset, y + kSliceHeight / 2);
  }

  /**
   * @param {View} view
   * @param {Line} line
   * @param {Row} row
   * @param {number} top
   * @param {number} largest
   */
  drawValues_(view, line, row, top, largest) {
    const pen = this.pen_;
    const foot = top + line.height - 2;
    const room = line.height - 6;
    pen.fillStyle = this.colours_.fill('counter', line.name);
    pen.globalAlpha = 0.75;
    for (let at = 0; at < row.starts.length && row.starts[at] < view.end; at += 1) {
      const end = at + 1 < row.starts.length ? row.starts[at + 1] : view.end;
      if (end < view.start || row.values[at] <= 0 || largest <= 0) continue;
      const left = this.x(view, Math.max(row.starts[at], view.start));
      const width = this.x(view, Math.min(end, view.end)) - left;
      const high = Math.max(1, (row.values[at] / largest) * room);
      pen.fillRect(left, foot - high, Math.max(width, 0.5), high);
    }
    pen.globalAlpha = 1;
  }

  /**
   * @param {Line} line
   * @param {number} top
   * @param {number} largest
   */
  writeLargest_(line, top, largest) {
    const pen = this.pen_;
    pen.fillStyle = String(this.muted_);
    pen.textAlign = 'right';
    pen.fillText(readableValue(largest, line.unit), this.width - 6, top + 10);
    pen.textAlign = 'left';
  }

  /** @param {Scene} scene */
  drawSelected_({ selected, view, from }) {
    if (!selected || selected.line.height === 0) return;
    const pen = this.pen_;
    const left = Math.max(-2, this.x(view, selected.start));
    const right = Math.min(this.width + 2, this.x(view, selected.start + selected.length));
    if (right < -1 || left > this.width + 1) return;
    pen.strokeStyle = String(this.accent_);
    pen.lineWidth = 2;
    const y = selected.line.top - from + kTop + selected.depth * kSliceHeight;
    pen.strokeRect(left, y - 1, Math.max(3, right - left - 1), kSliceHeight + 1);
  }

  /**
   * What is drawn at a point of the canvas; of a narrow slice also a little beside it.
   * @param {Scene} scene
   * @param {number} x
   * @param {number} y
   * @returns {Slice | undefined}
   */
  at({ view, parts, lines, from }, x, y) {
    const line = lines.find((each) => y + from >= each.top && y + from < each.top + each.height);
    if (!line || line.isCounter) return undefined;
    const time = view.start + (x / this.width) * (view.end - view.start);
    const slack = (3 / this.width) * (view.end - view.start);
    const depth = Math.floor((y + from - line.top - kTop) / kSliceHeight);
    const part = parts.find(({ timeline }) => time >= timeline.start && time < timeline.end);
    const row = part?.rows.get(line.key);
    if (!part || !row) return undefined;
    let found = -1;
    for (let at = 0; at < row.starts.length && row.starts[at] <= time + slack; at += 1) {
      if (row.depths[at] !== depth || row.starts[at] + Math.max(row.lengths[at], slack) < time) continue;
      found = at;
    }
    return found < 0 ? undefined : sliceOf(line, row, part.timeline.texts, found);
  }

  /**
   * The value of a counter at a point, in words.
   * @param {Scene} scene
   * @param {number} x
   * @param {number} y
   */
  valueAt({ view, parts, lines, from }, x, y) {
    const line = lines.find((each) => y + from >= each.top && y + from < each.top + each.height);
    if (!line?.isCounter) return undefined;
    const time = view.start + (x / this.width) * (view.end - view.start);
    const row = parts.find(({ timeline }) => time >= timeline.start && time < timeline.end)?.rows.get(line.key);
    const at = row ? row.starts.findLastIndex((start) => start <= time) : -1;
    return row && at >= 0 ? `${line.name}: ${readableValue(row.values[at], line.unit)}` : undefined;
  }

  /**
   * Round times of the window, and where it lies in the run.
   * @param {View} view
   * @param {{start: number, length: number}} run
   * @param {View} [chosen]  what is being dragged over
   * @param {number[]} [marks]  how many were found in each column
   */
  drawRuler(view, run, chosen, marks = []) {
    const pen = this.pen_;
    pen.clearRect(0, 0, this.width, this.height);
    pen.font = `11px ${this.font_}`;
    pen.textBaseline = 'middle';
    const { step, times } = roundTimes(run.start + view.start, run.start + view.end, Math.floor(this.width / 110));
    for (const time of times) {
      const x = this.x(view, time - run.start);
      pen.fillStyle = String(this.line_);
      pen.fillRect(x, 6, 1, this.height - 6);
      pen.fillStyle = String(this.muted_);
      pen.fillText(readableClock(time, step), x + 5, this.height / 2 + 3);
    }
    pen.fillStyle = String(this.line_);
    pen.fillRect(0, 0, this.width, 3);
    pen.fillStyle = String(this.accent_);
    const left = (view.start / run.length) * this.width;
    pen.fillRect(left, 0, Math.max(2, ((view.end - view.start) / run.length) * this.width), 3);
    pen.fillStyle = String(this.mark_);
    marks.forEach((count, column) => {
      if (count > 0) pen.fillRect((column / marks.length) * this.width - 0.5, this.height - 7, Math.max(2, this.width / marks.length), 7);
    });
    if (!chosen) return;
    pen.fillStyle = String(this.accent_);
    pen.globalAlpha = 0.25;
    pen.fillRect(this.x(view, chosen.start), 3, this.x(view, chosen.end) - this.x(view, chosen.start), this.height);
    pen.globalAlpha = 1;
  }
}

/**
 * @param {Line} line
 * @param {Row} row
 * @param {string[]} texts
 * @param {number} at
 * @returns {Slice}
 */
export function sliceOf(line, row, texts, at) {
  return {
    line,
    at,
    start: row.starts[at],
    length: row.lengths[at],
    name: texts[row.names[at]],
    kind: texts[row.kinds[at]],
    depth: row.depths[at],
    ref: texts[row.refs[at]] ?? '',
    facts: texts[row.facts[at]] ?? '',
  };
}

/**
 * What of a view each part draws: none what an earlier one draws.
 * @param {View} view
 * @param {Part[]} parts
 * @param {Line} line
 */
function piecesOf(view, parts, line) {
  /** @type {{from: number, to: number, row: Row, texts: string[]}[]} */
  const pieces = [];
  /** @type {[number, number][]} */
  let open = [[view.start, view.end]];
  for (const { timeline, rows } of parts) {
    const row = rows.get(line.key);
    for (const [start, end] of open) {
      const from = Math.max(start, timeline.start);
      const to = Math.min(end, timeline.end);
      if (from < to && row) pieces.push({ from, to, row, texts: timeline.texts });
    }
    open = open.flatMap(([start, end]) => without(start, end, timeline.start, timeline.end));
    if (open.length === 0) break;
  }
  return pieces;
}

/**
 * The largest value that is drawn; of a share, at least all of it.
 * @param {{from: number, to: number, row: Row}[]} pieces
 * @param {Line} line
 */
function largestIn(pieces, line) {
  let largest = line.unit === '%' ? 100 : 0;
  for (const { from, to, row: { starts, values } } of pieces)
    for (let at = 0; at < starts.length && starts[at] < to; at += 1)
      if (at + 1 >= starts.length || starts[at + 1] > from) largest = Math.max(largest, values[at]);
  return largest;
}

/**
 * @param {number} start
 * @param {number} end
 * @param {number} from
 * @param {number} to
 * @returns {[number, number][]}
 */
function without(start, end, from, to) {
  if (to <= start || from >= end) return [[start, end]];
  /** @type {[number, number][]} */
  const left = [[start, from], [to, end]];
  return left.filter(([a, b]) => a < b);
}

/**
 * Whether a name has all of these, one after the other.
 * @param {string} name
 * @param {string[]} pieces
 */
export function hasPieces(name, pieces) {
  const text = name.toLowerCase();
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
