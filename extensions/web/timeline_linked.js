// Moves the timeline together with another one: as a frame of a page that shows two, or beside another editor. Whoever
// shows both knows how their clocks are aligned.

/** @typedef {import('./timeline_feed.js').Window} Window */
/**
 * @typedef {object} Link
 * @property {() => void} ready  The timeline can be moved from now on.
 * @property {(window: Window) => void} moved  A person moved it here.
 * @property {(show: (window: Window) => void) => void} onShow  Calls `show` when it is to move there.
 */

// The page around this frame; none where the timeline is a page of its own.
const around = new URLSearchParams(location.search).has('framed') && window.parent !== window ? window.parent : undefined;

/** @type {Link} */
export const link = {
  ready: () => around?.postMessage({ nsysReady: true }, location.origin),
  moved: (shown) => around?.postMessage({ nsysMoved: shown }, location.origin),
  onShow: (show) => {
    if (!around) return;
    window.addEventListener('message', ({ data, origin, source }) => {
      if (origin === location.origin && source === around && data?.nsysShow) show(data.nsysShow);
    });
  },
};

/** @param {Link} own */
export function linkThrough(own) {
  Object.assign(link, own);
}

/** @param {import('./timeline_stage.js').Stage} stage */
export function linked(stage) {
  let follows = false;
  link.onShow(({ startNs, endNs }) => {
    follows = true;
    stage.show(Number(BigInt(startNs) - stage.run.start), Number(BigInt(endNs) - stage.run.start));
    follows = false;
  });
  link.ready();
  return () => {
    if (!follows) link.moved(stage.windowOf(stage.view));
  };
}
