// Stores a person's arrangements for each profile: in the browser for a page, in the editor's storage for a
// webview.

/**
 * `read` returns the value last written for a key, however long ago; undefined if there is none or it is lost.
 * @typedef {{read: (key: string) => unknown | Promise<unknown>, write: (key: string, value: unknown) => void}} Keeper
 */

/** @type {Keeper} */
const kBrowser = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // If the browser stores nothing, the rows have their default arrangement.
    }
  },
};

export class Store {
  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper_ = keeper;
  }

  /**
   * Stores everything in another place from now on.
   * @param {Keeper} keeper
   */
  through(keeper) {
    this.keeper_ = keeper;
  }

  /** @param {string} key */
  async read(key) {
    return this.keeper_.read(key);
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  write(key, value) {
    this.keeper_.write(key, value);
  }
}

export const store = new Store(kBrowser);
