// Draws a page of a profile: headings, facts, tables and findings, with cards for names.
//
// The browser and the editor's webview use the same file. It decides only on layout: every text, number and order
// comes from the server. Names in a profile may be hostile, so they become text nodes only.

import { attachCards } from './card.js';
import { drawActions, drawCopies, drawForm, drawLinks, linkTo, unfolder } from './page_controls.js';
import { drawLater } from './deferred_block.js';
import { drawFlame } from './flame.js';
import { drawPicture } from './page_picture.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */
/** @typedef {import('./page_controls.js').Host} Host */
/**
 * A cell with a target and a view leads to the view, and has the card of the target.
 * @typedef {{text: string, target?: string, share?: number, number?: boolean, indent?: number, view?: ViewLink,
 *   children?: ViewLink, sorted?: 'ascending' | 'descending'}} Cell
 */
/** @typedef {{label: string, value: Cell}} Fact */
/** @typedef {{kind: 'heading', text: string, target?: string}} Heading */
/** @typedef {{kind: 'paragraph', text: string, refs?: Cell[]}} Paragraph */
/** @typedef {{kind: 'facts', facts: Fact[]}} Facts */
/** @typedef {{kind: 'table', header: Cell[], rows: Cell[][], caption?: string}} Table */
/** @typedef {'high' | 'medium' | 'low' | 'information'} Severity */
/** @typedef {{kind: 'finding', severity: Severity, title: Cell, detail?: string, advice?: string, evidence?: Cell[],
 *   actions?: import('./page_controls.js').PageAction[]}} Finding */
/** @typedef {{kind: 'text', text: string}} PlainText */
/** @typedef {{kind: 'folded', text: string, lines: string[]}} Folded */
/** @typedef {import('./page_controls.js').Form | import('./page_controls.js').Links} Controls */
/** @typedef {Heading | Paragraph | Facts | Table | Finding | Controls | import('./page_controls.js').CopyMenu | PlainText | Folded | import('./deferred_block.js').DeferredBlock |
 *   import('./page_picture.js').Picture | import('./flame.js').Flame} Block */
/** @typedef {{title: string, blocks: Block[]}} Page */

/**
 * @typedef {object} Options
 * @property {HTMLElement} container  Its content is replaced.
 * @property {(target: string) => Promise<import('./card_nodes.js').CardBlock[]>} [explain]  The card of a target; requested once.
 * @property {Host} [host]  Without it, the page has no links.
 * @property {import('./card.js').CardWords} [words]  Of a language model.
 * @property {(target: string) => void} [select]  Called when a person clicks something that has a target.
 * @property {(target: string) => void} [open]  Called on a double click, and on a click with Ctrl or Cmd held.
 */

/**
 * @param {Page} page
 * @param {Options} options
 * @returns {{dispose: () => void}}  `dispose` empties the container and drops all listeners.
 */
export function renderPage(page, { container, explain, host, words, select, open }) {
  const root = element('article', 'nsys-page');
  const head = element('header', 'nsys-head');
  head.append(element('h1', 'nsys-title', page.title));
  root.append(head);
  const shown = new AbortController();
  for (const block of page.blocks) {
    const drawn = drawBlock(block, host, shown.signal);
    if (drawn) root.append(drawn);
  }
  // Titles of findings are subheadings; without a heading on the page, they are its headings.
  if (!root.querySelector('h2')) for (const title of root.querySelectorAll('h3')) title.setAttribute('aria-level', '2');
  container.replaceChildren(root);
  const showOnTimeline = host && ((/** @type {string} */ target) => host.go({ view: 'timeline', params: { place: `at=${target}` } }));
  const cards = attachCards(root, { explain, showOnTimeline, words, select, open });
  return {
    dispose() {
      shown.abort();
      cards.dispose();
      root.remove();
    },
  };
}

/**
 * @param {Block} block
 * @param {Host} [host]
 * @param {AbortSignal} [signal]  Aborted when the page is removed.
 * @returns {HTMLElement | undefined}  Nothing Undefined for an unknown kind of block.
 */
export function drawBlock(block, host, signal) {
  switch (block.kind) {
    case 'heading': {
      const heading = element('h2', 'nsys-heading');
      fillCell(heading, block);
      return heading;
    }
    case 'paragraph':
      return paragraphOf(block, host);
    case 'facts':
      return factsOf(block);
    case 'table':
      return tableOf(block, host);
    case 'finding':
      return findingOf(block, host);
    case 'form':
      return host && drawForm(block, host);
    case 'links':
      return host && drawLinks(block, host);
    case 'copies':
      return host && drawCopies(block, host);
    case 'later':
      return host && drawLater(block, { read: host.read, draw: (other) => drawBlock(other, host, signal), signal });
    case 'picture':
      return host && drawPicture(block, linkTo('', { view: 'timeline', params: {} }, host));
    case 'flame':
      return host && drawFlame(block, host);
    case 'text':
      return element('pre', 'nsys-plain-text', block.text);
    case 'folded':
      return foldedOf(block);
    default:
      return undefined;
  }
}

/**
 * A sentence whose references link to their targets.
 * @param {Paragraph} block
 * @param {Host} [host]
 */
function paragraphOf(block, host) {
  const made = worded('p', 'nsys-paragraph', block.text);
  for (const ref of block.refs ?? []) {
    const words = [...made.childNodes].find((node) => node instanceof Text && node.data.includes(ref.text));
    if (!(words instanceof Text)) continue;
    const named = words.splitText(words.data.indexOf(ref.text));
    named.splitText(ref.text.length);
    const box = element('span', '');
    fillCell(box, ref, element, host);
    named.replaceWith(...box.childNodes);
  }
  return made;
}

/** @param {Folded} block */
function foldedOf(block) {
  const box = element('details', 'nsys-folded');
  const list = element('ul', 'nsys-folded-lines');
  for (const line of block.lines) {
    const item = element('li', '');
    item.append(element('code', 'nsys-code', line));
    list.append(item);
  }
  box.append(element('summary', 'nsys-folded-head', block.text), list);
  return box;
}

// Longer values than this, in characters, would break into many lines in a tile.
const kTileText = 26;

/**
 * Short facts are tiles side by side; sentences are rows.
 * @param {Facts} block
 */
function factsOf(block) {
  const short = block.facts.every((fact) => fact.value.text.length <= kTileText);
  const list = element('dl', short ? 'nsys-facts nsys-tiles' : 'nsys-facts nsys-fact-lines');
  for (const fact of block.facts) {
    const item = element('div', 'nsys-fact');
    const value = element('dd', 'nsys-fact-value');
    fillCell(value, fact.value);
    item.append(element('dt', 'nsys-fact-label', fact.label), value);
    list.append(item);
  }
  return list;
}

/**
 * @param {Table} block
 * @param {Host} [host]
 */
function tableOf(block, host) {
  const frame = element('figure', 'nsys-table-frame');
  const scroller = element('div', 'nsys-table-scroller');
  const table = element('table', 'nsys-table');
  const widest = widestTextColumn(block);
  const head = element('thead', '');
  head.append(rowOf(block.header, 'th', widest, host));
  const body = element('tbody', '');
  const rows = block.rows.map((row) => rowOf(row, 'td', widest, host));
  body.append(...rows);
  markUnfolded(rows);
  table.append(head, body);
  scroller.append(table);
  // In a narrow window it scrolls, also by keyboard.
  if (!scroller.querySelector('a, button, [tabindex]')) {
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    scroller.setAttribute('aria-label', `Table of ${block.header[0]?.text ?? 'values'}`);
  }
  frame.append(scroller);
  if (block.caption) frame.append(worded('figcaption', 'nsys-caption', block.caption));
  return frame;
}

/**
 * The column that takes the remaining width: the one with the longest text, usually the kernels' names.
 * @param {Table} block
 */
function widestTextColumn(block) {
  let widest = -1;
  let length = 0;
  for (const row of block.rows) {
    row.forEach((cell, column) => {
      if (cell.number || cell.text.length <= length) return;
      length = cell.text.length;
      widest = column;
    });
  }
  return widest;
}

/**
 * @param {Cell[]} cells
 * @param {'th' | 'td'} tag
 * @param {number} widest
 * @param {Host} [host]
 */
function rowOf(cells, tag, widest, host) {
  const row = element('tr', '');
  cells.forEach((cell, column) => {
    const box = element(tag, column === widest ? 'nsys-cell nsys-wide' : 'nsys-cell');
    if (tag === 'th') box.setAttribute('scope', 'col');
    if (cell.sorted) box.setAttribute('aria-sort', cell.sorted);
    fillCell(box, cell, element, host);
    if (cell.children && host) box.prepend(unfolder(cell, host, (other) => rowOf(other, tag, widest, host)));
    row.append(box);
  });
  row.dataset.depth = String(cells[0]?.indent ?? 0);
  return row;
}

/**
 * Expanded rows with their children.
 * @param {HTMLElement[]} rows
 */
function markUnfolded(rows) {
  rows.forEach((row, at) => {
    const below = rows[at + 1];
    if (below && Number(below.dataset.depth) > Number(row.dataset.depth))
      row.querySelector('.nsys-unfold')?.setAttribute('aria-expanded', 'true');
  });
}

/**
 * @param {Finding} block
 * @param {Host} [host]
 */
function findingOf(block, host) {
  const known = ['high', 'medium', 'low', 'information'].includes(block.severity);
  const severity = known ? block.severity : 'information';
  const box = element('section', `nsys-finding nsys-${severity}`);
  const head = element('h3', 'nsys-finding-head');
  const title = element('span', 'nsys-finding-title');
  fillCell(title, block.title, worded);
  head.append(element('span', 'nsys-severity', severity), title);
  box.append(head);
  if (block.detail) box.append(worded('p', 'nsys-finding-detail', block.detail));
  if (block.advice) box.append(worded('p', 'nsys-finding-advice', block.advice));
  if (block.evidence?.length) {
    const evidence = element('p', 'nsys-finding-evidence', 'Look at ');
    block.evidence.forEach((cell, at) => {
      if (at > 0) evidence.append(', ');
      fillCell(evidence, cell);
    });
    box.append(evidence);
  }
  if (block.actions?.length && host) box.append(drawActions(block.actions, host));
  return box;
}

/**
 * @param {HTMLElement} box
 * @param {Cell} cell
 * @param {typeof element} [make]
 * @param {Host} [host]
 */
function fillCell(box, cell, make = element, host = undefined) {
  if (cell.number) box.classList.add('nsys-number');
  if (cell.indent) {
    box.classList.add('nsys-indented');
    box.style.setProperty('--nsys-indent', String(cell.indent));
  }
  if (typeof cell.share === 'number') {
    const share = Math.min(1, Math.max(0, cell.share));
    box.classList.add('nsys-share');
    box.style.setProperty('--nsys-bar-length', String(share));
  }
  if (cell.view && host) {
    box.append(linkTo(cell.text, cell.view, host, cell.target));
    return;
  }
  if (!cell.target) {
    box.append(make('span', 'nsys-text', cell.text));
    return;
  }
  const name = make('span', 'nsys-text nsys-target', cell.text);
  name.dataset.target = cell.target;
  name.tabIndex = 0;
  name.setAttribute('role', 'button');
  box.append(name);
}

/**
 * An element with a sentence of the server, in which names are between backticks.
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
export function worded(tag, className, text = '') {
  const made = element(tag, className);
  text.split(/`([^`]*)`/).forEach((piece, at) => made.append(at % 2 === 1 ? element('code', 'nsys-code', piece) : piece));
  return made;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
