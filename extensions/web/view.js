// The browser's front end for a profile: its views as tabs, with their cards, from the server beside this file.

import { askOnThisPage, askServer, explain, model, readPage } from './ask_beside.js';
import { offerLink } from './copy_link.js';
import { isOneFile, served } from './served.js';
import { drawTabs } from './tabs.js';
import { hrefOf, shownPlace, shownView } from './view_addresses.js';
import { ViewPane } from './view_pane.js';
import { cardWords } from './words.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */

const config = JSON.parse(byId('config').textContent ?? '{}');
const nav = byId('tabs');
// The profile's name from the server.
const profile = document.title;
const host = {
  hrefOf,
  go,
  copy: (/** @type {string} */ text) => navigator.clipboard.writeText(text),
  run: isOneFile ? undefined : async (/** @type {string} */ command, /** @type {string} */ round) => {
    await askServer(`round.json?${new URLSearchParams({ command, round })}`, undefined, 'POST');
    await show();
  },
  suppress: isOneFile ? undefined : async (/** @type {string} */ finding, /** @type {string} */ reason) => {
    await askServer(`suppression.json?${new URLSearchParams({ finding, reason })}`, undefined, 'POST');
    await show();
  },
};
const pane = new ViewPane(byId('page'), {
  read: readPage,
  explain,
  shown: (page) => {
    document.title = titled(page.title);
  },
  host,
  words: cardWords(model, (target) => go({ view: 'ask', params: { target } })),
});
const conversation = askOnThisPage(host);

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} title  of the view in front */
function titled(title) {
  return title === profile ? profile : `${title} - ${profile}`;
}

async function show() {
  const link = shownView();
  const isAsk = link.view === 'ask';
  drawTabs(nav, { current: link.view, hrefOf, go });
  conversation.show(isAsk);
  byId('page').hidden = isAsk;
  if (!isAsk) return pane.show(link);
  document.title = titled('Ask');
  conversation.go(link.params);
  // Removes the question from the address, so that a reload does not ask it again.
  history.replaceState(null, '', hrefOf({ view: 'ask', params: {} }));
  return undefined;
}

/**
 * @param {ViewLink} link
 * @param {{typed?: boolean}} [how]
 */
function go(link, how) {
  if (link.view === 'timeline' || link.view === 'timelines') {
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
offerLink(shownPlace, () => profile);
show();
