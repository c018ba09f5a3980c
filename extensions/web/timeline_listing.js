// The content of the screen as a list, for screen readers and for people who prefer to read it.

import { byId, made } from './timeline_dom.js';
import { pathOf } from './timeline_rows.js';
import { sliceOf } from './timeline_slices.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_slices.js').Slice} Slice */

const kMostOfRow = 50;
const kMost = 600;

/**
 * @param {Scene} scene
 * @param {(time: number, step: number) => string} clockOf
 * @param {(slice: Slice) => void} select
 */
export function listScreen({ view, parts, rows }, clockOf, select) {
  const [part] = parts;
  /** @type {HTMLElement[]} */
  const items = [];
  let left = kMost;
  const lines = rows.map(({ line }) => line).sort((a, b) => a.top - b.top);
  for (const line of part ? lines : []) {
    const row = part.rows.get(line.key);
    if (!row || line.isCounter) continue;
    const inSight = row.starts.map((start, at) => ({ start, at }))
      .filter(({ start, at }) => start < view.end && start + row.lengths[at] >= view.start).map(({ at }) => at);
    if (inSight.length === 0) continue;
    const shown = inSight.slice(0, Math.min(kMostOfRow, left));
    left -= shown.length;
    const list = made('ul', 'nsys-listing-row');
    for (const at of shown) list.append(item(sliceOf(line, row, part.timeline.texts, at), clockOf, select));
    if (inSight.length > shown.length)
      list.append(made('li', 'nsys-listing-more', `and ${(inSight.length - shown.length).toLocaleString('en-US')} more: zoom in to have them listed`));
    items.push(made('h3', 'nsys-listing-name', pathOf(line)), list);
  }
  byId('listing-list').replaceChildren(...(items.length > 0 ? items : [made('p', 'nsys-listing-more', 'Nothing ran here.')]));
}

/**
 * @param {Slice} slice
 * @param {(time: number, step: number) => string} clockOf
 * @param {(slice: Slice) => void} select
 */
function item(slice, clockOf, select) {
  const button = made('button', 'nsys-listing-item');
  button.type = 'button';
  const when = slice.length > 0
    ? `${readableNs(slice.length)} from ${clockOf(slice.start, slice.length / 100)}` : `at ${clockOf(slice.start, 1)}`;
  button.append(made('span', 'nsys-found-name', slice.name), made('span', 'nsys-found-at', when));
  button.addEventListener('click', () => select(slice));
  const listed = document.createElement('li');
  listed.append(button);
  return listed;
}
