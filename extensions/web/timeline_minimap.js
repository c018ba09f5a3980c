// The entire run in one strip, with a window for the visible part that a person drags, resizes and moves by keys.

import { byId } from './timeline_dom.js';
import { Surface } from './timeline_surface.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_theme.js').Look} Look */
/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_rows.js').Row} Row */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/** @typedef {import('./timeline_svg.js').Pen} Pen */

export const kMinimapHeight = 44;
const kEdge = 6;
const kLeastWindow = 6;
const kMostLanes = 8;

export class Minimap {
  /**
   * @param {Stage} stage
   * @param {Look} look
   */
  constructor(stage, look) {
    this.stage_ = stage;
    this.look_ = look;
    this.surface_ = new Surface(/** @type {HTMLCanvasElement} */ (byId('minimap')));
    // The run, which does not change while the window moves.
    this.behind_ = new Surface(document.createElement('canvas'));
    /** @type {Row[]} */
    this.lanes_ = [];
    const { canvas } = this.surface_;
    canvas.addEventListener('pointerdown', (event) => this.drag_(event));
    canvas.addEventListener('pointermove', (event) => this.point_(event));
    canvas.addEventListener('keydown', (event) => this.press_(event));
  }

  get width() {
    return this.surface_.width;
  }

  /** @param {Part} part  all of the run */
  show({ timeline }) {
    const busy = timeline.rows.filter(({ id }) => id.startsWith('busy:'));
    const others = timeline.rows.filter(({ lengths }) => lengths.length > 0);
    this.lanes_ = (busy.length > 0 ? busy : others).slice(0, kMostLanes);
    this.paint();
  }

  /** @param {number} width */
  resize(width) {
    this.surface_.resize(width, kMinimapHeight);
    this.behind_.resize(width, kMinimapHeight);
    this.paint();
  }

  // Redraws after a change of the run, the size or the theme.
  paint() {
    this.behind_.clear();
    this.drawRun_(this.behind_.pen);
    this.draw();
  }

  draw() {
    const { pen, canvas } = this.surface_;
    this.surface_.clear();
    if (this.behind_.canvas.width > 0) pen.drawImage(this.behind_.canvas, 0, 0, this.width, kMinimapHeight);
    this.drawWindow_(pen);
    const { view, run } = this.stage_;
    canvas.setAttribute('aria-valuenow', String(Math.round((view.start / run.length) * 100)));
    canvas.setAttribute('aria-valuetext', `${readableNs(this.stage_.span)} from ${this.stage_.clockOf(view.start, this.stage_.span / 100)}`);
  }

  /**
   * Draws everything with any pen.
   * @param {Pen} pen
   */
  drawOn(pen) {
    this.drawRun_(pen);
    this.drawWindow_(pen);
  }

  /** @param {Pen} pen */
  drawRun_(pen) {
    const room = kMinimapHeight / Math.max(1, this.lanes_.length);
    pen.fillStyle = this.look_.colours.of('counter', undefined).fill;
    this.lanes_.forEach((row, lane) => {
      const foot = (lane + 1) * room - 1;
      const high = room - 3;
      for (let at = 0; at < row.starts.length; at += 1) {
        const end = row.values.length > 0
          ? row.starts[at + 1] ?? this.stage_.run.length : row.starts[at] + row.lengths[at];
        const share = row.values.length > 0 ? Math.min(1, row.values[at] / 100) : row.depths[at] === 0 ? 0.7 : 0;
        if (share <= 0) continue;
        const left = this.x_(row.starts[at]);
        pen.fillRect(left, foot - share * high, Math.max(0.5, this.x_(end) - left), share * high);
      }
    });
  }

  /** @param {Pen} pen */
  drawWindow_(pen) {
    const { left, right } = this.window_();
    pen.fillStyle = this.look_.ground;
    pen.globalAlpha = 0.66;
    pen.fillRect(0, 0, left, kMinimapHeight);
    pen.fillRect(right, 0, this.width - right, kMinimapHeight);
    pen.globalAlpha = 1;
    pen.strokeStyle = this.look_.accent;
    pen.lineWidth = 2;
    pen.strokeRect(left + 1, 1, right - left - 2, kMinimapHeight - 2);
    pen.fillStyle = this.look_.accent;
    for (const x of [left, right - 4]) pen.fillRect(x, kMinimapHeight / 2 - 8, 4, 16);
  }

  /** @param {number} time */
  x_(time) {
    return (time / this.stage_.run.length) * this.width;
  }

  // Wide enough to see and to grab.
  window_() {
    const { view } = this.stage_;
    const left = this.x_(view.start);
    const right = this.x_(view.end);
    const beside = Math.max(0, (kLeastWindow - (right - left)) / 2);
    return { left: Math.max(0, left - beside), right: Math.min(this.width, right + beside) };
  }

  /** @param {MouseEvent} event */
  timeAt_(event) {
    const box = this.surface_.canvas.getBoundingClientRect();
    return ((event.clientX - box.left) / this.width) * this.stage_.run.length;
  }

  /**
   * The part of the window at that position.
   * @param {MouseEvent} event
   * @returns {'start' | 'end' | 'inside' | 'outside'}
   */
  partAt_(event) {
    const x = this.x_(this.timeAt_(event));
    const { left, right } = this.window_();
    const isWide = right - left > 4 * kEdge;
    if (isWide && Math.abs(x - left) <= kEdge) return 'start';
    if (isWide && Math.abs(x - right) <= kEdge) return 'end';
    return x >= left - kEdge && x <= right + kEdge && !this.stage_.isWhole ? 'inside' : 'outside';
  }

  /** @param {PointerEvent} event */
  point_(event) {
    if (event.buttons !== 0) return;
    const part = this.partAt_(event);
    this.surface_.canvas.style.cursor = part === 'inside' ? 'grab' : part === 'outside' ? 'crosshair' : 'ew-resize';
  }

  // A drag inside the window moves it, at its edges resizes it, and outside draws a new one; a click outside moves
  // it there.
  /** @param {PointerEvent} down */
  drag_(down) {
    if (down.button !== 0) return;
    const { canvas } = this.surface_;
    const part = this.partAt_(down);
    const { view } = this.stage_;
    const from = this.timeAt_(down);
    let moved = false;
    const over = new AbortController();
    canvas.setPointerCapture(down.pointerId);
    canvas.addEventListener('pointermove', (event) => {
      moved ||= Math.abs(event.clientX - down.clientX) > 3;
      if (!moved) return;
      const at = Math.min(Math.max(0, this.timeAt_(event)), this.stage_.run.length);
      if (part === 'inside') this.stage_.moveTo(view.start + at - from);
      else if (part === 'start') this.stage_.show(Math.min(at, view.end), Math.max(at, view.end));
      else if (part === 'end') this.stage_.show(Math.min(at, view.start), Math.max(at, view.start));
      else this.stage_.show(Math.min(at, from), Math.max(at, from));
    }, { signal: over.signal });
    const stop = (/** @type {PointerEvent} */ event) => {
      over.abort();
      if (!moved && part === 'outside' && event.type === 'pointerup') this.stage_.moveTo(from - this.stage_.span / 2);
    };
    canvas.addEventListener('pointerup', stop, { signal: over.signal });
    canvas.addEventListener('pointercancel', stop, { signal: over.signal });
  }

  // Other keys keep their usual function.
  /** @param {KeyboardEvent} event */
  press_(event) {
    const { run, span } = this.stage_;
    /** @type {Record<string, () => void>} */
    const keys = {
      PageUp: () => this.stage_.move(-1), PageDown: () => this.stage_.move(1),
      Home: () => this.stage_.moveTo(0), End: () => this.stage_.moveTo(run.length - span),
      ArrowUp: () => this.stage_.zoom(0.5), ArrowDown: () => this.stage_.zoom(2),
    };
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}
