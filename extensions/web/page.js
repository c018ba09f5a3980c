// Draws a page of a profile: headings, facts, tables and findings, with a card for whatever has a name.
//
// The same file serves the browser and the editor's webview. It decides on shape alone: every text, number
// and order comes from the server. Names in a profile are hostile, so they become text nodes only.

import { attachCards } from './card.js';

/** @typedef {{text: string, target?: string, share?: number, number?: boolean, indent?: number}} Cell */
/** @typedef {{label: string, value: Cell}} Fact */
/** @typedef {{kind: 'heading', text: string, target?: string}} Heading */
/** @typedef {{kind: 'paragraph', text: string}} Paragraph */
/** @typedef {{kind: 'facts', facts: Fact[]}} Facts */
/** @typedef {{kind: 'table', header: Cell[], rows: Cell[][], caption?: string}} Table */
/** @typedef {'high' | 'medium' | 'low' | 'information'} Severity */
/** @typedef {{kind: 'finding', severity: Severity, title: Cell, detail?: string, advice?: string, evidence?: Cell[]}} Finding */
/** @typedef {Heading | Paragraph | Facts | Table | Finding} Block */
/** @typedef {{title: string, blocks: Block[]}} Page */

/**
 * @typedef {object} Options
 * @property {HTMLElement} container  What it held before is replaced.
 * @property {(target: string) => Promise<string>} [explain]  The card of a target, as Markdown; asked once.
 * @property {() => void} [openPerfetto]  Without it the page has no such button.
 * @property {() => void} [openTimeline]  Likewise.
 * @property {(target: string) => void} [showOnTimeline]  Without it no card leads there.
 * @property {(target: string) => void} [select]  Told when a person clicks something that has a target.
 * @property {(target: string) => void} [open]  Told when a person clicks it twice, or with Ctrl or Cmd held.
 */

/**
 * @param {Page} page
 * @param {Options} options
 * @returns {{dispose: () => void}}  `dispose` empties the container and drops all listeners.
 */
export function renderPage(page, { container, explain, openPerfetto, openTimeline, showOnTimeline, select, open }) {
  const root = element('article', 'nsys-page');
  root.append(headOf(page.title, { Timeline: openTimeline, 'Open in Perfetto': openPerfetto }));
  for (const block of page.blocks) {
    const drawn = drawBlock(block);
    if (drawn) root.append(drawn);
  }
  container.replaceChildren(root);
  const cards = attachCards(root, { explain, showOnTimeline, select, open });
  return {
    dispose() {
      cards.dispose();
      root.remove();
    },
  };
}

/**
 * @param {Block} block
 * @returns {HTMLElement | undefined}  Nothing for a kind that this file does not know.
 */
export function drawBlock(block) {
  switch (block.kind) {
    case 'heading': {
      const heading = element('h2', 'nsys-heading');
      fillCell(heading, block);
      return heading;
    }
    case 'paragraph':
      return worded('p', 'nsys-paragraph', block.text);
    case 'facts':
      return factsOf(block);
    case 'table':
      return tableOf(block);
    case 'finding':
      return findingOf(block);
    default:
      return undefined;
  }
}

/**
 * @param {string} title
 * @param {Record<string, (() => void) | undefined>} buttons  What each does; the last one stands out.
 */
function headOf(title, buttons) {
  const head = element('header', 'nsys-head');
  head.append(element('h1', 'nsys-title', title));
  const names = Object.keys(buttons);
  for (const [name, action] of Object.entries(buttons)) {
    if (!action) continue;
    const button = element('button', name === names.at(-1) ? 'nsys-button' : 'nsys-button nsys-quiet', name);
    button.setAttribute('type', 'button');
    button.addEventListener('click', () => action());
    head.append(button);
  }
  return head;
}

// Longer values than this, in characters, would break into many lines in a tile.
const kTileText = 26;

/**
 * Short facts stand side by side as tiles, sentences below each other as rows.
 * @param {Facts} block
 */
function factsOf(block) {
  const short = block.facts.every((fact) => fact.value.text.length <= kTileText);
  const list = element('dl', short ? 'nsys-facts nsys-tiles' : 'nsys-facts nsys-rows');
  for (const fact of block.facts) {
    const item = element('div', 'nsys-fact');
    const value = element('dd', 'nsys-fact-value');
    fillCell(value, fact.value);
    item.append(element('dt', 'nsys-fact-label', fact.label), value);
    list.append(item);
  }
  return list;
}

/** @param {Table} block */
function tableOf(block) {
  const frame = element('figure', 'nsys-table-frame');
  const scroller = element('div', 'nsys-table-scroller');
  const table = element('table', 'nsys-table');
  const widest = widestTextColumn(block);
  const head = element('thead', '');
  head.append(rowOf(block.header, 'th', widest));
  const body = element('tbody', '');
  for (const row of block.rows) body.append(rowOf(row, 'td', widest));
  table.append(head, body);
  scroller.append(table);
  frame.append(scroller);
  if (block.caption) frame.append(worded('figcaption', 'nsys-caption', block.caption));
  return frame;
}

/**
 * The column that takes the room which is left: the one with the longest text, most often the kernels' names.
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
 */
function rowOf(cells, tag, widest) {
  const row = element('tr', '');
  cells.forEach((cell, column) => {
    const box = element(tag, column === widest ? 'nsys-cell nsys-wide' : 'nsys-cell');
    if (tag === 'th') box.setAttribute('scope', 'col');
    fillCell(box, cell);
    row.append(box);
  });
  return row;
}

/** @param {Finding} block */
function findingOf(block) {
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
  return box;
}

/**
 * @param {HTMLElement} box
 * @param {Cell} cell
 * @param {typeof element} [make]
 */
function fillCell(box, cell, make = element) {
  if (cell.number) box.classList.add('nsys-number');
  if (cell.indent) {
    box.classList.add('nsys-indented');
    box.style.setProperty('--nsys-indent', String(cell.indent));
  }
  if (typeof cell.share === 'number') {
    const share = Math.min(1, Math.max(0, cell.share));
    box.classList.add('nsys-share');
    box.style.setProperty('--nsys-bar', share.toFixed(4));
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
 * An element with a sentence of the server's, in which names stand between backticks.
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function worded(tag, className, text = '') {
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
