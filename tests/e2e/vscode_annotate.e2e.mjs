// The annotation loop in VS Code: the page of its rounds, ranges put into the sources and taken back, code actions in a
// source, and the loop as a task.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeRounds } from './rounds.mjs';
import { bench, drawn, folder, pictures, scene, view } from './vscode/scenes.mjs';
import { findServer } from './vscode/inputs.mjs';

const kModel = path.join(folder, 'model.py');
const source = () => fs.readFileSync(kModel, 'utf8');
const eventually = async (holds) => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (holds()) return;
    await bench.page.waitForTimeout(100);
  }
  throw new Error('it did not come to that');
};

scene('a folder without rounds says how they are made', async () => {
  await bench.command('nsys-ai: Show Annotation Rounds');
  await bench.page.locator('.notification-list-item', { hasText: 'has no annotation rounds' }).waitFor();
  await bench.command('Notifications: Clear All Notifications');
});

scene('the rounds of the folder are a page', async () => {
  makeRounds(folder, findServer());
  await drawn(() => bench.command('nsys-ai: Show Annotation Rounds'));
  await view().getByRole('heading', { name: 'Annotation rounds' }).waitFor();
  await view().getByText('each innermost range launched one kernel').first().waitFor();
  assert.match(await view().locator('.nsys-finding').first().innerText(), /Round 3/);
  await pictures('annotate-rounds');
});

scene('the ranges of a round are put into the sources and taken back, by keyboard', async () => {
  const plain = source();
  const button = view().getByRole('button', { name: 'Put its ranges into the sources' }).first();
  await button.focus();
  await bench.page.keyboard.press('Enter');
  await eventually(() => source().includes('_nsys_ai_range('));
  await view().locator('.nsys-fact', { hasText: 'Annotated now' }).getByText('model.py').waitFor();
  await pictures('annotate-accepted');
  await view().getByRole('button', { name: 'Take all ranges back' }).first().click();
  await eventually(() => source() === plain);
  await view().getByText('no source', { exact: true }).waitFor();
});

scene('a source that changed is refused, with the reason', async () => {
  const plain = source();
  fs.writeFileSync(kModel, `${plain}\n`);
  await view().getByRole('button', { name: 'Put its ranges into the sources' }).first().click();
  await view().getByText('model.py changed since round').waitFor();
  assert.equal(source(), `${plain}\n`);
  fs.writeFileSync(kModel, plain);
});

scene('a code action puts a range around the statement at the cursor, in the text that is not saved', async () => {
  const plain = source();
  await bench.openFromExplorer('model.py');
  await bench.page.locator('.monaco-editor .view-line', { hasText: 'self.qkv_proj(x)' }).last().click();
  await bench.page.keyboard.press('Control+Shift+R');
  await bench.page.getByText('Put an NVTX range around this statement').waitFor();
  await pictures('annotate-actions');
  await bench.page.keyboard.press('ArrowDown');
  await bench.page.keyboard.press('Enter');
  await bench.page.locator('.monaco-editor .view-line', { hasText: "_nsys_ai_range('model.py:7:" }).waitFor();
  assert.equal(source(), plain);
  await bench.page.keyboard.press('Control+Z');
  await bench.page.locator('.monaco-editor .view-line', { hasText: "_nsys_ai_range('model.py:7:" }).waitFor({ state: 'detached' });
  await bench.closeAllEditors();
});

scene('the loop runs in a terminal, and its rounds are shown at the end', async () => {
  const rounds = path.join(folder, '.nsys-ai', 'annotate');
  fs.rmSync(rounds, { recursive: true });
  await bench.command('nsys-ai: Find the Line of Each Kernel…');
  const line = bench.page.locator('.quick-input-widget input').first();
  await line.fill('model.py --entry Layer.forward -- sh capture.sh {output}');
  await bench.page.keyboard.press('Enter');
  await view().getByRole('heading', { name: 'Annotation rounds' }).waitFor({ timeout: 60000 });
  assert.ok(fs.existsSync(path.join(rounds, 'round-3', 'round.json')));
  await pictures('annotate-task');
});
