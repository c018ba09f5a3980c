// The browser's face of a profile: fetches the page and its cards from the server beside this file.

import { renderPage } from './page.js';

/**
 * @param {string} path  Relative to this file, so that it holds behind any prefix.
 * @returns {Promise<Response>}
 */
async function ask(path) {
  const response = await fetch(new URL(path, import.meta.url)).catch(() => {
    throw new Error('nsys-ai does not answer: it may have ended.');
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

async function show() {
  const container = /** @type {HTMLElement} */ (document.getElementById('page'));
  const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
  const launcher = config.perfetto ? new URL(config.perfetto, import.meta.url) : undefined;
  const timeline = config.hasTimeline ? new URL('timeline', import.meta.url) : undefined;
  try {
    const page = await (await ask('page.json')).json();
    document.title = page.title;
    renderPage(page, {
      container,
      explain: async (target) => (await ask(`explain?target=${encodeURIComponent(target)}`)).text(),
      showOnTimeline: timeline && ((target) => location.assign(`${timeline}#at=${encodeURIComponent(target)}`)),
      openTimeline: timeline && (() => location.assign(timeline)),
      openPerfetto: launcher && (() => window.open(launcher, '_blank', 'noopener')),
    });
  } catch (error) {
    const title = error instanceof Error ? error.message : String(error);
    renderPage({ title, blocks: [] }, { container });
  }
}

show();
