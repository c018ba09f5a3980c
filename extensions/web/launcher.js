// The launcher page: reads the trace while the Perfetto UI starts, hands it over, and says when that fails.

import { addressOf, answer, hand, readableBytes, readTrace } from './perfetto.js';

// Long for a page that loads, short for a person who looks at nothing.
const kPatienceMs = 5000;

const config = /** @type {import('./perfetto.js').Config} */ (JSON.parse(byId('config').textContent ?? ''));
const origin = new URL(config.perfettoUrl).origin;
const host = new URL(config.perfettoUrl).host;
const traceUrl = new URL('trace', import.meta.url);
const frame = /** @type {HTMLIFrameElement} */ (byId('perfetto'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));

// What is going on now; a click on "own tab" ends it and begins anew.
let attempt = new AbortController();

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
  byId('notice-save').hidden = tone === 'calm';
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
 * Reads the trace and hands it to the UI once both are ready.
 * @param {globalThis.Window} ui
 * @param {() => void} done
 */
async function open(ui, done) {
  attempt.abort(new DOMException('Another attempt began.', 'AbortError'));
  attempt = new AbortController();
  const { signal } = attempt;
  progress.removeAttribute('value');
  progress.hidden = false;
  const impatience = setTimeout(sayNoAnswer, kPatienceMs);
  signal.addEventListener('abort', () => clearTimeout(impatience));
  try {
    const ready = answer(ui, origin, signal).then(() => {
      clearTimeout(impatience);
      notice('calm', 'Starting Perfetto', 'The trace is being read into this browser.');
    });
    const trace = readTrace(traceUrl, showProgress, signal).then((buffer) => {
      progress.hidden = true;
      state(`${readableBytes(buffer.byteLength)} read, waiting for ${host}`);
      return buffer;
    });
    const [buffer] = await Promise.all([trace, ready]);
    const bytes = buffer.byteLength;
    hand(ui, origin, buffer, config);
    state(`${readableBytes(bytes)}, in this browser only`);
    done();
  } catch (error) {
    if (signal.aborted) return;
    attempt.abort(error);
    state('');
    progress.hidden = true;
    notice('trouble', 'The trace cannot be opened', error instanceof Error ? error.message : String(error));
  }
}

function sayNoAnswer() {
  notice('trouble', `${host} does not answer`,
    'This browser may have no way to it, or a slow one. The trace opens here as soon as it answers. ' +
    'Until then you can save the trace, and drop the file on any Perfetto window later.');
}

function openFramed() {
  frame.src = addressOf(config, 'framed');
  const ui = /** @type {globalThis.Window} */ (frame.contentWindow);
  open(ui, () => {
    byId('notice').hidden = true;
    frame.classList.add('nsys-shown');
  });
}

function openAlone() {
  // The new window keeps its opener, for the UI takes traces from that alone.
  const ui = window.open(addressOf(config, 'alone'), '_blank');
  if (!ui) {
    notice('trouble', 'The browser blocked the new tab',
      'Allow pop-ups for this page, and press the button again.');
    return;
  }
  // One UI at a time: a trace takes several times its size.
  frame.classList.remove('nsys-shown');
  frame.removeAttribute('src');
  notice('calm', 'Starting Perfetto in its own tab', 'The trace is being read into this browser.');
  open(ui, () => notice('calm', 'Open in its own tab', 'Perfetto has the trace. This page may be closed.'));
}

for (const id of ['save', 'notice-save']) byId(id).setAttribute('download', config.fileName);
byId('tab').addEventListener('click', openAlone);
openFramed();
