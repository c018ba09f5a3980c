// The webview's side: draws the state that the extension sends, and sends back what a person presses.
import { renderPage } from '../../../web/page.js';
import '../../../web/page.css';
import './page_view.css';
import { kCancel, kOpenInPerfetto, type Action, type HostMethods, type PageState, type ViewMethods } from '../page_state';
import { Rpc } from '../rpc';

const editor = acquireVsCodeApi<{ scroll: number }>();
const root = document.getElementById('root')!;
let drawn: { dispose: () => void } | undefined;

const host = new Rpc<ViewMethods, HostMethods>((message) => editor.postMessage(message), {
  show: (state) => {
    // A progress report changes two numbers of what stands there already.
    if (state.kind === 'loading' && updateLoading(state)) return;
    drawn?.dispose();
    drawn = undefined;
    root.replaceChildren(...draw(state));
    if (state.kind === 'page') scrollTo(0, editor.getState()?.scroll ?? 0);
  },
});

window.addEventListener('message', (event) => void host.receive(event.data));
document.addEventListener('scroll', () => editor.setState({ scroll: scrollY }), { passive: true });

// The editor may lose what is said while it moves a view: it is asked again until there is something to draw.
const kAskAgainMs = 250;
function begin(): void {
  if (root.hasChildNodes()) return;
  void host.call('ready', null);
  setTimeout(begin, kAskAgainMs);
}
begin();

type Loading = Extract<PageState, { kind: 'loading' }>;

function draw(state: PageState): Node[] {
  switch (state.kind) {
    case 'loading':
      return [loading(state)];
    case 'page':
      return page(state);
    case 'problem':
      return [problem(state)];
  }
}

function loading(state: Loading): HTMLElement {
  const box = element('section', 'view-box');
  const bar = element('progress', 'view-progress');
  box.append(
    element('h1', 'view-title', state.title),
    bar,
    element('p', 'view-message'),
    buttons([kCancel], 'view-quiet'),
  );
  fillLoading(box, state);
  return box;
}

function updateLoading(state: Loading): boolean {
  const box = root.querySelector('.view-box');
  if (!box?.querySelector('.view-progress')) return false;
  fillLoading(box, state);
  return true;
}

function fillLoading(box: Element, state: Loading): void {
  const bar = box.querySelector<HTMLProgressElement>('.view-progress')!;
  if (state.percentage === undefined) {
    bar.removeAttribute('value');
  } else {
    bar.max = 100;
    bar.value = state.percentage;
  }
  const percentage = state.percentage === undefined ? '' : `${Math.round(state.percentage)} %`;
  box.querySelector('.view-title')!.textContent = state.title;
  box.querySelector('.view-message')!.textContent = [state.message, percentage].filter(Boolean).join(' · ');
}

function page(state: Extract<PageState, { kind: 'page' }>): Node[] {
  const container = element('div', 'view-page');
  const toPerfetto = state.actions.some((action) => action.id === kOpenInPerfetto.id);
  drawn = renderPage(state.page, {
    container,
    explain: (target) => host.call('explain', { target }),
    open: (target) => void host.call('open', { target }),
    openPerfetto: toPerfetto ? () => act(kOpenInPerfetto) : undefined,
  });
  // A name that is cut short and has no card says itself in full.
  for (const cell of container.querySelectorAll<HTMLElement>('.nsys-wide .nsys-text:not(.nsys-target)')) {
    cell.title = cell.textContent ?? '';
  }
  const others = state.actions.filter((action) => action.id !== kOpenInPerfetto.id);
  const head = container.querySelector('.nsys-head');
  if (head && state.actions.length > 0) {
    const row = buttons(others, 'view-quiet');
    const perfetto = head.querySelector('.nsys-button');
    if (perfetto) row.append(perfetto);
    head.append(row);
  }
  if (!state.notice) return [container];
  const notice = element('aside', 'view-notice');
  notice.setAttribute('role', 'status');
  notice.append(element('span', '', state.notice.text), buttons([state.notice.action], 'view-quiet'));
  return [notice, container];
}

function problem(state: Extract<PageState, { kind: 'problem' }>): HTMLElement {
  const box = element('section', 'view-box');
  box.setAttribute('role', 'alert');
  box.append(element('p', 'view-sentence', state.sentence));
  if (state.hint) box.append(element('p', 'view-message', state.hint));
  const row = buttons(state.actions, 'view-quiet');
  row.firstElementChild?.classList.remove('view-quiet');
  box.append(row);
  return box;
}

function buttons(actions: readonly Action[], className: string): HTMLElement {
  const row = element('div', 'view-actions');
  for (const action of actions) {
    const button = element('button', `view-button ${className}`, action.title);
    button.type = 'button';
    button.addEventListener('click', () => act(action));
    row.append(button);
  }
  return row;
}

function act(action: Action): void {
  void host.call('act', { id: action.id });
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text?: string) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
