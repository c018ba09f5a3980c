// The strip of the entire run: how busy each GPU was, and a window on it that the mouse or the keyboard moves.
//
// The server computes the drawing and its parts; a window is a range of these parts, so that this file only
// computes screen positions.

/** @typedef {{start: number, end: number}} Range  Parts of the run, without the end. */
/** @typedef {{name: string, words: string, busy: number[]}} Gpu  Busy in thousandths, by part. */
/** @typedef {{parts: number, ticks: {at: number, text: string}[], gpus: Gpu[]}} Drawing */
/** @typedef {Drawing & {shownStart: number, shownEnd: number}} Strip */
/** @typedef {{names: HTMLElement, chart: HTMLElement, ticks: HTMLElement}} Places */
/** @typedef {{choose: (range: Range) => void, open: (range: Range) => void}} Actions */

const kSvg = 'http://www.w3.org/2000/svg';
// The maximum movement of a click, and the distance at which a border can be grabbed, in CSS pixels.
const kSlack = 5;

export class StripView {
  /**
   * @param {Strip} strip
   * @param {Places} places
   * @param {Actions} actions  `choose` while a person chooses a window, `open` at the end.
   */
  constructor(strip, places, actions) {
    this.parts_ = strip.parts;
    this.chart_ = places.chart;
    this.actions_ = actions;
    /** @type {Range} */
    this.shown_ = { start: strip.shownStart, end: strip.shownEnd };
    this.range_ = this.shown_;
    drawStrip(strip, places);
    this.window_ = element('div', 'nsys-strip-window');
    this.chart_.append(this.window_);
    this.chart_.setAttribute('aria-valuemax', String(strip.parts));
    this.chart_.addEventListener('pointerdown', (event) => this.drag_(event));
    this.chart_.addEventListener('pointermove', (event) => this.hint_(event));
    this.chart_.addEventListener('keydown', (event) => this.press_(event));
    this.place_(this.shown_);
  }

  get whole() {
    return { start: 0, end: this.parts_ };
  }

  get chosen() {
    return this.range_;
  }

  get shown() {
    return this.shown_;
  }

  /** @param {Range} range  The range that Perfetto shows now. */
  show(range) {
    this.shown_ = range;
    this.place_(range);
  }

  /** @param {string} words */
  describe(words) {
    this.chart_.setAttribute('aria-valuetext', words);
  }

  /** @param {Range} range */
  place_({ start, end }) {
    this.range_ = { start, end };
    const all = start === 0 && end === this.parts_;
    this.window_.hidden = all;
    this.window_.style.left = `${(100 * start) / this.parts_}%`;
    this.window_.style.width = `${(100 * (end - start)) / this.parts_}%`;
    this.chart_.setAttribute('aria-valuenow', String(start));
  }

  /** @param {Range} range */
  choose_(range) {
    this.place_(range);
    this.actions_.choose(range);
  }

  /** @param {number} x  The position of a pointer. */
  partAt_(x) {
    const box = this.chart_.getBoundingClientRect();
    return ((x - box.left) / box.width) * this.parts_;
  }

  /**
   * The part of the window that a press at this position grabs.
   * @param {number} x
   * @returns {'start' | 'end' | 'window' | 'new'}
   */
  holdAt_(x) {
    if (this.window_.hidden) return 'new';
    const box = this.window_.getBoundingClientRect();
    if (Math.abs(x - box.right) <= kSlack) return 'end';
    if (Math.abs(x - box.left) <= kSlack) return 'start';
    return x > box.left && x < box.right ? 'window' : 'new';
  }

  /** @param {PointerEvent} event */
  hint_(event) {
    if (event.buttons === 0) this.chart_.dataset.hold = this.holdAt_(event.clientX);
  }

  /** @param {PointerEvent} press */
  drag_(press) {
    if (press.button !== 0) return;
    this.chart_.setPointerCapture(press.pointerId);
    const hold = this.holdAt_(press.clientX);
    const before = this.range_;
    const from = this.partAt_(press.clientX);
    let moved = false;
    /** @param {PointerEvent} event */
    const move = (event) => {
      moved ||= Math.abs(event.clientX - press.clientX) >= kSlack;
      if (moved) this.choose_(this.dragged_(hold, before, from, this.partAt_(event.clientX)));
    };
    const over = new AbortController();
    /** @param {PointerEvent} event */
    const end = (event) => {
      over.abort();
      if (event.type !== 'pointerup') this.choose_(before);
      else if (moved) this.actions_.open(this.range_);
    };
    this.chart_.addEventListener('pointermove', move, { signal: over.signal });
    this.chart_.addEventListener('pointerup', end, { signal: over.signal });
    this.chart_.addEventListener('pointercancel', end, { signal: over.signal });
  }

  /**
   * @param {'start' | 'end' | 'window' | 'new'} hold
   * @param {Range} before
   * @param {number} from
   * @param {number} to
   */
  dragged_(hold, before, from, to) {
    if (hold === 'window') return this.moved_(before, Math.round(to - from));
    const fixed = hold === 'start' ? before.end : hold === 'end' ? before.start : from;
    return this.within_(Math.min(fixed, to), Math.max(fixed, to));
  }

  /**
   * Whole parts inside the run, at least one.
   * @param {number} start
   * @param {number} end
   */
  within_(start, end) {
    const first = Math.min(Math.max(Math.floor(start), 0), this.parts_ - 1);
    return { start: first, end: Math.max(Math.min(Math.ceil(end), this.parts_), first + 1) };
  }

  /**
   * @param {Range} range
   * @param {number} by
   */
  moved_({ start, end }, by) {
    const step = Math.min(Math.max(by, -start), this.parts_ - end);
    return { start: start + step, end: end + step };
  }

  /**
   * @param {Range} range
   * @param {number} times  The factor by which it grows, about its middle.
   */
  scaled_({ start, end }, times) {
    const middle = (start + end) / 2;
    const half = Math.max(((end - start) * times) / 2, 0.5);
    const wide = this.within_(middle - half, middle + half);
    // Widens the other side if one side is at its end.
    return times > 1 && wide.end - wide.start === end - start ? this.within_(start - 1, end + 1) : wide;
  }

  /** @param {KeyboardEvent} event */
  press_(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { start, end } = this.range_;
    const step = event.shiftKey ? 1 : Math.max(1, Math.round((end - start) / 4));
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.choose_(this.moved_(this.range_, -step)),
      ArrowRight: () => this.choose_(this.moved_(this.range_, step)),
      Home: () => this.choose_(this.moved_(this.range_, -this.parts_)),
      End: () => this.choose_(this.moved_(this.range_, this.parts_)),
      '+': () => this.choose_(this.scaled_(this.range_, 0.5)),
      '=': () => this.choose_(this.scaled_(this.range_, 0.5)),
      '-': () => this.choose_(this.scaled_(this.range_, 2)),
      Enter: () => this.actions_.open(this.range_),
      Escape: () => this.choose_(this.shown_),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
function element(tag, name, text = '') {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/**
 * @param {Drawing} strip
 * @param {Places} places
 */
export function drawStrip(strip, { names, chart, ticks }) {
  for (const gpu of strip.gpus) {
    const name = element('span', 'nsys-strip-name', gpu.name);
    name.title = gpu.words;
    names.append(name);
    chart.append(busyOf(gpu, strip.parts));
  }
  if (strip.gpus.length === 0) chart.append(element('span', 'nsys-strip-none', 'Nothing ran on a GPU.'));
  chart.classList.toggle('nsys-strip-many', strip.gpus.length > 4);
  names.classList.toggle('nsys-strip-many', strip.gpus.length > 4);
  for (const { at, text } of strip.ticks) {
    const tick = element('span', 'nsys-strip-tick', text);
    tick.style.left = `${100 * at}%`;
    tick.classList.toggle('nsys-strip-last', at > 0.94);
    ticks.append(tick);
  }
}

/**
 * @param {Gpu} gpu
 * @param {number} parts
 */
function busyOf(gpu, parts) {
  const picture = document.createElementNS(kSvg, 'svg');
  picture.setAttribute('class', 'nsys-strip-row');
  picture.setAttribute('viewBox', `0 0 ${parts} 1000`);
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', gpu.words);
  let line = 'M0 1000';
  gpu.busy.forEach((busy, part) => {
    if (busy !== gpu.busy[part - 1]) line += `V${1000 - busy}`;
    if (busy !== gpu.busy[part + 1]) line += `H${part + 1}`;
  });
  const area = document.createElementNS(kSvg, 'path');
  area.setAttribute('d', `${line}V1000Z`);
  picture.append(area);
  return picture;
}
