// What the timeline asks of the server, in one place: by HTTP in a browser, by messages in an editor's webview, which
// forwards them to the protocol. The questions and their JSON are the same.

import { served } from './served.js';

/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/**
 * A part of the run in ns on the capture's clock, as text: a number would not be exact.
 * @typedef {{startNs: string, endNs: string}} Window
 */
/** @typedef {{window?: Window, columns?: number, rows?: string[], asAll?: boolean, findings?: boolean, preview?: boolean}} PartAsked */
/** @typedef {PartAsked & {text: string, kinds?: string[], leastNs?: number, from?: number, limit?: number}} SearchAsked */
/** @typedef {{total: number, columns: number[], timeline: Timeline}} Matches */
/** @typedef {{markdown: string, uri?: string}} Card */
/** @typedef {import('./timeline_follow.js').Related} Related */
/** @typedef {import('./timeline_select.js').Measured} Measured */
/** @typedef {{window: Window, rows?: string[], part?: string, skill?: string}} WindowAsked */
/**
 * The protocol's name of a question without `nsys/`, and its params without the profile.
 * @typedef {(method: string, params: object, signal?: AbortSignal) => Promise<any>} Ask
 */

// The address that answers as the protocol's method does.
/** @type {Record<string, string>} */
const kAddresses = {
  explain: 'explain',
  timeline: 'timeline.json',
  timelineBookmark: 'timeline_bookmark.json',
  timelineRelated: 'timeline_related.json',
  timelineSearch: 'timeline_search.json',
  timelineWindow: 'timeline_window.json',
};
// What these do is no question.
const kWriting = ['timelineBookmark'];

export class Feed {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<string, AbortController>} */
    this.newest_ = new Map();
  }

  /**
   * Has all that is asked from now on go another way.
   * @param {Ask} ask
   */
  through(ask) {
    this.ask = ask;
  }

  /**
   * @param {PartAsked} asked  All of the run without a window.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Timeline>}
   */
  part(asked, signal) {
    return this.ask('timeline', asked, signal);
  }

  /**
   * @param {SearchAsked} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<Matches>}
   */
  search(asked, signal) {
    return this.ask('timelineSearch', asked, signal);
  }

  /**
   * @param {WindowAsked} asked
   * @param {AbortSignal} [signal]
   * @returns {Promise<Measured>}
   */
  measure(asked, signal) {
    return this.ask('timelineWindow', asked, signal);
  }

  /**
   * @param {string} target
   * @param {AbortSignal} [signal]
   * @returns {Promise<Related>}
   */
  related(target, signal) {
    return this.ask('timelineRelated', { target }, signal);
  }

  /**
   * @param {{window: Window, name: string, note?: string}} asked
   * @returns {Promise<{file: string}>}
   */
  bookmark(asked) {
    return this.ask('timelineBookmark', asked);
  }

  /**
   * @param {string} target
   * @param {AbortSignal} [signal]
   * @returns {Promise<Card>}
   */
  card(target, signal) {
    return this.ask('explain', { target }, signal);
  }

  /**
   * Asks for what takes the place of what was asked for in the same place before, which is given up.
   * @template T
   * @param {string} place
   * @param {(signal: AbortSignal) => Promise<T>} ask
   * @returns {Promise<T | undefined>}  Nothing where a newer question has taken its place.
   */
  async newest(place, ask) {
    this.drop(place);
    const stop = new AbortController();
    this.newest_.set(place, stop);
    try {
      const answer = await ask(stop.signal);
      return stop.signal.aborted ? undefined : answer;
    } catch (error) {
      if (stop.signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.newest_.get(place) === stop) this.newest_.delete(place);
    }
  }

  /** @param {string} place  What was asked for in it is not wanted any more. */
  drop(place) {
    this.newest_.get(place)?.abort();
  }
}

/**
 * Asks the server beside this file, so that it holds behind any prefix.
 * @type {Ask}
 */
async function fetchAnswer(method, params, signal) {
  const query = queryOf(params);
  const address = served(`${kAddresses[method]}${query ? `?${query}` : ''}`);
  const response = await fetch(address, { signal, method: kWriting.includes(method) ? 'POST' : 'GET' }).catch((error) => {
    throw signal?.aborted ? error : new Error('nsys-ai does not answer: it may have ended.');
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return method === 'explain' ? { markdown: await response.text() } : response.json();
}

/**
 * What is asked, in an address: a window is two times, a list has commas, and no name has its unit.
 * @param {object} params
 */
function queryOf(params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const plain = name === 'window' ? value : { [name]: Array.isArray(value) ? value.join(',') : value };
    for (const [key, each] of Object.entries(plain)) query.set(key.replace(/Ns$/, ''), String(each));
  }
  return query.toString();
}

export const feed = new Feed(fetchAnswer);
