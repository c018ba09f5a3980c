// Reads the parts of the run that a screen needs: the view's own one first, then its neighbours, so that a pan finds
// them there. What is overtaken is given up.

import { feed } from './timeline_feed.js';
import { Parts, placeOf } from './timeline_parts.js';
import { partOf } from './timeline_rows.js';

/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_parts.js').Place} Place */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/**
 * `began`: the view is about to be asked for; `came`: its part is there; `rests`: nothing is asked for any more.
 * @typedef {{began: (known: boolean) => void, came: (part: Part) => void, failed: (error: unknown) => void,
 *   rests: () => void}} Told
 */

const kAskAfterMs = 40;

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
    // The part that is being asked for.
    this.reading_ = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer_ = undefined;
  }

  async begin() {
    const columns = this.columns_();
    const timeline = await feed.part({ columns });
    this.stage_.begin(timeline);
    this.whole = partOf(timeline);
    this.known_.keep(placeOf(this.stage_.view, this.stage_.run.length, columns), this.whole);
    return this.whole;
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

  // While the view moves it is asked for now and then, not only when it stands.
  soon() {
    this.timer_ ??= setTimeout(() => {
      this.timer_ = undefined;
      this.read_();
    }, kAskAfterMs);
  }

  async read_() {
    const place = this.place_();
    const known = this.known_.get(place);
    this.told_.began(known !== undefined);
    if (place.key === this.reading_) return;
    this.reading_ = place.key;
    feed.drop('part');
    try {
      const part = known ?? await feed.newest('part', (signal) => this.ask_(place, signal));
      if (this.reading_ !== place.key) return;
      if (part) this.told_.came(part);
    } catch (error) {
      if (this.reading_ === place.key) this.told_.failed(error);
    }
    if (this.reading_ !== place.key) return;
    this.reading_ = '';
    if (this.timer_ === undefined) this.told_.rests();
  }

  /**
   * @param {Place} place
   * @param {AbortSignal} signal
   */
  async ask_(place, signal) {
    const part = partOf(await feed.part({ window: this.stage_.windowOf(place), columns: place.columns }, signal));
    this.known_.keep(place, part);
    return part;
  }
}
