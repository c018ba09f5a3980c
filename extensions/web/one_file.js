// Begins the pages of one file: they ask for the same addresses as with a server, and the file answers. The address of
// the file chooses the page: `?view=kernels`, or `?view=timeline#start=...&end=...`.

import { KeptAnswers } from './kept_answers.js';

/** @typedef {{body: string, class: string, scripts: string[], style: string}} FilePage */
/** @typedef {{pages: Record<string, FilePage>, answers: Record<string, string>}} Content */

// What writes, asks or leads to what a server serves.
const kNeedServer = '#ask-beside, #perfetto, #measured-mark { display: none }';

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

async function show() {
  const { pages, answers } = await content();
  globalThis.fetch = new KeptAnswers(answers, config.command).fetch;
  // A browser may refuse to change the address of a file in place.
  for (const name of /** @type {const} */ (['pushState', 'replaceState'])) {
    const change = history[name].bind(history);
    history[name] = (state, unused, address) => {
      try {
        change(state, unused, address);
      } catch {
        if (name === 'pushState' && address) location.assign(address);
      }
    };
  }
  const isTimeline = new URLSearchParams(location.search).get('view') === 'timeline';
  if (isTimeline && !location.hash && config.place) history.replaceState(null, '', `#${config.place}`);
  begin(pages[isTimeline ? 'timeline' : 'view']);
}

show().catch((error) => {
  document.body.textContent = `This browser cannot read the file: ${error instanceof Error ? error.message : error}`;
});
