// The addresses of views in a browser, relative to this file, so that they work behind any path prefix.

import { isOneFile, served } from './served.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */

/** @param {ViewLink} link */
export function queryOf({ view, params }) {
  return new URLSearchParams({ view, ...params }).toString();
}

// The address of this page, without its place; one file tells its views apart by the place alone.
export function withoutHash() {
  return location.href.replace(/#.*$/s, '');
}

/** @returns {string}  The view that this page shows, as the option --place of `nsys-ai web` and one file read it. */
export function shownPlace() {
  return queryOf(shownView());
}

/** @returns {ViewLink}  The view that the address of this page names. */
export function shownView() {
  const { view = 'overview', ...params } = Object.fromEntries(new URLSearchParams(isOneFile ? location.hash.slice(1) : location.search));
  return { view, params };
}

/** @param {ViewLink} link */
export function hrefOf(link) {
  if (isOneFile) {
    const { place, ...params } = link.params;
    return `${withoutHash()}#${queryOf({ view: link.view, params })}${place ? `&${place}` : ''}`;
  }
  // A target in the profile that this one is compared with has the handle of that profile before it.
  const [, other, target] = /^at=(\d+)\/(.+)$/s.exec(link.params.place ?? '') ?? [];
  if (link.view === 'timeline' && other) return served(`other?profile=${other}&page=timeline#at=${target}`).href;
  if (link.view === 'timelines') return served(`timelines?${new URLSearchParams(link.params)}`).href;
  if (link.view === 'timeline') return served(`timeline${link.params.place ? `#${link.params.place}` : ''}`).href;
  const page = served('.');
  page.pathname = page.pathname.replace(/\/$/, '');
  page.search = queryOf(link);
  return page.href;
}
