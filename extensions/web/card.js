// The server's card beside a name, on hover, on focus, and pinned by a click.

import { cardNodes } from './card_nodes.js';

// Long enough that a passing mouse opens nothing, and that the mouse can reach the card.
const kOpenAfterMs = 250;
const kCloseAfterMs = 200;

/** @typedef {import('./card_nodes.js').CardBlock} CardBlock */
/** @typedef {'hover' | 'focus' | 'pinned'} Reason */
/**
 * Words of a language model about a target, if cards link to them.
 * @typedef {{offered: () => Promise<boolean>, explain: (target: string) => void}} CardWords
 */

/**
 * @param {HTMLElement} root  Elements in it with `data-target` get cards.
 * @param {{explain?: (target: string) => Promise<CardBlock[]>, showOnTimeline?: (target: string) => void, words?: CardWords, select?: (target: string) => void, open?: (target: string) => void}} options
 * @returns {{dispose: () => void}}
 */
export function attachCards(root, { explain, showOnTimeline, words, select, open }) {
  const cards = new Cards(root, explain, showOnTimeline !== undefined, open ? 'O opens its document' : '', words);
  const listening = new AbortController();
  const { signal } = listening;

  root.addEventListener('pointerover', (event) => cards.pointAt(targetElement(event)), { signal });
  root.addEventListener('pointerleave', () => cards.pointAt(undefined), { signal });
  root.addEventListener('focusin', (event) => cards.focus(targetElement(event)), { signal });
  root.addEventListener('click', (event) => {
    // A link has navigated away.
    if (event.defaultPrevented) return cards.close();
    const led = event.target instanceof Element ? event.target.closest('[data-timeline]') : null;
    if (led instanceof HTMLElement && showOnTimeline) {
      showOnTimeline(String(led.dataset.timeline));
      return;
    }
    const at = targetElement(event);
    if (cards.holds(at)) {
      cards.turnTo(String(at?.dataset.target));
      return;
    }
    if (at && open && (event.ctrlKey || event.metaKey)) {
      open(String(at.dataset.target));
      return;
    }
    cards.pin(at);
    if (at && select) select(String(at.dataset.target));
  }, { signal });
  root.addEventListener('dblclick', (event) => {
    const at = targetElement(event);
    if (!at?.dataset.target || !open || cards.holds(at)) return;
    cards.close();
    open(at.dataset.target);
  }, { signal });
  root.addEventListener('keydown', (event) => {
    const at = targetElement(event);
    if (at?.dataset.target && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      at.click();
    } else if (event.key === 'ArrowRight' && cards.enter(at)) {
      event.preventDefault();
    } else if (at?.dataset.target && open && event.key === 'o') {
      event.preventDefault();
      cards.close();
      open(at.dataset.target);
    } else if (at && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (focusNeighbour(at, event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
    }
  }, { signal });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cards.close();
  }, { signal });
  document.addEventListener('pointerdown', (event) => {
    if (!(event.target instanceof Node) || !root.contains(event.target)) cards.close();
  }, { signal });
  window.addEventListener('resize', () => cards.close(), { signal });
  document.addEventListener('scroll', () => cards.follow(), { signal, capture: true, passive: true });

  return {
    dispose() {
      listening.abort();
      cards.close();
    },
  };
}

/**
 * @param {Event} event
 * @returns {HTMLElement | undefined}  The element with a target under the event, or the card itself.
 */
function targetElement(event) {
  const at = event.target instanceof Element ? event.target.closest('[data-target], .nsys-card') : null;
  return at instanceof HTMLElement ? at : undefined;
}

/**
 * Moves the focus within a column, so that a person walks through a long table without the Tab key.
 * @param {HTMLElement} at
 * @param {1 | -1} step
 */
function focusNeighbour(at, step) {
  const cell = at.closest('td');
  let row = cell?.parentElement;
  if (!cell || !row) return false;
  const column = [...row.children].indexOf(cell);
  for (;;) {
    row = /** @type {HTMLElement | null} */ (step > 0 ? row.nextElementSibling : row.previousElementSibling);
    if (!row) return false;
    const next = row.children[column]?.querySelector('[data-target]');
    if (next instanceof HTMLElement) {
      next.focus();
      return true;
    }
  }
}

// At most one card is open, and it belongs to `at_`.
class Cards {
  /**
   * @param {HTMLElement} root
   * @param {((target: string) => Promise<CardBlock[]>) | undefined} explain
   * @param {boolean} hasTimeline
   * @param {string} hint  Shown below a pinned card.
   * @param {CardWords | undefined} words
   */
  constructor(root, explain, hasTimeline, hint, words) {
    this.root_ = root;
    this.hasTimeline_ = hasTimeline;
    this.explain_ = explain;
    this.hint_ = hint;
    this.words_ = words;
    /** @type {Map<string, Promise<CardBlock[]>>} */
    this.answers_ = new Map();
    /** @type {HTMLElement | undefined} */
    this.at_ = undefined;
    /** @type {HTMLElement | undefined} */
    this.card_ = undefined;
    /** @type {Reason} */
    this.reason_ = 'hover';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer_ = undefined;
  }

  /** @param {HTMLElement | undefined} at */
  pointAt(at) {
    clearTimeout(this.timer_);
    if (at === this.card_ && at) return;
    if (this.holds(at)) return;
    if (at && at !== this.at_ && this.reason_ !== 'pinned') {
      this.timer_ = setTimeout(() => this.open(at, 'hover'), this.card_ ? kCloseAfterMs : kOpenAfterMs);
    } else if (!at && this.card_ && this.reason_ === 'hover') {
      this.timer_ = setTimeout(() => this.close(), kCloseAfterMs);
    }
  }

  /** @param {HTMLElement | undefined} at */
  focus(at) {
    if (!at || at === this.card_ || this.holds(at) || !at.matches(':focus-visible')) return;
    this.open(at, 'focus');
  }

  /** @param {HTMLElement | undefined} at */
  pin(at) {
    if (at && at === this.card_) return;
    const again = at === this.at_ && this.reason_ === 'pinned';
    if (!at || again) {
      this.close();
    } else {
      this.open(at, 'pinned');
    }
  }

  /**
   * @param {HTMLElement} at
   * @param {Reason} reason
   */
  open(at, reason) {
    clearTimeout(this.timer_);
    if (at === this.at_ && this.card_) {
      this.reason_ = reason;
      this.mark();
      return;
    }
    this.close();
    if (!this.explain_) return;
    const card = document.createElement('div');
    card.className = 'nsys-card nsys-waiting';
    card.setAttribute('role', 'status');
    this.at_ = at;
    this.card_ = card;
    this.reason_ = reason;
    this.root_.append(card);
    this.mark();
    this.place();
    this.fill(card, String(at.dataset.target));
  }

  /**
   * @param {HTMLElement} card
   * @param {string} target
   */
  async fill(card, target) {
    /** @type {Node[]} */
    let nodes;
    try {
      nodes = cardNodes(await this.answer(target), { timeline: this.hasTimeline_ });
      card.classList.remove('nsys-failed');
    } catch (error) {
      nodes = [document.createTextNode(error instanceof Error ? error.message : String(error))];
      card.classList.add('nsys-failed');
    }
    if (card !== this.card_) return;
    card.classList.remove('nsys-waiting');
    card.replaceChildren(...nodes);
    this.mark();
    this.place();
    if (this.words_ && !card.classList.contains('nsys-failed')) await this.offerWords(card, target, this.words_);
  }

  /**
   * @param {HTMLElement} card
   * @param {string} target
   * @param {CardWords} words
   */
  async offerWords(card, target, words) {
    if (!(await words.offered()) || card !== this.card_) return;
    const line = document.createElement('p');
    const link = document.createElement('button');
    link.type = 'button';
    link.className = 'nsys-link';
    link.textContent = 'Explain in words';
    link.addEventListener('click', (event) => {
      // The card closes with it.
      event.stopPropagation();
      this.close();
      words.explain(target);
    });
    line.append(link);
    card.append(line);
    this.place();
  }

  /**
   * Whether a name is in the card itself.
   * @param {HTMLElement | undefined} at
   */
  holds(at) {
    return at !== undefined && at !== this.card_ && this.card_?.contains(at) === true;
  }

  /**
   * Moves the focus from a name into its card, if the card has links.
   * @param {HTMLElement | undefined} at
   */
  enter(at) {
    const link = at === this.at_ ? this.card_?.querySelector('.nsys-link') : undefined;
    if (!(link instanceof HTMLElement)) return false;
    this.reason_ = 'pinned';
    this.mark();
    link.focus();
    return true;
  }

  /**
   * Replaces the card with that of a target which it names.
   * @param {string} target
   */
  turnTo(target) {
    if (!this.card_) return;
    this.reason_ = 'pinned';
    this.mark();
    this.card_.tabIndex = -1;
    this.card_.focus();
    this.fill(this.card_, target);
  }

  /**
   * Asks once for each target; drops a failure, so that the next hover asks again.
   * @param {string} target
   */
  answer(target) {
    const known = this.answers_.get(target);
    if (known) return known;
    const asked = Promise.resolve(/** @type {NonNullable<typeof this.explain_>} */ (this.explain_)(target));
    this.answers_.set(target, asked);
    asked.catch(() => this.answers_.delete(target));
    return asked;
  }

  mark() {
    if (!this.at_) return;
    this.at_.classList.toggle('nsys-selected', this.reason_ === 'pinned');
    this.at_.setAttribute('aria-expanded', 'true');
    if (!this.hint_ || this.reason_ === 'hover' || this.card_?.querySelector('.nsys-card-hint')) return;
    const hint = document.createElement('p');
    hint.className = 'nsys-card-hint';
    hint.textContent = this.hint_;
    this.card_?.append(hint);
  }

  follow() {
    if (!this.at_ || !this.card_) return;
    const box = this.at_.getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) {
      this.close();
    } else {
      this.place();
    }
  }

  // Below its name if there is room, otherwise above; never beyond the edge of the window.
  place() {
    if (!this.at_ || !this.card_) return;
    const margin = 8;
    const name = this.at_.getBoundingClientRect();
    const card = this.card_.getBoundingClientRect();
    const below = name.bottom + 4;
    const above = name.top - 4 - card.height;
    const fits = below + card.height <= window.innerHeight - margin;
    const top = fits || above < margin ? Math.min(below, window.innerHeight - margin - card.height) : above;
    const left = Math.min(name.left, window.innerWidth - margin - card.width);
    this.card_.style.top = `${Math.max(margin, top)}px`;
    this.card_.style.left = `${Math.max(margin, left)}px`;
  }

  close() {
    clearTimeout(this.timer_);
    this.at_?.classList.remove('nsys-selected');
    this.at_?.removeAttribute('aria-expanded');
    this.card_?.remove();
    this.at_ = undefined;
    this.card_ = undefined;
    this.reason_ = 'hover';
  }
}
