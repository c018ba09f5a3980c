// The surroundings of the timeline: they store the shown place and lead to Perfetto. In a browser these are the
// address bar and a link; an editor replaces them.

import { isOneFile, served } from './served.js';
import { hrefOf, withoutHash } from './view_addresses.js';

/** @typedef {import('./timeline_feed.js').Window} Window */
/**
 * A place is `start=NS&end=NS`, on the capture's clock, or `at=TARGET`; empty for the entire run.
 * @typedef {object} Surroundings
 * @property {() => string} title  Of the profile.
 * @property {() => string} place  The place to show.
 * @property {(place: string) => void} keep
 * @property {(go: () => void) => void} onPlace  Calls `go` when the place changes.
 * @property {(window: Window | undefined) => string} perfetto  The address of a part in Perfetto, or of the entire run;
 *   empty if there is none.
 * @property {(link: import('./tabs.js').ViewLink) => void} go  To another view of the profile.
 */

/** @type {Surroundings} */
export const surroundings = {
  title: () => document.querySelector('.nsys-bar .nsys-title')?.textContent ?? '',
  place: () => decodeURIComponent(location.hash.slice(1)).replace(/^view=timeline&?/, ''),
  keep: (place) => history.replaceState(null, '', isOneFile
    ? hrefOf({ view: 'timeline', params: { place } }) : `${withoutHash()}${place ? `#${place}` : ''}`),
  onPlace: (go) => window.addEventListener('hashchange', go),
  perfetto: (part) => {
    const { perfetto } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
    if (!perfetto) return '';
    const path = part ? `perfetto?start=${part.startNs}&end=${part.endNs}` : perfetto;
    return served(path).href;
  },
  go: (link) => location.assign(hrefOf(link)),
};

/** @param {Surroundings} own */
export function surroundWith(own) {
  Object.assign(surroundings, own);
}
