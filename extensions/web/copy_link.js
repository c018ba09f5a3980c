// Copies what shows this place of the run to somebody else, on a copy of the profile of their own: a command. It holds
// no address and no token of this server. Of one file its place alone is copied, to be put behind the file's address.

import { isOneFile } from './served.js';

const kCopiedMs = 2000;

/** @param {string} word  As a shell reads it. */
function quoted(word) {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll('\'', String.raw`'\''`)}'`;
}

/**
 * @param {() => string} place  `view=kernels`, or `view=timeline&start=NS&end=NS`.
 * @param {() => string} profile  Its file name.
 */
export function offerLink(place, profile) {
  const button = document.getElementById('copy-link');
  if (!button) return;
  const words = button.textContent ?? '';
  button.title = isOneFile ? 'Copies the end of the address that shows this place' : 'Copies a command that shows this place';
  button.addEventListener('click', async () => {
    const link = isOneFile ? `#${place()}` : `nsys-ai web ${quoted(profile())} --place ${quoted(place())}`;
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = words; }, kCopiedMs);
    } catch {
      // A page that may not use the clipboard shows what a person then copies.
      button.textContent = link;
    }
  });
}
