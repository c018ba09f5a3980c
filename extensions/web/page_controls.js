// Interactive parts of a page: links to other views, forms, texts to copy, actions of findings, expandable rows.

import { completeQuestion } from './ask_complete.js';
import { follow } from './tabs.js';

/** @typedef {import('./tabs.js').ViewLink} ViewLink */
/** @typedef {import('./page.js').Cell} Cell */
/** @typedef {{name: string, label: string, value: string, doc?: string, placeholder?: string}} FormField */
/** @typedef {{kind: 'form', to: ViewLink, fields: FormField[], button?: string}} Form */
/** @typedef {{kind: 'links', cells: Cell[]}} Links */
/** @typedef {{kind: 'copies', label: string, views: {name: string, view: ViewLink}[]}} CopyMenu */
/** @typedef {{text: string, view?: ViewLink, suppresses?: string, run?: {command: string, round: string}}} PageAction */
/**
 * The surroundings of a page; without them the page has no links.
 * @typedef {object} Host
 * @property {(link: ViewLink) => string} hrefOf
 * @property {(link: ViewLink, how?: {typed?: boolean}) => void} go
 * @property {(link: ViewLink, signal?: AbortSignal) => Promise<import('./page.js').Page>} read
 * @property {(text: string) => unknown} copy
 * @property {(finding: string, reason: string) => Promise<void>} [suppress]
 * @property {(command: string, round: string) => Promise<void>} [run]  A command of an action.
 * @property {import('./ask_complete.js').Complete} [complete]  For questions in words.
 */

const kFollowAfterMs = 200;

/**
 * @param {string} text
 * @param {ViewLink} link
 * @param {Host} host
 * @param {string} [target]  The target of its card.
 */
export function linkTo(text, link, host, target) {
  const made = document.createElement('a');
  made.className = 'nsys-link';
  made.href = host.hrefOf(link);
  made.textContent = text;
  if (target) made.dataset.target = target;
  follow(made, () => host.go(link));
  return made;
}

/**
 * @param {Form} block
 * @param {Host} host
 */
export function drawForm(block, host) {
  const isLine = block.button !== undefined && block.fields.length === 1;
  const box = element('div', isLine ? 'nsys-form nsys-asking-line' : 'nsys-form');
  const role = block.button ? 'form' : 'search';
  box.setAttribute('role', isLine ? 'group' : role);
  box.setAttribute('aria-label', isLine ? block.fields[0].label : block.button ? 'What to ask for' : 'Which rows to show');
  const asked = () => {
    /** @type {Record<string, string>} */
    const params = { ...block.to.params };
    for (const input of box.querySelectorAll('input'))
      if (input.value.trim()) params[input.name] = input.value.trim();
    return { view: block.to.view, params };
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const send = (typed = false) => {
    clearTimeout(timer);
    host.go(asked(), { typed });
  };
  for (const field of block.fields) box.append(fieldOf(field));
  const question = isLine && block.to.view === 'ask' ? box.querySelector('input') : undefined;
  if (question && host.complete) completeQuestion(question, host.complete);
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) send(!block.button);
  });
  if (block.button) {
    const button = element('button', 'nsys-button', block.button);
    button.setAttribute('type', 'button');
    button.addEventListener('click', () => send());
    box.append(button);
  } else {
    box.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => send(true), kFollowAfterMs);
    });
  }
  return box;
}

/** @param {FormField} field */
function fieldOf(field) {
  const label = element('label', 'nsys-field');
  label.append(element('span', 'nsys-field-label', field.label));
  const input = document.createElement('input');
  input.name = field.name;
  input.value = field.value;
  input.placeholder = field.placeholder ?? '';
  input.spellcheck = false;
  input.autocomplete = 'off';
  if (field.doc) {
    label.title = field.doc;
    input.setAttribute('aria-description', field.doc);
  }
  label.append(input);
  return label;
}

/**
 * @param {Links} block
 * @param {Host} host
 */
export function drawLinks(block, host) {
  const row = element('nav', 'nsys-links');
  row.setAttribute('aria-label', 'Further');
  for (const cell of block.cells)
    row.append(cell.view ? linkTo(cell.text, cell.view, host, cell.target) : element('span', 'nsys-muted', cell.text));
  return row;
}

/**
 * @param {CopyMenu} block
 * @param {Host} host
 */
export function drawCopies(block, host) {
  const row = element('div', 'nsys-links');
  row.append(element('span', 'nsys-muted', block.label));
  const said = element('span', 'nsys-muted');
  said.setAttribute('role', 'status');
  for (const { name, view } of block.views)
    row.append(button(name, async () => {
      try {
        const page = await host.read(view);
        const text = page.blocks.find((each) => each.kind === 'text');
        await host.copy(text?.kind === 'text' ? text.text : '');
        said.textContent = `Copied as ${name}`;
      } catch (error) {
        said.textContent = messageOf(error);
      }
    }));
  row.append(said);
  return row;
}

/**
 * @param {PageAction[]} actions
 * @param {Host} host
 */
export function drawActions(actions, host) {
  const row = element('div', 'nsys-links');
  for (const { text, view, suppresses, run } of actions) {
    if (view) row.append(linkTo(text, view, host));
    if (suppresses && host.suppress) row.append(suppression(text, suppresses, host));
    if (run && host.run) row.append(commandOf(text, run, host));
  }
  return row;
}

/**
 * The page, which is read again, shows what the command did.
 * @param {string} text
 * @param {{command: string, round: string}} run
 * @param {Host} host
 */
function commandOf(text, { command, round }, host) {
  const box = element('span', '');
  const said = element('span', 'nsys-muted');
  said.setAttribute('role', 'alert');
  box.append(button(text, async () => {
    try {
      await host.run?.(command, round);
    } catch (error) {
      said.textContent = ` ${messageOf(error)}`;
    }
  }), said);
  return box;
}

/**
 * Asks for a reason first, because a suppression without a reason is useless.
 * @param {string} text
 * @param {string} finding
 * @param {Host} host
 */
function suppression(text, finding, host) {
  const box = element('span', 'nsys-suppression');
  const ask = button(text, () => {
    const reason = document.createElement('input');
    reason.className = 'nsys-reason';
    reason.placeholder = 'Why is this accepted? Enter suppresses it, Escape leaves it';
    reason.setAttribute('aria-label', 'Why this finding is accepted');
    const said = element('span', 'nsys-muted');
    said.setAttribute('role', 'alert');
    reason.addEventListener('keydown', async (event) => {
      if (event.key === 'Escape') {
        box.replaceChildren(ask);
        ask.focus();
      }
      if (event.key !== 'Enter' || !reason.value.trim()) return;
      try {
        await host.suppress?.(finding, reason.value.trim());
      } catch (error) {
        said.textContent = messageOf(error);
      }
    });
    box.replaceChildren(reason, said);
    reason.focus();
  });
  box.append(ask);
  return box;
}

/**
 * The button before a row with children, which are requested when a person expands it.
 * @param {Cell} cell
 * @param {Host} host
 * @param {(cells: Cell[]) => HTMLElement} rowOf
 */
export function unfolder(cell, host, rowOf) {
  const children = /** @type {ViewLink} */ (cell.children);
  const depth = cell.indent ?? 0;
  const toggle = button('', async () => {
    const row = /** @type {HTMLElement} */ (toggle.closest('tr'));
    if (toggle.getAttribute('aria-expanded') === 'true') return fold(row, depth, toggle);
    toggle.setAttribute('aria-busy', 'true');
    try {
      const table = (await host.read(children)).blocks.find((each) => each.kind === 'table');
      const rows = table?.kind === 'table' ? table.rows : [];
      const made = rows.map(rowOf);
      row.after(...made);
      // The additional rows replace the row that announced them.
      if ((rows[0]?.[0]?.indent ?? 0) === depth) {
        row.remove();
        made[0]?.querySelector('button')?.focus();
      } else {
        toggle.setAttribute('aria-expanded', 'true');
      }
    } catch (error) {
      toggle.title = messageOf(error);
    } finally {
      toggle.removeAttribute('aria-busy');
    }
    return undefined;
  });
  toggle.className = 'nsys-unfold';
  toggle.setAttribute('aria-expanded', 'false');
  toggle.setAttribute('aria-label', `Unfold ${cell.text}`);
  return toggle;
}

/**
 * @param {HTMLElement} row
 * @param {number} depth
 * @param {HTMLElement} toggle
 */
function fold(row, depth, toggle) {
  while (row.nextElementSibling instanceof HTMLElement && Number(row.nextElementSibling.dataset.depth) > depth)
    row.nextElementSibling.remove();
  toggle.setAttribute('aria-expanded', 'false');
}

/**
 * @param {string} text
 * @param {() => unknown} action
 */
function button(text, action) {
  const made = element('button', 'nsys-plain', text);
  made.setAttribute('type', 'button');
  made.addEventListener('click', () => action());
  return made;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
