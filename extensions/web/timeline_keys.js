// Keyboard commands of the timeline.

/**
 * @param {Record<string, (event: KeyboardEvent) => void>} keys  By `KeyboardEvent.key`, with "Shift+" before it if a
 *   key has another function with Shift.
 * @param {() => boolean} hidden  Whether another tab is in front.
 */
export function listenToKeys(keys, hidden) {
  document.addEventListener('keydown', (event) => {
    if (hidden()) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input:not([type="radio"]):not([type="checkbox"]), select')) return;
    if (target instanceof HTMLElement && target.matches('button, a, summary, input') && ['Enter', ' '].includes(event.key)) return;
    const shifted = `Shift+${event.key}`;
    const name = event.shiftKey && Object.hasOwn(keys, shifted) ? shifted : event.key;
    if (!Object.hasOwn(keys, name)) return;
    event.preventDefault();
    keys[name](event);
  });
}
