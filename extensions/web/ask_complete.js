// Completions of a question while a person types it: a combobox with the server's entries.
//
// The list belongs to the text up to the cursor. Typing cancels the pending request, and a late reply to it is
// ignored.

/** @typedef {{from: number, whole: boolean, items: {text: string, detail: string}[]}} Completions */
/** @typedef {(typed: string, signal: AbortSignal) => Promise<Completions>} Complete */

const kRoomForList = 280;  // px
const kGap = 4;

let lists = 0;

/**
 * @param {HTMLInputElement} input
 * @param {Complete} complete
 */
export function completeQuestion(input, complete) {
  const list = new CompletionList(input, complete);
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) void list.ask();
  });
  input.addEventListener('compositionend', () => void list.ask());
  input.addEventListener('keydown', (event) => list.press(event));
  input.addEventListener('blur', () => list.close());
  input.addEventListener('click', () => list.close());
}

class CompletionList {
  /**
   * @param {HTMLInputElement} input
   * @param {Complete} complete
   */
  constructor(input, complete) {
    this.input_ = input;
    this.complete_ = complete;
    this.asking_ = new AbortController();
    this.from_ = 0;
    this.typed_ = '';
    this.active_ = -1;  // -1: Enter asks the typed text
    /** @type {Completions['items']} */
    this.items_ = [];
    this.close = this.close.bind(this);
    // Closes the list when the page scrolls, but not when the list itself does.
    this.moved_ = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && target !== this.input_ && target.contains(this.input_)) this.close();
    };
    lists += 1;
    this.options_ = element('div', 'nsys-complete-options');
    this.options_.id = `nsys-complete-${lists}`;
    this.options_.setAttribute('role', 'listbox');
    this.options_.setAttribute('aria-label', 'What the question may go on with');
    this.hint_ = element('p', 'nsys-complete-hint');
    this.hint_.setAttribute('aria-hidden', 'true');
    this.box_ = element('div', 'nsys-complete');
    this.box_.hidden = true;
    this.box_.append(this.options_, this.hint_);
    // Keeps the focus in the line.
    this.box_.addEventListener('pointerdown', (event) => event.preventDefault());
    this.box_.addEventListener('mousedown', (event) => event.preventDefault());
    this.options_.addEventListener('click', (event) => {
      const at = [...this.options_.children].findIndex((each) => each.contains(/** @type {Node} */ (event.target)));
      if (at >= 0) this.take_(at);
    });
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-controls', this.options_.id);
  }

  get isOpen() {
    return !this.box_.hidden;
  }

  async ask() {
    this.asking_.abort();
    const asking = new AbortController();
    this.asking_ = asking;
    const typed = this.beforeCursor_();
    try {
      const found = await this.complete_(typed, asking.signal);
      if (asking.signal.aborted || typed !== this.beforeCursor_()) return;
      if (found.items.length === 0 || document.activeElement !== this.input_) this.close();
      else this.show_(typed, found);
    } catch {
      // Typing works without completions.
      if (!asking.signal.aborted) this.close();
    }
  }

  close() {
    this.asking_.abort();
    if (!this.isOpen) return;
    this.box_.hidden = true;
    this.input_.setAttribute('aria-expanded', 'false');
    this.input_.removeAttribute('aria-activedescendant');
    removeEventListener('resize', this.close);
    document.removeEventListener('scroll', this.moved_, true);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.isComposing) return;
    if (!this.isOpen) {
      const opens = event.key === 'ArrowDown' ? event.altKey || !this.input_.value : event.key === ' ' && event.ctrlKey;
      if (opens) {
        taken(event);
        void this.ask();
      } else if (event.key === 'Enter' || event.key.startsWith('Arrow')) {
        this.asking_.abort();
      }
      return;
    }
    const last = this.items_.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        taken(event);
        return this.activate_(this.active_ === last ? -1 : this.active_ + 1);
      case 'ArrowUp':
        taken(event);
        return this.activate_(this.active_ < 0 ? last : this.active_ - 1);
      case 'Tab':
        if (event.shiftKey) return this.close();
        taken(event);
        return this.take_(Math.max(0, this.active_));
      case 'Enter':
        if (this.active_ < 0) return this.close();
        taken(event);
        return this.take_(this.active_);
      case 'Escape':
        taken(event);
        return this.close();
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        return this.close();
      default:
        return undefined;
    }
  }

  beforeCursor_() {
    return this.input_.value.slice(0, this.input_.selectionStart ?? undefined);
  }

  /**
   * @param {string} typed
   * @param {Completions} found
   */
  show_(typed, { from, whole, items }) {
    this.typed_ = typed;
    this.from_ = from;
    this.items_ = items;
    this.hint_.textContent = whole ? 'Tab completes, Enter asks it as it is' : 'Tab completes';
    this.options_.replaceChildren(...items.map(({ text, detail }, at) => {
      const option = element('div', 'nsys-complete-option');
      option.id = `${this.options_.id}-${at}`;
      option.setAttribute('role', 'option');
      option.append(element('span', 'nsys-complete-text', text));
      if (detail) option.append(element('span', 'nsys-complete-detail', detail));
      return option;
    }));
    this.options_.scrollTop = 0;
    if (!this.isOpen) {
      // Inserts the list beside the line, so that it moves with the line.
      this.input_.closest('.nsys-form')?.append(this.box_);
      this.box_.hidden = false;
      this.input_.setAttribute('aria-expanded', 'true');
      addEventListener('resize', this.close);
      document.addEventListener('scroll', this.moved_, true);
    }
    this.place_();
    this.activate_(-1);
  }

  // Below the line if there is room, otherwise above it.
  place_() {
    const line = this.input_.getBoundingClientRect();
    const below = innerHeight - line.bottom - 2 * kGap;
    const above = line.top - 2 * kGap;
    const isBelow = below >= Math.min(kRoomForList, above);
    const { style } = this.box_;
    style.setProperty('left', `${line.left}px`);
    style.setProperty('width', `${line.width}px`);
    style.setProperty('top', isBelow ? `${line.bottom + kGap}px` : 'auto');
    style.setProperty('bottom', isBelow ? 'auto' : `${innerHeight - line.top + kGap}px`);
    style.setProperty('max-height', `${Math.min(kRoomForList, isBelow ? below : above)}px`);
  }

  /** @param {number} at */
  activate_(at) {
    this.active_ = at;
    [...this.options_.children].forEach((option, each) => option.setAttribute('aria-selected', String(each === at)));
    const option = this.options_.children[at];
    if (!option) return this.input_.removeAttribute('aria-activedescendant');
    this.input_.setAttribute('aria-activedescendant', option.id);
    // Scrolls only the list, not the page around it.
    const { offsetTop, offsetHeight } = /** @type {HTMLElement} */ (option);
    const { scrollTop, clientHeight } = this.options_;
    if (offsetTop < scrollTop) this.options_.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.options_.scrollTop = offsetTop + offsetHeight - clientHeight;
    return undefined;
  }

  // Requests the next completions at once.
  /** @param {number} at */
  take_(at) {
    const { text } = this.items_[at];
    const { value } = this.input_;
    const written = value.slice(0, this.from_) + text;
    this.input_.value = written + value.slice(this.typed_.length);
    this.input_.setSelectionRange(written.length, written.length);
    this.input_.scrollLeft = this.input_.scrollWidth;
    this.close();
    void this.ask();
  }
}

// The surrounding page has its own keys.
/** @param {KeyboardEvent} event */
function taken(event) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
