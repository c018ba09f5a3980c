// Draws rows with their slices and counters with any pen that has a canvas context's methods.

import { kindOf } from './timeline_colours.js';
import { hasPieces } from './timeline_pieces.js';
import { kMostDepth, kSliceHeight, knows } from './timeline_rows.js';
import { readableValue } from './timeline_time.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Placed} Placed */
/** @typedef {import('./timeline_rows.js').Row} Row */
/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_slices.js').Slice} Slice */
/** @typedef {import('./timeline_svg.js').Pen} Pen */
/**
 * @typedef {{view: View, parts: Part[], rows: Placed[], find: string[], selected?: Slice}} Scene
 *   `parts`: the first part that covers a place draws it. `find`: the texts that a matching name contains, one
 *   after the other; other slices are faded.
 */

export const kRowTop = 3;
const kLeastText = 24;
const kLetter = 5.4;
const kMostFitted = 20_000;

/** @type {Map<string, string>} */
const known = new Map();

export class Paint {
  /**
   * @param {Pen} pen
   * @param {Look} look
   * @param {number} width
   * @param {number} height
   */
  constructor(pen, look, width, height) {
    this.pen_ = pen;
    this.look_ = look;
    this.width = width;
    this.height = height;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const pen = this.pen_;
    pen.font = `11px ${this.look_.font}`;
    pen.textBaseline = 'middle';
    for (const placed of scene.rows) this.drawRow_(scene, placed);
    this.drawSelected_(scene);
  }

  /**
   * Covers the drawing below it.
   * @param {Scene} scene
   * @param {Placed} placed
   */
  drawRow_(scene, { line, y, least }) {
    const pen = this.pen_;
    const top = Math.max(y, least);
    const foot = Math.min(y + line.height, this.height);
    if (foot <= top) return;
    pen.save();
    pen.beginPath();
    pen.rect(0, top, this.width, foot - top);
    pen.clip();
    if (line.isHead) pen.clearRect(0, top, this.width, foot - top);
    if (line.level === 0) {
      pen.fillStyle = this.look_.raised;
      pen.fillRect(0, top, this.width, foot - top);
    }
    pen.fillStyle = this.look_.line;
    pen.fillRect(0, y + line.height - 1, this.width, 1);
    this.drawLine_(scene, line, y, [top, foot]);
    pen.restore();
  }

  /**
   * Draws only where no earlier part does.
   * @param {Scene} scene
   * @param {Line} line
   * @param {number} top
   * @param {[number, number]} seen  the visible range of the screen, from top to bottom
   */
  drawLine_({ view, parts, find }, line, top, seen) {
    const pieces = piecesOf(view, parts, line);
    const largest = line.isCounter ? largestIn(pieces, line) : 0;
    for (const { from, to, row, texts } of pieces) {
      const isAll = from <= view.start && to >= view.end;
      if (!isAll) {
        this.pen_.save();
        this.pen_.beginPath();
        this.pen_.rect(this.x(view, from), top, this.x(view, to) - this.x(view, from), line.height);
        this.pen_.clip();
      }
      if (line.isCounter) this.drawValues_(view, line, row, top, largest);
      else this.drawSlices_(view, row, texts, top, find, seen);
      if (!isAll) this.pen_.restore();
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
   * @param {[number, number]} seen
   */
  drawSlices_(view, row, texts, top, find, [least, most]) {
    const pen = this.pen_;
    const scale = this.width / (view.end - view.start);
    for (let at = 0; at < row.starts.length; at += 1) {
      const start = row.starts[at];
      if (start >= view.end) break;
      const length = row.lengths[at];
      const y = top + kRowTop + row.depths[at] * kSliceHeight;
      if (start + length < view.start || row.depths[at] > kMostDepth || y > most || y + kSliceHeight < least) continue;
      const name = texts[row.names[at]];
      const kind = kindOf(texts[row.kinds[at]], texts[row.facts[at]]);
      const left = Math.max(-1, (start - view.start) * scale);
      const { fill, ink } = this.look_.colours.of(kind, texts[row.families[at]]);
      if (find.length > 0) pen.globalAlpha = hasPieces(name, find) ? 1 : 0.15;
      pen.fillStyle = fill;
      if (length === 0) {
        this.drawMark_(left, y);
        continue;
      }
      const width = Math.min(this.width + 1, (start + length - view.start) * scale) - left;
      // Leaves a gap between neighbours if there is room.
      pen.fillRect(left, y, Math.max(1, width > 3 ? width - 1 : width), kSliceHeight - 1);
      if (width > kLeastText) this.write_(name, left, width, y, kind === 'idle' ? this.look_.muted : ink);
    }
    pen.globalAlpha = 1;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  drawMark_(x, y) {
    const pen = this.pen_;
    pen.beginPath();
    pen.moveTo(x, y + kSliceHeight - 2);
    pen.lineTo(x - 4, y + 4);
    pen.lineTo(x + 4, y + 4);
    pen.fill();
  }

  /**
   * @param {string} name
   * @param {number} left
   * @param {number} width
   * @param {number} y
   * @param {string} ink
   */
  write_(name, left, width, y, ink) {
    const inset = Math.max(left, 0) + 4;
    const room = left + width - inset - 4;
    const text = room < 3 * kLetter ? '' : fitted(this.pen_, name, Math.floor(room));
    if (!text) return;
    this.pen_.fillStyle = ink;
    this.pen_.fillText(text, inset, y + kSliceHeight / 2);
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
    pen.fillStyle = this.look_.colours.of('counter', undefined).fill;
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
    const words = readableValue(largest, line.unit);
    const width = pen.measureText(words).width + 8;
    pen.fillStyle = this.look_.ground;
    pen.globalAlpha = 0.8;
    pen.fillRect(this.width - 2 - width, top + 2, width, 15);
    pen.globalAlpha = 1;
    pen.fillStyle = this.look_.text;
    pen.fillText(words, this.width + 2 - width, top + 10);
  }

  /** @param {Scene} scene */
  drawSelected_({ selected, view, rows }) {
    const placed = selected && rows.find(({ line }) => line === selected.line);
    if (!selected || !placed) return;
    const pen = this.pen_;
    const left = Math.max(-2, this.x(view, selected.start));
    const right = Math.min(this.width + 2, this.x(view, selected.start + selected.length));
    const y = placed.y + kRowTop + selected.depth * kSliceHeight;
    if (right < -1 || left > this.width + 1 || y + kSliceHeight < placed.least) return;
    pen.strokeStyle = this.look_.text;
    pen.lineWidth = 2;
    pen.strokeRect(left, y - 1, Math.max(3, right - left - 1), kSliceHeight + 1);
  }
}

/**
 * As much of a name as fits; empty if the rest would be meaningless.
 * @param {Pen} pen
 * @param {string} name
 * @param {number} room  in whole pixels
 */
export function fitted(pen, name, room) {
  const most = Math.floor(room / kLetter);
  const start = name.length > most * 2 ? name.slice(0, most * 2) : name;
  const key = `${room} ${pen.font} ${start}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let text = start;
  while (text.length > 2 && pen.measureText(text).width > room)
    text = `${text.slice(0, Math.min(text.length - 2, most))}…`.replace(/……$/, '…');
  if (text.length <= 2 && text !== name) text = '';
  if (known.size > kMostFitted) known.clear();
  known.set(key, text);
  return text;
}

/**
 * The places of a view that each part draws: none that an earlier part draws.
 * @param {View} view
 * @param {Part[]} parts
 * @param {Line} line
 */
function piecesOf(view, parts, line) {
  /** @type {{from: number, to: number, row: Row, texts: string[]}[]} */
  const pieces = [];
  /** @type {[number, number][]} */
  let open = [[view.start, view.end]];
  for (const part of parts) {
    if (!knows(part, line)) continue;
    const { timeline, rows } = part;
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
 * The largest drawn value; for a share, at least 100 %.
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
