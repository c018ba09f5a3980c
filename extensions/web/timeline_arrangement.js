// A person's arrangement of the rows, stored for each profile: pinned, hidden and folded rows, their order, the
// search, the width of names, and the format of times.

import { store } from './timeline_store.js';

/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/** @typedef {'capture' | 'window' | 'step'} TimeFormat */
/**
 * Rows by their keys; `order` has the arranged children of a row, by its key.
 * @typedef {{pinned: string[], hidden: string[], folded: string[], order: Record<string, string[]>, filter: string,
 *   names: number, times: TimeFormat, legend: boolean}} Kept
 */

const kLeastNames = 80;
const kMostNames = 900;
/** @type {TimeFormat[]} */
export const kTimeFormats = ['capture', 'window', 'step'];

export class Arrangement {
  constructor() {
    this.key_ = '';
    this.pinned = /** @type {Set<string>} */ (new Set());
    this.hidden = /** @type {Set<string>} */ (new Set());
    this.folded = /** @type {Set<string>} */ (new Set());
    this.order = /** @type {Map<string, string[]>} */ (new Map());
    this.filter = '';
    // In CSS pixels; 0 means the page's default.
    this.names = 0;
    /** @type {TimeFormat} */
    this.times = 'capture';
    this.legend = true;
  }

  /**
   * The stored arrangement of a profile, which is identified by its name and its run.
   * @param {string} title
   * @param {Timeline} timeline
   */
  async read(title, { runStart, runLength }) {
    this.key_ = `nsys-ai rows of ${title} ${runStart} ${runLength}`;
    const kept = await store.read(this.key_);
    if (typeof kept !== 'object' || kept === null) return;
    const of = /** @type {Partial<Record<keyof Kept, unknown>>} */ (kept);
    this.pinned = new Set(textsIn(of.pinned));
    this.hidden = new Set(textsIn(of.hidden));
    this.folded = new Set(textsIn(of.folded));
    if (typeof of.order === 'object' && of.order !== null)
      this.order = new Map(Object.entries(of.order).map(([key, keys]) => [key, textsIn(keys)]));
    if (typeof of.filter === 'string') this.filter = of.filter;
    if (typeof of.names === 'number') this.names = of.names;
    this.times = kTimeFormats.find((format) => format === of.times) ?? 'capture';
    this.legend = of.legend !== false;
  }

  keep() {
    if (!this.key_) return;
    /** @type {Kept} */
    const kept = {
      pinned: [...this.pinned], hidden: [...this.hidden], folded: [...this.folded],
      order: Object.fromEntries(this.order), filter: this.filter, names: this.names, times: this.times,
      legend: this.legend,
    };
    store.write(this.key_, kept);
  }

  /** @param {Line} line */
  togglePin(line) {
    toggle(this.pinned, line.key);
    this.keep();
  }

  /** @param {Line} line */
  hide(line) {
    this.hidden.add(line.key);
    this.keep();
  }

  /** @param {string} [key]  by default all of them */
  unhide(key) {
    if (key === undefined) this.hidden.clear();
    else this.hidden.delete(key);
    this.keep();
  }

  /** @param {Line} line */
  toggleFold(line) {
    toggle(this.folded, line.key);
    this.keep();
  }

  /**
   * @param {number} width  of the names, in CSS pixels
   */
  setNames(width) {
    this.names = width === 0 ? 0 : Math.round(Math.min(Math.max(width, kLeastNames), kMostNames));
    this.keep();
  }

  /**
   * Moves a row by one among its visible siblings.
   * @param {Line} line
   * @param {Line[]} beside  the row and its siblings, from the top down
   * @param {1 | -1} step
   */
  move(line, beside, step) {
    const keys = beside.map(({ key }) => key);
    const at = keys.indexOf(line.key);
    if (at < 0 || at + step < 0 || at + step >= keys.length) return;
    keys.splice(at, 1);
    keys.splice(at + step, 0, line.key);
    if (this.pinned.has(line.key)) this.pinned = new Set(keys);
    else this.order.set(line.parent?.key ?? '', keys);
    this.keep();
  }

  /**
   * The children of a row in their arranged order, by default by rank. A new child follows the one
   * that precedes it by rank.
   * @param {Line} parent
   */
  childrenOf({ key, children }) {
    const order = this.order.get(key);
    if (!order) return children;
    /** @type {[number, Line][]} */
    const placed = [];
    let before = -1;
    for (const child of children) {
      const at = order.indexOf(child.key);
      if (at >= 0) before = at;
      placed.push([at >= 0 ? at : before + 0.5, child]);
    }
    return placed.sort(([a], [b]) => a - b).map(([, child]) => child);
  }
}

/**
 * @param {Set<string>} keys
 * @param {string} key
 */
function toggle(keys, key) {
  if (!keys.delete(key)) keys.add(key);
}

/** @param {unknown} list */
function textsIn(list) {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
