// The rows of the timeline: the same ones in each window, as a tree that can be folded, with their places.
//
// A window names only rows on which something lies in it. The ranks of a row and of its parents tell it from others.

/**
 * A window as the server sends it (docs/PROTOCOL.md); the lists of a row go together.
 * @typedef {{id: string, parent: number, rank: number, name: string, unit: string, deepest: number, starts: number[], lengths: number[],
 *   depths: number[], names: number[], kinds: number[], refs: number[], facts: number[], values: number[]}} Row
 * @typedef {{runStart: number | string, runLength: number, start: number, end: number, pixel: number,
 *   complete: boolean, words: string, texts: string[], rows: Row[]}} Timeline
 */
/**
 * A row on the screen. `top` and `height` are of its place on the sheet, in CSS pixels; hidden ones have none.
 * @typedef {{key: string, id: string, name: string, rank: number, unit: string, parent?: Line, level: number, deepest: number,
 *   isCounter: boolean, isGroup: boolean, folded: boolean, children: Line[], top: number,
 *   height: number}} Line
 */
/** @typedef {{timeline: Timeline, keys: string[], rows: Map<string, Row>}} Part  A window, with its rows by key. */

export const kSliceHeight = 18;
const kGroupHeight = 26;
const kCounterHeight = 34;
const kGap = 5;
// Deeper slices than this are not drawn.
export const kMostDepth = 16;

/**
 * @param {Timeline} timeline
 * @returns {Part}
 */
export function partOf(timeline) {
  /** @type {string[]} */
  const keys = [];
  for (const { parent, rank } of timeline.rows) keys.push(`${parent > 0 ? keys[parent - 1] : ''}/${rank}`);
  return { timeline, keys, rows: new Map(keys.map((key, at) => [key, timeline.rows[at]])) };
}

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
   * Shows the rows that these parts have, whatever was shown before; a row that was folded stays so.
   * @param {Part[]} parts
   */
  show(parts) {
    this.root_.children = [];
    /** @type {Set<Line>} */
    const there = new Set();
    for (const { keys, rows } of parts)
      for (const key of keys) {
        const row = /** @type {Row} */ (rows.get(key));
        const line = this.line_(key, row);
        if (!there.has(line)) {
          there.add(line);
          line.children = [];
          line.deepest = -1;
          line.isCounter = false;
          const { children } = /** @type {Line} */ (line.parent);
          const behind = children.findIndex((other) => other.rank > row.rank);
          children.splice(behind < 0 ? children.length : behind, 0, line);
        }
        // What is merged stands in some names.
        line.name = row.name;
        line.isCounter ||= row.values.length > 0;
        line.deepest = Math.max(line.deepest, row.deepest - 1);
        for (const depth of row.depths) line.deepest = Math.max(line.deepest, depth);
      }
    for (const line of there) line.isGroup = line.children.length > 0;
    this.place();
  }

  /**
   * @param {string} key
   * @param {Row} row
   */
  line_(key, row) {
    const known = this.byKey_.get(key);
    if (known) return known;
    const line = newLine(key, row, this.byKey_.get(key.slice(0, key.lastIndexOf('/'))) ?? this.root_);
    this.byKey_.set(key, line);
    return line;
  }

  /** @param {Line} line */
  fold(line) {
    line.folded = !line.folded;
    this.place();
  }

  /** All rows of the tree, hidden ones too, from the top down. */
  all() {
    /** @type {Line[]} */
    const all = [];
    /** @param {Line} line */
    const walk = (line) => {
      for (const child of line.children) {
        all.push(child);
        walk(child);
      }
    };
    walk(this.root_);
    return all;
  }

  /**
   * A row, on the sheet whatever it lies in.
   * @param {string} key
   */
  unfold(key) {
    const line = this.byKey_.get(key);
    for (let above = line?.parent; above; above = above.parent) above.folded = false;
    this.place();
    return line;
  }

  place() {
    this.shown = [];
    for (const line of this.byKey_.values()) line.height = 0;
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
 * @param {{id?: string, name: string, rank: number, unit: string}} row
 * @param {Line} [parent]
 * @returns {Line}
 */
function newLine(key, { id = '', name, rank, unit }, parent) {
  return {
    key, id, name, rank, unit, parent, level: parent ? parent.level + 1 : -1, deepest: -1, isCounter: false, isGroup: false, folded: false,
    children: [], top: 0, height: 0,
  };
}

/** @param {Line} line */
function heightOf(line) {
  if (line.isCounter) return kCounterHeight;
  if (line.deepest < 0) return kGroupHeight;
  return Math.max(line.isGroup ? kGroupHeight : 0, (Math.min(line.deepest, kMostDepth) + 1) * kSliceHeight + kGap);
}
