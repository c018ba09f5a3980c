// The launcher page: reads the trace while the Perfetto UI starts, passes it on, and reports failures. If the run
// is too large for full detail, the page keeps a strip from which a person opens windows, with as much detail as
// the line to the server allows.

import { kTooSlow, Line } from './launcher_line.js';
import { addressOf, answer, ask, hand, kLargestTrace, readableBytes, readTrace } from './perfetto.js';
import { served } from './served.js';
import { StripView } from './strip.js';

/** @typedef {import('./perfetto.js').Trace} Trace */
/** @typedef {import('./strip.js').Range} Range */
/** @typedef {{trace: Trace, perfettoUrl: string, perfettoName: string, view: string, hasStrip: boolean}} Config */
/** @typedef {{window: globalThis.Window, ready: () => void}} Ui  `ready` is called when it has received a trace. */
/**
 * One trace; the first one has no range. A `patient` request has no time limit.
 * @typedef {{trace: Trace, url: URL, range?: Range, patient?: boolean}} Asked
 */

// Long enough for a page to load, and short enough for a person who sees nothing.
const kPatienceMs = 4000;

const config = /** @type {Config} */ (JSON.parse(byId('config').textContent ?? ''));
const perfettoUrl = served(config.perfettoUrl);
const frame = /** @type {HTMLIFrameElement} */ (byId('perfetto'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));

// The current attempt; another click ends it and starts a new one.
let attempt = new AbortController();
/** @type {Ui} */
let ui;
/** @type {Asked} */
let asked = { trace: config.trace, url: served('trace') };
/** @type {{asked: Asked, state: string} | undefined} */
let shown;
/** @type {StripView | undefined} */
let strip;
const line = new Line();

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} text */
function state(text) {
  byId('state').textContent = text;
}

/**
 * @param {'calm' | 'trouble'} tone
 * @param {string} title
 * @param {string} text
 */
function notice(tone, title, text) {
  byId('notice').hidden = false;
  byId('notice').classList.toggle('nsys-trouble', tone === 'trouble');
  byId('notice-title').textContent = title;
  byId('notice-text').textContent = text;
  byId('ways').hidden = tone === 'calm';
  byId('again').hidden = true;
}

/** @param {boolean} now */
function reading(now) {
  progress.removeAttribute('value');
  progress.hidden = !now;
  byId('cancel').hidden = !now;
}

/**
 * @param {number} bytes
 * @param {number | undefined} total
 */
function showProgress(bytes, total) {
  if (total) {
    progress.max = total;
    progress.value = bytes;
  }
  state(`Reading the trace: ${readableBytes(bytes)}${total ? ` of ${readableBytes(total)}` : ''}`);
}

/**
 * Reads a trace and sends it to the UI once both are ready.
 * @param {Asked} what
 */
async function open(what) {
  attempt.abort(new DOMException('Another attempt began.', 'AbortError'));
  attempt = new AbortController();
  const { signal } = attempt;
  const { window: to, ready } = ui;
  asked = what;
  offerToSave(what);
  reading(true);
  state('Reading the trace');
  const impatience = setTimeout(sayNoAnswer, kPatienceMs);
  signal.addEventListener('abort', () => clearTimeout(impatience));
  try {
    const answered = answer(to, perfettoUrl.origin, signal).then(() => {
      clearTimeout(impatience);
      notice('calm', 'Starting Perfetto', 'The trace is being read into this browser.');
      byId('notice').hidden = shown !== undefined;
    });
    const read = readFitting(what, signal).then((came) => {
      reading(false);
      state(`${readableBytes(came.buffer.byteLength)} read, waiting for ${config.perfettoName}`);
      return came;
    });
    const [{ buffer, of }] = await Promise.all([read, answered]);
    const size = `${readableBytes(buffer.byteLength)}, in this browser only`;
    hand(to, perfettoUrl.origin, buffer, of.trace);
    state(size);
    shown = { asked: of, state: size };
    offerInFull();
    ready();
  } catch (error) {
    if (signal.aborted) return;
    attempt.abort(error);
    fail('The trace cannot be opened', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads a trace, or as much of it as arrives within the time limit.
 * @param {Asked} what
 * @param {AbortSignal} signal
 * @returns {Promise<{buffer: ArrayBuffer, of: Asked}>}
 */
async function readFitting(what, signal) {
  const { trace, url, range } = what;
  const merges = range !== undefined && !what.patient && trace.pixelNs === undefined;
  const slow = new AbortController();
  const watch = line.watch(merges ? trace.fullBytes : undefined, () => slow.abort(kTooSlow));
  const heard = (/** @type {number} */ bytes, /** @type {number | undefined} */ total) => {
    watch(bytes);
    showProgress(bytes, total);
  };
  try {
    return { buffer: await readTrace(url, heard, AbortSignal.any([signal, slow.signal])), of: what };
  } catch (error) {
    if (error !== kTooSlow || range === undefined) throw error;
  }
  const less = { ...windowAsked(range, await traceOf(range)), patient: true };
  signal.throwIfAborted();
  asked = less;
  offerToSave(less);
  sayWindow(less.trace.words);
  return readFitting(less, signal);
}

/**
 * Keeps Perfetto's current trace visible, if there is one.
 * @param {string} title
 * @param {string} text
 */
function fail(title, text) {
  reading(false);
  if (shown) {
    asked = shown.asked;
    offerToSave(asked);
    state(`${text} ${shown.state}`);
    if (asked.range) strip?.show(asked.range);
    sayWindow(asked.trace.words);
    return;
  }
  state('');
  notice('trouble', title, text);
  byId('again').hidden = false;
}

function cancel() {
  attempt.abort(new DOMException('The person cancelled.', 'AbortError'));
  fail('Cancelled', 'The trace was not read to its end.');
}

function sayNoAnswer() {
  if (shown) return;
  notice('trouble', `${config.perfettoName} does not answer`,
    'This browser may have no way to it, or a slow one. The trace opens here as soon as it answers.');
}

/** @param {Asked} what */
function offerToSave({ url, trace }) {
  for (const id of ['save', 'notice-save']) {
    byId(id).setAttribute('href', url.href);
    byId(id).setAttribute('download', trace.fileName);
  }
}

function openFramed() {
  shown = undefined;
  frame.src = addressOf(perfettoUrl.href, asked.trace, 'framed');
  ui = {
    window: /** @type {globalThis.Window} */ (frame.contentWindow),
    ready: () => {
      byId('notice').hidden = true;
      frame.classList.add('nsys-shown');
    },
  };
  open(asked);
}

function openAlone() {
  // The new window keeps its opener, because the UI accepts traces only from that.
  const tab = window.open(addressOf(perfettoUrl.href, asked.trace, 'alone'), '_blank');
  if (!tab) {
    notice('trouble', 'The browser blocked the new tab',
      'Allow pop-ups for this page, and press the button again.');
    return;
  }
  // Closes the other UI first, because a trace takes several times its size in memory.
  frame.classList.remove('nsys-shown');
  frame.removeAttribute('src');
  shown = undefined;
  notice('calm', 'Starting Perfetto in its own tab', 'The trace is being read into this browser.');
  ui = {
    window: tab,
    ready: () => notice('calm', 'Open in its own tab', strip
      ? 'Perfetto has the trace. The windows that you choose above open there, too.'
      : 'Perfetto has the trace. This page may be closed.'),
  };
  open(asked);
}

/**
 * The content of a window: as much as the line allows, or as `how` says.
 * @param {Range} range
 * @param {{most?: number, pixel?: number}} [how]
 */
async function traceOf({ start, end }, how = { most: line.most() }) {
  const much = Object.entries(how).map(([name, value]) => (value === undefined ? '' : `&${name}=${value}`)).join('');
  const { response } = await ask(served(`shows?start=${start}&end=${end}${much}`));
  return /** @type {Trace} */ (await response.json());
}

/**
 * @param {Range} range
 * @param {Trace} trace
 * @returns {Asked}
 */
function windowAsked(range, trace) {
  return { trace, url: served(`trace?start=${range.start}&end=${range.end}&pixel=${trace.pixelNs ?? 0}`), range };
}

// Of several requested windows only the last counts, in whatever order their facts arrive.
let openings = 0;

/**
 * @param {Range} range
 * @param {{pixel: number}} [how]  With an explicit `pixel`, reads without a time limit.
 */
async function openWindow(range, how) {
  openings += 1;
  const opening = openings;
  try {
    const trace = await traceOf(range, how);
    if (opening !== openings) return;
    strip?.show(range);
    sayWindow(trace.words);
    asked = { ...windowAsked(range, trace), patient: how !== undefined };
    if (ui.window.closed) openFramed();
    else open(asked);
  } catch (error) {
    fail('The window cannot be opened', error instanceof Error ? error.message : String(error));
  }
}

// Offers full detail for a merged trace, unless it is larger than Perfetto accepts.
function offerInFull() {
  const { pixelNs, fullBytes } = shown?.asked.trace ?? {};
  const button = byId('strip-full');
  button.hidden = !strip || pixelNs === undefined || fullBytes === undefined || fullBytes > kLargestTrace;
  if (!button.hidden) button.textContent = `In full detail, about ${readableBytes(fullBytes ?? 0)}`;
}

/** @param {string} words  Describes the chosen or shown window. */
function sayWindow(words) {
  byId('strip-words').textContent = words;
  if (!strip) return;
  const { shown: now, chosen, whole } = strip;
  strip.describe(words);
  const all = now.start === 0 && now.end === whole.end;
  const same = chosen.start === now.start && chosen.end === now.end;
  byId('strip-open').hidden = same;
  byId('strip-hint').hidden = !(all && same);
  byId('strip-whole').hidden = all;
}

// The next window for the server: requests run one at a time, and a newer choice replaces a waiting one.
/** @type {Range | undefined} */
let toDescribe;
let describing = false;

/** @param {Range} range */
async function describe(range) {
  toDescribe = range;
  if (describing) return;
  describing = true;
  while (toDescribe) {
    const now = toDescribe;
    toDescribe = undefined;
    const trace = await traceOf(now).catch(() => undefined);
    const { start, end } = strip?.chosen ?? now;
    if (trace && start === now.start && end === now.end) sayWindow(trace.words);
  }
  describing = false;
}

async function showStrip() {
  const { response } = await ask(served('strip.json'));
  const drawing = await response.json();
  byId('strip').hidden = false;
  const places = { names: byId('strip-names'), chart: byId('strip-chart'), ticks: byId('strip-ticks') };
  strip = new StripView(drawing, places, { choose: describe, open: openWindow });
  const view = strip;
  asked.range ??= view.shown;
  sayWindow(asked.trace.words);
  offerInFull();
  byId('strip-full').addEventListener('click', () => openWindow(view.shown, { pixel: 0 }));
  byId('strip-open').addEventListener('click', () => openWindow(view.chosen));
  byId('strip-whole').addEventListener('click', () => openWindow(view.whole));
}

byId('tab').addEventListener('click', openAlone);
byId('cancel').addEventListener('click', cancel);
byId('again').addEventListener('click', openFramed);
byId('way-view').hidden = config.view === '';
byId('view').setAttribute('href', served(config.view).href);
byId('timeline').setAttribute('href', served(`${config.view}/timeline`).href);
openFramed();
// The trace works without the strip.
if (config.hasStrip) showStrip().catch(() => undefined);
