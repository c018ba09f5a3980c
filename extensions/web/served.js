// Addresses of the server that a page came from. They are in a folder whose name is in the page's configuration, so
// that they work behind any path prefix; the scripts are elsewhere, under names that a browser may cache for ever.

// As the page was loaded, because its address changes with its content.
const { files = '.', oneFile = false } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');

// Whether the page is a file that holds its answers (one_file.js).
export const isOneFile = oneFile;

// A file inside another page has no address that others could be relative to, and needs none.
const folder = new URL(`${files}/`, oneFile ? 'file:///' : location.href);

/**
 * @param {string} path  In that folder.
 * @returns {URL}
 */
export function served(path) {
  return new URL(path, folder);
}
