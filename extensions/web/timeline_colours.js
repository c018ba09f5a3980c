// The colours of slices and counters: by kind, and within it by name.

import { isDark } from './theme.js';

/**
 * What a kind of slice looks like: hue, and how much of it; the rest is told apart by name.
 * @type {Record<string, {hue: number, spread: number, strength: number}>}
 */
const kLooks = {
  compute: { hue: 215, spread: 70, strength: 52 },
  counter: { hue: 200, spread: 40, strength: 48 },
  communication: { hue: 32, spread: 14, strength: 72 },
  copy: { hue: 168, spread: 16, strength: 48 },
  memset: { hue: 150, spread: 6, strength: 24 },
  nvtx: { hue: 265, spread: 60, strength: 38 },
  call: { hue: 330, spread: 24, strength: 34 },
  sync: { hue: 8, spread: 8, strength: 58 },
  os_call: { hue: 45, spread: 20, strength: 30 },
  iteration: { hue: 200, spread: 4, strength: 26 },
  idle: { hue: 0, spread: 0, strength: 0 },
  // As loud as it is severe.
  'finding high': { hue: 350, spread: 0, strength: 74 },
  'finding medium': { hue: 26, spread: 0, strength: 72 },
  'finding low': { hue: 205, spread: 0, strength: 42 },
  'finding information': { hue: 215, spread: 0, strength: 10 },
  bookmark: { hue: 52, spread: 0, strength: 72 },
  merged: { hue: 215, spread: 0, strength: 16 },
};
const kPlain = { hue: 265, spread: 60, strength: 30 };

export class Colours {
  constructor() {
    /** @type {Map<string, string>} */
    this.fills_ = new Map();
    this.theme();
  }

  // Those of the page, as it is now.
  theme() {
    this.dark_ = isDark();
    this.fills_.clear();
  }

  /**
   * @param {string} kind
   * @param {string} name
   */
  fill(kind, name) {
    const key = `${kind}\n${name}`;
    const known = this.fills_.get(key);
    if (known) return known;
    const { hue, spread, strength } = Object.hasOwn(kLooks, kind) ? kLooks[kind] : kPlain;
    const turn = spread > 0 ? (hashOf(name) % (2 * spread)) - spread : 0;
    // A counter is thin, and has no words on it.
    const strong = kind === 'counter' ? 16 : 0;
    const light = this.dark_ ? 33 + strong + (hashOf(`${name}.`) % 8) : 78 - strong - (hashOf(`${name}.`) % 10);
    const fill = `hsl(${hue + turn} ${strength}% ${light}%)`;
    // Merged slices have names of their own; no more is kept than a screen has use for.
    if (this.fills_.size > 20000) this.fills_.clear();
    this.fills_.set(key, fill);
    return fill;
  }
}

/**
 * What a slice looks like: of a finding, its severity too.
 * @param {string} kind
 * @param {string | undefined} facts
 */
export function lookOf(kind, facts = '') {
  return kind === 'finding' ? `finding ${/^severity: (\w+)/.exec(facts)?.[1] ?? 'low'}` : kind;
}

/** @param {string} text */
function hashOf(text) {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) >>> 0;
  return hash >>> 3;
}
