// The names of the rows as a tree: a click folds a row, its buttons pin and hide it, and a drag moves it; their
// width is adjustable.

import { byId, field, made } from './timeline_dom.js';
import { pathOf, wordsOf } from './timeline_rows.js';

/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Lines} Lines */
/** @typedef {import('./timeline_arrangement.js').Arrangement} Arrangement */
/**
 * `placed`: rows moved; `resized`: the width of names changed; `current`: the row with the keyboard focus.
 * @typedef {{placed: () => void, resized: () => void, choose: (line: Line) => void,
 *   current: () => Line | undefined}} Told
 */

const kDragPixels = 5;
// With more rows than this, only those near the screen have names.
const kAllNamed = 2000;
const kNamesStep = 16;
// The distance of a high row's name from the row that covers it.
const kNameTop = 4;
// A row of this height has room for a second line.
const kTwoLines = 38;
// If a name does not fit, an end of at most this length is kept.
const kShortEnd = 16;

export class Names {
  /**
   * @param {Lines} lines
   * @param {Arrangement} arrangement
   * @param {Told} told
   */
  constructor(lines, arrangement, told) {
    this.lines_ = lines;
    this.arrangement_ = arrangement;
    this.told_ = told;
    this.rows_ = byId('rows');
    this.sheet_ = byId('sheet');
    this.filter_ = field('row-filter');
    this.shown_ = '';
    this.placed_ = -1;
    this.filter_.addEventListener('input', () => {
      arrangement.filter = this.filter_.value;
      arrangement.keep();
      this.place();
    });
    this.filter_.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.filter_.value) return;
      event.stopPropagation();
      this.filter_.value = '';
      this.filter_.dispatchEvent(new Event('input'));
    });
    byId('hidden-all').addEventListener('click', () => this.showHidden());
    this.listenToEdge_();
  }

  // Applies the stored arrangement.
  begin() {
    this.filter_.value = this.arrangement_.filter;
    this.setWidth_(this.arrangement_.names);
  }

  /** Places the rows again, and updates their names where they changed. */
  place() {
    this.lines_.place();
    this.list();
  }

  /** Updates the names of the visible rows, if those changed. */
  list() {
    const { shown, height } = this.lines_;
    if (this.filter_.value !== this.arrangement_.filter) this.filter_.value = this.arrangement_.filter;
    const stays = this.lines_.stays(this.rows_.clientHeight);
    this.sheet_.style.height = `${Math.max(height, this.rows_.clientHeight)}px`;
    const near = this.near_();
    const now = [stays, ...near.map(({ key, name, top, end, folded, pinned, deepest }) =>
      `${key} ${top} ${end} ${folded} ${pinned} ${deepest} ${name}`), ...this.lines_.hidden().map(({ key }) => key)].join('\n');
    if (now === this.shown_) return;
    this.shown_ = now;
    const pinned = made('div', stays ? 'nsys-pinned' : 'nsys-pinned nsys-loose');
    pinned.setAttribute('role', 'none');
    /** @type {HTMLElement[]} */
    const names = [];
    for (const line of near) {
      if (line.pinned) pinned.append(this.name_(line));
      else if (line.isHead) names.push(this.room_(line));
      else names.push(this.name_(line));
    }
    // In the layout the canvas is as high as the screen, so sticky elements precede it.
    this.sheet_.replaceChildren(pinned, byId('chart'), ...names);
    this.mark();
    if (this.placed_ === this.lines_.placed) return;
    this.placed_ = this.lines_.placed;
    this.listHidden_();
    this.told_.placed();
  }

  // The rows with names: all, or of very many those that scrolling reaches next.
  near_() {
    const { shown } = this.lines_;
    if (shown.length <= kAllNamed) return shown;
    const { scrollTop, clientHeight } = this.rows_;
    const from = (Math.floor(scrollTop / clientHeight) - 1) * clientHeight;
    return shown.filter((line) => line.pinned || (line.end > from && line.top < from + 4 * clientHeight));
  }

  /** Marks the row with the keyboard focus. */
  mark() {
    const line = this.told_.current();
    const before = this.sheet_.querySelector('.nsys-row-current');
    before?.classList.remove('nsys-row-current');
    before?.setAttribute('aria-selected', 'false');
    const now = line && line.height > 0 ? document.getElementById(idOf(line)) : null;
    now?.classList.add('nsys-row-current');
    now?.setAttribute('aria-selected', 'true');
    if (now) this.rows_.setAttribute('aria-activedescendant', now.id);
    else this.rows_.removeAttribute('aria-activedescendant');
  }

  // A head stays in sight while any row of its group is.
  /** @param {Line} line */
  room_(line) {
    const room = made('div', 'nsys-head-room');
    room.setAttribute('role', 'none');
    room.style.top = `${line.top}px`;
    room.style.height = `${line.end - line.top}px`;
    room.style.zIndex = String(20 - Math.min(line.level, 9));
    const name = this.name_(line);
    name.style.top = `${(this.lines_.stays(this.rows_.clientHeight) ? this.lines_.pinnedHeight : 0) + line.stuck}px`;
    room.append(name);
    return room;
  }

  /** @param {Line} line */
  name_(line) {
    const name = made('div', `nsys-row-name nsys-level-${line.pinned ? 0 : Math.min(line.level, 3)}`);
    name.id = idOf(line);
    name.style.top = `${line.top}px`;
    name.style.height = `${line.height}px`;
    name.title = pathOf(line);
    name.setAttribute('role', 'treeitem');
    name.setAttribute('aria-level', String(line.pinned ? 1 : line.level + 1));
    name.setAttribute('aria-selected', 'false');
    const words = wordsOf(line);
    name.setAttribute('aria-label', line.pinned ? `${words}, pinned` : words);
    const text = line.height < kTwoLines ? nameInLine(words) : made('span', 'nsys-row-text nsys-two-lines', words);
    if (!line.isHead) text.style.top = `${this.lines_.coverOf(line, this.rows_.clientHeight) + kNameTop}px`;
    name.append(text);
    // Created on demand, because there may be thousands of rows.
    name.addEventListener('pointerenter', () => name.append(this.tools_(line)), { once: true });
    if (line.isGroup) {
      name.classList.add('nsys-group');
      name.setAttribute('aria-expanded', String(!line.folded));
    }
    name.addEventListener('pointerdown', (event) => this.press_(event, line));
    return name;
  }

  /** @param {Line} line */
  tools_(line) {
    const tools = made('span', 'nsys-row-tools');
    if (!line.isHead) tools.append(this.tool_(line.pinned ? 'Unpin' : 'Pin to the top', line.pinned ? 'unpin' : 'pin', () => this.pin(line)));
    tools.append(this.tool_('Hide', 'hide', () => this.hide(line)));
    return tools;
  }

  /**
   * @param {string} words
   * @param {string} sign
   * @param {() => void} act
   */
  tool_(words, sign, act) {
    const tool = made('button', `nsys-row-tool nsys-${sign}`);
    tool.type = 'button';
    // The keyboard has its own keys for it.
    tool.tabIndex = -1;
    tool.title = words;
    tool.setAttribute('aria-label', words);
    tool.addEventListener('pointerdown', (event) => event.stopPropagation());
    tool.addEventListener('click', act);
    return tool;
  }

  /** @param {Line} line */
  pin(line) {
    if (line.isHead) return;
    this.arrangement_.togglePin(line);
    this.place();
  }

  /** @param {Line} line */
  hide(line) {
    this.arrangement_.hide(line);
    this.place();
  }

  /** @param {string} [key]  by default all of them */
  showHidden(key) {
    this.arrangement_.unhide(key);
    this.place();
    if (this.lines_.hidden().length === 0) byId('hidden').removeAttribute('open');
  }

  /** @param {Line} line */
  fold(line) {
    this.arrangement_.toggleFold(line);
    this.place();
  }

  /**
   * @param {Line} line
   * @param {1 | -1} step
   */
  move(line, step) {
    this.arrangement_.move(line, this.lines_.beside(line), step);
    this.place();
  }

  listHidden_() {
    const hidden = this.lines_.hidden();
    byId('hidden').hidden = hidden.length === 0;
    byId('hidden-count').textContent = `${hidden.length} hidden`;
    byId('hidden-list').replaceChildren(...hidden.map((line) => {
      const button = made('button', 'nsys-menu-item', pathOf(line));
      button.type = 'button';
      button.addEventListener('click', () => this.showHidden(line.key));
      return button;
    }));
  }

  /**
   * A press folds a group or selects a row; a drag moves it among its siblings.
   * @param {PointerEvent} down
   * @param {Line} line
   */
  press_(down, line) {
    if (down.button !== 0) return;
    const name = /** @type {HTMLElement} */ (down.currentTarget);
    let moved = false;
    const over = new AbortController();
    document.addEventListener('pointermove', (event) => {
      moved ||= Math.abs(event.clientY - down.clientY) > kDragPixels;
      if (moved) this.dragTo_(line, event.clientY);
    }, { signal: over.signal });
    const stop = (/** @type {PointerEvent} */ event) => {
      over.abort();
      document.body.classList.remove('nsys-moving');
      if (moved || event.type !== 'pointerup' || !name.contains(/** @type {Node} */ (event.target))) return;
      if (line.isGroup) this.fold(line);
      else this.told_.choose(line);
    };
    document.addEventListener('pointerup', stop, { signal: over.signal });
    document.addEventListener('pointercancel', stop, { signal: over.signal });
  }

  /**
   * @param {Line} line
   * @param {number} y  on the page
   */
  dragTo_(line, y) {
    document.body.classList.add('nsys-moving');
    const beside = this.lines_.beside(line);
    const at = beside.indexOf(line);
    const place = y - this.sheet_.getBoundingClientRect().top + (line.pinned ? -this.rows_.scrollTop : 0);
    const above = beside[at - 1];
    const below = beside[at + 1];
    if (above && place < (above.top + above.end) / 2) this.move(line, -1);
    else if (below && place > (below.top + below.end) / 2) this.move(line, 1);
  }

  listenToEdge_() {
    const edge = byId('names-edge');
    edge.addEventListener('pointerdown', (down) => {
      const from = this.width - down.clientX;
      const over = new AbortController();
      edge.setPointerCapture(down.pointerId);
      edge.addEventListener('pointermove', (event) => this.resize_(from + event.clientX), { signal: over.signal });
      for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
        edge.addEventListener(end, () => over.abort(), { signal: over.signal });
    });
    edge.addEventListener('dblclick', () => this.resize_(0));
    edge.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -kNamesStep, ArrowRight: kNamesStep }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.resize_(this.width + by);
    });
  }

  get width() {
    return Math.round(byId('span-box').getBoundingClientRect().width);
  }

  /** @param {number} width  0 means the page's default */
  resize_(width) {
    this.arrangement_.setNames(width);
    this.setWidth_(this.arrangement_.names);
    this.told_.resized();
  }

  /** @param {number} width */
  setWidth_(width) {
    const { style } = byId('timeline');
    if (width > 0) style.setProperty('--nsys-names-width', `${width}px`);
    else style.removeProperty('--nsys-names-width');
    byId('names-edge').setAttribute('aria-valuenow', String(this.width));
  }
}

/**
 * The distinctive part of a row's name is at its end: "Stream 7 · overlapping".
 * @param {string} words
 */
function nameInLine(words) {
  const text = made('span', 'nsys-row-text');
  const at = words.lastIndexOf(' · ');
  const parted = at > 0 && words.length - at <= kShortEnd;
  const head = made('span', 'nsys-row-head', parted ? words.slice(0, at) : words);
  text.append(head);
  if (!parted) return text;
  head.style.maxWidth = `calc(100% - ${words.length - at}ch)`;
  text.append(words.slice(at));
  return text;
}

/** @param {Line} line */
function idOf({ key }) {
  return `row${key.replaceAll('/', '-')}`;
}
