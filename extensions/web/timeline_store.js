// Where a page keeps what a person arranged, for each profile: in a browser beside the page, in an editor wherever the
// editor keeps such things.

/**
 * `read` gives what was written last under that key, however long ago; nothing where nothing was, or it is lost.
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
      // A browser that keeps nothing shows the rows as they are.
    }
  },
};

export class Store {
  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper_ = keeper;
  }

  /**
   * Has all that is kept from now on go elsewhere.
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
