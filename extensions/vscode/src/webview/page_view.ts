// The webview's side: draws the state that the extension sends, and sends back a person's actions.
import '../../../web/page.css';
import '../../../web/ask.css';
import '../../../web/launcher.css';
import '../../../web/timeline.css';
import './page_view.css';
import { kCancel, type Action, type HostMethods, type PageState, type ViewMethods } from '../page_state';
import { Rpc } from '../rpc';
import { buttons, element } from './elements';
import { ProfileTabs, type Kept } from './profile_tabs';

const editor = acquireVsCodeApi<Kept>();
const root = document.getElementById('root')!;
let tabs: ProfileTabs | undefined;

const host = new Rpc<ViewMethods, HostMethods>((message) => editor.postMessage(message), {
  show,
  follow: ({ window: shown }) => tabs?.follow(shown),
  piece: ({ id, text, restart }) => tabs?.piece(id, text, restart),
});

window.addEventListener('message', (event) => void host.receive(event.data));

// The editor may lose messages while it moves a view, so the webview asks again until it has a state to draw.
const kAskAgainMs = 250;
function begin(): void {
  if (root.hasChildNodes()) return;
  void host.call('ready', null);
  setTimeout(begin, kAskAgainMs);
}
begin();

type Loading = Extract<PageState, { kind: 'loading' }>;

function show(state: PageState): void {
  if (state.kind === 'profile') {
    tabs ??= newTabs();
    tabs.show(state);
    return;
  }
  // A progress report changes only two numbers of the drawn state.
  if (state.kind === 'loading' && updateLoading(state)) return;
  tabs = undefined;
  root.replaceChildren(state.kind === 'loading' ? loading(state) : problem(state));
}

function newTabs(): ProfileTabs {
  root.replaceChildren();
  return new ProfileTabs(root, {
    host,
    act,
    kept: editor.getState(),
    keep: (kept: Kept) => {
      editor.setState(kept);
      void host.call('keep', { place: kept.place });
    },
  });
}

function loading(state: Loading): HTMLElement {
  const box = element('main', 'view-box');
  const bar = element('progress', 'view-progress');
  box.append(
    element('h1', 'view-title', state.title),
    bar,
    element('p', 'view-message'),
    buttons([kCancel], 'view-quiet', act),
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
  bar.setAttribute('aria-label', state.title);
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

function problem(state: Extract<PageState, { kind: 'problem' }>): HTMLElement {
  const box = element('main', 'view-box');
  const said = element('div', '');
  said.setAttribute('role', 'alert');
  said.append(element('p', 'view-sentence', state.sentence));
  if (state.hint) said.append(element('p', 'view-message', state.hint));
  box.append(said);
  const row = buttons(state.actions, 'view-quiet', act);
  row.firstElementChild?.classList.remove('view-quiet');
  box.append(row);
  return box;
}

function act(action: Action): void {
  void host.call('act', { id: action.id });
}

