// How fast traces come over the line to the server, and how much of one a person waits for.
//
// Nobody knows a line before something came over it: a trace is read in full until it is clear that all of it would take
// long, and what follows is asked for as it fits.

// A person waits so long for a trace.
const kPatienceMs = 4000;
// A line is judged when something came over it for so long.
const kJudgedAfterMs = 1000;
// What arrives within less came in one piece, and says nothing of the line.
const kPieceMs = 200;

/** Why a reading was given up: all of it would take long. */
export const kTooSlow = new DOMException('The trace would take long to come.', 'AbortError');

export class Line {
  constructor() {
    // Bytes of a trace in a ms; nothing where it is fast, or not known.
    /** @type {number | undefined} */
    this.speed_ = undefined;
  }

  /** How many bytes of a trace come while a person waits; nothing where any number may. */
  most() {
    return this.speed_ === undefined ? undefined : Math.max(1, Math.floor(this.speed_ * kPatienceMs));
  }

  /**
   * What is to be told of a reading of about so many bytes, each time how many have come.
   * @param {number | undefined} total  Nothing where it is to be read whatever it takes.
   * @param {() => void} giveUp  Called where the rest would take long.
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
      // Of a short reading it is only known that the line is no slower.
      if (this.speed_ !== undefined) this.speed_ = Math.max(this.speed_, speed);
      if (ms < kJudgedAfterMs) return;
      this.speed_ = speed;
      if (total !== undefined && total - bytes > speed * kPatienceMs) giveUp();
    };
  }
}
