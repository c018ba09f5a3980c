// The meaning of the colours on the screen.

import { byId, made } from './timeline_dom.js';
import { hasOwnColour, kindOf, kindOfMost, wordsOf } from './timeline_colours.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {{words: string, fill: string}} Colour */

const kMostLabels = 12;

/**
 * The colours on a screen, most frequent first.
 * @param {Scene} scene
 * @param {Look} look
 * @returns {{colours: Colour[], more: number}}  and `more` is the number of omitted labels of ranges
 */
export function coloursOn({ view, parts, rows }, look) {
  const [part] = parts;
  /** @type {Map<string, {kind: string, family?: string, count: number}>} */
  const found = new Map();
  for (const { line } of part ? rows : []) {
    const row = part.rows.get(line.key);
    const { texts } = part.timeline;
    for (let at = 0; row && at < row.lengths.length && row.starts[at] < view.end; at += 1) {
      if (row.starts[at] + row.lengths[at] < view.start) continue;
      let kind = kindOf(texts[row.kinds[at]], texts[row.facts[at]]);
      let family = /** @type {string | undefined} */ (texts[row.families[at]]);
      if (kind === 'merged' && family !== undefined) {
        kind = kindOfMost(family);
        if (kind === family) family = undefined;
      }
      const key = `${kind === 'communication' ? 'compute' : kind}\n${family}`;
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { kind, family, count: 1 });
    }
  }
  const all = [...found.values()].sort((a, b) => b.count - a.count || (wordsOf(a.kind, a.family) < wordsOf(b.kind, b.family) ? -1 : 1));
  // A program may have any number of labels of ranges, so they follow the kinds with colours of their own.
  const labels = all.filter(({ kind }) => !hasOwnColour(kind));
  const colours = [...all.filter(({ kind }) => hasOwnColour(kind)), ...labels.slice(0, kMostLabels)]
    .map(({ kind, family }) => ({ words: wordsOf(kind, family), fill: look.colours.of(kind, family).fill }));
  if (rows.some(({ line }) => line.isCounter))
    colours.push({ words: wordsOf('counter', undefined), fill: look.colours.of('counter', undefined).fill });
  return { colours: joined(colours), more: Math.max(0, labels.length - kMostLabels) };
}

/**
 * Labels are more than colours: those of one colour are one item.
 * @param {Colour[]} colours
 * @returns {Colour[]}
 */
function joined(colours) {
  /** @type {Map<string, string[]>} */
  const words = new Map();
  for (const { words: of, fill } of colours) words.set(fill, [...words.get(fill) ?? [], of]);
  return [...words].map(([fill, of]) => ({ words: of.join(', '), fill }));
}

/**
 * @param {Scene} scene
 * @param {Look} look
 */
export function listColours(scene, look) {
  const { colours, more } = coloursOn(scene, look);
  const items = colours.map(({ words, fill }) => {
    const item = made('li', 'nsys-colour');
    const swatch = made('span', 'nsys-swatch');
    swatch.style.background = fill;
    const text = made('span', 'nsys-colour-words', words);
    text.title = words;
    item.append(swatch, text);
    return item;
  });
  if (more > 0) items.push(made('li', 'nsys-colour', `and ${more} more labels of ranges`));
  byId('legend').replaceChildren(...items);
}
