// The rows of the timeline: the same rows in each window, as a foldable tree, with their positions.
//
// A window contains only rows with events in it. The ranks of a row and of its parents identify it.

import { hasPieces, piecesIn } from './timeline_pieces.js';

/** @typedef {import('./timeline_arrangement.js').Arrangement} Arrangement */
/**
 * A window as the server sends it (docs/PROTOCOL.md); the lists of a row have equal lengths.
 * @typedef {{id: string, parent: number, rank: number, name: string, unit: string, deepest: number, starts: number[], lengths: number[],
 *   depths: number[], names: number[], kinds: number[], families: number[], refs: number[], facts: number[], values: number[]}} Row
 * @typedef {{runStart: number | string, runLength: number, start: number, end: number, pixel: number,
 *   complete: boolean, preview?: boolean, words: string, texts: string[], rows: Row[]}} Timeline
 */
/**
 * A row. `top` and `height` are on the sheet, in CSS pixels; `end` is the bottom of its last descendant; a hidden
 * row has no height. A head is a group's row without events: it stays in sight, `stuck` below the top.
 * @typedef {{key: string, id: string, name: string, rank: number, unit: string, parent?: Line, level: number,
 *   deepest: number, isCounter: boolean, isGroup: boolean, folded: boolean, pinned: boolean, isHead: boolean,
 *   children: Line[], top: number, height: number, end: number, stuck: number}} Line
 */
/**
 * A window with its rows by key; `only` lists the ids of the requested rows, if it was not for all.
 * @typedef {{timeline: Timeline, keys: string[], rows: Map<string, Row>, only?: Set<string>}} Part
 */
/**
 * The place of a row on the screen, from the top of the canvas; other rows cover the part above `least`.
 * @typedef {{line: Line, y: number, least: number}} Placed
 */

export const kSliceHeight = 18;
const kGroupHeight = 26;
const kCounterHeight = 34;
const kGap = 5;
// Of the screen's height; a larger share would leave no room for the scrolling rows.
const kMostPinned = 0.6;
// Deeper slices are not drawn.
export const kMostDepth = 16;

/**
 * Whether a part contains the events of a row.
 * @param {Part} part
 * @param {Line} line
 */
export function knows({ only }, { id }) {
  return !only || only.has(id);
}

/**
 * @param {Timeline} timeline
 * @param {string[]} [only]  the ids of the rows that it was asked for
 * @returns {Part}
 */
export function partOf(timeline, only) {
  /** @type {string[]} */
  const keys = [];
  for (const { parent, rank } of timeline.rows) keys.push(`${parent > 0 ? keys[parent - 1] : ''}/${rank}`);
  const rows = new Map(keys.map((key, at) => [key, timeline.rows[at]]));
  return only ? { timeline, keys, rows, only: new Set(only) } : { timeline, keys, rows };
}

export class Lines {
  /** @param {Arrangement} arrangement */
  constructor(arrangement) {
    this.arrangement_ = arrangement;
    /** @type {Line} */
    this.root_ = newLine('', { name: '', rank: 0, unit: '' });
    /** @type {Map<string, Line>} */
    this.byKey_ = new Map();
    /** @type {Set<Line>} */
    this.there_ = new Set();
    // From the top down: pinned rows first.
    /** @type {Line[]} */
    this.shown = [];
    this.height = 0;
    this.pinnedHeight = 0;
    // Counts layouts.
    this.placed = 0;
  }

  /**
   * Replaces the rows with those of these parts.
   * @param {Part[]} parts
   */
  show(parts) {
    this.root_.children = [];
    this.there_ = new Set();
    for (const { keys, rows } of parts)
      for (const key of keys) this.add_(key, /** @type {Row} */ (rows.get(key)));
    for (const line of this.there_) line.isGroup = line.children.length > 0;
    this.place();
  }

  /**
   * @param {string} key
   * @param {Row} row
   */
  add_(key, row) {
    const line = this.line_(key, row);
    if (!this.there_.has(line)) {
      this.there_.add(line);
      line.children = [];
      line.deepest = -1;
      line.isCounter = false;
      const { children } = /** @type {Line} */ (line.parent);
      const behind = children.findIndex((other) => other.rank > row.rank);
      children.splice(behind < 0 ? children.length : behind, 0, line);
    }
    // Some names depend on what the window merges.
    line.name = row.name;
    line.isCounter ||= row.values.length > 0;
    line.deepest = Math.max(line.deepest, row.deepest - 1);
    for (const depth of row.depths) line.deepest = Math.max(line.deepest, depth);
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

  /** All rows of the tree, including hidden ones, from the top down. */
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

  /** The id for requesting a row; overlapping rows share one. */
  ids() {
    return new Set([...this.there_].map(({ id }) => id).filter(Boolean));
  }

  /** The rows that a person hid and can show again. */
  hidden() {
    if (this.arrangement_.hidden.size === 0) return [];
    return this.all().filter(({ key }) => this.arrangement_.hidden.has(key));
  }

  /**
   * A row and its siblings, from the top down.
   * @param {Line} line
   */
  beside(line) {
    return this.shown.filter(({ parent, pinned }) => pinned === line.pinned && (pinned || parent === line.parent));
  }

  /**
   * A row, made visible even if it is folded or hidden.
   * @param {string} key
   */
  reveal(key) {
    const line = this.byKey_.get(key);
    const { folded, hidden, filter } = this.arrangement_;
    for (let each = line; each; each = each.parent) {
      hidden.delete(each.key);
      if (each !== line) folded.delete(each.key);
    }
    this.place();
    if (line?.height === 0 && filter) {
      this.arrangement_.filter = '';
      this.place();
    }
    this.arrangement_.keep();
    return line;
  }

  place() {
    const { pinned, filter } = this.arrangement_;
    const pieces = piecesIn(filter);
    const wanted = pieces.length > 0 ? this.wanted_(pieces) : undefined;
    this.shown = [];
    this.placed += 1;
    for (const line of this.byKey_.values()) line.height = 0;
    let top = 0;
    const put = (/** @type {Line} */ line) => {
      line.top = top;
      line.height = heightOf(line);
      top += line.height;
      line.end = top;
      this.shown.push(line);
    };
    for (const key of pinned) {
      const line = this.byKey_.get(key);
      if (!line || !this.there_.has(line) || this.isHidden_(line) || (wanted && !wanted.has(line))) continue;
      line.pinned = true;
      put(line);
    }
    this.pinnedHeight = top;
    const walk = (/** @type {Line} */ line, /** @type {number} */ stuck) => {
      for (const child of this.arrangement_.childrenOf(line)) {
        child.pinned = pinned.has(child.key);
        child.folded = child.isGroup && this.arrangement_.folded.has(child.key);
        child.isHead = child.isGroup && child.deepest < 0 && !child.isCounter && !child.pinned;
        child.stuck = stuck;
        if (this.arrangement_.hidden.has(child.key) || (wanted && !wanted.has(child))) continue;
        if (!child.pinned) put(child);
        if (!child.folded || wanted) walk(child, stuck + (child.isHead ? child.height : 0));
        if (!child.pinned) child.end = top;
      }
    };
    walk(this.root_, 0);
    this.height = top;
  }

  /** @param {Line} line */
  isHidden_(line) {
    for (let each = /** @type {Line | undefined} */ (line); each; each = each.parent)
      if (this.arrangement_.hidden.has(each.key)) return true;
    return false;
  }

  /**
   * Rows whose name contains these texts, with their descendants and ancestors.
   * @param {string[]} pieces
   */
  wanted_(pieces) {
    /** @type {Set<Line>} */
    const wanted = new Set();
    const walk = (/** @type {Line} */ line, /** @type {boolean} */ inside) => {
      let any = inside || hasPieces(line.name, pieces);
      for (const child of line.children) any = walk(child, inside || (line !== this.root_ && hasPieces(line.name, pieces))) || any;
      if (any) wanted.add(line);
      return any;
    };
    walk(this.root_, false);
    return wanted;
  }

  /**
   * The rows on a screen that shows the sheet from a position on, the topmost layer last. Pinned rows stay at the
   * top if they leave room for others.
   * @param {number} from
   * @param {number} height
   * @returns {Placed[]}
   */
  onScreen(from, height) {
    const above = this.stays(height) ? this.pinnedHeight : 0;
    /** @type {Placed[]} */
    const rows = [];
    /** @type {Placed[]} */
    const heads = [];
    /** @type {Placed[]} */
    const pinned = [];
    let covered = above;
    for (const line of this.shown) {
      if (line.pinned && above > 0) {
        pinned.push({ line, y: line.top, least: 0 });
      } else if (line.isHead) {
        const y = Math.min(Math.max(line.top - from, above + line.stuck), line.end - line.height - from);
        if (y + line.height <= above || y >= height) continue;
        heads.unshift({ line, y, least: above });
        if (y <= above + line.stuck) covered = Math.max(covered, y + line.height);
      } else if (line.end > from && line.top + line.height > from && line.top - from < height) {
        rows.push({ line, y: line.top - from, least: above });
      }
    }
    for (const row of rows) row.least = covered;
    return [...rows, ...heads, ...pinned];
  }

  /**
   * Whether pinned rows stay at the top of a screen of that height.
   * @param {number} height
   */
  stays(height) {
    return this.pinnedHeight <= height * kMostPinned;
  }

  /**
   * The height of the rows that cover the top of the screen at a row's place.
   * @param {Line} line
   * @param {number} height  of the screen
   */
  coverOf(line, height) {
    let covered = this.stays(height) ? this.pinnedHeight : 0;
    for (let above = line.parent; above; above = above.parent) if (above.isHead) covered += above.height;
    return covered;
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
    key, id, name, rank, unit, parent, level: parent ? parent.level + 1 : -1, deepest: -1, isCounter: false,
    isGroup: false, folded: false, pinned: false, isHead: false, children: [], top: 0, height: 0, end: 0, stuck: 0,
  };
}

/** @param {Line} line */
function heightOf(line) {
  if (line.isCounter) return kCounterHeight;
  if (line.deepest < 0) return kGroupHeight;
  return Math.max(line.isGroup ? kGroupHeight : 0, (Math.min(line.deepest, kMostDepth) + 1) * kSliceHeight + kGap);
}

/**
 * The path of a row: "GPU 0 › Stream 7".
 * @param {Line} line
 */
export function pathOf(line) {
  const names = [line.name];
  for (let above = line.parent; above && above.level >= 0; above = above.parent) names.unshift(above.name);
  return names.join(' › ');
}

/**
 * The displayed name of a row; a pinned row's includes its path.
 * @param {Line} line
 */
export function wordsOf(line) {
  return line.pinned && line.parent && line.level > 0 ? `${line.name} · ${pathOf(line.parent)}` : line.name;
}
