// A small picture of the entire run, which links to the timeline.

import { drawStrip } from './strip.js';

/** @typedef {{kind: 'picture'} & import('./strip.js').Drawing} Picture */

/**
 * @param {Picture} block
 * @param {HTMLAnchorElement} link  To the timeline.
 */
export function drawPicture(block, link) {
  const box = element('section', 'nsys-picture');
  const rows = element('span', 'nsys-strip-rows');
  const places = {
    names: element('span', 'nsys-strip-names'),
    chart: element('span', 'nsys-strip-chart'),
    ticks: element('span', 'nsys-strip-ticks'),
  };
  drawStrip(block, places);
  rows.append(places.names, places.chart, places.ticks);
  link.replaceChildren(rows);
  link.title = 'Open the timeline';
  box.append(link);
  return box;
}

/**
 * @param {string} tag
 * @param {string} className
 */
function element(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
