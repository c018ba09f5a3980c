// Formats times and values for people, and chooses the round times of a ruler.

/** @type {[number, string][]} */
const kUnits = [[1e9, 's'], [1e6, 'ms'], [1e3, 'us'], [1, 'ns']];

/**
 * Three significant digits: "1.24 ms".
 * @param {number} ns
 */
export function readableNs(ns) {
  const [size, unit] = kUnits.find(([least]) => ns >= least) ?? [1, 'ns'];
  return `${threeDigits(ns / size)} ${unit}`;
}

/**
 * A time on the capture's clock as a form of a view has it, in seconds.
 * @param {string} ns
 */
export function secondsOf(ns) {
  const digits = ns.replace('-', '').padStart(10, '0');
  return `${ns.startsWith('-') ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/**
 * Parses "10us" or "1.5 ms" to ns; a plain number is in us. 0 for an empty text, undefined for an invalid one.
 * @param {string} text
 */
export function nsOf(text) {
  if (!text.trim()) return 0;
  const words = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s)?\s*$/.exec(text);
  if (!words) return undefined;
  const unit = (words[2] ?? 'us').replace('µ', 'u');
  const [size] = /** @type {[number, string]} */ (kUnits.find(([, name]) => name === unit));
  return Math.round(Number(words[1]) * size);
}

/** @param {number} value */
function threeDigits(value) {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return Number.isInteger(value) ? String(value) : value.toFixed(decimals);
}

/**
 * A value of a counter, with SI prefixes except for shares: "53.4 kB/s", "60.0k launches/s".
 * @param {number} value
 * @param {string} unit
 */
export function readableValue(value, unit) {
  if (unit === '%') return `${threeDigits(value)} %`;
  /** @type {[number, string][]} */
  const letters = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
  const [size, letter] = letters.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const number = threeDigits(value / size);
  return unit === 'B/s' ? `${number} ${letter}${unit}` : `${number}${letter} ${unit}`.trim();
}

/**
 * A point on the capture's clock, in seconds, with as many decimals as `step` needs.
 * @param {number} ns
 * @param {number} step  ns
 */
export function readableClock(ns, step) {
  const decimals = Math.min(9, Math.max(0, 9 - Math.floor(Math.log10(Math.max(1, step)))));
  return `${(ns / 1e9).toFixed(decimals)} s`;
}

/**
 * Round times in a window, at most `most` of them: 1, 2 or 5 times a power of ten apart.
 * @param {number} start  ns on the capture's clock
 * @param {number} end
 * @param {number} most
 * @returns {{step: number, times: number[]}}
 */
export function roundTimes(start, end, most) {
  const least = Math.max(1, (end - start) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= least) ?? 10 * power;
  const times = [];
  for (let at = Math.ceil(start / step); at * step <= end && times.length <= most; at += 1) times.push(at * step);
  return { step, times };
}
