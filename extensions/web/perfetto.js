// Transfers a trace to the Perfetto UI: reads it from the server, and sends it by messages between windows.
//
// The UI gets PING until it answers PONG, and then accepts a trace. Only answers from the expected window and
// origin count.

/** @typedef {{startNs: string, endNs: string}} Window  On the trace's clock; strings, because ns exceed 2^53. */
/**
 * The content of a trace; `unfolded` and `pinned` are regular expressions over the paths of rows, `pixelNs` is the
 * length below which neighbours are merged, if any, and `fullBytes` the approximate size in full detail.
 * @typedef {{title: string, fileName: string, words: string, unfolded?: string[], pinned?: string[],
 *   window?: Window, pixelNs?: string, fullBytes?: number}} Trace
 */

// The largest trace that the UI accepts in one piece, in bytes.
export const kLargestTrace = 2145386496;
const kPingEveryMs = 50;

/**
 * The address of the UI. It contains the window, because the UI keeps the address until the trace is loaded, but
 * drops a message about a window after four seconds. There is no message for rows.
 * @param {string} perfettoUrl
 * @param {Trace} trace
 * @param {'framed' | 'alone'} how
 */
export function addressOf(perfettoUrl, trace, how) {
  const options = new URLSearchParams();
  // Encoded separately: URLSearchParams writes a space as a plus, which the UI would not decode.
  let commands = '';
  if (how === 'framed') options.set('mode', 'embedded');
  if (trace.window) {
    options.set('visStart', trace.window.startNs);
    options.set('visEnd', trace.window.endNs);
  }
  const wanted = [...commandsFor('ExpandTracksByRegex', trace.unfolded),
    ...commandsFor('PinTracksByRegex', trace.pinned)];
  if (wanted.length > 0) commands = `&startupCommands=${encodeURIComponent(JSON.stringify(wanted))}`;
  return `${perfettoUrl.replace(/\/+$/, '')}/#!/?${options}${commands}`;
}

/**
 * @param {string} command  of the UI
 * @param {string[]} [paths]
 */
function commandsFor(command, paths = []) {
  return paths.map((path) => ({ id: `dev.perfetto.${command}`, args: [path, 'path'] }));
}

/**
 * @param {globalThis.Window} ui
 * @param {string} origin  of the UI
 * @param {AbortSignal} signal
 * @returns {Promise<void>}  Resolved Resolves when the UI accepts traces; rejects when `signal` aborts the wait.
 */
export function answer(ui, origin, signal) {
  return new Promise((resolve, reject) => {
    const ping = setInterval(() => ui.postMessage('PING', origin), kPingEveryMs);
    /** @param {MessageEvent} event */
    const hear = (event) => {
      if (event.source !== ui || event.origin !== origin || event.data !== 'PONG') return;
      end();
      resolve();
    };
    const end = () => {
      clearInterval(ping);
      removeEventListener('message', hear);
      signal.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      reject(signal.reason);
    };
    addEventListener('message', hear);
    signal.addEventListener('abort', stop);
  });
}

/**
 * Transfers the trace: the buffer is moved, not copied, and is empty afterwards.
 * @param {globalThis.Window} ui
 * @param {string} origin  of the UI
 * @param {ArrayBuffer} buffer
 * @param {Trace} trace
 */
export function hand(ui, origin, buffer, trace) {
  const { title, fileName } = trace;
  const perfetto = { buffer, title, fileName, localOnly: true, keepApiOpen: true };
  ui.postMessage({ perfetto }, origin, [buffer]);
  if (!trace.window) return;
  const timeStart = Number(trace.window.startNs) / 1e9;
  const timeEnd = Number(trace.window.endNs) / 1e9;
  ui.postMessage({ perfetto: { timeStart, timeEnd, viewPercentage: 1 } }, origin);
}

/**
 * A response of the server; throws the server's message if it refuses.
 * @param {URL} url
 * @param {AbortSignal} [signal]
 */
export async function ask(url, signal) {
  const response = await fetch(url, { signal, cache: 'no-store' }).catch(() => {
    signal?.throwIfAborted();
    throw new Error('nsys-ai does not answer: it may have ended. Open the trace from the editor again.');
  });
  if (!response.ok || !response.body) throw new Error((await response.text()).trim());
  return { response, body: response.body };
}

/**
 * @param {URL} url
 * @param {(bytes: number, total: number | undefined) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<ArrayBuffer>}
 */
export async function readTrace(url, progress, signal) {
  const { response, body } = await ask(url, signal);
  // With compression, Content-Length is the compressed size and not that of the trace.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  if (total !== undefined && total > kLargestTrace) throw tooLarge();
  const trace = new Gathered(total);
  try {
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (trace.bytes + value.byteLength > kLargestTrace) {
        await reader.cancel();
        throw tooLarge();
      }
      trace.add(value);
      progress(trace.bytes, total);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RangeError) throw error;
    const much = readableBytes(trace.bytes);
    throw new Error(`The trace broke off after ${much}: nsys-ai ended, or could not go on.`);
  }
  return trace.buffer();
}

// The bytes read so far. If the size is known, they are written to their final place, so that a large trace is in
// memory once.
class Gathered {
  /** @param {number | undefined} total */
  constructor(total) {
    this.bytes = 0;
    this.whole_ = total === undefined ? undefined : new Uint8Array(total);
    /** @type {Uint8Array[]} */
    this.pieces_ = [];
  }

  /** @param {Uint8Array} piece */
  add(piece) {
    if (this.whole_) {
      this.whole_.set(piece, this.bytes);
    } else {
      this.pieces_.push(piece);
    }
    this.bytes += piece.byteLength;
  }

  // Releases each piece as soon as it is copied.
  buffer() {
    if (this.whole_) return this.whole_.buffer;
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    this.pieces_.reverse();
    for (let piece = this.pieces_.pop(); piece; piece = this.pieces_.pop()) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    return whole.buffer;
  }
}

function tooLarge() {
  return new RangeError('The trace is larger than 2.1 GB, which is more than Perfetto takes from a page.');
}

/** @param {number} bytes */
export function readableBytes(bytes) {
  const units = ['B', 'kB', 'MB', 'GB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
