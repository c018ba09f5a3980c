// The webview of a profile while nobody looks at it, and one in which nothing begins: the extension's own code with a
// clock that the test turns, and a stand-in for the editor.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { bundled } from './vscode/bundle.mjs';
import { kExtension } from './vscode/inputs.mjs';

const absent = fs.existsSync(path.join(kExtension, 'node_modules')) ? false : 'the packages of the extension are missing';
const UIKind = { Desktop: 1, Web: 2 };
const env = { uiKind: UIKind.Web };

let folder, PagePanel;
before(async () => {
  if (absent) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'panel-'));
  fs.mkdirSync(path.join(folder, 'dist'));
  for (const name of ['page_view.css', 'page_view.js']) fs.writeFileSync(path.join(folder, 'dist', name), `/* ${name} */`);
  const standIn = { env, UIKind, Uri: { joinPath: (...parts) => ({ fsPath: parts.join('/') }) } };
  ({ PagePanel } = await bundled('page_panel', standIn, path.join(folder, 'page_panel.mjs')));
});
after(() => folder && fs.rmSync(folder, { recursive: true, force: true }));

// A panel of an editor of that kind, what is said of it, and what a person does with it.
function shown(uiKind = UIKind.Web) {
  env.uiKind = uiKind;
  const said = { blank: 0, sent: [] };
  const on = {};
  const panel = {
    visible: true,
    webview: { postMessage: (message) => said.sent.push(message), onDidReceiveMessage: (heard) => { on.message = heard; } },
    onDidChangeViewState: (heard) => { on.change = heard; },
    onDidDispose: (heard) => { on.dispose = heard; },
  };
  const page = new PagePanel(folder, panel, { stayedBlank: () => { said.blank += 1; } });
  page.show({ kind: 'profile', title: 'a.sqlite', reading: 1 });
  return {
    said,
    isDrawn: () => panel.webview.html.includes('/* page_view.js */'),
    begin: () => on.message({ id: 1, method: 'ready', params: {} }),
    look: (visible) => {
      panel.visible = visible;
      on.change();
    },
    close: () => on.dispose(),
  };
}

describe('the view of a profile', { skip: absent }, () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  test('is kept while it is hidden for a moment, and given up later until somebody looks', () => {
    const view = shown();
    view.begin();
    view.look(false);
    mock.timers.tick(59_000);
    assert.ok(view.isDrawn());
    view.look(true);
    mock.timers.tick(120_000);
    assert.ok(view.isDrawn(), 'nobody gives up what is looked at');
    view.look(false);
    mock.timers.tick(60_000);
    assert.ok(!view.isDrawn());
    view.look(true);
    assert.ok(view.isDrawn());
    const before = view.said.sent.length;
    view.begin();
    assert.equal(view.said.sent.length, before + 1, 'its state is shown again');
  });

  test('is told of where nothing begins in it, once somebody has looked for six seconds', () => {
    const view = shown();
    mock.timers.tick(5000);
    view.look(false);
    mock.timers.tick(30_000);
    assert.equal(view.said.blank, 0, 'a view that nobody sees need not begin');
    view.look(true);
    mock.timers.tick(6000);
    assert.equal(view.said.blank, 1);
  });

  test('is not called blank once it has begun, when it is closed, or in an editor that is no page of a browser', () => {
    const begun = shown();
    begun.begin();
    const closed = shown();
    closed.close();
    const other = shown(UIKind.Desktop);
    mock.timers.tick(60_000);
    assert.deepEqual([begun, closed, other].map(({ said }) => said.blank), [0, 0, 0]);
  });
});
