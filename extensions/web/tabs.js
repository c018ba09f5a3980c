// The tabs of a profile's views, with navigation by mouse and keyboard.

import { isOneFile } from './served.js';

/** @typedef {{view: string, params: Record<string, string>}} ViewLink */
/**
 * @typedef {object} TabOptions
 * @property {string} current  The view in front.
 * @property {(link: ViewLink) => string} hrefOf
 * @property {(link: ViewLink) => void} [go]  Called instead of following the address.
 */

const kTabs = [
  { view: 'overview', title: 'Overview' },
  { view: 'timeline', title: 'Timeline' },
  { view: 'tree', title: 'Tree' },
  { view: 'kernels', title: 'Kernels' },
  { view: 'flame', title: 'Flame graph' },
  { view: 'findings', title: 'Findings' },
  { view: 'compare', title: 'Compare' },
  { view: 'ranks', title: 'Ranks' },
  { view: 'ask', title: 'Ask' },
  { view: 'questions', title: 'Questions' },
  { view: 'skills', title: 'Skills' },
  { view: 'report', title: 'Report' },
];

// The tab of each view that has no tab of its own.
/** @type {Record<string, string>} */
const kUnder = { annotate: 'overview', skill: 'skills' };

/**
 * @param {HTMLElement} nav  Its content is replaced.
 * @param {TabOptions} options
 */
export function drawTabs(nav, { current, hrefOf, go }) {
  nav.className = 'nsys-tabs';
  nav.setAttribute('aria-label', 'Views of the profile');
  // Questions need a server, a comparison another profile, and ranks all of a run.
  const kElsewhere = ['ask', 'compare', 'ranks'];
  const tabs = isOneFile ? kTabs.filter(({ view }) => !kElsewhere.includes(view)) : kTabs;
  nav.replaceChildren(...tabs.map(({ view, title }) => {
    const link = { view, params: {} };
    const tab = document.createElement('a');
    tab.className = 'nsys-tab';
    tab.id = `tab-${view}`;
    tab.href = hrefOf(link);
    tab.textContent = title;
    if (view === (kUnder[current] ?? current)) tab.setAttribute('aria-current', 'page');
    if (go) follow(tab, () => go(link));
    return tab;
  }));
  nav.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...nav.querySelectorAll('a')];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    tabs[(at + step + tabs.length) % tabs.length].focus();
  };
}

/**
 * Makes a link act on this page, unless a modifier asks for a new tab.
 * @param {HTMLAnchorElement} link
 * @param {() => void} action
 */
export function follow(link, action) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    action();
  });
}
