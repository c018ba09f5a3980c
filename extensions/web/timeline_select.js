// A part of the run that a person selects over rows or on the ruler, with its duration and its statistics below the
// rows. The server computes and phrases everything.

import { drawBlock } from './page.js';
import { byId, field, made } from './timeline_dom.js';
import { feed } from './timeline_feed.js';
import { surroundings } from './timeline_surroundings.js';
import { readableNs, secondsOf } from './timeline_time.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Lines} Lines */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_svg.js').Pen} Pen */
/** @typedef {import('./timeline_slices.js').Slice} Slice */
/** @typedef {{page: import('./page.js').Page, command: string, skills?: string[]}} Measured */
/**
 * `changed`: the part or its place on the screen changed; `resized`: the height for the rows changed;
 * `marked`: a bookmark was added; `follow`: goes to a target; `perfettoOf`: the address of a part in Perfetto.
 * @typedef {{changed: () => void, resized: () => void, marked: () => void, follow: (target: string) => void,
 *   failed: (error: unknown) => void, perfettoOf: (part: View) => string | undefined}} Told
 */

const kParts = ['times', 'causes', 'names'];
const kAskAfterMs = 60;
const kLabelRoom = 8;

export class Selection {
  /**
   * @param {{stage: Stage, lines: Lines}} timeline
   * @param {Told} told
   */
  constructor({ stage, lines }, told) {
    this.stage_ = stage;
    this.lines_ = lines;
    this.told_ = told;
    /** @type {View | undefined} */
    this.range = undefined;
    // The keys of the first and the last selected row; undefined means all rows.
    /** @type {[string, string] | undefined} */
    this.rows_ = undefined;
    this.command_ = '';
    this.skill_ = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer_ = undefined;
    this.box_ = byId('measured');
    this.listen_();
  }

  /**
   * Selects whole ns of the run, on the rows between two rows.
   * @param {View} range
   * @param {Line} [from]  Without it, on all rows.
   * @param {Line} [to]
   */
  select(range, from, to = from) {
    const { length } = this.stage_.run;
    const start = Math.round(Math.min(Math.max(0, range.start), length));
    const end = Math.round(Math.min(Math.max(start + 1, range.end), length));
    if (end <= start) return;
    this.range = { start, end };
    this.rows_ = from && to ? [from.key, to.key] : undefined;
    this.told_.changed();
    clearTimeout(this.timer_);
    this.timer_ = setTimeout(() => this.measure_(), kAskAfterMs);
  }

  /**
   * Begins or ends the range at a slice, or at the edge of the view if there is none.
   * @param {'start' | 'end'} side
   * @param {Slice | undefined} slice
   */
  set(side, slice) {
    const { view } = this.stage_;
    const at = slice ? (side === 'start' ? slice.start : slice.start + slice.length) : view[side];
    const other = side === 'start' ? 'end' : 'start';
    const beyond = this.range && (side === 'start' ? this.range.end > at : this.range.start < at);
    const range = { ...view, ...(beyond && this.range), [side]: at };
    if (range.end <= range.start) range[other] = view[other];
    const lines = slice ? this.linesOf_(slice.line) : undefined;
    this.select(range, ...(lines ?? []));
  }

  /**
   * Extends the selected rows to another one, from the top down.
   * @param {Line} line
   * @returns {[Line, Line]}
   */
  linesOf_(line) {
    const places = this.chosenLines_().concat(this.range && !this.rows_ ? [] : [line])
      .map((each) => this.lines_.shown.indexOf(each)).filter((at) => at >= 0);
    const { shown } = this.lines_;
    return [shown[Math.min(...places)] ?? line, shown[Math.max(...places)] ?? line];
  }

  clear() {
    if (!this.range) return false;
    this.range = undefined;
    this.rows_ = undefined;
    clearTimeout(this.timer_);
    for (const part of kParts) feed.drop(`measured ${part}`);
    feed.drop('measured skill');
    this.box_.hidden = true;
    byId('timeline').classList.remove('nsys-measures');
    this.told_.resized();
    this.told_.changed();
    return true;
  }

  zoom() {
    if (this.range) this.stage_.showAround(this.range);
  }

  // The rows between the two, and none if all are selected.
  chosenLines_() {
    if (!this.rows_) return [];
    const { shown } = this.lines_;
    const [from, to] = this.rows_.map((key) => this.placeOf_(key));
    return from < 0 || to < 0 ? [] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  /**
   * The index of a row among the visible ones, or of the folded group that contains it.
   * @param {string} key
   */
  placeOf_(key) {
    const { shown } = this.lines_;
    for (let each = key; each; each = each.slice(0, each.lastIndexOf('/'))) {
      const at = shown.findIndex((line) => line.key === each);
      if (at >= 0) return at;
    }
    return -1;
  }

  /** The parameters of a request except the part of the run. */
  asked_() {
    /** @type {Set<string>} */
    const ids = new Set();
    const add = (/** @type {Line} */ line) => {
      if (line.id) ids.add(line.id);
      else line.children.forEach(add);
    };
    this.chosenLines_().forEach(add);
    const window = this.stage_.windowOf(/** @type {View} */ (this.range));
    return ids.size > 0 ? { window, rows: [...ids] } : { window };
  }

  // Shows each part of the statistics as soon as it arrives.
  measure_() {
    if (!this.range) return;
    this.box_.hidden = false;
    byId('timeline').classList.add('nsys-measures');
    const range = this.range;
    byId('measured-name').textContent = readableNs(range.end - range.start);
    const names = this.chosenLines_().map(({ name }) => name);
    byId('measured-rows').textContent = names.length === 0 ? 'on all rows'
      : names.length === 1 ? `on ${names[0]}` : `on ${names[0]} to ${names[names.length - 1]}`;
    byId('measured-all').hidden = names.length === 0;
    byId('measured-said').textContent = '';
    const perfetto = this.told_.perfettoOf(range);
    byId('measured-perfetto').hidden = !perfetto;
    if (perfetto) byId('measured-perfetto').setAttribute('href', perfetto);
    for (const part of kParts) this.read_(part);
    if (this.skill_) this.ask(this.skill_);
    this.told_.resized();
  }

  /** @param {string} part */
  async read_(part) {
    const box = byId(`measured-${part}`);
    box.setAttribute('aria-busy', 'true');
    try {
      const measured = await feed.newest(`measured ${part}`, (signal) => feed.measure({ ...this.asked_(), part }, signal));
      if (!measured) return;
      this.draw_(box, measured);
      if (measured.skills) {
        this.setCommand_(measured.command);
        byId('measured-skills').replaceChildren(...measured.skills.map((name) => new Option(name, name)));
      }
    } catch (error) {
      box.replaceChildren(made('p', 'nsys-paragraph', error instanceof Error ? error.message : String(error)));
    }
    box.setAttribute('aria-busy', 'false');
  }

  /**
   * @param {HTMLElement} box
   * @param {Measured} measured
   */
  draw_(box, { page }) {
    const drawn = page.blocks.map((block) => drawBlock(block)).filter((block) => block !== undefined);
    box.replaceChildren(...drawn);
  }

  /**
   * Runs a skill on the selection, given as its name and parameters.
   * @param {string} skill
   */
  async ask(skill) {
    this.skill_ = skill.trim();
    const box = byId('measured-answer');
    if (!this.skill_) {
      box.replaceChildren();
      return;
    }
    box.setAttribute('aria-busy', 'true');
    try {
      const asked = { ...this.asked_(), skill: this.skill_ };
      const measured = await feed.newest('measured skill', (signal) => feed.measure(asked, signal));
      if (!measured) return;
      this.draw_(box, measured);
      this.setCommand_(measured.command);
    } catch (error) {
      box.replaceChildren(made('p', 'nsys-paragraph', error instanceof Error ? error.message : String(error)));
    }
    box.setAttribute('aria-busy', 'false');
  }

  /** @param {string} command */
  setCommand_(command) {
    this.command_ = command;
    byId('measured-copy').title = command;
  }

  goToFlame_() {
    if (!this.range) return;
    const { startNs, endNs } = this.stage_.windowOf(this.range);
    surroundings.go({ view: 'flame', params: { from: secondsOf(startNs), to: secondsOf(endNs) } });
  }

  async copy_() {
    try {
      await navigator.clipboard.writeText(this.command_);
      byId('measured-said').textContent = `Copied: ${this.command_}`;
    } catch {
      // Shows the command if the page may not use the clipboard, so that the person can copy it.
      byId('measured-said').textContent = this.command_;
      getSelection()?.selectAllChildren(byId('measured-said'));
    }
  }

  async bookmark_() {
    const name = field('measured-bookmark-name').value.trim();
    if (!name || !this.range) return;
    try {
      const { file } = await feed.bookmark({ window: this.stage_.windowOf(this.range), name });
      byId('measured-said').textContent = `“${name}” is kept in ${file}`;
      byId('measured-bookmark').hidden = true;
      this.told_.marked();
    } catch (error) {
      byId('measured-said').textContent = error instanceof Error ? error.message : String(error);
    }
  }

  listen_() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener('click', act);
    on('measured-close', () => this.clear());
    on('measured-zoom', () => this.zoom());
    on('measured-flame', () => this.goToFlame_());
    on('measured-copy', () => this.copy_());
    on('measured-all', () => { if (this.range) this.select(this.range); });
    on('measured-mark', () => {
      byId('measured-bookmark').hidden = !byId('measured-bookmark').hidden;
      field('measured-bookmark-name').focus();
    });
    byId('measured-bookmark').addEventListener('submit', (event) => {
      event.preventDefault();
      this.bookmark_();
    });
    byId('measured-ask').addEventListener('submit', (event) => {
      event.preventDefault();
      this.ask(field('measured-skill').value);
    });
    const follow = (/** @type {Event} */ event) => {
      const at = event.target instanceof HTMLElement ? event.target.closest('[data-target]') : null;
      if (!(at instanceof HTMLElement) || !at.dataset.target) return;
      if (event instanceof KeyboardEvent && !['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      this.told_.follow(at.dataset.target);
    };
    this.box_.addEventListener('click', follow);
    this.box_.addEventListener('keydown', follow);
  }

  /**
   * Draws behind the rows, or on top of them.
   * @param {Pen} pen
   * @param {Look} look
   * @param {Scene} scene
   * @param {{width: number, height: number}} size
   */
  draw(pen, look, { view, rows }, { width, height }) {
    if (!this.range) return;
    const [left, right] = this.sides_(view, width);
    if (right < 0 || left > width) return;
    const chosen = new Set(this.chosenLines_());
    const spans = rows.filter(({ line }) => chosen.has(line)).map(({ line, y, least }) => [Math.max(y, least), y + line.height]);
    const places = chosen.size === 0 ? [[0, height]] : spans.filter(([top, foot]) => foot > top);
    pen.fillStyle = look.accent;
    for (const [top, foot] of places) {
      pen.globalAlpha = 0.16;
      pen.fillRect(left, top, right - left, foot - top);
    }
    pen.globalAlpha = 0.9;
    for (const [top, foot] of places) {
      pen.fillRect(left - 0.5, top, 1, foot - top);
      pen.fillRect(right - 0.5, top, 1, foot - top);
    }
    pen.globalAlpha = 1;
  }

  /**
   * Draws on the ruler, with its duration.
   * @param {Pen} pen
   * @param {Look} look
   * @param {View} view
   * @param {{width: number, height: number}} size
   */
  drawOnRuler(pen, look, view, { width, height }) {
    if (!this.range) return;
    const [left, right] = this.sides_(view, width);
    if (right < 0 || left > width) return;
    const words = readableNs(this.range.end - this.range.start);
    pen.font = `600 11px ${look.font}`;
    const room = pen.measureText(words).width + 2 * kLabelRoom;
    const middle = (Math.max(0, left) + Math.min(width, right)) / 2;
    const from = Math.min(Math.max(0, middle - room / 2), width - room);
    pen.fillStyle = look.accent;
    pen.fillRect(left, height - 3, Math.max(1, right - left), 3);
    pen.fillStyle = look.ground;
    pen.fillRect(from, 4, room, height - 9);
    pen.strokeStyle = look.accent;
    pen.lineWidth = 1;
    pen.strokeRect(from + 0.5, 4.5, room - 1, height - 10);
    pen.fillStyle = look.text;
    pen.textBaseline = 'middle';
    pen.fillText(words, from + kLabelRoom, height / 2);
  }

  /**
   * @param {View} view
   * @param {number} width
   * @returns {[number, number]}
   */
  sides_(view, width) {
    const x = (/** @type {number} */ time) => ((time - view.start) / (view.end - view.start)) * width;
    const { start, end } = /** @type {View} */ (this.range);
    return [Math.max(-2, x(start)), Math.min(width + 2, x(end))];
  }
}
