// Navigation from an event to related events: arrows from the selection to its launch, its ranges, the events that
// waited for it and those that supplied its data, and one key there and back. The server finds the relations.

import { kRowTop } from './timeline_paint.js';
import { kSliceHeight } from './timeline_rows.js';
import { feed } from './timeline_feed.js';

/** @typedef {import('./timeline_selection.js').Choice} Choice */
/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_rows.js').Lines} Lines */
/** @typedef {import('./timeline_slices.js').Slice} Slice */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/** @typedef {import('./timeline_svg.js').Pen} Pen */
/**
 * An event with its place from the server: its time, in ns on the capture's clock, and its row.
 * @typedef {{target: string, text: string, when: string, row: string, startNs: number | string, lengthNs: number}} Event
 * @typedef {Event & {relation: string, words: string}} Relation
 * @typedef {Event & {window: {startNs: number | string, endNs: number | string}, related: Relation[]}} Related
 */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, right: number, y: number}} Box  Of a slice on the screen; `y` is its middle. */

// The ends of an arrow: `of` is the selection, `other` the related event.
/** @type {Record<string, [of: 'of' | 'other', from: 'left' | 'right', to: 'left' | 'right']>} */
const kArrows = {
  launched_by: ['other', 'left', 'left'],
  launches: ['of', 'left', 'left'],
  waited_for_by: ['of', 'right', 'right'],
  waits_for: ['other', 'right', 'right'],
  fed_by: ['other', 'right', 'left'],
  feeds: ['of', 'right', 'left'],
  begins_behind: ['other', 'right', 'left'],
  ended_by: ['of', 'right', 'left'],
  ended_by_launch: ['other', 'left', 'right'],
  first_inside: ['of', 'left', 'left'],
  last_inside: ['of', 'right', 'left'],
};
const kHead = 5;
const kMostBend = 60;

export class Follow {
  /**
   * @param {{stage: Stage, choice: Choice, lines: Lines, scrollTop: () => number}} timeline
   * @param {{changed: () => void, failed: (error: unknown) => void}} told
   */
  constructor({ stage, choice, lines, scrollTop }, told) {
    this.stage_ = stage;
    this.choice_ = choice;
    this.lines_ = lines;
    this.scrollTop_ = scrollTop;
    this.told_ = told;
    // The events related to the selection.
    /** @type {Related | undefined} */
    this.related = undefined;
    // The targets on the way back.
    /** @type {string[]} */
    this.way_ = [];
    // The target of the last move.
    this.led_ = '';
  }

  /** @param {Slice | undefined} slice */
  async chosen(slice) {
    const target = slice?.ref ?? '';
    if (target !== this.led_) this.way_ = [];
    if (this.related && this.related.target === target) return;
    this.related = undefined;
    feed.drop('related');
    this.told_.changed();
    if (!target) return;
    try {
      const related = await feed.newest('related', (signal) => feed.related(target, signal));
      if (related) this.related = related;
      this.told_.changed();
    } catch {
      // Notes and counters have no relations; their card says everything.
    }
  }

  // Goes to the most important relation, and from there back again.
  async go() {
    if (this.way_.length > 0) this.back();
    else if (this.related?.related.length) await this.follow(this.related.related[0].target);
  }

  back() {
    const target = this.way_.pop();
    if (target) this.show(target);
  }

  /**
   * Goes to an event, and remembers the way back.
   * @param {string} target
   */
  async follow(target) {
    const from = this.choice_.selected?.ref;
    const way = from && from !== target ? [...this.way_, from] : this.way_;
    await this.show(target);
    this.way_ = way;
  }

  /**
   * Shows the event that a target names, and selects it.
   * @param {string} target
   */
  async show(target) {
    try {
      const event = this.related?.related.find((each) => each.target === target) ?? await feed.related(target);
      this.led_ = event.target;
      const start = Number(BigInt(event.startNs) - this.stage_.run.start);
      if (event.row) this.choice_.goTo({ start, length: event.lengthNs, name: event.text, ref: event.target, row: event.row });
      else this.stage_.showAround({ start, end: start + event.lengthNs });
    } catch (error) {
      this.told_.failed(error);
    }
  }

  /**
   * Draws arrows between the selection and related events, and frames around its enclosing ranges.
   * @param {Pen} pen
   * @param {Look} look
   * @param {Scene} scene
   * @param {{width: number, height: number}} size
   */
  draw(pen, look, scene, { width, height }) {
    const { selected } = scene;
    if (!selected || !this.related || this.related.target !== selected.ref) return;
    const of = this.boxOf_(scene, width, selected.line.id, selected.start, selected.length, selected.ref);
    if (!of) return;
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height);
    pen.clip();
    pen.strokeStyle = look.text;
    pen.fillStyle = look.text;
    for (const relation of this.related.related) {
      const start = Number(BigInt(relation.startNs) - this.stage_.run.start);
      const other = this.boxOf_(scene, width, relation.row, start, relation.lengthNs, relation.target);
      if (!other) continue;
      const arrow = kArrows[relation.relation];
      pen.globalAlpha = 0.85;
      if (arrow) {
        const [first, from, to] = arrow;
        const [begin, end] = first === 'of' ? [of, other] : [other, of];
        drawArrow(pen, { x: begin[from], y: begin.y }, { x: end[to], y: end.y });
      }
      pen.globalAlpha = 0.5;
      frame(pen, other);
    }
    pen.globalAlpha = 1;
    pen.restore();
  }

  /**
   * The place of an event on the screen, or beside it; undefined if no row is its.
   * @param {Scene} scene
   * @param {number} width
   * @param {string} row  its id
   * @param {number} start
   * @param {number} length
   * @param {string} ref
   * @returns {Box | undefined}
   */
  boxOf_({ view, parts, rows }, width, row, start, length, ref) {
    const x = (/** @type {number} */ time) => ((time - view.start) / (view.end - view.start)) * width;
    const placed = rows.filter(({ line }) => row && line.id === row);
    if (placed.length === 0) {
      const y = this.besideScreen_(row);
      return y === undefined ? undefined : { left: x(start), right: x(start + length), y };
    }
    let [where] = placed;
    let depth = 0;
    for (const each of placed) {
      const found = depthOf(parts, each.line.key, start, ref);
      if (found === undefined) continue;
      where = each;
      depth = found;
      break;
    }
    const y = Math.max(where.y + kRowTop + (depth + 0.5) * kSliceHeight, where.least);
    return { left: x(start), right: x(start + length), y };
  }

  /**
   * The vertical position of a row, or of the folded group that contains it.
   * @param {string} row  its id
   */
  besideScreen_(row) {
    let line = row ? this.lines_.all().find(({ id }) => id === row) : undefined;
    while (line && line.height === 0) line = line.parent;
    return line?.parent ? line.top + kRowTop + kSliceHeight / 2 - this.scrollTop_() : undefined;
  }
}

/**
 * The depth of an event on a row; undefined if it is merged there.
 * @param {import('./timeline_rows.js').Part[]} parts
 * @param {string} key
 * @param {number} start
 * @param {string} ref
 */
function depthOf(parts, key, start, ref) {
  for (const { timeline, rows } of parts) {
    const row = rows.get(key);
    if (!row) continue;
    // An event that straddles the part's start begins there.
    const from = Math.max(start, timeline.start);
    let low = 0;
    let high = row.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.starts[middle] < from) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < row.starts.length && row.starts[at] === from; at += 1)
      if (timeline.texts[row.refs[at]] === ref) return row.depths[at];
  }
  return undefined;
}

/**
 * @param {Pen} pen
 * @param {Point} from
 * @param {Point} to
 */
function drawArrow(pen, from, to) {
  const bend = Math.min(kMostBend, 12 + Math.abs(to.x - from.x) / 3);
  const direction = to.x >= from.x ? 1 : -1;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.bezierCurveTo(from.x + direction * bend, from.y, to.x - direction * bend, to.y, to.x, to.y);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(to.x, to.y);
  pen.lineTo(to.x - direction * kHead, to.y - kHead * 0.8);
  pen.lineTo(to.x - direction * kHead, to.y + kHead * 0.8);
  pen.closePath();
  pen.fill();
}

/**
 * @param {Pen} pen
 * @param {Box} box
 */
function frame(pen, { left, right, y }) {
  pen.lineWidth = 1;
  pen.setLineDash([3, 2]);
  pen.strokeRect(left, y - kSliceHeight / 2, Math.max(2, right - left), kSliceHeight - 1);
  pen.setLineDash([]);
}
