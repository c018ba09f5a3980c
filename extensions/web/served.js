// Addresses of the server that a page came from. They stand in a folder whose name the page is given, so that they hold
// behind any prefix; the scripts themselves lie elsewhere, under names that a browser may keep for ever.

/**
 * @param {string} path  In that folder.
 * @returns {URL}
 */
export function served(path) {
  const { files = '.' } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
  return new URL(path, new URL(`${files}/`, location.href));
}
