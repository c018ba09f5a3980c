// Mouse, pen and finger on the timeline: a drag selects a part, moves with Shift, and zooms on the ruler; the wheel
// zooms, hovering shows a hint, and a press selects.

import { rowAt, sliceAt, valueAt } from './timeline_slices.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_paint.js').Scene} Scene */
/** @typedef {import('./timeline_select.js').Selection} Selection */
/** @typedef {import('./timeline_slices.js').Slice} Slice */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/** @typedef {import('./timeline_stage.js').View} View */
/** @typedef {import('./timeline_surface.js').Surface} Surface */
/**
 * The objects that pointer actions use. `choose` shows the dragged part of the run.
 * @typedef {{surface: Surface, canvas: HTMLElement, ruler: HTMLElement, rows: HTMLElement, tip: HTMLElement,
 *   stage: Stage, scene: () => Scene, select: (slice: Slice | undefined) => void,
 *   choose: (range: View | undefined) => void, selection: Selection}} Pointed
 */

const kDragPixels = 4;

/** @param {Pointed} timeline */
export function listenToPointer(timeline) {
  const { canvas, ruler, rows, tip } = timeline;
  const turned = (/** @type {WheelEvent} */ event) => turn(timeline, event);
  rows.addEventListener('wheel', turned, { passive: false });
  ruler.addEventListener('wheel', turned, { passive: false });
  canvas.addEventListener('pointerdown', (event) => drag(timeline, event));
  canvas.addEventListener('pointermove', (event) => hint(timeline, event));
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  ruler.addEventListener('pointerdown', (event) => dragRuler(timeline, event));
}

/**
 * @param {Pointed} timeline
 * @param {MouseEvent} event
 */
function pointOf({ canvas }, event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/**
 * @param {Pointed} timeline
 * @param {MouseEvent} event
 */
function timeAt(timeline, event) {
  const { start, end } = timeline.stage.view;
  return start + (pointOf(timeline, event).x / timeline.surface.width) * (end - start);
}

/**
 * @param {Pointed} timeline
 * @param {WheelEvent} event
 */
function turn(timeline, event) {
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0;
  if (event.ctrlKey || event.metaKey) timeline.stage.zoom(1.2 ** Math.sign(event.deltaY), timeAt(timeline, event));
  else if (sideways !== 0) timeline.stage.move(sideways / timeline.surface.width);
  else return;
  event.preventDefault();
}

/**
 * Follows a pointer until it is released; `meant` is false if it was cancelled.
 * @param {HTMLElement} canvas
 * @param {PointerEvent} down
 * @param {(event: PointerEvent) => void} moved
 * @param {(event: PointerEvent, meant: boolean) => void} end
 */
function follow(canvas, down, moved, end) {
  canvas.setPointerCapture(down.pointerId);
  const over = new AbortController();
  canvas.addEventListener('pointermove', moved, { signal: over.signal });
  const stop = (/** @type {PointerEvent} */ event) => {
    over.abort();
    end(event, event.type === 'pointerup');
  };
  canvas.addEventListener('pointerup', stop, { signal: over.signal });
  canvas.addEventListener('pointercancel', stop, { signal: over.signal });
}

/**
 * @param {Pointed} timeline
 * @param {PointerEvent} down
 */
function drag(timeline, down) {
  if (down.button === 1 || (down.button === 0 && down.shiftKey)) pan(timeline, down);
  else if (down.button === 0) selectPart(timeline, down);
}

/**
 * @param {Pointed} timeline
 * @param {number} x
 */
function timeOf({ stage, surface }, x) {
  return stage.view.start + (x / surface.width) * stage.span;
}

/**
 * Selects a part of the run, over the rows between the two positions; a press without a drag selects a slice.
 * @param {Pointed} timeline
 * @param {PointerEvent} down
 */
function selectPart(timeline, down) {
  const { canvas, surface, selection } = timeline;
  const from = pointOf(timeline, down);
  const first = rowAt(timeline.scene(), from.y)?.line;
  let moved = false;
  const select = (/** @type {PointerEvent} */ event) => {
    const { x, y } = pointOf(timeline, event);
    moved ||= Math.abs(x - from.x) >= kDragPixels;
    if (!moved) return;
    timeline.tip.hidden = true;
    const [start, end] = [timeOf(timeline, Math.min(x, from.x)), timeOf(timeline, Math.max(x, from.x))];
    const last = rowAt(timeline.scene(), Math.min(Math.max(0, y), surface.height - 1))?.line;
    selection.select({ start, end }, first ?? last, last ?? first);
  };
  follow(canvas, down, select, (event, meant) => {
    const { x, y } = pointOf(timeline, event);
    if (!moved && meant) timeline.select(sliceAt(timeline.scene(), surface.width, x, y));
  });
}

/**
 * @param {Pointed} timeline
 * @param {PointerEvent} down
 */
function pan(timeline, down) {
  down.preventDefault();
  const { canvas, surface, rows, stage } = timeline;
  const { start, end } = timeline.stage.view;
  const top = rows.scrollTop;
  let moved = false;
  follow(canvas, down, (event) => {
    const by = event.clientX - down.clientX;
    moved ||= Math.hypot(by, event.clientY - down.clientY) >= kDragPixels;
    if (!moved) return;
    canvas.classList.add('nsys-held');
    const time = Math.min(Math.max((-by / surface.width) * (end - start), -start), stage.run.length - end);
    timeline.stage.show(start + time, end + time);
    rows.scrollTop = top - (event.clientY - down.clientY);
  }, () => canvas.classList.remove('nsys-held'));
}

/**
 * @param {Pointed} timeline
 * @param {PointerEvent} down
 */
function dragRuler(timeline, down) {
  if (down.button !== 0) return;
  const from = timeAt(timeline, down);
  const range = (/** @type {PointerEvent} */ event) => {
    const to = timeAt(timeline, event);
    return { start: Math.min(from, to), end: Math.max(from, to) };
  };
  if (down.shiftKey) {
    follow(timeline.ruler, down, (event) => timeline.selection.select(range(event)), () => {});
    return;
  }
  follow(timeline.ruler, down, (event) => timeline.choose(range(event)), (event, meant) => {
    const { start, end } = range(event);
    timeline.choose(undefined);
    if (meant && Math.abs(event.clientX - down.clientX) >= kDragPixels) timeline.stage.show(start, end);
  });
}

/**
 * @param {Pointed} timeline
 * @param {PointerEvent} event
 */
function hint(timeline, event) {
  const { tip, surface } = timeline;
  const { x, y } = pointOf(timeline, event);
  const slice = event.buttons === 0 ? sliceAt(timeline.scene(), surface.width, x, y) : undefined;
  const words = slice
    ? slice.name + (slice.length > 0 && slice.kind !== 'merged' ? ` · ${readableNs(slice.length)}` : '')
    : event.buttons === 0 ? valueAt(timeline.scene(), surface.width, x, y) : undefined;
  tip.hidden = !words;
  if (!words) return;
  tip.textContent = words;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX + 12, innerWidth - box.width - 8)}px`;
  const below = event.clientY + 18;
  tip.style.top = `${below + box.height > innerHeight ? event.clientY - box.height - 8 : below}px`;
}
