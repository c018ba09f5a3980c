// A language model's words below an answer: a person requests them and gives consent once; they appear while they
// arrive, with the result of the checks below. Without a model, shows one sentence of the server, or nothing.

import { markdownNodes } from './markdown.js';

/**
 * @typedef {{available: boolean, model?: string, host?: string, consent: boolean, sends?: string, reason?: string,
 *   hover: string, spent: string}} ModelStatus
 */
/** @typedef {{outcome: string, text: string, reason?: string, needsConsent: boolean, refs: string[], below: string}} Words */
/** @typedef {(text: string, restart: boolean) => void} OnPiece  Pieces are Markdown, and not checked yet. */
/**
 * @typedef {object} WordsHost
 * @property {() => Promise<ModelStatus>} status
 * @property {(given: boolean) => Promise<ModelStatus>} agree
 * @property {(asked: object, onPiece: OnPiece, signal?: AbortSignal) => Promise<Words>} answer
 * @property {() => Promise<string>} sent  Every recently sent byte.
 */

// The server writes it after a figure that it could not check.
const kUnverified = '(unverified)';

/**
 * Whether cards link to words, and the link's action.
 * @param {WordsHost} host
 * @param {(target: string) => void} explain
 * @returns {import('./card.js').CardWords}
 */
export function cardWords(host, explain) {
  return {
    offered: async () => {
      const status = await host.status().catch(() => undefined);
      return status !== undefined && status.available && status.hover !== 'off';
    },
    explain,
  };
}

export class WordsBox {
  /**
   * @param {WordsHost} host
   * @param {object} asked  The subject: a question, a target, or the entire run.
   * @param {(ref: string) => HTMLElement} linkOf
   */
  constructor(host, asked, linkOf) {
    this.host_ = host;
    this.asked_ = asked;
    this.linkOf_ = linkOf;
    this.box = element('div', 'nsys-words');
    this.said = '';  // the final text, for later questions
  }

  /** Switches to words for people who are new to GPUs. */
  teach_() {
    this.asked_ = { ...this.asked_, teach: true };
    return this.ask();
  }

  teacher_() {
    const made = button('Teach me', 'nsys-button nsys-quiet', () => this.teach_());
    made.title = 'The same in words that explain each term, for who is new to GPUs';
    return made;
  }

  // Shows stored words at once, otherwise the button to request them.
  async begin() {
    try {
      const status = await this.host_.status();
      if (!status.available) return;
      const kept = status.consent ? await this.host_.answer({ ...this.asked_, keptOnly: true }, () => {}) : undefined;
      if (kept?.outcome === 'words') this.show_(kept);
      else this.offer_(status);
    } catch (error) {
      this.tell_(messageOf(error));
    }
  }

  // Requests the words at once, unless consent is missing.
  async ask() {
    try {
      const status = await this.host_.status();
      if (!status.available) this.tell_(status.reason ?? '');
      else if (!status.consent) this.askConsent_(status);
      else await this.write_();
    } catch (error) {
      this.tell_(messageOf(error));
    }
  }

  /** @param {ModelStatus} status */
  offer_(status) {
    const row = element('div', 'nsys-links');
    row.append(
      button('Answer in words', 'nsys-button nsys-quiet', () => this.ask()),
      this.teacher_(),
      element('span', 'nsys-muted', `${status.model ?? ''} at ${status.host ?? ''}. ${status.spent}`),
    );
    this.box.replaceChildren(row);
  }

  /** @param {ModelStatus} status */
  askConsent_(status) {
    const agree = button('Agree', 'nsys-button', async () => {
      await this.host_.agree(true);
      await this.ask();
    });
    const row = element('div', 'nsys-links');
    row.append(agree, button('Not now', 'nsys-button nsys-quiet', () => this.offer_(status)));
    this.box.replaceChildren(element('p', 'nsys-paragraph', status.sends), row);
    agree.focus();
  }

  async write_() {
    const stop = new AbortController();
    const text = element('div', 'nsys-words-text');
    text.setAttribute('aria-busy', 'true');
    const stopper = button('Stop', 'nsys-button nsys-quiet', () => stop.abort());
    this.box.replaceChildren(text, stopper);
    stopper.focus();
    let written = '';
    try {
      const words = await this.host_.answer(this.asked_, (piece, restart) => {
        written = restart ? piece : written + piece;
        text.replaceChildren(...markdownNodes(written));
      }, stop.signal);
      this.show_(words);
    } catch (error) {
      if (stop.signal.aborted) await this.begin();
      else this.tell_(messageOf(error));
    }
  }

  /** @param {Words} words */
  show_(words) {
    if (words.outcome !== 'words') return this.tell_(words.reason ?? '');
    this.said = words.text;
    const text = element('div', 'nsys-words-text');
    text.append(...markdownNodes(words.text));
    for (const ref of words.refs) replaceWords(text, ref, this.linkOf_);
    replaceWords(text, kUnverified, (said) => element('mark', 'nsys-unchecked', said));
    const below = element('div', 'nsys-words-below');
    below.append(...markdownNodes(words.below));
    const row = element('div', 'nsys-links');
    if (!('teach' in this.asked_)) row.append(this.teacher_());
    row.append(button('Show what was sent', 'nsys-plain', () => this.showSent_(row)));
    this.box.replaceChildren(text, below, row);
    return undefined;
  }

  /** @param {HTMLElement} row */
  async showSent_(row) {
    const shown = element('pre', 'nsys-plain-text nsys-words-sent');
    shown.tabIndex = 0;
    shown.setAttribute('role', 'group');
    shown.setAttribute('aria-label', 'What was sent');
    try {
      shown.textContent = await this.host_.sent();
    } catch (error) {
      shown.textContent = messageOf(error);
    }
    row.replaceWith(shown);
    shown.focus();
  }

  /** @param {string} why */
  tell_(why) {
    this.box.replaceChildren(element('p', 'nsys-muted', why));
  }
}

/**
 * Replaces the words in the text wherever they occur.
 * @param {HTMLElement} box
 * @param {string} words
 * @param {(words: string) => HTMLElement} draw
 */
function replaceWords(box, words, draw) {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && !node.parentElement?.closest('a, mark') && node.data.includes(words)) found.push(node);
  for (let node of found)
    for (let at = node.data.indexOf(words); at >= 0; at = node.data.indexOf(words)) {
      const named = node.splitText(at);
      node = named.splitText(words.length);
      // `kernel:12` must not match inside `kernel:123`.
      if (!/^[\d:]/.test(node.data)) named.replaceWith(draw(words));
    }
}

/**
 * @param {string} text
 * @param {string} className
 * @param {() => unknown} action
 */
function button(text, className, action) {
  const made = element('button', className, text);
  made.setAttribute('type', 'button');
  made.addEventListener('click', () => action());
  return made;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
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
