// Searches the sections of all documents, in the page.
/* global sections */
const root = document.body.dataset.root;
const search = document.getElementById('search');
const found = document.getElementById('found');
const article = document.querySelector('article');
const MOST = 30;

/** How well a section fits: words in its heading count most; 0 where one is missing. */
function fit([, title, , heading, text], words) {
  let sum = 0;
  for (const word of words) {
    if (heading.toLowerCase().includes(word)) sum += 10;
    else if (title.toLowerCase().includes(word)) sum += 4;
    else if (text.toLowerCase().includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

/** The text around the first of the words. */
function around(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length) - 60);
  return (at > 0 ? '…' : '') + text.slice(at, at + 200).trim();
}

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = !words.length;
  article.hidden = Boolean(words.length);
  if (!words.length) return;
  const fits = sections.map((section) => [fit(section, words), section]).filter(([sum]) => sum > 0)
    .sort(([a], [b]) => b - a);
  const list = document.createElement('ul');
  for (const [, [page, title, anchor, heading, text]] of fits.slice(0, MOST)) {
    const link = document.createElement('a');
    link.href = `${root}/${page}#${anchor}`;
    link.textContent = heading === title ? title : `${title}: ${heading}`;
    link.addEventListener('click', () => { search.value = ''; show(); });
    const words_of = document.createElement('p');
    words_of.textContent = around(text, words);
    const entry = document.createElement('li');
    entry.append(link, words_of);
    list.append(entry);
  }
  const title = document.createElement('h1');
  title.textContent = 'Found';
  const count = document.createElement('p');
  count.textContent = fits.length > MOST ? `The best ${MOST} of ${fits.length} sections` : fits.length === 1 ? '1 section' : `${fits.length} sections`;
  found.replaceChildren(title, count, list);
}
search.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); search.select(); }
  if (event.key === 'Escape') { search.value = ''; show(); }
});
document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
show();
