// All requests of the timeline to the server: by HTTP in a browser, by messages in an editor's webview, which
// forwards them to the protocol. Requests and replies are the same JSON.

import { served } from './served.js';

/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/**
 * A part of the run in ns on the capture's clock, as strings, because numbers would not be exact.
 * @typedef {{startNs: string, endNs: string}} Window
 */
/** @typedef {{window?: Window, columns?: number, rows?: string[], asAll?: boolean, findings?: boolean, preview?: boolean}} PartAsked */
/** @typedef {PartAsked & {text: string, kinds?: string[], leastNs?: number, from?: number, limit?: number}} SearchAsked */
/** @typedef {{total: number, columns: number[], timeline: Timeline}} Matches */
/** @typedef {{blocks: import('./card_nodes.js').CardBlock[], uri?: string}} Card */
/** @typedef {import('./timeline_follow.js').Related} Related */
/** @typedef {import('./timeline_select.js').Measured} Measured */
/** @typedef {{window: Window, rows?: string[], part?: string, skill?: string}} WindowAsked */
/**
 * The protocol's name of a method without `nsys/`, and its params without the profile.
 * @typedef {(method: string, params: object, signal?: AbortSignal) => Promise<any>} Ask
 */

// The address that corresponds to a method of the protocol.
/** @type {Record<string, string>} */
const kAddresses = {
  explain: 'explain.json',
  timeline: 'timeline.json',
  timelineBookmark: 'timeline_bookmark.json',
  timelineRelated: 'timeline_related.json',
  timelineSearch: 'timeline_search.json',
  timelineWindow: 'timeline_window.json',
};
// Methods that write.
const kWriting = ['timelineBookmark'];

// One of several timelines below each other, which leave no room for the findings of each.
const isStacked = Boolean(new URLSearchParams(location.search).get('framed'));

export class Feed {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<string, AbortController>} */
    this.newest_ = new Map();
  }

  /**
   * Sends all requests through another function from now on.
   * @param {Ask} ask
   */
  through(ask) {
    this.ask = ask;
  }

  /**
   * @param {PartAsked} asked  The entire run if it has no window.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Timeline>}
   */
  part(asked, signal) {
    return this.ask('timeline', isStacked ? { ...asked, findings: false } : asked, signal);
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
   * Sends a request that replaces and aborts the earlier one in the same slot.
   * @template T
   * @param {string} place
   * @param {(signal: AbortSignal) => Promise<T>} ask
   * @returns {Promise<T | undefined>}  Nothing Undefined if a newer request replaced it.
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

  /** @param {string} place  Aborts its pending request. */
  drop(place) {
    this.newest_.get(place)?.abort();
  }
}

/**
 * Requests an address beside this file, so that it works behind any path prefix.
 * @type {Ask}
 */
async function fetchAnswer(method, params, signal) {
  const query = queryOf(params);
  const address = served(`${kAddresses[method]}${query ? `?${query}` : ''}`);
  const response = await fetch(address, { signal, method: kWriting.includes(method) ? 'POST' : 'GET' }).catch((error) => {
    throw signal?.aborted ? error : new Error('nsys-ai does not answer: it may have ended.');
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/**
 * A request as an address: a window is two times, a list has commas, and names omit their units.
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
