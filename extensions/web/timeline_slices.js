// Finds slices: one of a row, the one at a point of the screen, and its neighbours.

import { hasPieces } from './timeline_pieces.js';
import { kRowTop } from './timeline_paint.js';
import { kSliceHeight, knows } from './timeline_rows.js';
import { readableValue } from './timeline_time.js';

/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_rows.js').Row} Row */
/**
 * A slice of a row.
 * @typedef {{line: Line, at: number, start: number, length: number, name: string, kind: string, depth: number,
 *   ref: string, facts: string}} Slice
 */

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
 * The row at a vertical position of the screen, in the topmost layer.
 * @param {Scene} scene
 * @param {number} y
 */
export function rowAt({ rows }, y) {
  return rows.findLast((row) => y >= Math.max(row.y, row.least) && y < row.y + row.line.height);
}

/**
 * The slice at a point of the screen; narrow slices have a tolerance.
 * @param {Scene} scene
 * @param {number} width  of the screen
 * @param {number} x
 * @param {number} y
 * @returns {Slice | undefined}
 */
export function sliceAt(scene, width, x, y) {
  const placed = rowAt(scene, y);
  if (!placed || placed.line.isCounter) return undefined;
  const { view, parts } = scene;
  const time = view.start + (x / width) * (view.end - view.start);
  const slack = (3 / width) * (view.end - view.start);
  const depth = Math.floor((y - placed.y - kRowTop) / kSliceHeight);
  const part = partAt(parts, placed.line, time);
  const row = part?.rows.get(placed.line.key);
  if (!part || !row) return undefined;
  let found = -1;
  for (let at = 0; at < row.starts.length && row.starts[at] <= time + slack; at += 1) {
    if (row.depths[at] !== depth || row.starts[at] + Math.max(row.lengths[at], slack) < time) continue;
    found = at;
  }
  return found < 0 ? undefined : sliceOf(placed.line, row, part.timeline.texts, found);
}

/**
 * The value of a counter at a point, in words.
 * @param {Scene} scene
 * @param {number} width
 * @param {number} x
 * @param {number} y
 */
export function valueAt(scene, width, x, y) {
  const line = rowAt(scene, y)?.line;
  if (!line?.isCounter) return undefined;
  const { view, parts } = scene;
  const time = view.start + (x / width) * (view.end - view.start);
  const row = partAt(parts, line, time)?.rows.get(line.key);
  const at = row ? row.starts.findLastIndex((start) => start <= time) : -1;
  return row && at >= 0 ? `${line.name}: ${readableValue(row.values[at], line.unit)}` : undefined;
}

/**
 * The part that draws a row at a time.
 * @param {Part[]} parts
 * @param {Line} line
 * @param {number} time
 */
function partAt(parts, line, time) {
  return parts.find((part) => time >= part.timeline.start && time < part.timeline.end && knows(part, line));
}

/**
 * The slice of a row that comes before or after a time, at one depth, among those whose name has these pieces.
 * @param {Part} part
 * @param {Line} line
 * @param {{time: number, depth: number, pieces: string[]}} from
 * @param {1 | -1} step
 */
export function sliceBeside(part, line, { time, depth, pieces }, step) {
  const row = part.rows.get(line.key);
  if (!row || line.isCounter) return undefined;
  const { texts } = part.timeline;
  const fits = (/** @type {number} */ start, /** @type {number} */ at) => row.depths[at] === depth
    && (step > 0 ? start > time : start < time) && hasPieces(texts[row.names[at]], pieces);
  const at = step > 0 ? row.starts.findIndex(fits) : row.starts.findLastIndex(fits);
  return at < 0 ? undefined : sliceOf(line, row, texts, at);
}

/**
 * The last slice of a row that begins before a time, otherwise the first.
 * @param {Part} part
 * @param {Line} line
 * @param {number} time
 */
export function sliceNear(part, line, time) {
  const row = part.rows.get(line.key);
  if (!row || line.isCounter || row.starts.length === 0) return undefined;
  return sliceOf(line, row, part.timeline.texts, Math.max(0, row.starts.findLastIndex((start) => start <= time)));
}
