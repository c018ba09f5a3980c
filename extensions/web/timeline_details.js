// The selection in words: its name, its time, and its card from the server.

import { cardNodes } from './card_nodes.js';
import { worded } from './page.js';
import { byId } from './timeline_dom.js';
import { feed } from './timeline_feed.js';
import { pathOf } from './timeline_rows.js';
import { readableNs } from './timeline_time.js';

/** @typedef {import('./timeline_slices.js').Slice} Slice */

export class Details {
  /**
   * @param {(time: number, step: number) => string} clockOf
   * @param {(target: string) => void} follow
   */
  constructor(clockOf, follow) {
    this.clockOf_ = clockOf;
    this.box_ = byId('details');
    this.name_ = byId('details-name');
    this.time_ = byId('details-time');
    this.text_ = byId('details-text');
    this.text_.addEventListener('click', ({ target }) => {
      const link = target instanceof Element ? target.closest('[data-target]') : null;
      if (link instanceof HTMLElement) follow(String(link.dataset.target));
    });
  }

  /** @param {Slice | undefined} slice */
  async show(slice) {
    feed.drop('card');
    this.box_.hidden = !slice;
    if (!slice) return;
    byId('timeline').classList.remove('nsys-measures');
    const { name, start, length, line } = slice;
    this.name_.textContent = name;
    const when = length > 0 ? `${readableNs(length)} from ${this.clockOf_(start, length / 100)}` : `at ${this.clockOf_(start, 1)}`;
    this.time_.textContent = `${when} · ${pathOf(line)}`;
    const facts = slice.facts.split('\n').filter(Boolean);
    if (slice.kind === 'merged')
      facts.push('Several events that are shorter than a column of the screen. Zoom in to see each of them.');
    this.text_.replaceChildren(...facts.map((fact) => worded('p', '', fact)));
    if (!slice.ref) return;
    try {
      const card = await feed.newest('card', (signal) => feed.card(slice.ref, signal));
      if (!card) return;
      this.text_.replaceChildren(...cardNodes(card.blocks));
    } catch (error) {
      this.text_.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
