// The VS Code extension as a person meets it: packed, installed in a real VS Code, driven in a real browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { complaintsOf } from './browser.mjs';
import { fakeModel, startModel } from './fake_model.mjs';
import { kOwnComplaints, PerfettoUi, perfettoFolder } from './perfetto_ui.mjs';
import { findServer, kScreenshots } from './vscode/inputs.mjs';
import { packOther } from './vscode/other_extension.mjs';
import { bench, editor, facts, folder, overview, pictures, root, scene, tab, view, zoomIn } from './vscode/scenes.mjs';

async function until(condition) {
  for (let waited = 0; !condition(); waited += 50) {
    if (waited > 20_000) throw new Error(`it never came to ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// The overview's document from its beginning, wherever it was left.
const openAsText = async () => {
  await view().getByRole('button', { name: 'Open as Text' }).click();
  // The first line may be hidden in part.
  await bench.page.locator('.editor-instance .view-line').nth(5).click();
  await bench.page.keyboard.press('Control+Home');
  await bench.page.locator('.editor-instance .view-line', { hasText: facts.file }).first().waitFor();
};

// The page that a click in the overview opens.
async function clickPerfetto() {
  await overview();
  const opened = bench.page.context().waitForEvent('page');
  await view().getByRole('button', { name: 'Open in Perfetto' }).click();
  return opened;
}

async function restartWith(settings) {
  await bench.writeSettings({ 'nsysAi.server.path': findServer(), ...settings });
  await bench.notification('nsysAi.perfetto takes effect').getByRole('button', { name: 'Restart Now' }).click();
  await bench.closeAllEditors();
}

scene('a profile opened from the explorer shows its overview', async () => {
  await overview();
  const text = await view().locator('body').innerText();
  assert.ok(text.includes(facts.file));
  assert.ok(text.includes(facts.kernels), 'the number of kernels');
  assert.ok(text.includes(facts.kernel), 'a kernel by its name');
  await bench.page.locator('.statusbar-item', { hasText: facts.file }).waitFor();
  await pictures('overview');
});

scene('a kernel of the overview answers a hover with its numbers', async () => {
  await view().locator('td .nsys-target', { hasText: facts.kernel }).first().hover();
  const card = view().locator('.nsys-card:not(.nsys-waiting)');
  await card.waitFor();
  const text = await card.innerText();
  assert.ok(text.includes(facts.kernel), text);
  assert.ok(text.includes(facts.calls), text);
  assert.ok(text.includes(facts.total), text);
  await pictures('card');
  await bench.leaveHover();
});

scene('a kernel in a CUDA source answers a hover with its measured time', async () => {
  await bench.openFromExplorer('attention.cu');
  const text = await bench.hoverText(facts.kernel);
  assert.ok(text.includes(facts.calls), text);
  assert.ok(text.includes(facts.total), text);
  await pictures('cuda');
});

scene('an NVTX label in a Python source answers a hover', async () => {
  await bench.openFromExplorer('train.py');
  const text = await bench.hoverText(facts.label);
  assert.ok(text.includes(facts.labelCount), text);
  await pictures('python');
});

scene('a lens above a kernel in a source tells its time and leads to its document', async () => {
  await bench.openFromExplorer('attention.cu');
  const lens = bench.page.locator('.codelens-decoration a', { hasText: `${facts.calls} calls, ${facts.total}` });
  await lens.waitFor();
  await pictures('lens');
  await lens.click();
  await bench.page.locator('.tab.active', { hasText: facts.kernel }).waitFor();
  await bench.page.locator('.editor-instance .view-line', { hasText: 'How long its runs are' }).first().waitFor();
  await bench.closeAllEditors();
});

scene('one click opens Perfetto in the browser', async () => {
  const launcher = await clickPerfetto();
  await launcher.waitForLoadState('domcontentloaded');
  assert.match(launcher.url(), /\/open\/[\w-]{16,}/);
  const reply = await launcher.evaluate(() => fetch(location.href).then((response) => response.status));
  assert.equal(reply, 200);
  await launcher.screenshot({ path: path.join(kScreenshots, 'vscode-launcher.png') });
  await launcher.close();
  await bench.page.bringToFront();
});

scene('the timeline is a tab of the profile, fed over the protocol', async () => {
  await overview();
  await tab('Timeline').click();
  const stream = view().locator('.nsys-row-name', { hasText: /^Stream / }).first();
  await stream.waitFor();
  await view().locator('#state', { hasText: 'The whole run' }).waitFor();
  await pictures('timeline');
  // By keyboard: what is looked for is the timeline's own to find, and what is found is selected.
  await view().locator('#rows').press('Control+f');
  await bench.page.keyboard.type(facts.kernel);
  await view().locator('#found-count', { hasText: `${facts.calls} in the whole run` }).waitFor();
  await bench.page.keyboard.press('Enter');
  await view().locator('#details-text', { hasText: facts.kernel }).waitFor();
  await pictures('timeline-found');
  assert.deepEqual(bench.page.frames().filter((frame) => /\/proxy\/\d+\//.test(frame.url())), []);
  await tab('Overview').click();
  await view().locator('.nsys-title', { hasText: facts.file }).waitFor();
});

scene('a question is asked by keyboard alone, and its reference leads to the timeline', async () => {
  await bench.command('nsys-ai: Ask');
  const line = view().locator('.nsys-ask-line input');
  const answers = view().locator('.nsys-ask-entry > [aria-busy="false"]');
  await bench.views()[0].waitForFunction(() => document.activeElement?.matches('.nsys-ask-line input'));
  await bench.page.keyboard.type('number of flash_fwd_kernel kernels');
  await bench.page.keyboard.press('Enter');
  await answers.first().waitFor();
  assert.ok((await answers.first().innerText()).includes(facts.calls), await answers.first().innerText());
  await bench.page.keyboard.type('longest kernel');
  await bench.page.keyboard.press('Enter');
  await answers.nth(1).waitFor();
  await pictures('ask');
  await bench.page.setViewportSize({ width: 800, height: 600 });
  await pictures('ask-800');
  await bench.page.setViewportSize({ width: 1400, height: 900 });
  const reference = answers.nth(1).locator('p a', { hasText: /^kernel:/ });
  const name = await reference.innerText();
  await reference.press('Enter');
  await view().locator('#details-text', { hasText: name }).waitFor();
  await view().getByRole('button', { name: 'Ask Beside' }).click();
  await bench.views()[0].waitForFunction(() => document.activeElement?.matches('.nsys-ask-line input'));
  await pictures('ask-beside');
  await line.press('Escape');
  await line.waitFor({ state: 'hidden' });
  await tab('Overview').click();
  await view().locator('.nsys-title', { hasText: facts.file }).waitFor();
});

scene('a question is completed while it is typed, by keyboard alone', async () => {
  await bench.command('nsys-ai: Ask');
  const line = view().locator('.nsys-ask-line input');
  const options = view().locator('.nsys-ask-line [role="option"]');
  await bench.views()[0].waitForFunction(() => document.activeElement?.matches('.nsys-ask-line input'));
  await bench.page.keyboard.type(`longest ${facts.kernel.slice(0, 5)}`);
  await options.filter({ hasText: facts.kernel }).first().waitFor();
  await pictures('ask-complete');
  await bench.page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'hidden' });
  await bench.page.keyboard.type(facts.kernel.slice(5, 7));
  await options.first().waitFor();
  await bench.page.keyboard.press('ArrowDown');
  const name = await view().locator('.nsys-ask-line [aria-selected="true"] .nsys-complete-text').innerText();
  await bench.page.keyboard.press('Enter');
  assert.equal(await line.inputValue(), `longest ${name}`);
  await line.fill('');
  await tab('Overview').click();
  await view().locator('.nsys-title', { hasText: facts.file }).waitFor();
});

scene('an answer in words is agreed to once, streams, and says what was checked', async (t) => {
  if (!fs.existsSync(fakeModel)) return t.skip(`${fakeModel} is missing`);
  // The second turn is what it says when it is asked again for a figure that nobody handed out.
  const said = `say ${facts.calls} runs of it take ${facts.total} ms, and 77 ms are lost besides.\nsplit 40\npause 60\ntokens 6000 30\n`;
  const url = await startModel(t, `turn\n${said}turn\n${said}turn\nsay It runs ${facts.calls} times.\ntokens 6000 30\n`);
  await bench.writeSettings({ 'nsysAi.server.path': findServer(), 'nsysAi.ai.model': 'ollama:fake', 'nsysAi.ai.baseUrl': url });
  await bench.closeAllEditors();
  await overview();
  await bench.command('nsys-ai: Ask');
  await bench.views()[0].waitForFunction(() => document.activeElement?.matches('.nsys-ask-line input'));
  await bench.page.keyboard.type(`number of ${facts.kernel} kernels`);
  await bench.page.keyboard.press('Enter');
  const words = view().locator('.nsys-words').last();
  await words.getByRole('button', { name: 'Answer in words' }).press('Enter');
  await words.getByText('127.0.0.1').waitFor();
  await pictures('consent');
  await words.getByRole('button', { name: 'Agree' }).press('Enter');
  await words.locator('[aria-busy="true"]', { hasText: 'runs of it' }).waitFor();
  await words.getByText(/2 of 3 figures checked/).waitFor();
  assert.match(await words.locator('.nsys-words-text').innerText(), /77 ms \(unverified\)/);
  assert.equal(await words.locator('mark').innerText(), '(unverified)');
  await pictures('words');
  await words.getByRole('button', { name: 'Show what was sent' }).click();
  const sent = await words.locator('.nsys-words-sent').innerText();
  assert.match(sent, /fake/);
  assert.ok(!sent.includes(folder), 'a path was sent');
  // A hover has a line that asks, and what was paid for once from then on.
  await bench.openFromExplorer('attention.cu');
  await bench.hoverText(facts.kernel);
  await bench.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'Explain in words' }).click();
  await words.getByText(/1 of 1 figures? checked/).waitFor();
  await pictures('explained');
  await bench.openFromExplorer('attention.cu');
  await bench.hoverText(facts.kernel);
  await bench.page.locator('.monaco-hover:not(.hidden)', { hasText: `It runs ${facts.calls} times` }).waitFor();
  await bench.leaveHover();
  await bench.openFromExplorer(facts.file);
  await tab('Overview').click();
  await view().locator('.nsys-title', { hasText: facts.file }).waitFor();
  return undefined;
});

scene('kernels are sorted, filtered and found by the server', async () => {
  await tab('Kernels').press('Enter');
  await view().locator('th[aria-sort="descending"]', { hasText: 'total' }).waitFor();
  await pictures('kernels');
  await view().getByRole('link', { name: 'calls' }).press('Enter');
  await view().locator('th[aria-sort="descending"]', { hasText: 'calls' }).waitFor();
  await view().getByRole('link', { name: 'calls' }).press('Control+f');
  await bench.page.keyboard.type(facts.kernel);
  const rows = view().locator('.view-page tbody tr');
  await rows.filter({ hasNotText: facts.kernel }).first().waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 1);
  const text = await rows.innerText();
  assert.ok(text.includes(facts.calls) && text.includes(facts.total), text);
});

scene('the tree of ranges is unfolded by keyboard', async () => {
  await tab('Tree').click();
  const closed = view().locator('.nsys-unfold[aria-expanded="false"]').first();
  await closed.waitFor();
  const before = await view().locator('.view-page tbody tr').count();
  await closed.press('Enter');
  await view().locator('.view-page tbody tr').nth(before).waitFor();
  await pictures('tree');
});

scene('a finding leads to what verifies it, and is suppressed with a reason', async () => {
  await tab('Findings').click();
  const finding = view().locator('.nsys-finding', { hasText: facts.finding });
  await finding.waitFor();
  await pictures('findings');
  await finding.getByRole('link', { name: /^Run / }).first().click();
  await view().locator('.nsys-heading', { hasText: 'Answer' }).waitFor();
  await tab('Findings').click();
  await finding.getByRole('button', { name: 'Suppress…' }).press('Enter');
  await bench.page.keyboard.type('known here');
  await bench.page.keyboard.press('Enter');
  await view().getByText('(known here)').waitFor();
  fs.rmSync(path.join(folder, '.nsys-ai'), { recursive: true });
});

scene('the overview as text answers hovers too', async () => {
  await openAsText();
  // A finding may name the kernel before its row does.
  await bench.findText(facts.row);
  const text = await bench.hoverText(facts.kernel, new RegExp(`^\\s*${facts.row.trim()}`));
  assert.ok(text.includes(facts.calls), text);
  await pictures('text');
  await bench.leaveHover();
});

scene('a jump leads from a kernel in the text to its document, which has an outline', async () => {
  await bench.findText(facts.row);
  await bench.page.keyboard.press('F12');
  await bench.page.locator('.tab.active', { hasText: facts.kernel }).waitFor();
  await bench.page.locator('.editor-instance .view-line', { hasText: 'Launch shapes' }).first().waitFor();
  await pictures('kernel');
  await bench.page.keyboard.press('Control+Shift+O');
  const outline = bench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Launch shapes' });
  await outline.waitFor();
  await pictures('outline');
  await bench.page.keyboard.press('Escape');
});

scene('one key opens the document of a gap at its row', async () => {
  await bench.closeAllEditors();
  await overview();
  const gap = view().locator('.nsys-finding-evidence .nsys-target', { hasText: /^gap:/ }).first();
  const name = await gap.innerText();
  await gap.press('Enter');
  await view().locator('.nsys-card-hint').waitFor();
  await gap.press('o');
  await bench.page.locator('.tab.active', { hasText: 'gpu_idle_gaps' }).waitFor();
  const line = bench.page.locator('.editor-instance .view-line', { hasText: name });
  await line.waitFor();
  const place = await bench.page.locator('.statusbar-item', { hasText: /^Ln \d+/ }).innerText();
  assert.notEqual(place, 'Ln 1, Col 1');
});

scene('a restart of the editor brings back every tab as it was', async () => {
  await bench.closeAllEditors();
  await overview();
  await openAsText();
  await overview();
  await tab('Timeline').click();
  await view().locator('.nsys-row-name', { hasText: /^Stream / }).first().waitFor();
  await zoomIn();
  const shown = await view().locator('#span').innerText();
  // The text in its tab, the profile in front of it, and of the profile the part that its timeline shows.
  await bench.restart([/"external[\\]*":[\\]*"nsys-ai:\/\/overview/, /"mru":\[0,1\]/, /"view":"timeline","params":{"place":"start=/]);
  await view().locator('.nsys-row-name', { hasText: /^Stream / }).first().waitFor();
  await view().locator('#state', { hasText: ' from ' }).waitFor();
  assert.equal(await view().locator('#span').innerText(), shown);
  await bench.page.locator('.tab:not(.active)', { hasText: facts.file }).click();
  await bench.page.locator('.editor-instance .view-line', { hasText: facts.file }).first().waitFor();
  await bench.page.locator('.activitybar a[aria-label^="nsys-ai"]').click();
  const bar = bench.page.locator('.pane-body');
  await bar.getByRole('treeitem', { name: facts.finding }).click();
  await view().locator('#state', { hasText: ' from ' }).waitFor();
  await pictures('side-bar');
  await bench.page.locator('.activitybar a[aria-label^="Explorer"]').click();
});

scene('a link that was copied leads back to the place, also when it is closed', async () => {
  await bench.closeAllEditors();
  await overview();
  await tab('Timeline').click();
  await view().locator('.nsys-row-name', { hasText: /^Stream / }).first().waitFor();
  await zoomIn();
  const shown = await view().locator('#span').innerText();
  const copied = await bench.copies(() => bench.command('nsys-ai: Copy Link'));
  assert.match(copied, /^[\w-]+:\/\/nsys-ai\.nsys-ai\/open\?path=.*&view=timeline&place=start%253D\d+%2526end/);
  await bench.closeAllEditors();
  await bench.openLink(copied);
  await view().locator('#state', { hasText: ' from ' }).waitFor();
  assert.equal(await view().locator('#span').innerText(), shown);
  // What *Copy link* of the browser writes on another machine, where the profile lies elsewhere.
  const place = new URLSearchParams(decodeURIComponent(copied.split('?')[1])).get('place');
  await bench.closeAllEditors();
  await bench.openCopied(`nsys-ai web ${facts.file} --place 'view=timeline&${place}'`);
  await view().locator('#state', { hasText: ' from ' }).waitFor();
  assert.equal(await view().locator('#span').innerText(), shown);
  // As `nsys-ai open P --at kernel:2 --viewer vscode` writes it.
  await bench.closeAllEditors();
  await bench.openLink(`vscode://nsys-ai.nsys-ai/open?path=${encodeURIComponent(path.join(folder, facts.file))}&at=kernel:2`);
  await view().locator('#details-text', { hasText: 'kernel:2' }).waitFor();
  await bench.closeAllEditors();
});

scene('a double click on a kernel of the overview opens its document', async () => {
  await bench.closeAllEditors();
  await overview();
  await view().locator('td .nsys-target', { hasText: facts.kernel }).first().dblclick();
  await bench.page.locator('.tab.active', { hasText: facts.kernel }).waitFor();
  await bench.page.locator('.editor-instance .view-line', { hasText: 'How long its runs are' }).first().waitFor();
});

scene('what is wrong stands among the problems, and a lens explains it', async () => {
  await bench.closeAllEditors();
  await overview();
  await openAsText();
  await bench.page.locator('.editor-instance .view-line', { hasText: facts.finding }).first().waitFor();
  await bench.command('View: Focus Problems');
  const problem = bench.page.locator('.markers-panel .monaco-list-row', { hasText: facts.finding }).first();
  await problem.waitFor();
  await pictures('problems');
  await problem.dblclick();
  const lens = bench.page.locator('.codelens-decoration a', { hasText: 'Explain' }).first();
  await lens.waitFor();
  await lens.click();
  await bench.page.locator('.editor-instance .view-line', { hasText: 'How to verify' }).first().waitFor();
  await pictures('finding');
  await bench.closeAllEditors();
  await bench.command('View: Toggle Panel Visibility');
  await problem.waitFor({ state: 'hidden' });
});

scene('a skill is chosen, asked about a part of the run, and answered in units', async () => {
  await bench.command('nsys-ai: Run Skill…');
  const picker = bench.page.locator('.quick-input-widget');
  await picker.locator('.monaco-list-row', { hasText: 'api_summary' }).waitFor();
  await pictures('skills');
  // The list is long, and the editor draws only the rows that are seen.
  await picker.locator('input').first().fill('top_kernels');
  await picker.locator('.monaco-list-row', { hasText: 'top_kernels' }).waitFor();
  await bench.page.keyboard.press('Enter');
  await view().locator('.nsys-table').waitFor();
  const text = await view().locator('body').innerText();
  assert.ok(text.includes(facts.kernel), text);
  assert.ok(text.includes(`${facts.total} ms`), text);
  await pictures('answer');
  await view().getByLabel('limit').fill('1');
  await view().getByLabel('limit').press('Enter');
  await view().getByText('The first 1 of').waitFor();
  await view().getByLabel('GPUs').fill('nine');
  await view().getByLabel('GPUs').press('Enter');
  await view().getByText('GPUs: "nine" is no list of numbers.').waitFor();
  await view().getByLabel('GPUs').fill('');
  await view().getByRole('button', { name: 'Run' }).click();
  await view().getByRole('button', { name: 'CSV' }).click();
  await view().getByText('Copied as CSV').waitFor();
});

scene('a file that is no profile is not ours, and told in a sentence where it is asked for', async () => {
  await bench.openFromExplorer('notes.sqlite');
  await bench.page.locator('.editor-instance .view-line', { hasText: 'These are notes' }).waitFor();
  await bench.reopenWith('Nsight Profile');
  await view().locator('.view-sentence').waitFor();
  const sentence = await view().locator('.view-sentence').innerText();
  assert.match(sentence, /notes\.sqlite/);
  await view().getByRole('button', { name: 'Open With…' }).waitFor();
  await pictures('no-profile');
});

scene('reading is cancelled at once, and begun again', async () => {
  const [pid] = editor.serverPids();
  process.kill(pid, 'SIGSTOP');  // a server that has no time
  try {
    await bench.openFromExplorer('second.sqlite');
    await view().locator('.view-progress').waitFor();
    await bench.page.locator('.statusbar-item', { hasText: 'second.sqlite' }).waitFor();
    await pictures('loading');
    await view().getByRole('button', { name: 'Cancel' }).click();
    await view().getByText('was cancelled').waitFor();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await view().getByRole('button', { name: 'Retry' }).click();
  await view().locator('article.nsys-page').waitFor();
});

scene('an overview that is moved is drawn where it goes, with two profiles open', async () => {
  await bench.closeAllEditors();
  await overview();
  await bench.openFromExplorer('second.sqlite');
  await view().locator('article.nsys-page').waitFor();
  await bench.command('View: Move Editor into Next Group');
  await bench.drawnIn(2, 'article.nsys-page');
  await pictures('moved');
  await bench.closeAllEditors();
});

scene('a server that dies is started again, and what was open still answers', async () => {
  const [pid] = editor.serverPids();
  process.kill(pid, 'SIGKILL');
  await until(() => editor.serverPids().some((each) => each !== pid));
  await bench.openFromExplorer('attention.cu');
  const text = await bench.hoverText(facts.kernel);
  assert.ok(text.includes(facts.calls), text);
  await bench.leaveHover();
});

scene('a file that is written anew is offered to be read again', async () => {
  await overview();
  const file = path.join(folder, facts.file);
  fs.writeFileSync(`${file}.new`, fs.readFileSync(file));
  fs.renameSync(`${file}.new`, file);
  await view().locator('.view-notice').waitFor();
  await pictures('changed');
  await view().getByRole('button', { name: 'Reload' }).click();
  await view().locator('.view-notice').waitFor({ state: 'hidden' });
  await view().locator('article.nsys-page').waitFor();
});

scene('the server stops and starts on command', async () => {
  await bench.command('nsys-ai: Stop Server');
  await until(() => editor.serverPids().length === 0);
  await bench.command('nsys-ai: Show Version');
  await bench.notification('Not running').waitFor();
  await bench.command('Notifications: Clear All Notifications');
  await bench.command('nsys-ai: Start Server');
  await until(() => editor.serverPids().length === 1);
});

scene('a Perfetto in the folder of the settings opens the trace', async (t) => {
  let ui;
  try {
    ui = perfettoFolder();
  } catch (error) {
    t.skip(error.message);
    return;
  }
  await restartWith({ 'nsysAi.perfetto.folder': ui });
  const launcher = await clickPerfetto();
  const complaints = complaintsOf(launcher, kOwnComplaints);
  const perfetto = await PerfettoUi.of(launcher);
  assert.match(launcher.url(), /\/proxy\/\d+\/open\//);
  assert.equal(await perfetto.title(), facts.file);
  assert.deepEqual(await perfetto.faults(), []);
  assert.deepEqual(complaints, []);
  await perfetto.picture('vscode-perfetto');
  await launcher.close();
  await bench.page.bringToFront();

  await bench.command('nsys-ai: Open in Perfetto, in a Tab of the Editor');
  const launched = () => bench.page.frames().find((frame) => /\/proxy\/\d+\/open\/\w+$/.test(frame.url()));
  await until(launched);
  const here = await PerfettoUi.of(launched());
  assert.equal(await here.title(), facts.file);
  assert.deepEqual(await here.faults(), []);
  await bench.page.locator('.tab.active', { hasText: `Perfetto: ${facts.file}` }).waitFor();
  await here.frame.evaluate(() => window.waitForPerfettoIdle(500));
  await bench.page.screenshot({ path: path.join(kScreenshots, 'vscode-perfetto-here.png') });
  await bench.closeAllEditors();
});

scene('a Perfetto at the address of the settings is the one that is asked', async () => {
  await restartWith({ 'nsysAi.perfetto.url': 'https://perfetto.corp.test/ui/' });
  const launcher = await clickPerfetto();
  await launcher.locator('#perfetto[src^="https://perfetto.corp.test/ui/#!/?"]').waitFor({ state: 'attached' });
  await launcher.close();
  await bench.page.bringToFront();
});

scene('no view went against its content policy', async () => {
  const own = (text) => kOwnComplaints.some((pattern) => pattern.test(text));
  assert.deepEqual(bench.violations.filter((text) => !own(text)), []);
});

scene('a missing program names the setting at fault', async () => {
  await bench.writeSettings({ 'nsysAi.server.path': '/no/such/nsys-ai' });
  const offer = bench.notification('nsysAi.server.path takes effect');
  await offer.getByRole('button', { name: 'Restart Now' }).click();
  await bench.notification('does not exist').waitFor();
  await bench.closeAllEditors();
  await bench.openFromExplorer(facts.file);
  await view().locator('.view-sentence').waitFor();
  assert.match(await view().locator('.view-sentence').innerText(), /\/no\/such\/nsys-ai.*nsysAi\.server\.path/);
  await view().getByRole('button', { name: 'Open Setting' }).waitFor();
  await pictures('no-server');
});

scene('beside another editor of *.sqlite what is no export is never ours', async () => {
  await editor.installExtension(await packOther(root));
  await bench.writeSettings({ 'nsysAi.server.path': findServer() });
  await bench.closeAllEditors();
  await bench.page.reload();
  await bench.waitForCommand('nsys-ai: Show Version');
  await bench.openFromExplorer('notes.sqlite');
  await view().getByText('Another editor').waitFor();
  await pictures('beside-another');
  await bench.openFromExplorer(facts.file);
  await bench.reopenWith('Nsight Profile');
  await view().locator('article.nsys-page').waitFor();
});
