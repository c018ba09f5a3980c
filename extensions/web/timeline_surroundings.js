// What surrounds the timeline: where it keeps the place that is shown, and its way to Perfetto. In a browser these are
// the address bar and a link; an editor puts its own in their place.

import { served } from './served.js';

/** @typedef {import('./timeline_feed.js').Window} Window */
/**
 * A place is `start=NS&end=NS`, on the capture's clock, or `at=TARGET`; empty for the whole run.
 * @typedef {object} Surroundings
 * @property {() => string} title  Of the profile.
 * @property {() => string} place  The one to show.
 * @property {(place: string) => void} keep
 * @property {(go: () => void) => void} onPlace  `go` is called when there is another one to show.
 * @property {(window: Window | undefined) => string} perfetto  The address of a part in Perfetto, or of the whole run;
 *   empty where there is none.
 */

/** @type {Surroundings} */
export const surroundings = {
  title: () => document.querySelector('.nsys-bar .nsys-title')?.textContent ?? '',
  place: () => decodeURIComponent(location.hash.slice(1)),
  keep: (place) => history.replaceState(null, '', place ? `#${place}` : location.pathname),
  onPlace: (go) => window.addEventListener('hashchange', go),
  perfetto: (part) => {
    const { perfetto } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
    if (!perfetto) return '';
    const path = part ? `perfetto?start=${part.startNs}&end=${part.endNs}` : perfetto;
    return served(path).href;
  },
};

/** @param {Surroundings} own */
export function surroundWith(own) {
  Object.assign(surroundings, own);
}
