// Draws the times above the rows: on the capture's clock, since the window's start, or within each step.

import { readableClock, readableNs, roundTimes } from './timeline_time.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_svg.js').Pen} Pen */
/** @typedef {import('./timeline_arrangement.js').TimeFormat} TimeFormat */
/** @typedef {{start: number, end: number, name: string}} Step  One iteration of the program's loop. */
/**
 * `start` is the run's on the capture's clock; `chosen` is the dragged part, `marks` the number of matches in each
 * column.
 * @typedef {{view: View, start: number, format: TimeFormat, steps: Step[], chosen?: View, marks: number[]}} Times
 */
/** @typedef {{time: number, words: string}} Tick */

const kApart = 110;

/**
 * @param {Pen} pen
 * @param {Look} look
 * @param {{width: number, height: number}} size
 * @param {Times} times
 */
export function drawRuler(pen, look, { width, height }, times) {
  const { view, chosen, marks } = times;
  const x = (/** @type {number} */ time) => ((time - view.start) / (view.end - view.start)) * width;
  pen.font = `11px ${look.font}`;
  pen.textBaseline = 'middle';
  for (const { time, words } of ticksOf(times, width)) {
    pen.fillStyle = look.line;
    pen.fillRect(x(time), 6, 1, height - 6);
    pen.fillStyle = look.muted;
    pen.fillText(words, x(time) + 5, height / 2);
  }
  pen.fillStyle = look.mark;
  marks.forEach((count, column) => {
    if (count > 0) pen.fillRect((column / marks.length) * width - 0.5, height - 7, Math.max(2, width / marks.length), 7);
  });
  if (!chosen) return;
  pen.fillStyle = look.accent;
  pen.globalAlpha = 0.25;
  pen.fillRect(x(chosen.start), 0, x(chosen.end) - x(chosen.start), height);
  pen.globalAlpha = 1;
}

/**
 * The positions of the ruler's lines, and their labels.
 * @param {Times} times
 * @param {number} width
 * @returns {Tick[]}
 */
function ticksOf({ view, start, format, steps }, width) {
  const most = Math.floor(width / kApart);
  if (format === 'window') {
    const { times } = roundTimes(0, view.end - view.start, most);
    return times.map((time) => ({ time: view.start + time, words: time === 0 ? '0' : `+${readableNs(time)}` }));
  }
  const ofStep = (/** @type {Step} */ step) => stepTicks(step, view, width);
  if (format === 'step' && steps.length > 0) return apart(steps.flatMap(ofStep), view, width);
  const { step, times } = roundTimes(start + view.start, start + view.end, most);
  return times.map((time) => ({ time: time - start, words: readableClock(time, step) }));
}

/**
 * The name of a step at its start, and round times after it if there is room.
 * @param {Step} step
 * @param {View} view
 * @param {number} width
 * @returns {Tick[]}
 */
function stepTicks({ start, end, name }, view, width) {
  const share = (Math.min(end, view.end) - Math.max(start, view.start)) / (view.end - view.start);
  const from = Math.max(0, view.start - start);
  const to = Math.min(end, view.end) - start;
  const { times } = roundTimes(from, to, Math.floor((share * width) / kApart));
  const ticks = times.filter((time) => time > 0 && start + time < end)
    .map((time) => ({ time: start + time, words: `${name} +${readableNs(time)}` }));
  return start >= view.start ? [{ time: start, words: name }, ...ticks] : ticks;
}

/**
 * Removes ticks whose labels would overlap.
 * @param {Tick[]} ticks  sorted by time
 * @param {View} view
 * @param {number} width
 */
function apart(ticks, view, width) {
  const least = ((kApart * 0.8) / width) * (view.end - view.start);
  /** @type {Tick[]} */
  const kept = [];
  for (const tick of ticks) if (kept.length === 0 || tick.time - kept[kept.length - 1].time >= least) kept.push(tick);
  return kept;
}
