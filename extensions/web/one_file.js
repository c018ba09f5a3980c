// Begins the pages of one file: they ask for the same addresses as with a server, and the file answers. The place in its
// address chooses the view: `#view=kernels`, or `#view=timeline&start=...&end=...`. So it works inside of another page,
// too, such as a cell of a notebook.

import { KeptAnswers } from './kept_answers.js';
import { shownView, withoutHash } from './view_addresses.js';

/** @typedef {{body: string, class: string, scripts: string[], style: string}} FilePage */
/** @typedef {{pages: Record<string, FilePage>, answers: Record<string, string>}} Content */

// What writes, asks or leads to what a server serves.
const kNeedServer = '#ask-beside, #perfetto, #measured-mark, #measured-flame { display: none }';

const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}');

/** @returns {Promise<Content>} */
async function content() {
  const bytes = Uint8Array.from(atob(document.getElementById('kept')?.textContent ?? ''), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

/** @param {FilePage} page */
function begin(page) {
  const { nonce } = /** @type {HTMLScriptElement} */ (document.querySelector('script[nonce]'));
  const style = document.createElement('style');
  style.nonce = nonce;
  style.textContent = page.style + kNeedServer;
  document.head.append(style);
  document.body.className = page.class;
  const body = document.createElement('template');
  body.innerHTML = page.body;
  document.body.prepend(body.content);
  for (const text of page.scripts) {
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = nonce;
    script.textContent = text;
    document.body.append(script);
  }
}

// What a page keeps while a tab is open, where the browser grants no storage: inside of another page it may not.
function lendStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      void window[/** @type {'localStorage'} */ (name)].length;
    } catch {
      const kept = new Map();
      Object.defineProperty(window, name, { value: {
        getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
        removeItem: (/** @type {string} */ key) => kept.delete(key),
      } });
    }
  }
}

const isTimeline = () => shownView().view === 'timeline';

async function show() {
  lendStorage();
  const { pages, answers } = await content();
  globalThis.fetch = new KeptAnswers(answers, config.command).fetch;
  if (!location.hash && config.begin) location.replace(`${withoutHash()}#${config.begin}`);
  const begun = isTimeline();
  // The timeline is a page of its own.
  for (const event of ['hashchange', 'popstate'])
    addEventListener(event, () => { if (isTimeline() !== begun) location.reload(); });
  begin(pages[begun ? 'timeline' : 'view']);
}

show().catch((error) => {
  document.body.textContent = `This browser cannot read the file: ${error instanceof Error ? error.message : error}`;
});
