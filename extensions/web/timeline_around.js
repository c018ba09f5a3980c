// Surrounds the timeline when it is a page of its own: the tabs above, and the conversation beside it, whose
// references navigate it.

import { askOnThisPage } from './ask_beside.js';
import { offerLink } from './copy_link.js';
import { drawTabs } from './tabs.js';
import { hrefOf } from './view_addresses.js';

// Inside a page with two timelines, that page has the tabs.
const isFramed = new URLSearchParams(location.search).has('framed');
document.body.classList.toggle('nsys-framed', isFramed);
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
