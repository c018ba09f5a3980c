// The browser's face of a profile: its views as tabs, fetched with their cards from the server beside this file.

import { served } from './served.js';
import { drawTabs } from './tabs.js';
import { hrefOf, queryOf } from './view_addresses.js';
import { ViewPane } from './view_pane.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */

const config = JSON.parse(byId('config').textContent ?? '{}');
const nav = byId('tabs');
const pane = new ViewPane(byId('page'), {
  read: async (link, signal) => (await ask(`page.json?${queryOf(link)}`, signal)).json(),
  explain: async (target) => (await ask(`explain?target=${encodeURIComponent(target)}`)).text(),
  shown: (page) => {
    document.title = page.title;
  },
  host: {
    hrefOf,
    go,
    copy: (text) => navigator.clipboard.writeText(text),
    suppress: async (finding, reason) => {
      await ask(`suppression.json?${new URLSearchParams({ finding, reason })}`, undefined, 'POST');
      await show();
    },
  },
});

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} path  Relative to this file, so that it holds behind any prefix.
 * @param {AbortSignal} [signal]
 * @param {'GET' | 'POST'} [method]  What is posted is written.
 * @returns {Promise<Response>}
 */
async function ask(path, signal, method = 'GET') {
  const response = await fetch(served(path), { signal, method }).catch(() => {
    throw new Error('nsys-ai does not answer: it may have ended.');
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** @returns {ViewLink} */
function here() {
  const { view = 'overview', ...params } = Object.fromEntries(new URLSearchParams(location.search));
  return { view, params };
}

function show() {
  const link = here();
  drawTabs(nav, { current: link.view, hrefOf, go });
  return pane.show(link);
}

/**
 * @param {ViewLink} link
 * @param {{typed?: boolean}} [how]
 */
function go(link, how) {
  if (link.view === 'timeline') {
    location.assign(hrefOf(link));
    return;
  }
  if (how?.typed) {
    history.replaceState(null, '', hrefOf(link));
  } else {
    history.pushState(null, '', hrefOf(link));
    scrollTo(0, 0);
  }
  show();
}

if (config.perfetto) {
  byId('perfetto').setAttribute('href', served(config.perfetto).href);
  byId('perfetto').hidden = false;
}
addEventListener('popstate', show);
show();
