// Answers that a file holds instead of a server.

/** @typedef {import('./timeline_rows.js').Timeline} Timeline */
/** @typedef {import('./timeline_rows.js').Row} Row */

// The kinds of slices that a search for a kind of event finds.
/** @type {Record<string, string[]>} */
const kKinds = {
  kernel: ['compute', 'communication'], copy: ['copy', 'memset'], nvtx: ['nvtx'], mark: ['mark'], call: ['call', 'sync'],
};

export class KeptAnswers {
  /**
   * @param {Record<string, string>} answers  By address, its parameters sorted by name.
   * @param {string} command  What shows the profile itself.
   */
  constructor(answers, command) {
    this.answers_ = answers;
    this.command_ = command;
    /** @type {Timeline[]} */
    this.parts_ = Object.keys(answers).filter((address) => address.startsWith('timeline.json'))
      .map((address) => JSON.parse(answers[address]));
    this.fetch = this.fetch.bind(this);
  }

  /** @param {RequestInfo | URL} asked */
  async fetch(asked) {
    const { pathname, searchParams } = new URL(String(asked), 'file:///');
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (name === 'timeline.json') return answer(JSON.stringify(this.part_(searchParams)));
    if (name === 'timeline_search.json') return this.search_(searchParams);
    searchParams.sort();
    const sorted = [...searchParams].map(([param, value]) => `${param}=${value}`).join('&');
    const kept = this.answers_[sorted ? `${name}?${sorted}` : name];
    if (kept !== undefined) return answer(kept);
    if (searchParams.has('root')) return this.zoomed_(searchParams);
    return this.missing_('This file does not hold that.');
  }

  /**
   * A flame graph that begins with another of the frames that the file holds.
   * @param {URLSearchParams} asked
   */
  async zoomed_(asked) {
    const root = Number(asked.get('root'));
    const params = [...asked].filter(([param]) => param !== 'root').map(([param, value]) => `${param}=${value}`);
    const page = JSON.parse(this.answers_[`page.json?${params.join('&')}`] ?? '{"blocks": []}');
    const flame = page.blocks.find((/** @type {{kind: string}} */ block) => block.kind === 'flame');
    const at = flame?.bars.findIndex((/** @type {{node: number}} */ bar) => bar.node === root) ?? -1;
    if (at < 0) return this.missing_('This file does not hold that frame.');
    flame.root = at;
    return answer(JSON.stringify(page));
  }

  /**
   * The finest part that holds what is asked for; the whole run holds everything.
   * @param {URLSearchParams} asked
   */
  part_(asked) {
    const [start, end] = ['start', 'end'].map((name) => Number(asked.get(name)));
    const holds = this.parts_.filter((part) => asked.has('start')
      && Number(part.runStart) + part.start <= start && Number(part.runStart) + part.end >= end);
    return holds.sort((a, b) => a.pixel - b.pixel)[0] ?? this.whole_();
  }

  whole_() {
    return this.parts_.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  }

  /** @param {URLSearchParams} asked */
  search_(asked) {
    const whole = this.whole_();
    if (whole.pixel > 0)
      return this.missing_('This file holds the run in overview, and what is merged there has no names to look for.');
    const number = (/** @type {string} */ name, /** @type {number} */ otherwise) => Number(asked.get(name) ?? otherwise);
    const begin = Number(whole.runStart);
    const found = matches(whole, asked);
    const columns = new Array(number('columns', 0)).fill(0);
    const column = (number('end', begin + whole.end) - number('start', begin)) / Math.max(1, columns.length);
    for (const { start } of found) {
      const at = Math.floor((begin + start - number('start', begin)) / column);
      if (at >= 0 && at < columns.length) columns[at] += 1;
    }
    const listed = found.slice(number('from', 0), number('from', 0) + number('limit', 200));
    const rows = whole.rows.map((row) => only(row, listed.filter((each) => each.row === row).map(({ at }) => at)));
    return answer(JSON.stringify({ total: found.length, columns, timeline: { ...whole, rows } }));
  }

  /** @param {string} why */
  missing_(why) {
    return new Response(`${why} The profile itself shows it: ${this.command_}`, { status: 404 });
  }
}

/**
 * The slices whose names contain the text, in the order of time.
 * @param {Timeline} whole
 * @param {URLSearchParams} asked
 */
function matches(whole, asked) {
  const words = (asked.get('text') ?? '').toLowerCase().split('*');
  const pattern = new RegExp(words.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('.*'), 'su');
  const named = whole.texts.map((text) => pattern.test(text.toLowerCase()));
  const kinds = new Set((asked.get('kinds')?.split(',') ?? Object.keys(kKinds)).flatMap((kind) => kKinds[kind] ?? []));
  const rows = asked.has('rows') ? new Set(asked.get('rows')?.split(',')) : undefined;
  return whole.rows.filter(({ id }) => !rows || rows.has(id)).flatMap((row) => row.starts.map((start, at) => ({ start, at, row })))
    .filter(({ at, row }) => named[row.names[at]] && kinds.has(whole.texts[row.kinds[at]]) && row.lengths[at] >= Number(asked.get('least') ?? 0))
    .sort((a, b) => a.start - b.start);
}

/**
 * @param {Row} row
 * @param {number[]} at
 * @returns {Row}
 */
function only(row, at) {
  const lists = Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? at.map((index) => value[index]) : value]);
  return Object.fromEntries(lists);
}

/** @param {string} text */
function answer(text) {
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}
