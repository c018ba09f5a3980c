// The colours and fonts of a page, from the theme of the editor or the system.

import { Colours, isDark } from './timeline_colours.js';

export class Look {
  /** @param {Element} element  of the page */
  constructor(element) {
    this.element_ = element;
    this.colours = new Colours();
    this.ground = this.raised = this.line = this.text = this.muted = this.accent = this.mark = this.font = '';
    this.read();
  }

  // The current ones.
  read() {
    const style = getComputedStyle(this.element_);
    const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.ground = of('--nsys-ground');
    this.raised = of('--nsys-raised');
    this.line = of('--nsys-line');
    this.text = of('--nsys-text');
    this.muted = of('--nsys-muted');
    this.accent = of('--nsys-accent');
    this.mark = of('--nsys-mark');
    this.font = of('--nsys-sans');
    this.colours.theme(isDark(this.ground));
  }
}
