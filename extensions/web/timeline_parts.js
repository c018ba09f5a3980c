// Chooses the part of the run from which a view is drawn, and caches parts.
//
// A view of one length at one place always uses the same part, however a person reached it. Parts begin and end at
// multiples of an eighth of the power of two above the view's length. They are one step longer than the view needs,
// so that a small move stays inside, and they have the resolution of the view's columns.

/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_rows.js').Part} Part */
/**
 * A request to the server, in whole ns since the start of the run; the next place is one step further.
 * @typedef {{key: string, start: number, end: number, columns: number, pixel: number, step: number, steps: number, whole?: boolean}} Place
 */

const kStepsOfPower = 8;
const kMostColumns = 16_000;
const kKept = 12;
const kKeptSlices = 250_000;
// Of parts for only some rows.
const kKeptFew = 12;
// The maximum factor by which a part may be finer than a view to replace its own part until that arrives.
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
 * The places that a view reaches when it moves by half of its length, the one behind it last. Their parts usually
 * differ from this one, which is shown until they arrive.
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
 * @param {number} steps  its length in steps
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
 * The largest power of two that is not larger than `value`.
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
    // Parts for only some rows, with the same keys.
    /** @type {Map<string, {place: Place, part: Part}>} */
    this.few_ = new Map();
  }

  /**
   * A part for only some rows, used until the complete part arrives.
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
   * Stores a part and drops the least recently used one, but never the entire run, which is needed most often.
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
   * The parts to draw until a part arrives, finest first.
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
