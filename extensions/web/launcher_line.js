// Measures the speed of the line to the server, and limits a trace to what a person waits for.
//
// The speed is unknown before the first transfer: that trace is read in full until it is clear that all of it would
// take too long; later traces are requested in a size that fits.

// The time that a person waits for a trace.
const kPatienceMs = 4000;
// The minimum time of a transfer for judging the line.
const kJudgedAfterMs = 1000;
// Bytes that arrive within less time came in one piece, which does not reveal the speed.
const kPieceMs = 200;

/** The reason for aborting a transfer: all of it would take too long. */
export const kTooSlow = new DOMException('The trace would take long to come.', 'AbortError');

export class Line {
  constructor() {
    // Bytes of a trace per ms; undefined if the line is fast or unknown.
    /** @type {number | undefined} */
    this.speed_ = undefined;
  }

  /** The number of bytes that arrive while a person waits; undefined if unlimited. */
  most() {
    return this.speed_ === undefined ? undefined : Math.max(1, Math.floor(this.speed_ * kPatienceMs));
  }

  /**
   * Returns a callback for a transfer of `total` bytes; call it with the number of bytes that have arrived.
   * @param {number | undefined} total  Undefined for a transfer without a time limit.
   * @param {() => void} giveUp  Called if the rest would take too long.
   * @returns {(bytes: number) => void}
   */
  watch(total, giveUp) {
    /** @type {{at: number, bytes: number} | undefined} */
    let first;
    return (bytes) => {
      const now = performance.now();
      first ??= { at: now, bytes };
      const ms = now - first.at;
      if (ms < kPieceMs) return;
      const speed = (bytes - first.bytes) / ms;
      // A short transfer only gives a lower bound of the speed.
      if (this.speed_ !== undefined) this.speed_ = Math.max(this.speed_, speed);
      if (ms < kJudgedAfterMs) return;
      this.speed_ = speed;
      if (total !== undefined && total - bytes > speed * kPatienceMs) giveUp();
    };
  }
}
