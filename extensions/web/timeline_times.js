// The format of times: on the capture's clock, since the window's start, or within a step of the program's loop.

import { kTimeFormats } from './timeline_arrangement.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_arrangement.js').Arrangement} Arrangement */
/** @typedef {import('./timeline_arrangement.js').TimeFormat} TimeFormat */
/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_ruler.js').Step} Step */
/** @typedef {import('./timeline_stage.js').Stage} Stage */

export class Times {
  /**
   * @param {Stage} stage
   * @param {Arrangement} arrangement
   * @param {{drawn: () => Part[], rows: () => Line[], changed: () => void}} timeline  its rows from the top down
   */
  constructor(stage, arrangement, timeline) {
    this.stage_ = stage;
    this.arrangement_ = arrangement;
    this.timeline_ = timeline;
    for (const each of this.choices_())
      each.addEventListener('change', () => this.choose_(/** @type {TimeFormat} */ (each.value)));
  }

  choices_() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="times"]'));
  }

  // Applies the stored format.
  begin() {
    for (const each of this.choices_()) each.checked = each.value === this.arrangement_.times;
  }

  // Switches to the next format.
  turn() {
    this.choose_(kTimeFormats[(kTimeFormats.indexOf(this.arrangement_.times) + 1) % kTimeFormats.length]);
    this.begin();
  }

  /** @param {TimeFormat} format */
  choose_(format) {
    this.arrangement_.times = format;
    this.arrangement_.keep();
    this.timeline_.changed();
  }

  get format() {
    return this.arrangement_.times;
  }

  /**
   * The unmerged steps of a part: those of the first row of steps, which may be a pinned one.
   * @returns {Step[]}
   */
  steps() {
    if (this.format !== 'step') return [];
    const part = this.timeline_.drawn().find(({ only }) => !only);
    const line = this.timeline_.rows().find(({ id }) => id.startsWith('steps:'));
    const row = part?.rows.get(line?.key ?? '');
    if (!part || !row) return [];
    const { texts } = part.timeline;
    return row.starts.map((start, at) => ({ start, end: start + row.lengths[at], name: texts[row.names[at]], at }))
      .filter(({ at }) => texts[row.kinds[at]] === 'iteration');
  }

  /**
   * A time of the run in words.
   * @param {number} time  ns since the start of the run
   * @param {number} fineness  in ns
   */
  words(time, fineness) {
    const step = this.steps().find(({ start, end }) => time >= start && time < end);
    return step ? `${step.name} +${readableNs(time - step.start)}` : this.stage_.clockOf(time, fineness);
  }
}
