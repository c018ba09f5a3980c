// The visible part of the run, and how a person moves it.

import { readableClock } from './timeline_time.js';

/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/** @typedef {{start: number, end: number}} View  In ns since the start of the run. */

const kShortestNs = 20;

export class Stage {
  /** @param {() => void} moved  Called when the view changes. */
  constructor(moved) {
    this.moved_ = moved;
    // The start is on the capture's clock, and may exceed the exact integers of a number.
    this.run = { start: 0n, length: 1 };
    /** @type {View} */
    this.view = { start: 0, end: 1 };
  }

  /** @param {Timeline} timeline  of the entire run */
  begin({ runStart, runLength }) {
    this.run = { start: BigInt(runStart), length: Math.max(1, runLength) };
    this.view = { start: 0, end: this.run.length };
  }

  /** How long the view is, in ns. */
  get span() {
    return this.view.end - this.view.start;
  }

  get isWhole() {
    return this.span >= this.run.length;
  }

  /**
   * The exact time on the capture's clock.
   * @param {number} time  Whole ns since the start of the run.
   */
  clock(time) {
    return this.run.start + BigInt(time);
  }

  /**
   * A view as a request to the server.
   * @param {View} part
   */
  windowOf({ start, end }) {
    return { startNs: String(this.clock(start)), endNs: String(this.clock(end)) };
  }

  /**
   * A time in words.
   * @param {number} time  ns since the start of the run
   * @param {number} step
   */
  clockOf(time, step) {
    return readableClock(Number(this.run.start) + time, step);
  }

  /**
   * Shows a part of the run, rounded to whole ns so that its address is exact.
   * @param {number} start
   * @param {number} end
   */
  show(start, end) {
    const length = Math.min(this.run.length, Math.max(kShortestNs, Math.round(end - start)));
    const from = Math.min(Math.max(0, Math.round((start + end - length) / 2)), this.run.length - length);
    this.view = { start: from, end: from + length };
    this.moved_();
  }

  showWhole() {
    this.show(0, this.run.length);
  }

  /**
   * Shows a part with a margin.
   * @param {View} part
   */
  showAround({ start, end }) {
    const beside = Math.max((end - start) * 0.1, kShortestNs);
    this.show(start - beside, end + beside);
  }

  /**
   * @param {number} times  The factor by which the window grows.
   * @param {number} [at]  The time that keeps its position, by default the middle.
   */
  zoom(times, at = (this.view.start + this.view.end) / 2) {
    const length = Math.min(this.run.length, Math.max(kShortestNs, this.span * times));
    const share = (at - this.view.start) / this.span;
    this.show(at - share * length, at + (1 - share) * length);
  }

  /** @param {number} share  of the window */
  move(share) {
    this.moveTo(this.view.start + share * this.span);
  }

  /** @param {number} start */
  moveTo(start) {
    const length = this.span;
    const from = Math.min(Math.max(0, start), this.run.length - length);
    this.show(from, from + length);
  }
}
