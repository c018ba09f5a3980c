// Shows one view of a profile at a time in the same place, and keeps the old view until the new one has arrived.

import { renderPage } from './page.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */
/** @typedef {import('./page.js').Page} Page */
/**
 * @typedef {Omit<import('./page.js').Options, 'container' | 'host'> & {host: Omit<import('./page_controls.js').Host, 'read'>,
 *   read: (link: ViewLink, signal?: AbortSignal) => Promise<Page>, shown?: (page: Page) => void}} PaneOptions
 */

export class ViewPane {
  /**
   * @param {HTMLElement} container
   * @param {PaneOptions} options
   */
  constructor(container, options) {
    this.container_ = container;
    this.options_ = options;
    this.reading_ = new AbortController();
    /** @type {{dispose: () => void} | undefined} */
    this.drawn_ = undefined;
    container.addEventListener('keydown', (event) => this.find_(event));
  }

  /** @param {ViewLink} link */
  async show(link) {
    this.reading_.abort();
    const reading = new AbortController();
    this.reading_ = reading;
    this.container_.setAttribute('aria-busy', 'true');
    try {
      const page = await this.options_.read(link, reading.signal);
      if (!reading.signal.aborted) this.draw_(page);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.draw_({ title: error instanceof Error ? error.message : String(error), blocks: [] });
    }
    this.container_.setAttribute('aria-busy', 'false');
  }

  /** @param {Page} page */
  draw_(page) {
    const { host, read, shown, ...rest } = this.options_;
    const typing = this.typing_();
    this.drawn_?.dispose();
    this.drawn_ = renderPage(page, { container: this.container_, host: { ...host, read }, ...rest });
    if (typing) {
      const field = this.fields_().find(({ name }) => name === typing.name);
      if (field) {
        // Keeps the text that was typed while the page was loading.
        field.value = typing.value;
        field.focus();
        field.setSelectionRange(typing.at, typing.at);
      }
    }
    shown?.(page);
  }

  fields_() {
    return /** @type {HTMLInputElement[]} */ ([...this.container_.querySelectorAll('.nsys-form input')]);
  }

  typing_() {
    const at = this.fields_().find((field) => field === document.activeElement);
    return at ? { name: at.name, value: at.value, at: at.selectionStart ?? at.value.length } : undefined;
  }

  // Opens the filter of a table, because the browser's search does not find rows on the table's other pages.
  /** @param {KeyboardEvent} event */
  find_(event) {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
    const filter = this.container_.querySelector('.nsys-form[role="search"] input');
    if (!(filter instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    filter.select();
  }
}
