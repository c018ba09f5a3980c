// Which part of the run a view is drawn from, and the parts that are known.
//
// A view of one length at one place is always drawn from the same part, however one came there: parts begin and end at
// multiples of an eighth of the power of two above the length, are one such step longer than the view needs, so that a
// small move finds them there, and have the pixel that the view's columns ask for.

/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_rows.js').Part} Part */
/**
 * What is asked of the server, in whole ns since the start of the run; the next place is a step on.
 * @typedef {{key: string, start: number, end: number, columns: number, pixel: number, step: number, steps: number, whole?: boolean}} Place
 */

const kStepsOfPower = 8;
const kMostColumns = 16_000;
const kKept = 12;
const kKeptSlices = 250_000;
// Of parts of some rows alone.
const kKeptFew = 12;
// How much finer than a view a part may be to stand in for it until its own one comes.
const kFiner = 4;

/**
 * @param {View} view
 * @param {number} length  of the run, in ns
 * @param {number} width  of the view, in columns
 * @returns {Place}
 */
export function placeOf(view, length, width) {
  const span = view.end - view.start;
  const column = span / Math.max(1, Math.floor(width));
  const pixel = column < 1 ? 0 : powerBelow(column);
  const step = Math.max(1, powerBelow(2 * span - 1) / kStepsOfPower);
  const steps = Math.ceil(span / step) + 1;
  return span >= length
    ? { ...placeAt(0, length, 1, pixel, length), whole: true } : placeAt(Math.floor(view.start / step) * step, step, steps, pixel, length);
}

/**
 * What a view comes to next when it moves by half of its length, what lies behind it last. Its part there is most often
 * another one, for which this one stands in.
 * @param {Place} place
 * @param {number} length  of the run, in ns
 * @returns {Place[]}
 */
export function besides(place, length) {
  if (place.start === 0 && place.end === length) return [];
  const { step, steps, pixel } = place;
  const half = Math.ceil(steps / 2) * step;
  return [place.start + half, place.start - half].filter((start) => start >= 0 && start < length)
    .map((start) => placeAt(start, step, steps, pixel, length));
}

/**
 * @param {number} start  a multiple of the step
 * @param {number} step
 * @param {number} steps  how long it is
 * @param {number} pixel
 * @param {number} length  of the run
 * @returns {Place}
 */
function placeAt(start, step, steps, pixel, length) {
  const end = Math.min(length, start + steps * step);
  const columns = pixel === 0 ? 2 * (end - start) : Math.floor((end - start) / pixel);
  return { key: `${start} ${end} ${pixel}`, start, end, pixel, step, steps, columns: Math.min(kMostColumns, Math.max(1, columns)) };
}

/**
 * The largest power of two that is no larger.
 * @param {number} value  at least 1
 */
function powerBelow(value) {
  let power = 2 ** Math.floor(Math.log2(value));
  if (power > value) power /= 2;
  return power * 2 <= value ? power * 2 : power;
}

export class Parts {
  constructor() {
    /** @type {Map<string, {place: Place, part: Part, slices: number}>} */
    this.kept_ = new Map();
    // Of some rows alone, by the same keys.
    /** @type {Map<string, {place: Place, part: Part}>} */
    this.few_ = new Map();
  }

  /**
   * A part of some rows alone, for until all of it comes.
   * @param {Place} place
   */
  few({ key }) {
    return this.few_.get(key)?.part;
  }

  /**
   * @param {Place} place
   * @param {Part} part
   */
  keepFew(place, part) {
    this.few_.delete(place.key);
    this.few_.set(place.key, { place, part });
    const [oldest] = this.few_.keys();
    if (this.few_.size > kKeptFew) this.few_.delete(oldest);
  }

  /** @param {Place} place */
  has({ key }) {
    return this.kept_.has(key);
  }

  /** @param {Place} place */
  get({ key }) {
    const found = this.kept_.get(key);
    if (!found) return undefined;
    this.kept_.delete(key);
    this.kept_.set(key, found);
    return found.part;
  }

  /**
   * Keeps a part, and forgets what was looked at longest ago, but for all of the run, to which everybody comes back.
   * @param {Place} place
   * @param {Part} part
   */
  keep(place, part) {
    let slices = 0;
    for (const row of part.timeline.rows) slices += row.starts.length;
    this.few_.delete(place.key);
    this.kept_.set(place.key, { place, part, slices });
    let total = 0;
    for (const kept of this.kept_.values()) total += kept.slices;
    for (const [key, kept] of this.kept_) {
      if (this.kept_.size <= kKept && total <= kKeptSlices) break;
      if (key === place.key || kept.place.whole) continue;
      total -= kept.slices;
      this.kept_.delete(key);
    }
  }

  /**
   * What stands in for a part until it comes: the finest first.
   * @param {Place} wanted
   * @returns {Part[]}
   */
  instead(wanted) {
    return [...this.kept_.values(), ...this.few_.values()]
      .filter(({ place }) => place.pixel * kFiner >= wanted.pixel && place.start < wanted.end && place.end > wanted.start)
      .map(({ part }) => part)
      .sort((a, b) => a.timeline.pixel - b.timeline.pixel);
  }
}
