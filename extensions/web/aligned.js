// How the clocks of two captures are aligned: what one shows is where the other shows the same work.

/** @typedef {import('./timeline_feed.js').Window} Window */
/** @typedef {{startNs: number | string, endNs: number | string}} Times */
/** @typedef {{name: string, before: Times, after: Times}} Place */
/** @typedef {'before' | 'after'} Side */

// What is shown beside a unit, as a share of its length.
const kBehind = 0.15;

export class Alignment {
  constructor() {
    /** @type {Record<Side, bigint>} */
    this.zero = { before: 0n, after: 0n };
  }

  /**
   * Puts the beginnings of these two windows beside each other.
   * @param {Record<Side, Times>} of
   */
  at({ before, after }) {
    this.zero = { before: BigInt(before.startNs), after: BigInt(after.startNs) };
  }

  /**
   * @param {Side} side  The one that shows `shown`.
   * @param {Window} shown
   * @returns {Window}  For the other side.
   */
  beside(side, shown) {
    const shift = this.zero[otherOf(side)] - this.zero[side];
    return { startNs: String(BigInt(shown.startNs) + shift), endNs: String(BigInt(shown.endNs) + shift) };
  }
}

/**
 * The windows that show a place on both sides at one scale.
 * @param {Place} place
 * @returns {Record<Side, Window>}
 */
export function windowsAt({ before, after }) {
  const lengths = [before, after].map(({ startNs, endNs }) => Number(BigInt(endNs) - BigInt(startNs)));
  const length = BigInt(Math.round(Math.max(...lengths) * (1 + kBehind)));
  const from = (/** @type {Times} */ { startNs }) => ({ startNs: String(startNs), endNs: String(BigInt(startNs) + length) });
  return { before: from(before), after: from(after) };
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function otherOf(side) {
  return side === 'before' ? 'after' : 'before';
}
