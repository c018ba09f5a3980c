// Converts the Markdown of a language model to document nodes: headings, paragraphs, lists, tables, code, bold.
//
// It builds nodes instead of HTML text, and supports neither images nor links, except to another card of the same
// profile (`target:`) and to its timeline (`timeline:`); other links become plain words. Hostile names in a profile
// are therefore shown, but never loaded, run or followed out of the page.

/**
 * @param {string} markdown
 * @returns {Node[]}
 */
export function markdownNodes(markdown) {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  /** @type {Node[]} */
  const nodes = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === '') {
      at += 1;
      continue;
    }
    const read = fence(lines, at) ?? heading(lines, at) ?? rule(lines, at) ?? table(lines, at) ??
      list(lines, at) ?? paragraph(lines, at);
    nodes.push(read.node);
    at = read.next;
  }
  return nodes;
}

/** @typedef {{node: Node, next: number} | undefined} Read */

const kHeading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const kRule = /^ {0,3}([-*_])\s*(\1\s*){2,}$/;
const kFence = /^ {0,3}(```+|~~~+)/;
const kItem = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const kTableRule = /^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$/;

/** @param {string[]} lines @param {number} at @returns {Read} */
function fence(lines, at) {
  const open = kFence.exec(lines[at]);
  if (!open) return undefined;
  let end = at + 1;
  while (end < lines.length && !lines[end].trimStart().startsWith(open[1])) end += 1;
  const box = document.createElement('pre');
  const code = document.createElement('code');
  code.textContent = lines.slice(at + 1, end).join('\n');
  box.append(code);
  return { node: box, next: end + 1 };
}

/** @param {string[]} lines @param {number} at @returns {Read} */
function heading(lines, at) {
  const match = kHeading.exec(lines[at]);
  if (!match) return undefined;
  const node = document.createElement(`h${match[1].length}`);
  node.append(...inline(match[2]));
  return { node, next: at + 1 };
}

/** @param {string[]} lines @param {number} at @returns {Read} */
function rule(lines, at) {
  return kRule.test(lines[at]) ? { node: document.createElement('hr'), next: at + 1 } : undefined;
}

/** @param {string[]} lines @param {number} at @returns {Read} */
function table(lines, at) {
  const ruled = at + 1 < lines.length && lines[at].includes('|') && kTableRule.test(lines[at + 1].trim());
  if (!ruled) return undefined;
  const sides = cellsOf(lines[at + 1]).map((cell) => (cell.endsWith(':') ? 'nsys-number' : ''));
  const node = document.createElement('table');
  const head = document.createElement('thead');
  head.append(tableRow(lines[at], 'th', sides));
  const body = document.createElement('tbody');
  let next = at + 2;
  for (; next < lines.length && lines[next].includes('|'); next += 1) {
    body.append(tableRow(lines[next], 'td', sides));
  }
  node.append(head, body);
  return { node, next };
}

/** @param {string} line @param {string} tag @param {string[]} sides */
function tableRow(line, tag, sides) {
  const row = document.createElement('tr');
  cellsOf(line).forEach((text, column) => {
    const cell = document.createElement(tag);
    if (sides[column]) cell.className = sides[column];
    cell.append(...inline(text));
    row.append(cell);
  });
  return row;
}

/**
 * The cells of a row; a bar behind a backslash belongs to its cell.
 * @param {string} line
 */
function cellsOf(line) {
  const cells = [''];
  const text = line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '\\' && i + 1 < text.length) {
      cells[cells.length - 1] += text.slice(i, i + 2);
      i += 1;
    } else if (text[i] === '|') {
      cells.push('');
    } else {
      cells[cells.length - 1] += text[i];
    }
  }
  return cells.map((cell) => cell.trim());
}

/** @param {string[]} lines @param {number} at @returns {Read} */
function list(lines, at) {
  const first = kItem.exec(lines[at]);
  if (!first) return undefined;
  const node = document.createElement(/\d/.test(first[2]) ? 'ol' : 'ul');
  let next = at;
  while (next < lines.length) {
    const item = kItem.exec(lines[next]);
    if (!item) break;
    let text = item[3];
    next += 1;
    while (next < lines.length && /^\s+\S/.test(lines[next]) && !kItem.test(lines[next])) {
      text += ` ${lines[next].trim()}`;
      next += 1;
    }
    const entry = document.createElement('li');
    if (item[1].length > first[1].length) entry.className = 'nsys-deeper';
    entry.append(...inline(text));
    node.append(entry);
  }
  return { node, next };
}

/** @param {string[]} lines @param {number} at @returns {{node: Node, next: number}} */
function paragraph(lines, at) {
  const node = document.createElement('p');
  let next = at;
  do {
    if (next > at) node.append(/( {2}|\\)$/.test(lines[next - 1]) ? document.createElement('br') : ' ');
    node.append(...inline(lines[next].trim().replace(/\\$/, '')));
    next += 1;
  } while (next < lines.length && lines[next].trim() !== '' && !startsBlock(lines, next));
  return { node, next };
}

/** @param {string[]} lines @param {number} at */
function startsBlock(lines, at) {
  return [kHeading, kRule, kFence, kItem].some((start) => start.test(lines[at]));
}

const kEntities = new Map(
  [['lt', '<'], ['gt', '>'], ['amp', '&'], ['quot', '"'], ['apos', "'"], ['nbsp', '\u00a0']]);
// One alternative for each kind of mark. Lengths are bounded, because a hostile name may open marks without end.
const kInline = new RegExp([
  /\\(?<escaped>[!-/:-@[-`{-~])/,
  /&(?:#(?<point>\d{1,7})|(?<entity>lt|gt|amp|quot|apos|nbsp));/,
  /(?<ticks>`+)(?<code>.{1,2000}?)(?<!`)\k<ticks>(?!`)/,
  /\*\*(?=\S)(?<bold>.{1,1000}?)(?<=\S)\*\*/,
  /(?<![\w*])[*_](?=\S)(?<emphasis>[^*_]{1,1000}?)(?<=\S)[*_](?![\w*])/,
  /!?\[(?<link>(?:\\.|[^\]\\]){0,300})\]\((?<address>(?:\\.|[^)\\]){0,2000})\)/,
].map((part) => part.source).join('|'), 'g');

/**
 * @param {string} text
 * @returns {Node[]}
 */
function inline(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(kInline)) {
    if (match.index < from) continue;
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(...inlineMatch(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/** @param {RegExpMatchArray} match @returns {Node[]} */
function inlineMatch(match) {
  const { escaped, point, entity, code, bold, emphasis, link, address } = match.groups ?? {};
  if (escaped !== undefined) return [document.createTextNode(escaped)];
  if (point !== undefined) return [document.createTextNode(character(Number(point)))];
  if (entity !== undefined) return [document.createTextNode(kEntities.get(entity) ?? '')];
  if (code !== undefined) return [wrapped('code', [document.createTextNode(code.trim())])];
  if (bold !== undefined) return [wrapped('strong', inline(bold))];
  if (emphasis !== undefined) return [wrapped('em', inline(emphasis))];
  return linked(address ?? '', inline(link ?? ''));
}

/**
 * @param {string} address
 * @param {Node[]} words
 * @returns {Node[]}
 */
function linked(address, words) {
  const { kind, target } = /^(?<kind>target|timeline):(?<target>[\w:. =~-]{1,300})$/.exec(address)?.groups ?? {};
  if (!kind) return words;
  const node = document.createElement('button');
  node.type = 'button';
  node.className = 'nsys-link';
  node.dataset[kind] = target;
  node.append(...words);
  return [node];
}

/** @param {number} codePoint */
function character(codePoint) {
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}

/** @param {string} tag @param {Node[]} nodes */
function wrapped(tag, nodes) {
  const node = document.createElement(tag);
  node.append(...nodes);
  return node;
}
