// nsys-ai's own timeline of a profile: any part of the run, as fine as the screen, with a card for what is
// selected. Each part that is looked at comes from the server.

import { Chart, hasPieces, sliceOf } from './timeline_chart.js';
import { Details, pathOf } from './timeline_details.js';
import { feed } from './timeline_feed.js';
import { Find } from './timeline_find.js';
import { Parts, placeOf } from './timeline_parts.js';
import { listenToPointer } from './timeline_pointer.js';
import { kSliceHeight, Lines, partOf } from './timeline_rows.js';
import { readableClock, readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_chart.js').View} View */
/** @typedef {import('./timeline_chart.js').Slice} Slice */

const kAskAfterMs = 40;
const kShortestNs = 20;
// What was found is at least so wide, else it is shown so wide.
const kLeastPixels = 3;
const kFoundPixels = 24;

const config = JSON.parse(byId('config').textContent ?? '{}');
const chart = new Chart(/** @type {HTMLCanvasElement} */ (byId('chart')));
const ruler = new Chart(/** @type {HTMLCanvasElement} */ (byId('ruler')));
const rowsBox = byId('rows');
const lines = new Lines();
const find = new Find({ clock, reveal: goTo, changed });
const details = new Details(clockOf);

// The start is on the capture's clock, which may be beyond what a number holds exactly.
let run = { start: 0n, length: 1 };
/** @type {View} */
let view = { start: 0, end: 1 };
// All of the run, as it was read first.
/** @type {Part | undefined} */
let whole;
// What rows are listed of: the part that the view was drawn from last, once it was there.
/** @type {Part | undefined} */
let listed;
const known = new Parts();
/** @type {Slice | undefined} */
let selected;
// What is selected as soon as a part comes in which it stands alone.
/** @type {import('./timeline_find.js').Match | undefined} */
let sought;
/** @type {View | undefined} */
let chosen;
/** @type {Line | undefined} */
let current;
// The part that is being asked for.
let reading = { key: '', stop: new AbortController() };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let drawing = 0;

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

// Drawn is one part alone, which the view has to itself; until it is there, what is known stands in for it.
function drawn() {
  const place = placeOf(view, run.length, chart.width);
  const own = known.get(place);
  if (own) return [own];
  return whole ? [...known.instead(place), whole] : [];
}

function scene() {
  return { view, parts: drawn(), lines: lines.shown, from: rowsBox.scrollTop, find: find.pieces, selected };
}

function redraw() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    chart.draw(scene());
    ruler.drawRuler(view, { start: Number(run.start), length: run.length }, chosen, find.marks);
    byId('span').textContent = readableNs(view.end - view.start);
  });
}

// What is looked for is another one, or elsewhere.
function changed() {
  redraw();
  refineSoon();
}

function fit() {
  const names = Math.round(byId('span').getBoundingClientRect().width);
  chart.resize(rowsBox.clientWidth - names, rowsBox.clientHeight);
  ruler.resize(rowsBox.clientWidth - names, 30);
  redraw();
}

// What the list of rows depends on.
function namesShown() {
  return lines.shown.map(({ key, name, height }) => `${key} ${height} ${name}`).join('\n');
}

// Names of rows, as a tree.
function listRows() {
  const sheet = byId('sheet');
  sheet.style.height = `${Math.max(lines.height, rowsBox.clientHeight)}px`;
  const names = lines.shown.map((line) => nameOf(line));
  const rows = new Map(lines.all().filter(({ id }) => id).reverse().map((line) => [line.id, pathOf(line)]));
  find.rowNames = rows;
  find.offer([...rows].reverse().map(([id, name]) => ({ id, name })));
  sheet.replaceChildren(byId('chart'), ...names);
  setCurrent(current);
  fit();
}

/** @param {Line} line */
function nameOf(line) {
  const name = document.createElement(line.isGroup ? 'button' : 'span');
  name.className = `nsys-row-name nsys-level-${Math.min(line.level, 3)}`;
  name.style.top = `${line.top}px`;
  name.style.height = `${line.height}px`;
  name.title = line.name;
  const text = document.createElement('span');
  text.textContent = line.name;
  name.append(text);
  if (line.isGroup) {
    name.setAttribute('type', 'button');
    name.setAttribute('aria-expanded', String(!line.folded));
    name.addEventListener('click', () => {
      lines.fold(line);
      listRows();
    });
  }
  return name;
}

/**
 * Shows a part of the run, of whole ns so that its address is exact, and asks for it where it is not known.
 * @param {number} start
 * @param {number} end
 */
function show(start, end) {
  const length = Math.min(run.length, Math.max(kShortestNs, Math.round(end - start)));
  const from = Math.min(Math.max(0, Math.round((start + end - length) / 2)), run.length - length);
  view = { start: from, end: from + length };
  byId('tip').hidden = true;
  redraw();
  refineSoon();
}

// While the view moves it is asked for now and then, not only when it stands.
function refineSoon() {
  rowsBox.setAttribute('aria-busy', 'true');
  timer ??= setTimeout(() => {
    timer = undefined;
    refine();
  }, kAskAfterMs);
}

/**
 * On the capture's clock, exactly.
 * @param {number} time  Whole ns since the start of the run.
 */
function clock(time) {
  return run.start + BigInt(time);
}

/**
 * As the server is asked for it.
 * @param {View} part
 */
function windowOf({ start, end }) {
  return { startNs: String(clock(start)), endNs: String(clock(end)) };
}

async function refine() {
  const isPart = view.end - view.start < run.length;
  const window = `start=${clock(view.start)}&end=${clock(view.end)}`;
  history.replaceState(null, '', isPart ? `#${window}` : location.pathname);
  byId('perfetto').setAttribute('href', new URL(isPart ? `perfetto?${window}` : config.perfetto, import.meta.url).href);
  const place = placeOf(view, run.length, chart.width);
  find.mark(view, ruler.width);
  if (place.key === reading.key) return;
  reading.stop.abort();
  const stop = new AbortController();
  reading = { key: place.key, stop };
  byId('progress').hidden = known.get(place) !== undefined;
  try {
    if (!known.get(place)) {
      const asked = { window: windowOf(place), columns: place.columns };
      known.keep(place, partOf(await feed.part(asked, stop.signal)));
    }
    if (stop.signal.aborted) return;
    list(known.get(place));
  } catch (error) {
    if (!stop.signal.aborted) fail(error);
  }
  if (stop.signal.aborted) return;
  reading.key = '';
  byId('progress').hidden = true;
  if (timer === undefined) rowsBox.setAttribute('aria-busy', 'false');
}

/**
 * Shows the rows of a part that has come, where its view still stands.
 * @param {Part | undefined} part
 */
function list(part) {
  if (part !== listed) {
    listed = part;
    const before = namesShown();
    lines.show([whole, part].filter((each) => each !== undefined));
    if (namesShown() !== before) listRows();
  }
  selectSought();
  say();
  redraw();
}

function say() {
  const [shown] = drawn();
  if (!shown) return;
  const pixel = shown.timeline.pixel;
  const from = clockOf(view.start, (view.end - view.start) / 100);
  const detail = pixel > 0 ? `what is shorter than ${readableNs(pixel)} is merged with its neighbours` : 'in full detail';
  byId('state').textContent = view.end - view.start >= run.length
    ? shown.timeline.words
    : `${readableNs(view.end - view.start)} from ${from}: ${shown.timeline.complete ? detail : 'only the first part fits'}`;
}

/**
 * @param {number} time  ns since the start of the run
 * @param {number} step
 */
function clockOf(time, step) {
  return readableClock(Number(run.start) + time, step);
}

/** @param {unknown} error */
function fail(error) {
  byId('state').textContent = error instanceof Error ? error.message : String(error);
}

/**
 * @param {number} times  How long the window becomes.
 * @param {number} [at]  The time that stays where it is, else the middle.
 */
function zoom(times, at = (view.start + view.end) / 2) {
  const length = Math.min(run.length, Math.max(kShortestNs, (view.end - view.start) * times));
  const share = (at - view.start) / (view.end - view.start);
  show(at - share * length, at + (1 - share) * length);
}

/** @param {number} share  of the window */
function move(share) {
  const length = view.end - view.start;
  const start = Math.min(Math.max(0, view.start + share * length), run.length - length);
  show(start, start + length);
}

/** @param {Slice | undefined} slice */
function select(slice) {
  selected = slice;
  if (slice) setCurrent(slice.line);
  details.show(slice);
  fit();
}

// What is selected is zoomed to; a group folds, or unfolds.
function enter() {
  if (selected || !current?.isGroup) return zoomToSelected();
  lines.fold(current);
  listRows();
  return undefined;
}

function zoomToSelected() {
  if (!selected) return;
  const { start, length } = selected;
  const beside = Math.max(length * 0.1, kShortestNs);
  // What was merged is several slices there.
  if (selected.kind === 'merged') select(undefined);
  show(start - beside, start + length + beside);
}

/**
 * The next slice of the row that matches what is looked for, by depth and time.
 * @param {1 | -1} step
 */
function next(step) {
  const line = selected?.line ?? current;
  const part = scene().parts.find(({ timeline }) => timeline.start <= view.start && timeline.end >= view.end);
  const data = part?.rows.get(line?.key ?? '');
  if (!part || !data || !line || line.isCounter) return;
  const { texts } = part.timeline;
  const { pieces } = find;
  const now = selected?.start ?? view.start - 1;
  const depth = selected?.depth ?? 0;
  const places = data.starts.map((start, at) => ({ start, at })).filter(({ start, at }) =>
    data.depths[at] === depth && (step > 0 ? start > now : start < now)
    && hasPieces(texts[data.names[at]], pieces));
  const found = step > 0 ? places[0] : places.at(-1);
  if (!found) return;
  reveal(sliceOf(line, data, texts, found.at));
}

/** @param {Slice} slice */
function reveal(slice) {
  select(slice);
  const length = view.end - view.start;
  if (slice.start < view.start || slice.start + slice.length > view.end) {
    const middle = slice.start + Math.min(slice.length, length) / 2;
    show(middle - length / 2, middle + length / 2);
  }
  const top = slice.line.top + slice.depth * kSliceHeight;
  if (top < rowsBox.scrollTop || top + kSliceHeight > rowsBox.scrollTop + rowsBox.clientHeight)
    rowsBox.scrollTop = top - rowsBox.clientHeight / 3;
}

/**
 * Shows something that was found, so near that it stands alone, and selects it.
 * @param {import('./timeline_find.js').Match} match
 */
function goTo(match) {
  sought = match;
  const shortest = kLeastPixels * ((view.end - view.start) / chart.width);
  const length = match.length >= shortest ? view.end - view.start : (Math.max(1, match.length) * chart.width) / kFoundPixels;
  const middle = match.start + Math.min(match.length, length) / 2;
  const inSight = match.start >= view.start && match.start + match.length <= view.end;
  if (inSight && match.length >= shortest) refineSoon();
  else show(middle - length / 2, middle + length / 2);
}

function selectSought() {
  const part = known.get(placeOf(view, run.length, chart.width));
  if (!sought || !part) return;
  const { start, ref, row: id } = sought;
  sought = undefined;
  for (const [key, row] of part.rows) {
    const line = row.id === id ? lines.unfold(key) : undefined;
    if (!line) continue;
    for (let at = 0; at < row.starts.length && row.starts[at] <= start; at += 1) {
      const slice = row.starts[at] === start || row.starts[at] + row.lengths[at] > start
        ? sliceOf(line, row, part.timeline.texts, at) : undefined;
      if (slice?.ref !== ref) continue;
      listRows();
      reveal(slice);
      return;
    }
  }
}

/**
 * Goes to another row, and on it to what is nearest to the middle of the view; many have nothing to select.
 * @param {1 | -1} step
 */
function chooseRow(step) {
  const at = current ? lines.shown.indexOf(current) : -1;
  const line = lines.shown[Math.min(Math.max(0, at + step), lines.shown.length - 1)];
  if (!line) return;
  const [part] = drawn();
  const data = part?.rows.get(line.key);
  const middle = selected ? selected.start : (view.start + view.end) / 2;
  const nearest = data?.starts.findLastIndex((start) => start <= middle) ?? -1;
  const some = part && data && !line.isCounter && data.starts.length > 0;
  select(some ? sliceOf(line, data, part.timeline.texts, Math.max(0, nearest)) : undefined);
  setCurrent(line);
  rowsBox.scrollTop = Math.max(Math.min(rowsBox.scrollTop, line.top), line.top + line.height - rowsBox.clientHeight);
}

/**
 * The row that the keyboard is on.
 * @param {Line | undefined} line
 */
function setCurrent(line) {
  current = line;
  byId('sheet').querySelector('.nsys-row-current')?.classList.remove('nsys-row-current');
  const at = line ? lines.shown.indexOf(line) : -1;
  if (at >= 0) byId('sheet').querySelectorAll('.nsys-row-name')[at]?.classList.add('nsys-row-current');
  if (line) byId('row-status').textContent = pathOf(line);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target === find.input && event.key === 'Enter') find.next(event.shiftKey ? -1 : 1);
  if (event.key === 'Escape' && find.input.value) {
    find.clear();
    rowsBox.focus();
    return;
  }
  if (event.target instanceof HTMLElement && event.target.matches('input, select')) return;
  if (event.target instanceof HTMLElement && event.target.matches('button, a') && ['Enter', ' '].includes(event.key)) return;
  const by = event.shiftKey ? 0.25 : 0.08;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => move(-by), ArrowRight: () => move(by), a: () => move(-by), d: () => move(by),
    '+': () => zoom(0.5), '=': () => zoom(0.5), w: () => zoom(0.7), '-': () => zoom(2), s: () => zoom(1 / 0.7),
    Home: () => show(0, run.length),
    ',': () => next(-1), '.': () => next(1), ArrowUp: () => chooseRow(-1), ArrowDown: () => chooseRow(1),
    f: zoomToSelected, Enter: enter, Escape: () => select(undefined), '/': () => find.input.focus(),
  };
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}

function listen() {
  listenToPointer({
    chart, canvas: byId('chart'), ruler: byId('ruler'), rows: rowsBox, tip: byId('tip'),
    view: () => view, length: () => run.length, scene, show, zoom, move, select,
    choose: (range) => {
      chosen = range;
      redraw();
    },
  });
  document.addEventListener('keydown', press);
  rowsBox.addEventListener('scroll', redraw, { passive: true });
  byId('chart').addEventListener('dblclick', zoomToSelected);
  window.addEventListener('hashchange', showPlace);
  byId('whole').addEventListener('click', () => show(0, run.length));
  byId('details-zoom').addEventListener('click', zoomToSelected);
  byId('details-close').addEventListener('click', () => select(undefined));
  new ResizeObserver(() => {
    fit();
    refineSoon();
  }).observe(rowsBox);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    chart.theme();
    ruler.theme();
    redraw();
  });
}

// The part that the address names, in ns on the capture's clock.
function showPlace() {
  const place = /^#start=(-?\d{1,19})&end=(-?\d{1,19})$/.exec(location.hash);
  if (!place) return;
  const [start, end] = [place[1], place[2]].map((time) => Number(BigInt(time) - run.start));
  if (end > start) show(start, end);
}

async function begin() {
  if (config.perfetto) {
    byId('perfetto').setAttribute('href', new URL(config.perfetto, import.meta.url).href);
    byId('perfetto').hidden = false;
    byId('perfetto').title = 'What is shown here, in Perfetto';
  }
  try {
    fit();
    const columns = Math.max(1, Math.floor(chart.width));
    const timeline = await feed.part({ columns });
    run = { start: BigInt(timeline.runStart), length: Math.max(1, timeline.runLength) };
    view = { start: 0, end: run.length };
    whole = partOf(timeline);
    known.keep(placeOf(view, run.length, columns), whole);
    list(whole);
    byId('progress').hidden = true;
    byId('none').hidden = lines.shown.length > 0;
    byId('none').textContent = 'Nothing was recorded that a timeline could show.';
    listRows();
    listen();
    showPlace();
  } catch (error) {
    byId('progress').hidden = true;
    fail(error);
  }
}

begin();
