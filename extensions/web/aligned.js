// How the clocks of captures are aligned: what one shows is where the others show the same work.

/** @typedef {import('./timeline_feed.js').Window} Window */
/** @typedef {{startNs: number | string, endNs: number | string}} Times */
/** @typedef {Record<string, Times>} Place  Where it is in each capture, by the name of its side. */

// What is shown beside a unit, as a share of its length.
const kBehind = 0.15;

export class Alignment {
  constructor() {
    /** @type {Record<string, bigint>} */
    this.zero = {};
  }

  /**
   * Puts the beginnings of these windows beside each other.
   * @param {Place} place
   */
  at(place) {
    for (const [side, { startNs }] of Object.entries(place)) this.zero[side] = BigInt(startNs);
  }

  /**
   * @param {string} side  The one that shows `shown`.
   * @param {Window} shown
   * @param {string} other
   * @returns {Window}  For the other side.
   */
  beside(side, shown, other) {
    const shift = (this.zero[other] ?? 0n) - (this.zero[side] ?? 0n);
    return { startNs: String(BigInt(shown.startNs) + shift), endNs: String(BigInt(shown.endNs) + shift) };
  }
}

/**
 * The windows that show a place on all sides at one scale.
 * @template {string} Side
 * @param {Record<Side, Times>} place
 * @returns {Record<Side, Window>}
 */
export function windowsAt(place) {
  const all = /** @type {[Side, Times][]} */ (Object.entries(place));
  const lengths = all.map(([, { startNs, endNs }]) => Number(BigInt(endNs) - BigInt(startNs)));
  const length = BigInt(Math.round(Math.max(...lengths) * (1 + kBehind)));
  return /** @type {Record<Side, Window>} */ (Object.fromEntries(all.map(([side, { startNs }]) =>
    [side, { startNs: String(startNs), endNs: String(BigInt(startNs) + length) }])));
}
