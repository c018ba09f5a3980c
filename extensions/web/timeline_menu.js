// The menus of the timeline, which close after a choice, after a press outside, and by Escape.

import { byId } from './timeline_dom.js';

/** @param {Record<string, () => void>} actions  By the ids of the buttons in the menus. */
export function listenToMenus(actions) {
  const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('details.nsys-menu'));
  for (const menu of menus) {
    document.addEventListener('pointerdown', ({ target }) => {
      if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return;
      event.stopPropagation();
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
  for (const [id, act] of Object.entries(actions))
    byId(id).addEventListener('click', ({ currentTarget }) => {
      const menu = /** @type {Element} */ (currentTarget).closest('details');
      if (menu) menu.open = false;
      act();
    });
}
