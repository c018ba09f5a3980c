// Surrounds the timeline when it is a page of its own: the tabs above, and the conversation beside it, whose
// references navigate it.

import { askOnThisPage } from './ask_beside.js';
import { offerLink } from './copy_link.js';
import { drawTabs } from './tabs.js';
import { hrefOf } from './view_addresses.js';

// Inside a page with several timelines, that page has the tabs. Below the first of a stack there are rows alone.
const framed = new URLSearchParams(location.search).get('framed');
const isFramed = framed !== null;
document.body.classList.toggle('nsys-framed', isFramed);
document.body.classList.toggle('nsys-lanes', framed === 'lanes');
if (!isFramed) drawTabs(/** @type {HTMLElement} */ (document.getElementById('tabs')), { current: 'timeline', hrefOf });
if (!isFramed) askOnThisPage({
  hrefOf,
  go: (link) => location.assign(hrefOf(link)),
  copy: (text) => navigator.clipboard.writeText(text),
}).show(false);
if (!isFramed) offerLink(
  () => ['view=timeline', decodeURIComponent(location.hash.slice(1)).replace(/^view=timeline&?/, '')].filter(Boolean).join('&'),
  () => document.querySelector('.nsys-bar .nsys-title')?.textContent ?? '',
);
