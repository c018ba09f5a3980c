// The search by name: the number of matches, their list, and their places in the run. The server searches, so that
// it finds events that are merged on the screen, too.

import { byId, field } from './timeline_dom.js';
import { feed } from './timeline_feed.js';
import { piecesIn } from './timeline_pieces.js';
import { readableClock, readableNs, nsOf } from './timeline_time.js';

/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/** @typedef {import('./timeline_stage.js').View} View */
/**
 * A found event; `row` is the id of its row.
 * @typedef {{start: number, length: number, name: string, ref: string, row: string}} Match
 */

const kPage = 200;
const kAskAfterMs = 150;
const kMostRows = 500;

export class Find {
  /**
   * @param {{clock: (time: number) => bigint, reveal: (match: Match) => void, changed: () => void}} timeline
   */
  constructor(timeline) {
    this.timeline_ = timeline;
    this.input = field('find');
    this.panel_ = byId('found');
    this.count_ = byId('found-count');
    this.list_ = byId('found-list');
    this.kinds_ = field('found-kinds');
    this.least_ = field('found-least');
    this.rows_ = field('found-rows');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer_ = undefined;
    // Names of rows, by id.
    /** @type {Map<string, string>} */
    this.rowNames = new Map();
    /** @type {number[]} */
    this.marks = [];
    this.total_ = 0;
    this.at_ = -1;
    /** @type {Map<number, Match>} */
    this.known_ = new Map();
    this.asking_ = new AbortController();
    this.askedMarks_ = '';
    /** @type {Promise<void>} */
    this.found_ = Promise.resolve();
    for (const each of [this.input, this.least_])
      each.addEventListener('input', () => {
        clearTimeout(this.timer_);
        this.timer_ = setTimeout(() => this.begin_(), kAskAfterMs);
        timeline.changed();
      });
    for (const each of [this.kinds_, this.rows_]) each.addEventListener('change', () => this.begin_());
    this.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.next(event.shiftKey ? -1 : 1);
      if (event.key !== 'Escape') return;
      this.clear();
      byId('rows').focus();
    });
    byId('found-close').addEventListener('click', () => this.clear());
  }

  /** The required parts of a name: the texts between the stars, in order. */
  get pieces() {
    return piecesIn(this.input.value);
  }

  clear() {
    this.input.value = '';
    clearTimeout(this.timer_);
    this.begin_();
  }

  /**
   * The rows that a search can be limited to.
   * @param {{id: string, name: string}[]} rows
   */
  offer(rows) {
    const chosen = this.rows_.value;
    const options = rows.slice(0, kMostRows).map(({ id, name }) => new Option(name, id));
    this.rows_.replaceChildren(new Option('all rows', ''), ...options);
    this.rows_.value = rows.some(({ id }) => id === chosen) ? chosen : '';
  }

  /** The parameters of the search except the part of the run. */
  asked_() {
    const least = nsOf(this.least_.value);
    this.least_.setAttribute('aria-invalid', String(least === undefined));
    return {
      text: this.input.value.trim(),
      ...(this.kinds_.value && { kinds: [this.kinds_.value] }),
      ...(this.rows_.value && { rows: [this.rows_.value] }),
      ...(least && { leastNs: least }),
    };
  }

  begin_() {
    this.timer_ = undefined;
    this.asking_.abort();
    this.known_.clear();
    this.at_ = -1;
    this.total_ = 0;
    this.marks = [];
    this.askedMarks_ = '';
    this.panel_.hidden = !this.input.value.trim();
    this.timeline_.changed();
    if (this.panel_.hidden) return;
    this.found_ = this.read_(0);
  }

  /**
   * Reads a page of matches and lists it.
   * @param {number} from
   */
  async read_(from) {
    this.asking_ = new AbortController();
    const { signal } = this.asking_;
    try {
      const found = await feed.search({ ...this.asked_(), from, limit: kPage }, signal);
      if (signal.aborted) return;
      this.total_ = found.total;
      matchesIn(found.timeline).forEach((match, at) => this.known_.set(from + at, match));
      this.list(from);
    } catch (error) {
      if (!signal.aborted) this.count_.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {number} from */
  list(from) {
    const number = (/** @type {number} */ count) => count.toLocaleString('en-US');
    this.count_.textContent = this.total_ === 0 ? 'None in the whole run'
      : this.at_ >= 0 ? `${number(this.at_ + 1)} of ${number(this.total_)}` : `${number(this.total_)} in the whole run`;
    const page = Math.floor(from / kPage) * kPage;
    const items = [];
    for (let at = page; at < page + kPage && this.known_.has(at); at += 1) items.push(this.item_(at));
    this.list_.replaceChildren(...items);
    this.list_.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
    byId('found-more').textContent = this.total_ > kPage
      ? `${number(page + 1)} to ${number(page + items.length)}; Enter goes on` : '';
  }

  /** @param {number} at */
  item_(at) {
    const match = /** @type {Match} */ (this.known_.get(at));
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-current', String(at === this.at_));
    const words = [match.name, match.length > 0 ? readableNs(match.length) : 'mark',
      this.rowNames.get(match.row) ?? '', readableClock(Number(this.timeline_.clock(match.start)), match.length / 10)];
    for (const [place, text] of words.entries()) {
      const part = document.createElement('span');
      part.className = `nsys-found-${['name', 'time', 'row', 'at'][place]}`;
      part.textContent = text;
      part.title = text;
      button.append(part);
    }
    button.addEventListener('click', () => this.go_(at));
    item.append(button);
    return item;
  }

  /**
   * Goes to the next or previous match; wraps around.
   * @param {1 | -1} step
   */
  async next(step) {
    if (this.timer_ !== undefined) {
      clearTimeout(this.timer_);
      this.begin_();
    }
    await this.found_;
    if (this.total_ === 0) return;
    const at = this.at_ < 0 && step < 0 ? this.total_ - 1 : (this.at_ + step + this.total_) % this.total_;
    await this.go_(at);
  }

  /** @param {number} at */
  async go_(at) {
    if (!this.known_.has(at)) await (this.found_ = this.read_(Math.floor(at / kPage) * kPage));
    const match = this.known_.get(at);
    if (!match) return;
    this.at_ = at;
    this.list(at);
    this.timeline_.reveal(match);
  }

  /**
   * Counts matches in the columns of a view, for marks on the ruler.
   * @param {View} view
   * @param {number} columns
   */
  async mark(view, columns) {
    if (!this.input.value.trim()) return;
    const { clock } = this.timeline_;
    const asked = {
      ...this.asked_(), limit: 0, columns: Math.max(1, Math.floor(columns)),
      window: { startNs: String(clock(view.start)), endNs: String(clock(view.end)) },
    };
    const name = JSON.stringify(asked);
    if (name === this.askedMarks_) return;
    this.askedMarks_ = name;
    try {
      const found = await feed.newest('marks', (signal) => feed.search(asked, signal));
      if (!found || this.askedMarks_ !== name) return;
      this.marks = found.columns;
      this.timeline_.changed();
    } catch {
      // The list shows the error.
    }
  }
}

/**
 * @param {Timeline} timeline
 * @returns {Match[]}
 */
function matchesIn(timeline) {
  /** @type {Match[]} */
  const matches = [];
  for (const { id, starts, lengths, names, refs } of timeline.rows)
    starts.forEach((start, at) => matches.push({
      start, length: lengths[at], name: timeline.texts[names[at]], ref: timeline.texts[refs[at]] ?? '', row: id,
    }));
  return matches.sort((a, b) => a.start - b.start);
}
