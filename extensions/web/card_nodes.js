// A card of the server's as document nodes: paragraphs, lists and tables of words.
//
// Every word becomes a text node: what a hostile name in a profile holds is shown, and never followed, loaded or run.
// Links lead to another card of the same profile, or to its timeline.

/** @typedef {{text: string, style?: 'code' | 'strong' | 'emphasis', target?: string}} Span */
/** @typedef {{kind: 'paragraph' | 'item', words: Span[]}} Words */
/** @typedef {{kind: 'table', columns: {title: string, number?: boolean}[], rows: Span[][][]}} Table */
/** @typedef {{kind: 'rule'}} Rule */
/** @typedef {{kind: 'note', text: string}} Note */
/** @typedef {{kind: 'timeline', text: string, target: string}} TimelineLink */
/** @typedef {Words | Table | Rule | Note | TimelineLink} CardBlock */

/**
 * @param {CardBlock[]} blocks  Kinds that this file does not know are left out.
 * @param {{timeline?: boolean}} [options]  Whether a link may lead to the timeline.
 * @returns {Node[]}
 */
export function cardNodes(blocks, { timeline = false } = {}) {
  /** @type {HTMLElement[]} */
  const nodes = [];
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'item') {
      if (blocks[at - 1]?.kind !== 'item') nodes.push(element('ul', []));
      nodes.at(-1)?.append(element('li', block.words.map(wordNode)));
    } else if (block.kind !== 'timeline' || timeline) {
      const node = blockNode(block);
      if (node) nodes.push(node);
    }
  }
  return nodes;
}

/** @param {Exclude<CardBlock, {kind: 'item'}> | Words} block */
function blockNode(block) {
  switch (block.kind) {
    case 'paragraph':
      return element('p', block.words.map(wordNode));
    case 'table':
      return tableNode(block);
    case 'rule':
      return element('hr', []);
    case 'note':
      return element('p', [element('em', [block.text])]);
    case 'timeline':
      return element('p', [linkTo('timeline', block.target, [block.text])]);
    default:
      return undefined;
  }
}

/** @param {Table} table */
function tableNode({ columns, rows }) {
  const side = (/** @type {HTMLElement} */ cell, /** @type {number} */ at) => {
    if (columns[at]?.number) cell.className = 'nsys-number';
    return cell;
  };
  const head = columns.map(({ title }, at) => side(element('th', [title]), at));
  const body = rows.map((row) => element('tr', row.map((words, at) => side(element('td', words.map(wordNode)), at))));
  return element('table', [element('thead', [element('tr', head)]), element('tbody', body)]);
}

const kTags = { code: 'code', strong: 'strong', emphasis: 'em' };

/** @param {Span} span @returns {Node | string} */
function wordNode({ text, style, target }) {
  const node = style ? element(kTags[style], [text]) : text;
  return target ? linkTo('target', target, [node]) : node;
}

/**
 * @param {'target' | 'timeline'} kind
 * @param {string} target
 * @param {(Node | string)[]} nodes
 */
function linkTo(kind, target, nodes) {
  const link = element('button', nodes);
  link.setAttribute('type', 'button');
  link.className = 'nsys-link';
  link.dataset[kind] = target;
  return link;
}

/** @param {string} tag @param {(Node | string)[]} nodes */
function element(tag, nodes) {
  const made = document.createElement(tag);
  made.append(...nodes);
  return made;
}
