// The timelines of two profiles, one above the other, aligned at a step and moved together. Each is the page of its
// profile in a frame.

import { Alignment, otherOf, windowsAt } from './aligned.js';
import { served } from './served.js';
import { drawTabs } from './tabs.js';
import { hrefOf } from './view_addresses.js';

/** @typedef {import('./aligned.js').Place} Place */
/** @typedef {import('./aligned.js').Side} Side */
/** @typedef {import('./timeline_feed.js').Window} Window */

const asked = new URLSearchParams(location.search);
const against = asked.get('against') ?? '';
const isBase = asked.get('as') === 'base';
/** @type {Side[]} */
const kSides = ['before', 'after'];
const frames = { before: frame('before'), after: frame('after') };
const alignment = new Alignment();
/** @type {Place[]} */
let places = [];
/** @type {Partial<Record<Side, Window>>} */
const shown = {};
/** @type {Set<Side>} */
const ready = new Set();

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Side} side */
function frame(side) {
  return /** @type {HTMLIFrameElement} */ (byId(`frame-${side}`));
}

const place = /** @type {HTMLSelectElement} */ (byId('place'));
const together = /** @type {HTMLInputElement} */ (byId('together'));

/**
 * @param {Side} side
 * @param {Window} window
 */
function show(side, window) {
  shown[side] = window;
  frames[side].contentWindow?.postMessage({ nsysShow: window }, location.origin);
}

// Goes to the chosen place on both sides.
function align() {
  const at = places[place.selectedIndex];
  if (!at || ready.size < 2) return;
  alignment.at(at);
  const windows = windowsAt(at);
  for (const side of kSides) show(side, windows[side]);
}

/** @param {number} by */
function step(by) {
  const to = Math.min(Math.max(0, place.selectedIndex + by), places.length - 1);
  if (to === place.selectedIndex) return;
  place.selectedIndex = to;
  align();
}

/**
 * @param {Side} side
 * @param {Window} window
 */
function moved(side, window) {
  shown[side] = window;
  if (together.checked) show(otherOf(side), alignment.beside(side, window));
}

/** @param {MessageEvent} event */
function hear({ data, origin, source }) {
  const side = kSides.find((each) => frames[each].contentWindow === source);
  if (origin !== location.origin || !side) return;
  if (data?.nsysReady) {
    ready.add(side);
    const title = frames[side].contentDocument?.querySelector('.nsys-bar .nsys-title')?.textContent;
    if (title) byId(`name-${side}`).textContent = `${side === 'before' ? 'Before' : 'After'}: ${title}`;
    align();
  }
  if (data?.nsysMoved) moved(side, data.nsysMoved);
}

// What both show now belongs together from now on.
function keepOffset() {
  const { before, after } = shown;
  if (together.checked && before && after) alignment.at({ before, after });
}

async function begin() {
  const params = Object.fromEntries(asked);
  drawTabs(byId('tabs'), { current: 'compare', hrefOf });
  byId('comparison').setAttribute('href', hrefOf({ view: 'compare', params }));
  addEventListener('message', hear);
  byId('earlier').addEventListener('click', () => step(-1));
  byId('later').addEventListener('click', () => step(1));
  place.addEventListener('change', align);
  together.addEventListener('change', keepOffset);
  const own = served('timeline?framed').href;
  const other = served(`other?${new URLSearchParams({ profile: against, page: 'timeline', framed: '' })}`).href;
  frames.before.src = isBase ? own : other;
  frames.after.src = isBase ? other : own;
  const response = await fetch(served(`aligned.json?${new URLSearchParams({ against })}`));
  if (!response.ok) throw new Error((await response.text()).trim());
  const aligned = await response.json();
  places = isBase
    ? aligned.places.map((/** @type {Place} */ each) => ({ ...each, before: each.after, after: each.before }))
    : aligned.places;
  place.replaceChildren(...places.map(({ name }) => new Option(name)));
  // The first ones warm up.
  place.selectedIndex = Math.floor(places.length / 2);
  for (const id of ['place', 'earlier', 'later']) /** @type {HTMLButtonElement} */ (byId(id)).disabled = places.length === 0;
  byId('state').textContent = places.length > 0
    ? `Aligned at the beginning of each ${aligned.unit.replaceAll('`', '')}`
    : 'The two have no step or kernel in common: move each by itself, then both together';
  if (places.length === 0) together.checked = false;
  align();
}

begin().catch((error) => {
  byId('state').textContent = error instanceof Error ? error.message : String(error);
});
