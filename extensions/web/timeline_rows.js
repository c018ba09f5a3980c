// The rows of the timeline: the same ones in each window, as a tree that can be folded, with their places.
//
// A window names only rows on which something lies in it; a row that was seen once stays. Its rank and those of
// its parents tell it from others.

/**
 * A window as the server sends it (docs/PROTOCOL.md); the lists of a row go together.
 * @typedef {{parent: number, rank: number, name: string, unit: string, starts: number[], lengths: number[],
 *   depths: number[], names: number[], kinds: number[], refs: number[], facts: number[], values: number[]}} Row
 * @typedef {{runStart: number | string, runLength: number, start: number, end: number, pixel: number,
 *   complete: boolean, words: string, texts: string[], rows: Row[]}} Timeline
 */
/**
 * A row on the screen. `top` and `height` are of its place on the sheet, in CSS pixels; hidden ones have none.
 * @typedef {{key: string, name: string, rank: number, unit: string, parent?: Line, level: number, deepest: number,
 *   isCounter: boolean, isGroup: boolean, largest: number, folded: boolean, children: Line[], top: number,
 *   height: number}} Line
 */
/** @typedef {{timeline: Timeline, rows: Map<string, Row>}} Part  A window, with its rows by key. */

export const kSliceHeight = 18;
const kGroupHeight = 26;
const kCounterHeight = 34;
const kGap = 5;
// Deeper slices than this are not drawn.
export const kMostDepth = 16;

export class Lines {
  constructor() {
    /** @type {Line} */
    this.root_ = newLine('', { name: '', rank: 0, unit: '' });
    /** @type {Map<string, Line>} */
    this.byKey_ = new Map();
    /** @type {Line[]} */
    this.shown = [];
    this.height = 0;
  }

  /**
   * Adds what rows there are in a window.
   * @param {Timeline} timeline
   * @returns {Part}
   */
  add(timeline) {
    /** @type {string[]} */
    const keys = [];
    /** @type {Map<string, Row>} */
    const rows = new Map();
    for (const row of timeline.rows) {
      const parent = row.parent > 0 ? this.byKey_.get(keys[row.parent - 1]) ?? this.root_ : this.root_;
      const key = `${parent.key}/${row.rank}`;
      keys.push(key);
      rows.set(key, row);
      let line = this.byKey_.get(key);
      if (!line) {
        line = newLine(key, row, parent);
        this.byKey_.set(key, line);
        const behind = parent.children.findIndex((other) => other.rank > row.rank);
        parent.children.splice(behind < 0 ? parent.children.length : behind, 0, line);
      }
      // What is merged stands in some names.
      line.name = row.name;
      line.isCounter ||= row.values.length > 0;
      line.isGroup = line.children.length > 0;
      parent.isGroup = true;
      for (const depth of row.depths) line.deepest = Math.max(line.deepest, depth);
      for (const value of row.values) line.largest = Math.max(line.largest, value);
    }
    this.place();
    return { timeline, rows };
  }

  /** @param {Line} line */
  fold(line) {
    line.folded = !line.folded;
    this.place();
  }

  place() {
    this.shown = [];
    let top = 0;
    /** @param {Line} line */
    const place = (line) => {
      for (const child of line.children) {
        child.top = top;
        child.height = heightOf(child);
        top += child.height;
        this.shown.push(child);
        if (!child.folded) place(child);
      }
    };
    place(this.root_);
    this.height = top;
  }

  /** @param {number} y */
  at(y) {
    return this.shown.find((line) => y >= line.top && y < line.top + line.height);
  }
}

/**
 * @param {string} key
 * @param {{name: string, rank: number, unit: string}} row
 * @param {Line} [parent]
 * @returns {Line}
 */
function newLine(key, { name, rank, unit }, parent) {
  return {
    key, name, rank, unit, parent, level: parent ? parent.level + 1 : -1, deepest: -1, isCounter: false, isGroup: false, largest: 0, folded: false,
    children: [], top: 0, height: 0,
  };
}

/** @param {Line} line */
function heightOf(line) {
  if (line.isCounter) return kCounterHeight;
  if (line.deepest < 0) return kGroupHeight;
  return Math.max(line.isGroup ? kGroupHeight : 0, (Math.min(line.deepest, kMostDepth) + 1) * kSliceHeight + kGap);
}
