// Addresses of the server that a page came from. They stand in a folder whose name the page is given, so that they hold
// behind any prefix; the scripts themselves lie elsewhere, under names that a browser may keep for ever.

// As the page came: its own address changes with what it shows.
const { files = '.' } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');
const folder = new URL(`${files}/`, location.href);

/**
 * @param {string} path  In that folder.
 * @returns {URL}
 */
export function served(path) {
  return new URL(path, folder);
}
