// nsys-ai's own timeline of a profile: shows any part of the run at the resolution of the screen, with a card for
// the selection. The server provides each part that is shown. This file connects the modules.

import { Arrangement } from './timeline_arrangement.js';
import { Choice } from './timeline_selection.js';
import { Details } from './timeline_details.js';
import { byId, field } from './timeline_dom.js';
import { feed } from './timeline_feed.js';
import { Find } from './timeline_find.js';
import { Follow } from './timeline_follow.js';
import { listenToKeys } from './timeline_keys.js';
import { listColours } from './timeline_legend.js';
import { listScreen } from './timeline_listing.js';
import { Look } from './timeline_theme.js';
import { linked } from './timeline_linked.js';
import { listenToMenus } from './timeline_menu.js';
import { Minimap } from './timeline_minimap.js';
import { Names } from './timeline_names.js';
import { Paint } from './timeline_paint.js';
import { savePicture } from './timeline_picture.js';
import { listenToPointer } from './timeline_pointer.js';
import { Reader } from './timeline_reader.js';
import { Lines, pathOf } from './timeline_rows.js';
import { drawRuler } from './timeline_ruler.js';
import { Selection } from './timeline_select.js';
import { Stage } from './timeline_stage.js';
import { Surface } from './timeline_surface.js';
import { surroundings } from './timeline_surroundings.js';
import { Times } from './timeline_times.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_rows.js').Part} Part */
/** @typedef {import('./timeline_stage.js').View} View */

const kDescribeAfterMs = 150;
const kRulerHeight = 30;

const rowsBox = byId('rows');
const look = new Look(byId('timeline'));
const chart = new Surface(/** @type {HTMLCanvasElement} */ (byId('chart')));
const ruler = new Surface(/** @type {HTMLCanvasElement} */ (byId('ruler')));
const arrangement = new Arrangement();
const lines = new Lines(arrangement);
const stage = new Stage(moved);
const reader = new Reader(stage, { columns: () => chart.width, rows: idsOnScreen, all: () => lines.ids().size }, {
  began, seen, came, failed, rests,
});
const minimap = new Minimap(stage, look);
const find = new Find({ clock: (time) => stage.clock(time), reveal: (match) => choice.goTo(match), changed });
const choice = new Choice({ stage, reader, lines, columns: () => chart.width }, {
  chosen: (slice) => {
    details.show(slice);
    follow.chosen(slice);
    fit();
  },
  reread: () => refineSoon(),
  pieces: () => find.pieces,
});
const names = new Names(lines, arrangement, {
  placed, resized: () => {
    fit();
    refineSoon();
  },
  choose: (line) => choice.goToLine(line), current: () => choice.line,
});
const times = new Times(stage, arrangement, { drawn: () => reader.drawn(), rows: () => lines.shown, changed: redraw });
const follow = new Follow({ stage, choice, lines, scrollTop: () => rowsBox.scrollTop }, { changed: redraw, failed });
const details = new Details((time, step) => times.words(time, step), (target) => follow.follow(target));
const selection = new Selection({ stage, lines }, {
  changed: redraw, resized: fit, failed, follow: (target) => follow.follow(target), marked: () => reader.again().catch(failed),
  perfettoOf: (part) => surroundings.perfetto(stage.windowOf(part)),
});

// The part from which rows are listed: the last one from which the view was drawn.
/** @type {Part | undefined} */
let listed;
/** @type {View | undefined} */
let chosen;
let drawing = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let describing;
// Another timeline that moves with this one.
let moveOther = () => {};

function scene() {
  return {
    view: stage.view, parts: reader.drawn(), rows: lines.onScreen(rowsBox.scrollTop, chart.height), find: find.pieces,
    selected: choice.selected,
  };
}

function timesShown() {
  const { view, run } = stage;
  return { view, start: Number(run.start), format: times.format, steps: times.steps(), chosen, marks: find.marks };
}

function redraw() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    chart.clear();
    new Paint(chart.pen, look, chart.width, chart.height).draw(scene());
    drawOver(chart.pen, scene(), chart);
    ruler.clear();
    drawRuler(ruler.pen, look, ruler, timesShown());
    selection.drawOnRuler(ruler.pen, look, stage.view, ruler);
    minimap.draw();
    byId('span').textContent = readableNs(stage.span);
  });
  clearTimeout(describing);
  describing = setTimeout(describe, kDescribeAfterMs);
}

/**
 * Shows the selection and its related events.
 * @param {import('./timeline_svg.js').Pen} pen
 * @param {import('./timeline_paint.js').Scene} drawn
 * @param {{width: number, height: number}} size
 */
function drawOver(pen, drawn, size) {
  selection.draw(pen, look, drawn, size);
  follow.draw(pen, look, drawn, size);
}

// Describes the drawing in words when it stops moving.
function describe() {
  if (arrangement.legend) listColours(scene(), look);
  if (!byId('listing').hidden)
    listScreen(scene(), (time, step) => times.words(time, step), (slice) => choice.reveal(slice));
}

// The search or its scope changed.
function changed() {
  redraw();
  refineSoon();
}

function moved() {
  byId('tip').hidden = true;
  changed();
  moveOther();
}

// Another tab of the page is in front.
function isHidden() {
  return rowsBox.offsetParent === null;
}

function fit() {
  if (isHidden()) return;
  const width = rowsBox.clientWidth - byId('span-box').getBoundingClientRect().width;
  chart.resize(width, rowsBox.clientHeight);
  ruler.resize(width, kRulerHeight);
  minimap.resize(width);
  redraw();
}

function resized() {
  if (isHidden()) return;
  fit();
  names.list();
  refineSoon();
}

// Rows moved or changed.
function placed() {
  const rows = new Map(lines.all().filter(({ id }) => id).reverse().map((line) => [line.id, pathOf(line)]));
  find.rowNames = rows;
  find.offer([...rows].reverse().map(([id, name]) => ({ id, name })));
  byId('none').hidden = lines.shown.length > 0;
  byId('none').textContent = lines.all().length > 0
    ? 'All rows are hidden, or have other names.' : 'Nothing was recorded that a timeline could show.';
  fit();
}

function refineSoon() {
  rowsBox.setAttribute('aria-busy', 'true');
  reader.soon();
}

/** @param {boolean} known  whether the part has arrived */
function began(known) {
  const part = stage.isWhole ? undefined : stage.windowOf(stage.view);
  surroundings.keep(part ? `start=${part.startNs}&end=${part.endNs}` : '');
  byId('perfetto').setAttribute('href', surroundings.perfetto(part));
  find.mark(stage.view, ruler.width);
  byId('progress').hidden = known;
}

function idsOnScreen() {
  const rows = lines.onScreen(rowsBox.scrollTop, chart.height).map(({ line }) => line.id).filter(Boolean);
  return [...new Set(rows)].sort();
}

// The rows on the screen belong to the view; others may follow.
function seen() {
  byId('progress').hidden = true;
  say();
  redraw();
}

/** @param {Part} part  that of the view */
function came(part) {
  if (part !== listed) {
    listed = part;
    lines.show([reader.whole, part].filter((each) => each !== undefined));
    names.list();
  }
  choice.selectSought();
  say();
  redraw();
}

/**
 * Reloads the run with more rows, or with all. Keeps the visible rows in place when others appear above them.
 * @param {boolean} judged
 */
async function readMore(judged) {
  const top = lines.shown.find((line) => line.end > rowsBox.scrollTop);
  const before = rowsBox.scrollTop > 0 ? top?.top : undefined;
  await reader.again(judged);
  if (reader.whole) {
    came(reader.whole);
    minimap.show(reader.whole);
  }
  if (top && before !== undefined) rowsBox.scrollTop += top.top - before;
}

function rests() {
  byId('progress').hidden = true;
  rowsBox.setAttribute('aria-busy', 'false');
}

function say() {
  const [shown] = reader.drawn();
  if (!shown) return;
  const { pixel, words, complete } = shown.timeline;
  const from = stage.clockOf(stage.view.start, stage.span / 100);
  const detail = pixel > 0 ? `what is shorter than ${readableNs(pixel)} is merged with its neighbours` : 'in full detail';
  byId('state').textContent = stage.isWhole
    ? words : `${readableNs(stage.span)} from ${from}: ${complete ? detail : 'only the first part fits'}`;
}

/** @param {unknown} error */
function failed(error) {
  byId('state').textContent = error instanceof Error ? error.message : String(error);
}

/** @param {'png' | 'svg'} format */
function save(format) {
  const shown = {
    scene: scene(), times: timesShown(), look, names: names.width, width: chart.width, height: chart.height,
    title: surroundings.title(), words: byId('state').textContent ?? '',
    drawOver, drawRun: (/** @type {import('./timeline_svg.js').Pen} */ pen) => minimap.drawOn(pen),
  };
  savePicture(shown, format).catch(failed);
}

// Measures the selection, otherwise the view.
function measure() {
  const { selected } = choice;
  selection.select(selected ? { start: selected.start, end: selected.start + selected.length } : stage.view);
}

function toggleListing() {
  byId('listing').hidden = !byId('listing').hidden;
  fit();
  describe();
}

function toggleKeys() {
  byId('keys').classList.toggle('nsys-asked');
  fit();
}

function showLegend() {
  byId('legend').hidden = !arrangement.legend;
  field('legend-shown').checked = arrangement.legend;
  fit();
}

function theme() {
  look.read();
  minimap.paint();
  redraw();
}

function escape() {
  if (find.input.value) find.clear();
  else if (choice.selected) choice.select(undefined);
  else if (!selection.clear()) choice.select(undefined);
  rowsBox.focus();
}

// Handles find keys, because a canvas contains no words for the browser or the editor to search.
/** @param {KeyboardEvent} event */
function findInstead(event) {
  if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || isHidden()) return;
  event.preventDefault();
  event.stopPropagation();
  find.input.select();
}

function listenToAll() {
  const ofLine = (/** @type {(line: import('./timeline_rows.js').Line) => void} */ act) => () => {
    if (choice.line) act(choice.line);
  };
  document.addEventListener('keydown', findInstead);
  listenToKeys({
    ArrowLeft: ({ shiftKey }) => stage.move(shiftKey ? -0.25 : -0.08), ArrowRight: ({ shiftKey }) => stage.move(shiftKey ? 0.25 : 0.08),
    a: () => stage.move(-0.08), d: () => stage.move(0.08), A: () => stage.move(-0.25), D: () => stage.move(0.25),
    '+': () => stage.zoom(0.5), '=': () => stage.zoom(0.5), w: () => stage.zoom(0.7),
    '-': () => stage.zoom(2), s: () => stage.zoom(1 / 0.7), Home: () => stage.showWhole(),
    ',': () => choice.next(-1), '.': () => choice.next(1),
    ArrowUp: () => choice.goBy(-1), ArrowDown: () => choice.goBy(1),
    'Shift+ArrowUp': ofLine((line) => names.move(line, -1)), 'Shift+ArrowDown': ofLine((line) => names.move(line, 1)),
    p: ofLine((line) => names.pin(line)), h: ofLine((line) => names.hide(line)), H: () => names.showHidden(),
    f: () => (choice.selected ? choice.zoomToSelected() : selection.zoom()), g: () => follow.go(),
    m: measure, '[': () => selection.set('start', choice.selected), ']': () => selection.set('end', choice.selected),
    Enter: () => choice.enter(), Escape: escape,
    t: () => times.turn(), l: toggleListing, '?': toggleKeys, '/': () => find.input.focus(),
  }, isHidden);
  listenToPointer({
    surface: chart, canvas: byId('chart'), ruler: byId('ruler'), rows: rowsBox, tip: byId('tip'), stage, scene,
    selection,
    select: (slice) => choice.select(slice),
    choose: (range) => {
      chosen = range;
      redraw();
    },
  });
  rowsBox.addEventListener('scroll', () => {
    names.list();
    redraw();
  }, { passive: true });
  byId('chart').addEventListener('dblclick', () => choice.zoomToSelected());
  surroundings.onPlace(showPlace);
  byId('whole').addEventListener('click', () => stage.showWhole());
  byId('details-zoom').addEventListener('click', () => choice.zoomToSelected());
  byId('details-close').addEventListener('click', () => choice.select(undefined));
  byId('listing-close').addEventListener('click', toggleListing);
  listenToMenus({
    'listing-open': toggleListing, 'keys-open': toggleKeys, 'save-png': () => save('png'), 'save-svg': () => save('svg'),
  });
  byId('legend-shown').addEventListener('change', () => {
    arrangement.legend = field('legend-shown').checked;
    arrangement.keep();
    showLegend();
  });
  new ResizeObserver(resized).observe(rowsBox);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
  // An editor's theme is a class of the page.
  new MutationObserver(theme).observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
}

// Shows the requested place: a part, in ns on the capture's clock, or a target.
async function showPlace() {
  const place = surroundings.place();
  const part = /^start=(-?\d{1,19})&end=(-?\d{1,19})$/.exec(place);
  const target = /^at=(.+)$/s.exec(place)?.[1];
  try {
    if (part) {
      const [start, end] = sinceStart(part[1], part[2]);
      if (end > start) stage.show(start, end);
    }
    const found = target && await feed.newest('place', (signal) => feed.related(target, signal));
    if (!found) return;
    const [start] = sinceStart(found.startNs, found.startNs);
    choice.seek({ start, ref: found.target, row: found.row || undefined }, ...sinceStart(found.window.startNs, found.window.endNs));
  } catch (error) {
    failed(error);
  }
}

/**
 * @param {number | string} startNs
 * @param {number | string} endNs
 * @returns {[number, number]}
 */
function sinceStart(startNs, endNs) {
  const since = (/** @type {number | string} */ time) => Number(BigInt(time) - stage.run.start);
  return [since(startNs), since(endNs)];
}

async function begin() {
  byId('perfetto').hidden = surroundings.perfetto(undefined) === '';
  byId('perfetto').setAttribute('href', surroundings.perfetto(undefined));
  byId('perfetto').title = 'What is shown here, in Perfetto';
  rowsBox.setAttribute('aria-busy', 'true');
  try {
    fit();
    const whole = await reader.begin();
    await arrangement.read(surroundings.title(), whole.timeline);
    choice.begin(names);
    names.begin();
    times.begin();
    showLegend();
    came(whole);
    minimap.show(whole);
    placed();
    byId('progress').hidden = true;
    listenToAll();
    showPlace();
    moveOther = linked(stage);
    if (whole.timeline.preview) await readMore(false);
    await readMore(true);
  } catch (error) {
    rests();
    failed(error);
  }
}

begin();
