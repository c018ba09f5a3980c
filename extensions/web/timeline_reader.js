// Reads the parts of the run that a screen needs: first the visible rows, then the rest of the view's part, then
// the parts beside it, so that a pan finds them. Outdated requests are aborted.

import { feed } from './timeline_feed.js';
import { besides, Parts, placeOf } from './timeline_parts.js';
import { partOf } from './timeline_rows.js';

/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_parts.js').Place} Place */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/**
 * `columns` of the screen, and the ids of its `rows` out of `all` rows.
 * @typedef {{columns: () => number, rows: () => string[], all: () => number}} Screen
 */
/**
 * `began`: a request for the view starts; `seen`: the rows on the screen arrived; `came`: the entire part arrived;
 * `rests`: no request for the view is pending.
 * @typedef {{began: (known: boolean) => void, seen: () => void, came: (part: Part) => void,
 *   failed: (error: unknown) => void, rests: () => void}} Told
 */

// The interval of requests while the view moves.
const kAskEveryMs = 40;
// A view that rests for this time is being read, so its hidden rows and neighbours are requested next.
const kRestsMs = 120;
// If more than this share of all rows is visible, requests all at once.
const kFewRows = 0.5;

export class Reader {
  /**
   * @param {Stage} stage
   * @param {Screen} screen
   * @param {Told} told
   */
  constructor(stage, screen, told) {
    this.stage_ = stage;
    this.screen_ = screen;
    this.told_ = told;
    this.known_ = new Parts();
    // The entire run, which is read first.
    /** @type {Part | undefined} */
    this.whole = undefined;
    // Whether parts include findings.
    this.judged_ = false;
    // The part of the pending request.
    /** @type {Place | undefined} */
    this.reading_ = undefined;
    // Whether a request for the view is scheduled.
    this.due_ = false;
    this.asked_ = -Infinity;
  }

  /** The data that is available at once, without findings. */
  async begin() {
    const columns = this.screen_.columns();
    const timeline = await feed.part({ columns, findings: false, preview: true });
    this.stage_.begin(timeline);
    this.keepWhole_(timeline, columns);
    return /** @type {Part} */ (this.whole);
  }

  /**
   * Reloads everything after more of the run became available or something was added.
   * @param {boolean} [judged]  includes findings, which takes an analysis of the run
   */
  async again(judged = true) {
    const columns = this.screen_.columns();
    const timeline = await feed.part(judged ? { columns } : { columns, findings: false });
    this.judged_ = judged;
    this.known_ = new Parts();
    this.keepWhole_(timeline, columns);
    this.reading_ = undefined;
    this.soon();
  }

  /**
   * @param {import('./timeline_rows.js').Timeline} timeline
   * @param {number} columns  requested for this many columns
   */
  keepWhole_(timeline, columns) {
    this.whole = partOf(timeline);
    const { length } = this.stage_.run;
    this.known_.keep(placeOf({ start: 0, end: length }, length, columns), this.whole);
  }

  place_() {
    return placeOf(this.stage_.view, this.stage_.run.length, this.screen_.columns());
  }

  /** The view's own part, once it is complete. */
  own() {
    return this.known_.get(this.place_());
  }

  // Draws the view's own part alone; until that arrives, draws other known parts.
  drawn() {
    const place = this.place_();
    const own = this.known_.get(place);
    if (own) return [own];
    const few = this.known_.few(place);
    const instead = this.whole ? [...this.known_.instead(place), this.whole] : [];
    return few ? [few, ...instead] : instead;
  }

  // Requests at once, and at intervals while the view moves, not only when it stops.
  soon() {
    if (this.due_) return;
    this.due_ = true;
    const read = () => {
      this.due_ = false;
      this.asked_ = performance.now();
      this.read_();
    };
    const wait = this.asked_ + kAskEveryMs - performance.now();
    // Sends the request before drawing other parts, which may take as long as the reply.
    if (wait <= 0) queueMicrotask(read);
    else setTimeout(read, wait);
  }

  async read_() {
    const place = this.place_();
    const known = this.known_.get(place);
    this.told_.began(known !== undefined || this.known_.few(place) !== undefined);
    if (place.key === this.reading_?.key) return;
    this.reading_ = place;
    feed.drop('part');
    feed.drop('ahead');
    try {
      const part = known ?? await this.readAll_(place);
      if (this.reading_ !== place) return;
      if (part) this.told_.came(part);
    } catch (error) {
      if (this.reading_ === place) this.told_.failed(error);
    }
    if (this.reading_ !== place) return;
    this.reading_ = undefined;
    if (this.due_ || !this.judged_) return;
    this.told_.rests();
    this.readAhead_(place);
  }

  // Requests the visible rows first, and the rest when the view stops.
  /** @param {Place} place */
  async readAll_(place) {
    const rows = this.screen_.rows();
    if (rows.length < kFewRows * this.screen_.all()) {
      if (!this.known_.few(place)) await feed.newest('part', (signal) => this.askFew_(place, rows, signal));
      if (this.reading_ !== place) return undefined;
      this.told_.seen();
      await stillness(kRestsMs);
      if (this.reading_ !== place) return undefined;
    }
    return feed.newest('part', (signal) => this.ask_(place, signal));
  }

  // Requests the visible rows of the parts beside the view.
  /** @param {Place} place */
  async readAhead_(place) {
    await stillness(kRestsMs);
    for (const beside of besides(place, this.stage_.run.length)) {
      if (this.reading_ || this.place_().key !== place.key) return;
      if (this.known_.has(beside) || this.known_.few(beside)) continue;
      // Errors are reported when the part is shown.
      await feed.newest('ahead', (signal) => this.askFew_(beside, this.screen_.rows(), signal)).catch(() => {});
    }
  }

  /**
   * @param {Place} place
   * @param {AbortSignal} signal
   */
  async ask_(place, signal) {
    const known = this.known_;
    const part = partOf(await feed.part(this.askedOf_(place), signal));
    known.keep(place, part);
    return part;
  }

  /**
   * @param {Place} place
   * @param {string[]} rows
   * @param {AbortSignal} signal
   */
  async askFew_(place, rows, signal) {
    const known = this.known_;
    known.keepFew(place, partOf(await feed.part({ ...this.askedOf_(place), rows, asAll: true }, signal), rows));
  }

  /** @param {Place} place */
  askedOf_(place) {
    const asked = { window: this.stage_.windowOf(place), columns: place.columns };
    return this.judged_ ? asked : { ...asked, findings: false };
  }
}

/** @param {number} ms */
function stillness(ms) {
  return new Promise((done) => { setTimeout(done, ms); });
}
