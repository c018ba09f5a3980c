// Deferred blocks of a page. The page reserves room for them, so that nothing below moves while a person reads
// there, until the person asks for all of it.

/** @typedef {import('./page.js').Page} Page */
/** @typedef {import('./page.js').Block} Block */
/** @typedef {{kind: 'later', view: import('./tabs.js').ViewLink, text: string, lines: number}} DeferredBlock */

/**
 * @param {DeferredBlock} block
 * @param {object} around
 * @param {(link: import('./tabs.js').ViewLink, signal?: AbortSignal) => Promise<Page>} around.read
 * @param {(block: Block) => HTMLElement | undefined} around.draw
 * @param {AbortSignal} [around.signal]  Aborted when the page is removed.
 */
export function drawLater(block, { read, draw, signal }) {
  const box = element('section', 'nsys-later');
  box.setAttribute('aria-busy', 'true');
  box.setAttribute('aria-live', 'polite');
  box.style.setProperty('--nsys-line-count', String(block.lines));
  box.append(element('p', 'nsys-later-text', block.text));
  const fill = async () => {
    try {
      const page = await read(block.view, signal);
      if (signal?.aborted) return;
      settle(box, page.blocks.map(draw), block.lines > 0);
    } catch (error) {
      if (signal?.aborted) return;
      box.replaceChildren(element('p', 'nsys-paragraph', error instanceof Error ? error.message : String(error)));
    }
    box.setAttribute('aria-busy', 'false');
  };
  void fill();
  return box;
}

/**
 * @param {HTMLElement} box
 * @param {(HTMLElement | undefined)[]} drawn
 * @param {boolean} isKept  Whether content below must not move.
 */
function settle(box, drawn, isKept) {
  const room = element('div', 'nsys-later-room');
  room.append(...drawn.filter((each) => each !== undefined));
  box.replaceChildren(room);
  box.classList.toggle('nsys-clipped', isKept);
  if (room.scrollHeight <= box.clientHeight) {
    box.classList.remove('nsys-clipped');
    return;
  }
  const all = element('button', 'nsys-plain nsys-later-all', 'Show all');
  all.setAttribute('type', 'button');
  const unfold = () => {
    box.classList.remove('nsys-clipped');
    all.remove();
  };
  all.addEventListener('click', unfold);
  // A person who arrives by keyboard must see the focused element.
  room.addEventListener('focusin', unfold, { once: true });
  box.append(all);
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
