// The timelines of two profiles, aligned at a step, or of several ranks by the clock that their captures have in
// common: one below the other, and moved together. Each is the page of its profile in a frame.

import { Alignment, windowsAt } from './aligned.js';
import { served } from './served.js';
import { drawTabs } from './tabs.js';
import { hrefOf } from './view_addresses.js';

/** @typedef {import('./timeline_feed.js').Window} Window */
/** @typedef {import('./aligned.js').Times} Times */
/** @typedef {{name: string, at: Record<string, Times>}} NamedPlace */
/** @typedef {{key: string, label: string, title: string, src: string, frame?: HTMLIFrameElement, heading?: HTMLElement, shown?: Window}} Side */
/** @typedef {{title: string, words: string, sides: Side[], places: NamedPlace[], first: number}} Stack */

const asked = new URLSearchParams(location.search);
const ranks = asked.get('ranks');
const alignment = new Alignment();
/** @type {NamedPlace[]} */
let places = [];
/** @type {Side[]} */
let sides = [];
/** @type {Set<Side>} */
const ready = new Set();

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

const place = /** @type {HTMLSelectElement} */ (byId('place'));
const together = /** @type {HTMLInputElement} */ (byId('together'));

/**
 * @param {Side} side
 * @param {Window} window
 */
function show(side, window) {
  side.shown = window;
  side.frame?.contentWindow?.postMessage({ nsysShow: window }, location.origin);
}

// Goes to the chosen place on all sides.
function align() {
  const at = places[place.selectedIndex]?.at;
  if (!at || ready.size < sides.length) return;
  alignment.at(at);
  const windows = windowsAt(at);
  for (const side of sides) show(side, windows[side.key]);
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
  side.shown = window;
  if (!together.checked) return;
  for (const other of sides) if (other !== side) show(other, alignment.beside(side.key, window, other.key));
}

/** @param {MessageEvent} event */
function hear({ data, origin, source }) {
  const side = sides.find(({ frame }) => frame?.contentWindow === source);
  if (origin !== location.origin || !side) return;
  if (data?.nsysReady) {
    ready.add(side);
    const title = side.frame?.contentDocument?.querySelector('.nsys-bar .nsys-title')?.textContent;
    if (title && side.label && side.heading) side.heading.textContent = `${side.label}: ${title}`;
    align();
  }
  if (data?.nsysMoved) moved(side, data.nsysMoved);
}

// What all show now belongs together from now on.
function keepOffset() {
  if (!together.checked || sides.some(({ shown }) => !shown)) return;
  alignment.at(Object.fromEntries(sides.map(({ key, shown }) => [key, /** @type {Window} */ (shown)])));
}

/** @param {string} name */
async function data(name) {
  const response = await fetch(served(name));
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/**
 * @param {string} profile  By its handle or path; empty for the one that this page is of.
 * @param {string} [framed]  With which parts: `top` has no findings, `lanes` rows alone.
 */
function timelineOf(profile, framed = '') {
  if (!profile) return served(`timeline?framed=${framed}`).href;
  return served(`other?${new URLSearchParams({ profile, page: 'timeline', framed })}`).href;
}

/** @returns {Stack}  Before what is compared with it, without places. */
function bothSides() {
  const isBase = asked.get('as') === 'base';
  const [before, after] = isBase ? ['', asked.get('against') ?? ''] : [asked.get('against') ?? '', ''];
  return {
    title: 'Both timelines',
    words: '',
    sides: [
      { key: 'before', label: 'Before', title: 'Timeline of the base', src: timelineOf(before) },
      { key: 'after', label: 'After', title: 'Timeline of what is compared with it', src: timelineOf(after) },
    ],
    places: [],
    // The first ones warm up.
    first: 0.5,
  };
}

/** @param {Stack} stack */
async function alignBoth(stack) {
  const aligned = await data(`aligned.json?${new URLSearchParams({ against: asked.get('against') ?? '' })}`);
  const isBase = asked.get('as') === 'base';
  stack.places = aligned.places.map((/** @type {{name: string, before: Times, after: Times}} */ { name, before, after }) =>
    ({ name, at: isBase ? { before: after, after: before } : { before, after } }));
  stack.words = stack.places.length > 0
    ? `Aligned at the beginning of each ${aligned.unit.replaceAll('`', '')}`
    : 'The two have no step or kernel in common: move each by itself, then both together';
}

/** @returns {Promise<Stack>} */
async function stackedRanks() {
  const stacked = await data(`stacked.json?${new URLSearchParams({ ranks: ranks ?? '' })}`);
  return {
    title: `Timelines of ${stacked.sides.length} captures`,
    words: stacked.clock,
    sides: stacked.sides.map((/** @type {{name: string, profile: string}} */ { name, profile }, /** @type {number} */ i) =>
      ({ key: `rank-${i}`, label: '', title: name, src: timelineOf(profile, i === 0 ? 'top' : 'lanes') })),
    places: stacked.places.map((/** @type {{name: string, windows: Times[]}} */ { name, windows }) =>
      ({ name, at: Object.fromEntries(windows.map((window, i) => [`rank-${i}`, window])) })),
    // The run as a whole is before its steps.
    first: stacked.places.length > 1 ? 0.5 : 0,
  };
}

/** @param {Stack} stack */
function draw(stack) {
  sides = stack.sides;
  byId('title').textContent = stack.title;
  byId('stack').replaceChildren(...sides.flatMap((side) => {
    const heading = document.createElement('h2');
    heading.className = 'nsys-side-name';
    heading.id = `name-${side.key}`;
    heading.textContent = side.label || side.title;
    const frame = document.createElement('iframe');
    frame.className = 'nsys-side';
    frame.id = `frame-${side.key}`;
    frame.title = side.title;
    frame.src = side.src;
    frame.classList.toggle('nsys-side-lanes', side.src.includes('framed=lanes'));
    side.heading = heading;
    side.frame = frame;
    return [heading, frame];
  }));
}

/** @param {Stack} stack */
function offerPlaces(stack) {
  places = stack.places;
  place.replaceChildren(...places.map(({ name }) => new Option(name)));
  place.selectedIndex = Math.floor(places.length * stack.first);
  for (const id of ['place', 'earlier', 'later']) /** @type {HTMLButtonElement} */ (byId(id)).disabled = places.length === 0;
  byId('state').textContent = stack.words;
  if (places.length === 0) together.checked = false;
  align();
}

async function begin() {
  const view = ranks === null ? 'compare' : 'ranks';
  const back = byId('back');
  back.setAttribute('href', hrefOf({ view, params: ranks === null ? Object.fromEntries(asked) : { read: 'yes' } }));
  back.textContent = ranks === null ? 'Comparison' : 'Ranks';
  drawTabs(byId('tabs'), { current: view, hrefOf });
  addEventListener('message', hear);
  byId('earlier').addEventListener('click', () => step(-1));
  byId('later').addEventListener('click', () => step(1));
  place.addEventListener('change', align);
  together.addEventListener('change', keepOffset);
  const stack = ranks === null ? bothSides() : await stackedRanks();
  draw(stack);
  if (ranks === null) await alignBoth(stack);
  offerPlaces(stack);
}

begin().catch((error) => {
  byId('state').textContent = error instanceof Error ? error.message : String(error);
});
