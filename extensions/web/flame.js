// Draws a flame graph: each frame is a bar below the one around it, as wide as its share of the frame in front.
//
// The server chooses the frames and words their figures. A click asks it for the graph that begins with a frame.

import { linkTo } from './page_controls.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */
/** @typedef {import('./page_controls.js').Host} Host */
/** @typedef {{node: number, parent: number, name: string, value: number, words: string, kind: string, place: string,
 *   target?: string, source?: string, matches?: boolean}} Bar */
/** @typedef {{kind: 'flame', label: string, to: ViewLink, root: number, bars: Bar[]}} Flame */
/** @typedef {{bar: Bar, at: number, depth: number, left: number, width: number}} Placed */

// Narrower bars are not seen.
const kLeast = 0.001;
const kTints = 6;

// Whether the graph that is drawn next was asked for by keyboard, so that the focus goes on in it.
let isByKeyboard = false;

/**
 * @param {Flame} block
 * @param {Host} host
 */
export function drawFlame(block, host) {
  const box = element('section', 'nsys-flame');
  const picture = element('div', 'nsys-flame-picture');
  picture.setAttribute('role', 'group');
  picture.setAttribute('aria-label', `${block.label} Arrow keys go from frame to frame, Enter begins with one, Escape goes back out.`);
  const detail = element('p', 'nsys-flame-detail');
  const placed = place(block);
  const root = /** @type {Placed} */ (placed.find(({ at }) => at === block.root));
  picture.style.setProperty('--nsys-flame-rows', String(1 + Math.max(...placed.map(({ depth }) => depth))));
  /** @type {Map<Element, Placed>} */
  const frames = new Map();
  let front = root;
  const show = (/** @type {Placed} */ frame) => fillDetail(detail, frame.bar, host);
  for (const frame of placed) {
    const link = barOf(frame, block, host);
    frames.set(link, frame);
    picture.append(link);
  }
  const linkOf = (/** @type {Placed} */ frame) => [...frames].find(([, each]) => each === frame)?.[0];
  const focus = (/** @type {Placed | undefined} */ frame) => {
    const link = frame && linkOf(frame);
    if (!(link instanceof HTMLElement)) return;
    linkOf(front)?.setAttribute('tabindex', '-1');
    link.tabIndex = 0;
    link.focus();
  };
  picture.addEventListener('pointerover', (event) => {
    const frame = event.target instanceof Element && frames.get(event.target);
    if (frame) show(frame);
  });
  picture.addEventListener('pointerleave', () => show(front));
  picture.addEventListener('focusin', (event) => {
    const frame = event.target instanceof Element && frames.get(event.target);
    if (!frame) return;
    front = frame;
    show(frame);
  });
  picture.addEventListener('click', (event) => {
    // The browser makes a click of the key Enter, without a pointer.
    isByKeyboard = event.detail === 0;
  }, { capture: true });
  picture.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape' && block.root !== 0) {
      event.preventDefault();
      isByKeyboard = true;
      host.go(graphAt(block, block.bars[block.bars[block.root].parent]));
      return;
    }
    const next = neighbour(placed, front, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    focus(next);
  });
  linkOf(root)?.setAttribute('tabindex', '0');
  show(root);
  box.append(picture, detail);
  if (isByKeyboard) {
    isByKeyboard = false;
    requestAnimationFrame(() => focus(root));
  }
  return box;
}

/**
 * The graph that begins with a frame.
 * @param {Flame} block
 * @param {Bar} bar
 * @returns {ViewLink}
 */
function graphAt({ to, bars }, bar) {
  return bar === bars[0] ? to : { view: to.view, params: { ...to.params, root: String(bar.node) } };
}

/**
 * The frames to draw: those around the root take the whole width, and the others stand below their parents, the largest
 * to the left.
 * @param {Flame} block
 * @returns {Placed[]}
 */
function place({ bars, root }) {
  /** @type {(Placed & {next: number} | undefined)[]} */
  const all = new Array(bars.length);
  const around = new Set([root]);
  for (let at = root; at !== 0; at = bars[at].parent) around.add(bars[at].parent);
  const whole = Math.max(1, bars[root].value);
  bars.forEach((bar, at) => {
    const parent = at === 0 ? undefined : all[bar.parent];
    if (around.has(at)) {
      all[at] = { bar, at, depth: parent ? parent.depth + 1 : 0, left: 0, width: 1, next: 0 };
    } else if (parent && (bar.parent === root || !around.has(bar.parent))) {
      const width = bar.value / whole;
      if (width >= kLeast) all[at] = { bar, at, depth: parent.depth + 1, left: parent.next, width, next: parent.next };
      parent.next += width;
    }
  });
  return all.filter((each) => each !== undefined);
}

/**
 * @param {Placed} placed
 * @param {Flame} block
 * @param {Host} host
 */
function barOf({ bar, at, depth, left, width }, block, host) {
  const link = linkTo(bar.name, graphAt(block, bar), host);
  link.className = `nsys-flame-bar nsys-flame-${bar.kind}`;
  if (bar.matches) link.classList.add('nsys-flame-match');
  if (at !== block.root && width === 1 && left === 0 && depth < depthOf(block, block.root)) link.classList.add('nsys-flame-around');
  link.tabIndex = -1;
  link.setAttribute('aria-label', `${bar.name}: ${bar.words}`);
  link.style.left = `${100 * left}%`;
  link.style.width = `${100 * width}%`;
  link.style.setProperty('--nsys-flame-depth', String(depth));
  link.style.setProperty('--nsys-flame-tint', String(tintOf(bar.name)));
  return link;
}

/**
 * @param {Flame} block
 * @param {number} at
 */
function depthOf({ bars }, at) {
  let depth = 0;
  for (let bar = at; bar !== 0; bar = bars[bar].parent) depth += 1;
  return depth;
}

/**
 * Frames of one name look alike wherever they stand.
 * @param {string} name
 */
function tintOf(name) {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + Number(char.codePointAt(0))) % 65521;
  return hash % kTints;
}

/**
 * @param {HTMLElement} detail
 * @param {Bar} bar
 * @param {Host} host
 */
function fillDetail(detail, bar, host) {
  const name = element('strong', 'nsys-flame-name', bar.name);
  if (bar.target) asTarget(name, bar.target);
  const parts = [name, element('span', '', bar.words), linkTo('On the timeline', { view: 'timeline', params: { place: bar.place } }, host)];
  if (bar.source) parts.push(asTarget(element('span', '', 'Source'), bar.source));
  detail.replaceChildren(...parts);
}

/**
 * @param {HTMLElement} name
 * @param {string} target
 */
function asTarget(name, target) {
  name.classList.add('nsys-target');
  name.dataset.target = target;
  name.tabIndex = 0;
  name.setAttribute('role', 'button');
  return name;
}

/**
 * Where an arrow key leads.
 * @param {Placed[]} placed
 * @param {Placed} from
 * @param {string} key
 */
function neighbour(placed, from, key) {
  const row = placed.filter(({ depth }) => depth === from.depth).sort((a, b) => a.left - b.left);
  switch (key) {
    case 'ArrowUp':
      return from.at === 0 ? undefined : placed.find(({ at }) => at === from.bar.parent);
    case 'ArrowDown':
      return placed.find(({ bar, at }) => at !== 0 && bar.parent === from.at);
    case 'ArrowLeft':
      return row[row.indexOf(from) - 1];
    case 'ArrowRight':
      return row[row.indexOf(from) + 1];
    case 'Home':
      return placed[0];
    default:
      return undefined;
  }
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
