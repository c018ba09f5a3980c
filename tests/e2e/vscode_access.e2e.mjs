// The editor for everybody: all that it offers by keyboard alone, nothing that axe finds wrong in its views in any kind
// of theme or in a narrow window, and views that are drawn wherever their tab is moved.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { complaintsOfAxe } from './browser.mjs';
import { kQuietSettings } from './vscode/code_server.mjs';
import { kScreenshots } from './vscode/inputs.mjs';
import { bench, drawn, editor, facts, folder, overview, scene, tab, view } from './vscode/scenes.mjs';

// How often views are moved, and how soon they are to be drawn: a machine that others use is given longer.
const kMoves = Number(process.env.NSYS_AI_EDITOR_MOVES ?? 3);
const kDrawnWithinMs = process.env.NSYS_AI_EDITOR_MOVES ? 2000 : 30_000;
// The editor itself begins anew; a view that stays blank is one more try.
const kRestoredWithinMs = 30_000;
const kMostTabs = 120;

const press = (key) => bench.page.keyboard.press(key);
const type = (text) => bench.page.keyboard.type(text);
const active = (name) => bench.page.locator('.tab.active', { hasText: name }).waitFor();
const line = (text) => bench.page.locator('.editor-instance .view-line', { hasText: text }).first();

async function open(name) {
  await bench.command('Explorer: Focus on Folders View');
  await arrowTo(bench.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }));
  await press('Enter');
  await active(name);
}

// From the first row of a list or a tree to one of its rows.
async function arrowTo(row) {
  await row.waitFor();
  await bench.page.waitForFunction((each) => each.closest('.monaco-list').contains(document.activeElement), await row.elementHandle());
  await press('Home');
  for (let rows = 0; !(await row.evaluate((each) => each.closest('.monaco-list-row').classList.contains('focused'))); rows += 1) {
    if (rows === kMostTabs) throw new Error(`arrows do not lead to ${row}`);
    await press('ArrowDown');
  }
}

async function openProfile() {
  await drawn(() => open(facts.file));
  await bench.command('View: Focus Active Editor Group');
}

// Goes on with Tab until something has the focus.
async function tabTo(locator, key = 'Tab') {
  const wanted = locator.first();
  await wanted.waitFor();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; !(await isThere()); tabs += 1) {
    if (tabs === kMostTabs) throw new Error(`${tabs} times Tab do not lead to ${locator}`);
    await press(key);
  }
}

async function enter(locator, key = 'Enter') {
  await tabTo(locator);
  await press(key);
}

async function findInText(text) {
  await press('Control+f');
  await bench.page.locator('.find-widget.visible').waitFor();
  await type(text);
  await press('Enter');
  await press('Escape');
}

async function goToTab(name) {
  await tabTo(tab(name), 'Shift+Tab');
  await press('Enter');
}

scene('by keyboard: the overview, its cards and the document of a kernel', async () => {
  await openProfile();
  const kernel = view().locator('td .nsys-target', { hasText: facts.kernel }).first();
  await tabTo(kernel);
  await view().locator('.nsys-card:not(.nsys-waiting)', { hasText: facts.total }).waitFor();
  await press('Escape');
  await view().locator('.nsys-card').waitFor({ state: 'detached' });
  await press('Enter');
  await view().locator('.nsys-card-hint').waitFor();
  await press('o');
  await active(facts.kernel);
  await line('How long its runs are').waitFor();
  await bench.closeAllEditors();
});

scene('by keyboard: the timeline, what is found on it, measured and followed', async () => {
  await openProfile();
  await enter(tab('Timeline'));
  await view().locator('.nsys-row-name', { hasText: /^Stream / }).first().waitFor();
  await tabTo(view().locator('#rows'));
  await press('Control+f');
  await type(facts.kernel);
  await view().locator('#found-count', { hasText: `${facts.calls} in the whole run` }).waitFor();
  await press('Enter');
  await view().locator('#details-text', { hasText: facts.kernel }).waitFor();
  await tabTo(view().locator('#rows'));
  await press('g');
  await view().locator('#details-name', { hasText: /^cu/ }).waitFor();
  await press('m');
  await view().locator('#measured-times', { hasText: 'GPU' }).waitFor();
  await press('Escape');
  await press('Home');
  await view().locator('#state', { hasText: 'The whole run' }).waitFor();
  await goToTab('Overview');
  await view().locator('.nsys-title', { hasText: facts.file }).waitFor();
});

scene('by keyboard: kernels sorted and filtered, ranges unfolded', async () => {
  await enter(tab('Kernels'));
  await enter(view().getByRole('link', { name: 'calls' }));
  await view().locator('th[aria-sort="descending"]', { hasText: 'calls' }).waitFor();
  await tabTo(view().locator('.nsys-form input'));
  await type(facts.kernel);
  const rows = view().locator('.view-page tbody tr');
  await rows.filter({ hasNotText: facts.kernel }).first().waitFor({ state: 'detached' });
  await goToTab('Tree');
  const closed = view().locator('.nsys-unfold[aria-expanded="false"]');
  await closed.first().waitFor();
  const before = await rows.count();
  await enter(closed);
  await rows.nth(before).waitFor();
});

scene('by keyboard: a finding is verified and suppressed, a skill asked and its answer copied', async () => {
  await goToTab('Findings');
  const finding = view().locator('.nsys-finding', { hasText: facts.finding });
  await enter(finding.getByRole('link', { name: /^Run / }));
  await view().locator('.nsys-heading', { hasText: 'Answer' }).waitFor();
  await goToTab('Findings');
  await enter(finding.getByRole('button', { name: 'Suppress…' }));
  await type('known here');
  await press('Enter');
  await view().getByText('(known here)').waitFor();
  fs.rmSync(path.join(folder, '.nsys-ai'), { recursive: true });
  await goToTab('Skills');
  await enter(view().getByRole('link', { name: 'top_kernels', exact: true }));
  await tabTo(view().getByLabel('limit'));
  await type('1');
  await press('Enter');
  await view().getByText('The first 1 of').waitFor();
  await enter(view().getByRole('button', { name: 'CSV' }));
  await view().getByText('Copied as CSV').waitFor();
});

scene('by keyboard: a profile as text, what is hovered, jumped to and outlined in it', async () => {
  await bench.closeAllEditors();
  await openProfile();
  await enter(view().getByRole('button', { name: 'Open as Text' }));
  await line(facts.file).waitFor();
  await bench.command('View: Focus Active Editor Group');
  await press('Control+Home');
  await findInText(facts.row);
  await bench.command('Show or Focus Hover');
  await bench.page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: facts.calls }).first().waitFor();
  await press('Escape');
  await press('F12');
  await active(facts.kernel);
  await line('Launch shapes').waitFor();
  await press('Control+Shift+O');
  await bench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Launch shapes' }).waitFor();
  await press('Escape');
});

scene('by keyboard: a kernel in a source answers, and its lens leads to its document', async () => {
  await bench.closeAllEditors();
  await open('attention.cu');
  await bench.page.locator('.codelens-decoration a', { hasText: facts.total }).first().waitFor();
  await findInText(facts.kernel);
  await bench.command('Show or Focus Hover');
  await bench.page.locator('.monaco-hover:not(.hidden) .hover-row', { hasText: facts.total }).first().waitFor();
  await press('Escape');
  await bench.command('Show CodeLens Commands for Current Line');
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: facts.total }).first().waitFor();
  await press('Enter');
  await active(facts.kernel);
  await bench.closeAllEditors();
});

scene('by keyboard: Perfetto, the side bar, problems, and a file that is no profile', async () => {
  await openProfile();
  const opened = bench.page.context().waitForEvent('page');
  await enter(view().getByRole('button', { name: 'Open in Perfetto' }));
  const launcher = await opened;
  await launcher.waitForURL(/\/open\/[\w-]{16,}/);
  await launcher.close();
  await bench.page.bringToFront();

  await bench.command('nsys-ai: Focus on Open Profiles View');
  const finding = bench.page.locator('.pane-body').getByRole('treeitem', { name: facts.finding });
  await finding.waitFor();
  // Before it was there, nothing could have the focus.
  await bench.command('nsys-ai: Focus on Open Profiles View');
  await arrowTo(finding);
  await press('Enter');
  await view().locator('#state', { hasText: ' from ' }).waitFor();
  await bench.command('Explorer: Focus on Folders View');

  await bench.command('nsys-ai: Open as Text');
  // The editor shows it where it was left.
  await line('').waitFor();
  await press('Control+Home');
  await line(facts.finding).waitFor();
  await bench.command('View: Focus Problems');
  await bench.page.locator('.markers-panel .monaco-list-row', { hasText: facts.finding }).first().waitFor();
  await press('ArrowDown');
  await press('Enter');
  await active(facts.file);
  await bench.command('View: Toggle Panel Visibility');

  await open('notes.sqlite');
  await line('These are notes').waitFor();
  await bench.reopenWith('Nsight Profile');
  await view().locator('.view-sentence', { hasText: 'notes.sqlite' }).waitFor();
  await tabTo(view().getByRole('button', { name: 'Open With…' }));
  await bench.closeAllEditors();
});

scene('by keyboard: reading is cancelled, and begun again', async () => {
  const [pid] = editor.serverPids();
  process.kill(pid, 'SIGSTOP');
  try {
    await open('second.sqlite');
    await view().locator('.view-progress').waitFor();
    await bench.command('View: Focus Active Editor Group');
    await enter(view().getByRole('button', { name: 'Cancel' }));
    await view().getByText('was cancelled').waitFor();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await enter(view().getByRole('button', { name: 'Retry' }));
  await view().locator('article.nsys-page').waitFor();
  await bench.closeAllEditors();
});

scene('views are drawn where their tab is moved, dragged and split to, each time', async (t) => {
  await overview();
  await bench.openFromExplorer('second.sqlite');
  await view().locator('article.nsys-page').waitFor();
  const times = [];
  for (let round = 0; round < kMoves; round += 1) {
    for (const [how, move, groups] of kMovings) {
      const begin = performance.now();
      await move();
      await bench.drawnIn(groups, 'article.nsys-page', kDrawnWithinMs);
      times.push([how, Math.round(performance.now() - begin)]);
    }
  }
  // What it wrote of two groups before is not taken for the two that come now.
  await bench.writesDown([kOneGroup]);
  await bench.command('View: Split Editor Right');
  await bench.drawnIn(2, 'article.nsys-page', kDrawnWithinMs);
  await bench.restart([kTwoGroups]);
  await bench.drawnIn(2, 'article.nsys-page', kRestoredWithinMs);
  t.diagnostic(`drawn after ${times.map(([how, ms]) => `${how} ${ms}`).join(', ')} ms`);
  await bench.closeAllEditors();
});

// The palette gives the focus back to where it was when it closes, which may be the first group again.
async function moveBack() {
  await bench.command('View: Focus Last Editor Group');
  await bench.command('View: Move Editor into Previous Group');
}

// As the editor writes down what is open: a leaf of a tree is a group.
const kOneGroup = /^(?!.*"leaf".*"leaf").*"leaf"/;
const kTwoGroups = /"leaf".*"leaf"/;

// What is done to a tab, and in how many groups views are shown then.
const kMovings = [
  ['moved', () => bench.command('View: Move Editor into Next Group'), 2],
  ['moved back', moveBack, 1],
  ['split', () => bench.command('View: Split Editor Right'), 2],
  ['moved back', moveBack, 1],
  ['dragged', () => bench.dragToRight(facts.file), 2],
  ['joined', () => bench.command('View: Join All Editor Groups'), 1],
];

const kThemes = {
  'vscode-light': 'Default Light Modern',
  'vscode-dark': 'Default Dark Modern',
  'vscode-high-contrast': 'Default High Contrast',
  'vscode-high-contrast-light': 'Default High Contrast Light',
};
const kTabs = ['Overview', 'Timeline', 'Tree', 'Kernels', 'Findings', 'Questions', 'Skills', 'Report'];

scene('axe finds nothing in any tab, in any kind of theme, in a wide and a narrow window', async () => {
  const found = [];
  for (const [kind, theme] of Object.entries(kThemes)) {
    editor.writeSettings('User', { ...kQuietSettings, 'workbench.colorTheme': theme, 'window.autoDetectColorScheme': false });
    await bench.page.reload();
    await bench.waitForCommand('nsys-ai: Show Version');
    await bench.closeAllEditors();
    await bench.openFromExplorer(facts.file);
    await tab('Overview').waitFor();
    await bench.themed(kind);
    for (const width of [1400, 800]) {
      await bench.page.setViewportSize({ width, height: 900 });
      for (const name of kTabs) {
        await tab(name).click();
        await bench.settled();
        const [frame] = bench.views();
        found.push(...(await complaintsOfAxe(frame)).map((each) => `${theme}, ${width} px, ${name}: ${each}`));
        const picture = `vscode-${name.toLowerCase()}-${kind.replace('vscode-', '')}-${width}.png`;
        await bench.page.screenshot({ path: path.join(kScreenshots, picture) });
      }
    }
  }
  assert.deepEqual(found, []);
});
