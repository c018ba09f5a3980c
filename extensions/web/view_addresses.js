// The addresses of views in a browser: beside this file, so that they hold behind any prefix.

/** @typedef {import('./tabs.js').ViewLink} ViewLink */

/** @param {ViewLink} link */
export function queryOf({ view, params }) {
  return new URLSearchParams({ view, ...params }).toString();
}

/** @param {ViewLink} link */
export function hrefOf(link) {
  if (link.view !== 'timeline') return new URL(`.?${queryOf(link)}`, import.meta.url).href;
  return new URL(`timeline${link.params.place ? `#${link.params.place}` : ''}`, import.meta.url).href;
}
