// The colours of slices and counters: by the family of a kernel, the label of a range, and the kind of other
// events.
//
// The hues are those of Okabe and Ito, "Color Universal Design" (2008), which colour-blind people can distinguish.
// There are seven; each has a lighter and a darker shade. A test checks that no two families look alike to anybody.

const kHues = {
  blue: '#0072b2', orange: '#e69f00', vermillion: '#d55e00', green: '#009e73', sky: '#56b4e9', yellow: '#f0e442',
  purple: '#cc79a7',
};
const kLighter = 0.5;
const kDarker = 0.5;
const kWhite = '#ffffff';
const kBlack = '#000000';

/** The colours of kernel families, by the server's names of them. */
export const kFamilies = Object.freeze(/** @type {Record<string, string>} */ ({
  communication: kHues.orange, solver: darker(kHues.orange), fft: lighter(kHues.orange),
  gemm: kHues.blue, convolution: lighter(kHues.blue), sparse: darker(kHues.blue),
  attention: kHues.vermillion, softmax: lighter(kHues.vermillion), rope: darker(kHues.vermillion),
  normalisation: kHues.green, activation: lighter(kHues.green), optimizer: darker(kHues.green),
  elementwise: kHues.sky, 'copy/transpose': lighter(kHues.sky), quantisation: darker(kHues.sky),
  reduction: kHues.yellow, rng: lighter(kHues.yellow), 'sort/scan': darker(kHues.yellow),
  moe: kHues.purple, 'embedding/index': lighter(kHues.purple), sampling: darker(kHues.purple),
  other: '#6b7785',
}));

/**
 * The colours of kinds, on a light and on a dark background, and their descriptions.
 * @type {Record<string, {light: string, dark: string, words: string}>}
 */
const kKinds = {
  copy: { light: '#2b3036', dark: '#e8ecf0', words: 'copies' },
  memset: { light: '#8b9099', dark: '#99a1ab', words: 'memsets' },
  call: { light: '#ddd6e4', dark: '#463f52', words: 'CUDA calls' },
  sync: { light: '#eeb48c', dark: '#86491c', words: 'calls that wait' },
  graph: { light: '#8d6a9f', dark: '#b9a0c9', words: 'CUDA graphs recorded as a whole' },
  os_call: { light: '#e4dfcc', dark: '#4b4637', words: 'calls of the operating system' },
  iteration: { light: '#c9e2f3', dark: '#24475c', words: 'steps' },
  idle: { light: '#eceff2', dark: '#262b31', words: 'idle' },
  merged: { light: '#c6ced8', dark: '#48525e', words: 'several, merged' },
  bookmark: { light: kHues.yellow, dark: kHues.yellow, words: 'bookmarks' },
  counter: { light: kHues.blue, dark: kHues.sky, words: 'counters' },
  trace: { light: '#c6ced8', dark: '#48525e', words: 'notes' },
  // Stronger colours for higher severity.
  'finding high': { light: kHues.vermillion, dark: kHues.vermillion, words: 'findings: high' },
  'finding medium': { light: kHues.orange, dark: kHues.orange, words: 'findings: medium' },
  'finding low': { light: kHues.sky, dark: kHues.sky, words: 'findings: low' },
  'finding information': { light: '#dde3ea', dark: '#39424c', words: 'findings: for information' },
};

/** @typedef {{fill: string, ink: string}} Look  Of a slice, and of the text on it. */

export class Colours {
  constructor() {
    this.dark = false;
    /** @type {Map<string, Look>} */
    this.looks_ = new Map();
  }

  /** @param {boolean} dark  whether the background is dark */
  theme(dark) {
    this.dark = dark;
    this.looks_.clear();
  }

  /**
   * @param {string} kind  as returned by `kindOf`
   * @param {string | undefined} family
   * @returns {Look}
   */
  of(kind, family) {
    const key = `${kind}\n${family}`;
    const known = this.looks_.get(key);
    if (known) return known;
    const fill = this.fill_(kind, family);
    const look = { fill, ink: inkOn(fill) };
    this.looks_.set(key, look);
    return look;
  }

  /**
   * @param {string} kind
   * @param {string | undefined} family
   * @returns {string}
   */
  fill_(kind, family) {
    if (kind === 'compute' || kind === 'communication') return kFamilies[family ?? 'other'] ?? kFamilies.other;
    if (kind === 'merged' && family !== undefined) return this.fill_(kindOfMost(family), family);
    const own = Object.hasOwn(kKinds, kind) ? kKinds[kind] : undefined;
    if (own) return this.dark ? own.dark : own.light;
    // Labels of ranges, of which there may be any number, are paler than kernels.
    const hues = Object.values(kHues);
    const number = hashOf(family ?? kind) % (2 * hues.length);
    const strong = number >= hues.length ? 0.5 : 0.3;
    return mixed(this.dark ? '#14171b' : kWhite, hues[number % hues.length], strong + (this.dark ? 0.12 : 0));
  }
}

/**
 * The kind of a slice; for a finding it includes the severity.
 * @param {string} kind
 * @param {string | undefined} facts
 */
export function kindOf(kind, facts = '') {
  return kind === 'finding' ? `finding ${/^severity: (\w+)/.exec(facts)?.[1] ?? 'low'}` : kind;
}

/**
 * The kind of what is longest among merged slices, by its family or kind.
 * @param {string} family
 */
export function kindOfMost(family) {
  if (Object.hasOwn(kFamilies, family)) return 'compute';
  // A label may have any name, also that of merged slices.
  return family !== 'merged' && Object.hasOwn(kKinds, family) ? family : 'nvtx';
}

/**
 * Whether a kind has colours that mean nothing else; labels share those that are left.
 * @param {string} kind
 */
export function hasOwnColour(kind) {
  return kind === 'compute' || kind === 'communication' || Object.hasOwn(kKinds, kind);
}

/**
 * The meaning of a colour in words.
 * @param {string} kind
 * @param {string | undefined} family
 */
export function wordsOf(kind, family) {
  if (family !== undefined) return kind === 'compute' || kind === 'communication' ? `${family} kernels` : family;
  return Object.hasOwn(kKinds, kind) ? kKinds[kind].words : kind;
}

/** @param {string} colour */
export function isDark(colour) {
  return lightnessOf(partsOf(colour)) < 0.18;
}

/** @param {string} fill */
function inkOn(fill) {
  return lightnessOf(partsOf(fill)) > 0.2 ? '#101418' : kWhite;
}

/** @param {string} colour */
function lighter(colour) {
  return mixed(colour, kWhite, kLighter);
}

/** @param {string} colour */
function darker(colour) {
  return mixed(colour, kBlack, kDarker);
}

/**
 * @param {string} colour
 * @param {string} other
 * @param {number} share  of the other
 */
function mixed(colour, other, share) {
  const into = partsOf(other);
  const parts = partsOf(colour).map((part, at) => Math.round(part * (1 - share) + into[at] * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * "#rrggbb", "#rgb" or "rgb(r g b)" as red, green and blue up to 255.
 * @param {string} colour
 * @returns {number[]}
 */
function partsOf(colour) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  if (short) return short.slice(1).map((digit) => parseInt(digit + digit, 16));
  if (colour.startsWith('#')) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) ?? ['255', '255', '255']).slice(0, 3).map(Number);
}

/**
 * Relative luminance, as WCAG defines it.
 * @param {number[]} parts
 */
function lightnessOf(parts) {
  const [red, green, blue] = parts.map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} text */
function hashOf(text) {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) >>> 0;
  return hash >>> 3;
}
