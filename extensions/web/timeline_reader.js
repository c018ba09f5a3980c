// Reads the parts of the run that a screen needs: the view's own one first, then its neighbours, so that a pan finds
// them there. What is overtaken is given up.

import { feed } from './timeline_feed.js';
import { besides, Parts, placeOf } from './timeline_parts.js';
import { partOf } from './timeline_rows.js';

/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_parts.js').Place} Place */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/**
 * `began`: the view is about to be asked for; `came`: its part is there; `rests`: nothing is asked for any more.
 * @typedef {{began: (known: boolean) => void, came: (part: Part) => void, failed: (error: unknown) => void,
 *   rests: () => void}} Told
 */

// While the view moves it is asked for so often.
const kAskEveryMs = 40;
// A view that rests for so long is looked at: what lies beside it may come next.
const kAheadAfterMs = 120;

export class Reader {
  /**
   * @param {Stage} stage
   * @param {() => number} columns  of the screen
   * @param {Told} told
   */
  constructor(stage, columns, told) {
    this.stage_ = stage;
    this.columns_ = columns;
    this.told_ = told;
    this.known_ = new Parts();
    // All of the run, as it was read first.
    /** @type {Part | undefined} */
    this.whole = undefined;
    // Whether parts have findings.
    this.judged_ = false;
    // The part that is being asked for.
    /** @type {Place | undefined} */
    this.reading_ = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer_ = undefined;
    this.asked_ = -Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ahead_ = undefined;
  }

  /** All of the run, but for findings, for which it has to be judged first. */
  async begin() {
    const columns = this.columns_();
    const timeline = await feed.part({ columns, findings: false });
    this.stage_.begin(timeline);
    this.keepWhole_(timeline, columns);
    return /** @type {Part} */ (this.whole);
  }

  /** From now on with findings; parts without them are forgotten. */
  async judge() {
    const columns = this.columns_();
    const timeline = await feed.part({ columns });
    this.judged_ = true;
    this.known_ = new Parts();
    this.keepWhole_(timeline, columns);
    this.reading_ = undefined;
    this.soon();
  }

  /**
   * @param {import('./timeline_rows.js').Timeline} timeline
   * @param {number} columns  for which it was asked
   */
  keepWhole_(timeline, columns) {
    this.whole = partOf(timeline);
    const { length } = this.stage_.run;
    this.known_.keep(placeOf({ start: 0, end: length }, length, columns), this.whole);
  }

  place_() {
    return placeOf(this.stage_.view, this.stage_.run.length, this.columns_());
  }

  /** The view's own part, once it is there. */
  own() {
    return this.known_.get(this.place_());
  }

  // Drawn is one part alone, which the view has to itself; until it is there, what is known stands in for it.
  drawn() {
    const place = this.place_();
    const own = this.known_.get(place);
    if (own) return [own];
    return this.whole ? [...this.known_.instead(place), this.whole] : [];
  }

  // At once, and while the view moves now and then, not only when it stands.
  soon() {
    this.timer_ ??= setTimeout(() => {
      this.timer_ = undefined;
      this.asked_ = performance.now();
      this.read_();
    }, Math.max(0, this.asked_ + kAskEveryMs - performance.now()));
  }

  async read_() {
    const place = this.place_();
    const known = this.known_.get(place);
    this.told_.began(known !== undefined);
    if (place.key === this.reading_?.key) return;
    this.reading_ = place;
    feed.drop('part');
    feed.drop('ahead');
    clearTimeout(this.ahead_);
    try {
      const part = known ?? await feed.newest('part', (signal) => this.ask_(place, signal));
      if (this.reading_ !== place) return;
      if (part) this.told_.came(part);
    } catch (error) {
      if (this.reading_ === place) this.told_.failed(error);
    }
    if (this.reading_ !== place) return;
    this.reading_ = undefined;
    if (this.timer_ !== undefined || !this.judged_) return;
    this.told_.rests();
    this.ahead_ = setTimeout(() => this.readAhead_(place), kAheadAfterMs);
  }

  /** @param {Place} place */
  async readAhead_(place) {
    for (const beside of besides(place, this.stage_.run.length)) {
      if (this.known_.has(beside)) continue;
      // What is wrong is told when it is looked at.
      await feed.newest('ahead', (signal) => this.ask_(beside, signal)).catch(() => {});
      if (this.reading_ || this.place_().key !== place.key) return;
    }
  }

  /**
   * @param {Place} place
   * @param {AbortSignal} signal
   */
  async ask_(place, signal) {
    const window = this.stage_.windowOf(place);
    const known = this.known_;
    const part = partOf(await feed.part({ window, columns: place.columns, ...(this.judged_ ? {} : { findings: false }) }, signal));
    known.keep(place, part);
    return part;
  }
}
