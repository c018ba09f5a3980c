// Places the conversation: in front as a view of its own, beside another view, or hidden.

/**
 * @typedef {object} PlaceOptions
 * @property {HTMLElement} box  Of the conversation; empty until it is first shown.
 * @property {HTMLElement} button  Shows and hides it beside the view in front.
 * @property {HTMLElement} room  Makes room for it.
 * @property {boolean} beside  Whether it was beside the views before.
 * @property {(beside: boolean) => void} keepBeside
 * @property {(box: HTMLElement) => import('./ask.js').AskPane} make
 */

export class AskPlace {
  /** @param {PlaceOptions} options */
  constructor(options) {
    this.options_ = options;
    this.isBeside_ = options.beside;
    this.inFront_ = false;
    /** @type {import('./ask.js').AskPane | undefined} */
    this.pane_ = undefined;
    options.button.addEventListener('click', () => this.toggle());
  }

  /** @param {boolean} inFront  Whether it is the view in front. */
  show(inFront) {
    this.inFront_ = inFront;
    const { box, button, room } = this.options_;
    const beside = this.isBeside_ && !inFront;
    box.hidden = !inFront && !beside;
    box.classList.toggle('nsys-beside', beside);
    box.setAttribute('role', inFront ? 'main' : 'complementary');
    room.classList.toggle('nsys-with-ask', beside);
    room.classList.toggle('nsys-asking', inFront);
    button.hidden = inFront;
    button.setAttribute('aria-expanded', String(beside));
    if (!box.hidden) this.pane_ ??= this.options_.make(box);
    box.querySelector('.nsys-title')?.setAttribute('aria-level', inFront ? '1' : '2');
  }

  // Shows the line, and asks a question if one is given.
  /** @param {Record<string, string>} [asked] */
  go(asked = {}) {
    void this.pane_?.focus();
    void this.pane_?.ask(asked);
  }

  toggle() {
    this.isBeside_ = !this.isBeside_;
    this.options_.keepBeside(this.isBeside_);
    this.show(this.inFront_);
    if (this.isBeside_) this.go();
  }

  // Hides the conversation if it is beside another view.
  leave() {
    if (this.inFront_ || !this.isBeside_) return;
    this.toggle();
    this.options_.button.focus();
  }
}
