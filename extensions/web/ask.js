// A conversation about the profile: questions with their answers below, and the input line for the next question.
//
// Every answer is a page of the server; its last form is the input line and contains what the next question refers
// back to. Only the questions are stored; earlier ones are asked again when a person expands them.

import { attachCards } from './card.js';
import { cardNodes } from './card_nodes.js';
import { drawBlock } from './page.js';
import { drawForm, linkTo } from './page_controls.js';
import { WordsBox } from './words.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */
/** @typedef {import('./page.js').Page} Page */
/** @typedef {Record<string, string>} Asked  The parameters of a question. */
/**
 * @typedef {object} AskOptions
 * @property {(link: ViewLink, signal?: AbortSignal) => Promise<Page>} read
 * @property {(target: string) => Promise<import('./card_nodes.js').CardBlock[]>} explain
 * @property {(target: string) => void} [open]
 * @property {Omit<import('./page_controls.js').Host, 'read'>} host
 * @property {() => Asked[]} kept  The stored conversation.
 * @property {(asked: Asked[]) => void} keep
 * @property {import('./words.js').WordsHost} [words]  Of a language model.
 * @property {() => void} close  Closes it when it is beside another view.
 */

const kKept = 50;
const kEarlier = 4;  // earlier questions that a model receives with a new one

export class AskPane {
  /**
   * @param {HTMLElement} box  Must be empty.
   * @param {AskOptions} options
   */
  constructor(box, options) {
    this.options_ = options;
    /** @type {Asked[]} */
    this.asked_ = [];
    /** @type {number | undefined} */
    this.back_ = undefined;  // index of the earlier question in the line
    this.host_ = {
      ...options.host,
      read: options.read,
      go: (/** @type {ViewLink} */ link) => (link.view === 'ask' ? void this.ask(link.params) : options.host.go(link)),
    };
    /** @type {Map<HTMLElement, WordsBox>} */
    this.words_ = new Map();
    this.log_ = element('div', 'nsys-ask-log');
    this.log_.setAttribute('role', 'log');
    this.log_.setAttribute('aria-label', 'Questions and answers');
    this.log_.tabIndex = 0;
    this.line_ = element('div', 'nsys-ask-line');
    const close = element('button', 'nsys-button nsys-quiet nsys-ask-close', '✕');
    close.setAttribute('type', 'button');
    close.setAttribute('aria-label', 'Close the conversation');
    close.addEventListener('click', options.close);
    const head = element('header', 'nsys-ask-head');
    head.append(element('h2', 'nsys-title', 'Ask'), close);
    box.append(head, this.log_, this.line_);
    box.addEventListener('keydown', (event) => this.press_(event));
    attachCards(this.log_, {
      explain: options.explain,
      open: options.open,
      showOnTimeline: (target) => options.host.go({ view: 'timeline', params: { place: `at=${target}` } }),
    });
    this.begun_ = this.begin_();
  }

  async begin_() {
    const kept = this.options_.kept().slice(-kKept);
    this.asked_ = [...kept];
    const begin = element('section', 'nsys-ask-begin');
    this.log_.append(begin);
    await this.fill_(begin, {});
    await this.tellOfModel_(begin);
    const old = kept.map((asked) => this.entry_(asked));
    for (const { box, body } of old)
      box.addEventListener('toggle', () => {
        if (!body.hasChildNodes()) void this.fill_(body, this.askedIn_(box));
      });
    this.log_.append(...old.map(({ box }) => box));
    const last = old.at(-1);
    if (last) last.box.open = true;
  }

  // Shows once why no model answers in words.
  /** @param {HTMLElement} begin */
  async tellOfModel_(begin) {
    try {
      const status = await this.options_.words?.status();
      if (status && !status.available && status.reason) begin.append(element('p', 'nsys-muted', status.reason));
    } catch {
      // Ignores the error, because a request for words reports it, too.
    }
  }

  // Focuses the input line.
  async focus() {
    await this.begun_;
    this.input_()?.focus();
  }

  /** @param {Asked} asked */
  async ask(asked) {
    await this.begun_;
    if (!asked.question && !asked.target) return;
    this.asked_ = [...this.asked_, asked].slice(-kKept);
    this.options_.keep(this.asked_);
    const { box, body } = this.entry_(asked);
    box.open = true;
    this.log_.append(box);
    this.back_ = undefined;
    const input = this.input_();
    if (input) input.value = '';
    this.bring_(box);
    await this.fill_(body, asked);
    this.bring_(box);
    // Words about a target do not wait for another answer.
    if (!asked.target) return;
    const words = this.words_.get(body);
    const writing = words?.ask();
    this.log_.scrollTop = this.log_.scrollHeight;
    await writing;
    this.log_.scrollTop = this.log_.scrollHeight;
  }

  /** @param {Asked} asked */
  entry_(asked) {
    const box = document.createElement('details');
    box.className = 'nsys-ask-entry';
    box.dataset.asked = JSON.stringify(asked);
    const head = element('summary', 'nsys-ask-question');
    head.append(element('span', 'nsys-ask-words', asked.question ?? `Explain ${asked.target}`));
    const body = element('div', 'nsys-ask-answer');
    box.append(head, body);
    return { box, body };
  }

  /** @param {HTMLElement} box @returns {Asked} */
  askedIn_(box) {
    return JSON.parse(box.dataset.asked ?? '{}');
  }

  /**
   * Draws the server's answer, and the line for the next question.
   * @param {HTMLElement} body
   * @param {Asked} asked
   */
  async fill_(body, asked) {
    body.setAttribute('aria-busy', 'true');
    body.replaceChildren(element('p', 'nsys-later-text', 'Looking into the profile'));
    try {
      if (asked.target) {
        body.replaceChildren(...cardNodes(await this.options_.explain(asked.target), { timeline: true }));
        this.addWords_(body, { target: asked.target });
        body.setAttribute('aria-busy', 'false');
        return;
      }
      const { blocks } = await this.options_.read({ view: 'ask', params: asked });
      const next = blocks.at(-1);
      const drawn = blocks.slice(0, -1).map((block) => drawBlock(block, this.host_));
      body.replaceChildren(...drawn.filter((each) => each !== undefined));
      if (next?.kind === 'form' && this.isLast_(body)) this.next_(next);
      if (asked.question) this.addWords_(body, { ...asked, earlier: this.earlier_(body) });
    } catch (error) {
      body.replaceChildren(element('p', 'nsys-paragraph', error instanceof Error ? error.message : String(error)));
    }
    body.setAttribute('aria-busy', 'false');
  }

  /**
   * @param {HTMLElement} body
   * @param {object} asked
   */
  addWords_(body, asked) {
    const { words } = this.options_;
    if (!words) return;
    const box = new WordsBox(words, asked, (ref) =>
      linkTo(ref, { view: 'timeline', params: { place: `at=${ref}` } }, this.host_, ref));
    body.append(box.box);
    this.words_.set(body, box);
    void box.begin();
  }

  /**
   * Earlier questions and answers, oldest first.
   * @param {HTMLElement} body
   */
  earlier_(body) {
    const all = [...this.log_.querySelectorAll('.nsys-ask-answer')];
    return all.slice(0, all.indexOf(body)).filter((each) => each.hasChildNodes()).slice(-kEarlier).map((each) => ({
      question: each.parentElement?.querySelector('.nsys-ask-words')?.textContent ?? '',
      answer: this.words_.get(/** @type {HTMLElement} */ (each))?.said || (each.querySelector('p')?.textContent ?? ''),
    }));
  }

  // The next question refers back to the answer above it, not to an older one that was expanded.
  /** @param {HTMLElement} body */
  isLast_(body) {
    return this.log_.lastElementChild?.contains(body) === true;
  }

  /**
   * Keeps the text that is being typed.
   * @param {import('./page_controls.js').Form} form
   */
  next_(form) {
    const before = this.input_();
    const typed = before?.value;
    const focused = before !== undefined && before === document.activeElement;
    this.line_.replaceChildren(drawForm(form, this.host_));
    const input = this.input_();
    if (!input) return;
    if (typed) input.value = typed;
    if (focused) input.focus();
  }

  input_() {
    return this.line_.querySelector('input') ?? undefined;
  }

  // Scrolls to the entire answer, or to its beginning if it is higher than the view.
  /** @param {HTMLElement} box */
  bring_(box) {
    const log = this.log_;
    const top = box.offsetTop - log.offsetTop;
    log.scrollTop = box.offsetHeight > log.clientHeight ? top : top + box.offsetHeight - log.clientHeight;
  }

  // The arrow keys recall earlier questions; Escape leaves the conversation, or returns to its line.
  /** @param {KeyboardEvent} event */
  press_(event) {
    // The surrounding page has its own keys.
    if (event.key !== 'Escape') event.stopPropagation();
    const input = this.input_();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step && input && event.target === input) {
      const at = (this.back_ ?? this.asked_.length) + step;
      if (at < 0 || at > this.asked_.length) return;
      this.back_ = at;
      input.value = this.asked_[at]?.question ?? '';
      event.preventDefault();
    } else if (event.key === 'Escape') {
      event.target === input ? this.options_.close() : input?.focus();
    }
  }
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
