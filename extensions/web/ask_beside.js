// The conversation in a browser: in a view of its own, or beside another view, where its references navigate that
// view. It follows the person through the pages of one profile as long as the tab is open.

import { AskPane } from './ask.js';
import { AskPlace } from './ask_place.js';
import { served } from './served.js';
import { queryOf } from './view_addresses.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */

/**
 * @param {string} path  Relative to this file, so that it works behind any path prefix.
 * @param {AbortSignal} [signal]
 * @param {'GET' | 'POST'} [method]  POST for requests that write.
 * @returns {Promise<Response>}
 */
export async function askServer(path, signal, method = 'GET') {
  const response = await fetch(served(path), { signal, method }).catch(() => {
    throw new Error('nsys-ai does not answer: it may have ended.');
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** @param {ViewLink} link @param {AbortSignal} [signal] */
export async function readPage(link, signal) {
  return (await askServer(`page.json?${queryOf(link)}`, signal)).json();
}

/**
 * @param {string} target
 * @returns {Promise<import('./card_nodes.js').CardBlock[]>}
 */
export async function explain(target) {
  return (await (await askServer(`explain.json?target=${encodeURIComponent(target)}`)).json()).blocks;
}

/** @type {import('./ask_complete.js').Complete} */
async function complete(typed, signal) {
  return (await askServer(`ask_complete.json?${new URLSearchParams({ question: typed })}`, signal)).json();
}

/**
 * Pieces arrive as lines of JSON, and the checked words last.
 * @type {import('./words.js').WordsHost['answer']}
 */
async function answerInWords(asked, onPiece, signal) {
  const { question = '', target = '', after = '', teach = false, keptOnly = false } = /** @type {Record<string, any>} */ (asked);
  const query = new URLSearchParams({ question, target, after, teach: String(teach), kept: String(keptOnly) });
  const response = await askServer(`words.json?${query}`, signal, 'POST');
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let heard = '';
  for (;;) {
    const { done, value } = await reader.read();
    heard += decoder.decode(value, { stream: !done });
    const lines = heard.split('\n');
    heard = lines.pop() ?? '';
    for (const line of lines) {
      const { text, restart, words } = JSON.parse(line);
      if (words) return words;
      onPiece(text, restart);
    }
    if (done) throw new Error('nsys-ai ended before it had answered.');
  }
}

/** @type {import('./words.js').WordsHost} */
export const model = {
  status: async () => (await askServer('model_status.json')).json(),
  agree: async (given) => (await askServer(`model_consent.json?given=${given}`, undefined, 'POST')).json(),
  sent: async () => (await (await askServer('model_sent.json')).json()).text,
  answer: answerInWords,
};

/**
 * @param {Omit<import('./page_controls.js').Host, 'read'>} host  Of the surrounding page.
 * @returns {AskPlace}
 */
export function askOnThisPage(host) {
  const kept = `nsys-ask ${served('.').pathname}`;
  const isBeside = `${kept} beside`;
  const place = new AskPlace({
    box: /** @type {HTMLElement} */ (document.getElementById('ask')),
    button: /** @type {HTMLElement} */ (document.getElementById('ask-beside')),
    room: document.body,
    beside: sessionStorage.getItem(isBeside) === 'yes',
    keepBeside: (beside) => sessionStorage.setItem(isBeside, beside ? 'yes' : 'no'),
    make: (box) => new AskPane(box, {
      read: readPage,
      explain,
      host: { ...host, complete },
      kept: () => JSON.parse(sessionStorage.getItem(kept) ?? '[]'),
      keep: (asked) => sessionStorage.setItem(kept, JSON.stringify(asked)),
      words: model,
      close: () => place.leave(),
    }),
  });
  return place;
}
