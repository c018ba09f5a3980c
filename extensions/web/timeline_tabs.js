// The tabs above the timeline where it is a page of its own.

import { drawTabs } from './tabs.js';
import { hrefOf } from './view_addresses.js';

drawTabs(/** @type {HTMLElement} */ (document.getElementById('tabs')), { current: 'timeline', hrefOf });
