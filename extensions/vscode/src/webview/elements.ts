// Elements around a page.
import type { Action } from '../page_state';

export function buttons(actions: readonly Action[], className: string, act: (action: Action) => void): HTMLElement {
  const row = element('div', 'view-actions');
  for (const action of actions) {
    const button = element('button', `view-button ${className}`, action.title);
    button.type = 'button';
    button.addEventListener('click', () => act(action));
    row.append(button);
  }
  return row;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text?: string) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
