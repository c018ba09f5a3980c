// The selection and the row with the keyboard focus: moves to neighbours and to search results.

import { byId } from './timeline_dom.js';
import { knows, kSliceHeight, pathOf } from './timeline_rows.js';
import { sliceBeside, sliceNear, sliceOf } from './timeline_slices.js';

/** @typedef {import('./timeline_rows.js').Line} Line */
/** @typedef {import('./timeline_rows.js').Lines} Lines */
/** @typedef {import('./timeline_slices.js').Slice} Slice */
/** @typedef {import('./timeline_find.js').Match} Match */
/** @typedef {import('./timeline_stage.js').Stage} Stage */
/** @typedef {import('./timeline_reader.js').Reader} Reader */
/** @typedef {import('./timeline_names.js').Names} Names */
/**
 * `chosen`: the selection changed. `reread`: the target of the search may have arrived.
 * @typedef {{chosen: (slice: Slice | undefined) => void, reread: () => void, pieces: () => string[]}} Told
 */
/** A target with its place in the run, on any row if none is given. */
/** @typedef {{start: number, ref: string, row?: string}} Sought */

// Zooms in until a search result is at least this wide.
const kLeastPixels = 3;
const kFoundPixels = 24;

export class Choice {
  /**
   * @param {{stage: Stage, reader: Reader, lines: Lines, columns: () => number}} timeline
   * @param {Told} told
   */
  constructor({ stage, reader, lines, columns }, told) {
    this.stage_ = stage;
    this.reader_ = reader;
    this.lines_ = lines;
    this.columns_ = columns;
    this.told_ = told;
    this.rows_ = byId('rows');
    /** @type {Slice | undefined} */
    this.selected = undefined;
    // The row with the keyboard focus.
    /** @type {Line | undefined} */
    this.line = undefined;
    // Selected as soon as a part arrives that contains it unmerged.
    /** @type {Sought | undefined} */
    this.sought_ = undefined;
  }

  /** @param {Names} names */
  begin(names) {
    this.names_ = names;
  }

  /** @param {Slice | undefined} slice */
  select(slice) {
    this.selected = slice;
    if (slice) this.setLine(slice.line);
    this.told_.chosen(slice);
  }

  /** @param {Line | undefined} line */
  setLine(line) {
    this.line = line;
    this.names_?.mark();
    if (line) byId('row-status').textContent = pathOf(line);
  }

  // Zooms to the selection; folds or unfolds a group.
  enter() {
    if (this.selected || !this.line?.isGroup) this.zoomToSelected();
    else this.names_?.fold(this.line);
  }

  /** Zooms to the selection, which stays in sight. */
  zoomToSelected() {
    const { selected } = this;
    if (!selected) return;
    // A merged slice becomes several slices there.
    if (selected.kind === 'merged') this.select(undefined);
    this.stage_.showAround({ start: selected.start, end: selected.start + selected.length });
    this.scrollTo(selected.line, selected.depth);
  }

  /**
   * The next slice of the row that matches the search, by depth and time.
   * @param {1 | -1} step
   */
  next(step) {
    const { view } = this.stage_;
    const line = this.selected?.line ?? this.line;
    const part = line && this.reader_.drawn().find((each) =>
      each.timeline.start <= view.start && each.timeline.end >= view.end && knows(each, line));
    if (!part) return;
    const from = {
      time: this.selected?.start ?? view.start - 1, depth: this.selected?.depth ?? 0, pieces: this.told_.pieces(),
    };
    const found = sliceBeside(part, line, from, step);
    if (found) this.reveal(found);
  }

  /** @param {Slice} slice */
  reveal(slice) {
    this.select(slice);
    const { view, span } = this.stage_;
    if (slice.start < view.start || slice.start + slice.length > view.end) {
      const middle = slice.start + Math.min(slice.length, span) / 2;
      this.stage_.show(middle - span / 2, middle + span / 2);
    }
    this.scrollTo(slice.line, slice.depth);
  }

  /**
   * Scrolls only if that row is out of sight.
   * @param {Line} line
   * @param {number} depth  of a slice on it
   */
  scrollTo(line, depth) {
    const { scrollTop, clientHeight } = this.rows_;
    if (line.pinned && this.lines_.stays(clientHeight)) return;
    const top = line.top + depth * kSliceHeight;
    const cover = this.lines_.coverOf(line, clientHeight);
    if (top < scrollTop + cover || top + kSliceHeight > scrollTop + clientHeight)
      this.rows_.scrollTop = top - cover - (clientHeight - cover) / 3;
  }

  /**
   * Shows a search result, zoomed in until it is unmerged, and selects it.
   * @param {Match} match
   */
  goTo(match) {
    this.sought_ = match;
    const { view, span } = this.stage_;
    const shortest = kLeastPixels * (span / this.columns_());
    const length = match.length >= shortest ? span : (Math.max(1, match.length) * this.columns_()) / kFoundPixels;
    const middle = match.start + Math.min(match.length, length) / 2;
    const inSight = match.start >= view.start && match.start + match.length <= view.end;
    if (inSight && match.length >= shortest) this.told_.reread();
    else this.stage_.show(middle - length / 2, middle + length / 2);
  }

  /**
   * Shows a part of the run, and selects an event in it.
   * @param {Sought} sought
   * @param {number} start
   * @param {number} end
   */
  seek(sought, start, end) {
    this.sought_ = sought;
    this.stage_.show(start, end);
    this.told_.reread();
  }

  selectSought() {
    const part = this.reader_.own();
    if (!this.sought_ || !part) return;
    const { start, ref, row: id } = this.sought_;
    this.sought_ = undefined;
    for (const [key, row] of part.rows) {
      if (id !== undefined && row.id !== id) continue;
      const at = row.starts.findIndex((from, place) => from <= start && (from === start || from + row.lengths[place] > start)
        && (part.timeline.texts[row.refs[place]] ?? '') === ref);
      const line = at < 0 ? undefined : this.lines_.reveal(key);
      if (!line) continue;
      this.names_?.list();
      this.reveal(sliceOf(line, row, part.timeline.texts, at));
      return;
    }
  }

  /**
   * Moves to another row, and there to the slice nearest to the selection; many rows have no slices.
   * @param {1 | -1} step
   */
  goBy(step) {
    const { shown } = this.lines_;
    const at = this.line ? shown.indexOf(this.line) : -1;
    const line = shown[Math.min(Math.max(0, at + step), shown.length - 1)];
    if (line) this.goToLine(line);
  }

  /** @param {Line} line */
  goToLine(line) {
    const { view } = this.stage_;
    const part = this.reader_.drawn().find((each) => knows(each, line));
    const near = part && sliceNear(part, line, this.selected?.start ?? (view.start + view.end) / 2);
    const isInSight = near && near.start < view.end && near.start + near.length >= view.start;
    this.select(isInSight ? near : undefined);
    this.setLine(line);
    const { scrollTop, clientHeight } = this.rows_;
    if (line.pinned && this.lines_.stays(clientHeight)) return;
    const cover = this.lines_.coverOf(line, clientHeight);
    this.rows_.scrollTop = Math.max(Math.min(scrollTop, line.top - cover), line.top + line.height - clientHeight);
  }
}
