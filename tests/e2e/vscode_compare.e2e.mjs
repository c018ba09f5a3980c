// Comparing in VS Code: the page, from the palette and from two files selected in the explorer, and both timelines one
// above the other, moved together.
import assert from 'node:assert/strict';
import { bench, facts, overview, pictures, scene, view } from './vscode/scenes.mjs';

const kTogether = '.statusbar-item';
const timelines = async () => {
  const frames = await bench.page.locator('iframe.webview.ready:visible').all();
  return frames.map((frame) => frame.contentFrame().frameLocator('iframe#active-frame'));
};
const compared = () => view().getByText(/^No change: both sides are the same capture/).waitFor();

scene('a profile is compared with another one that is open', async () => {
  await overview();
  await bench.openFromExplorer('second.sqlite');
  await view().locator('article.nsys-page').waitFor();
  await bench.command('nsys-ai: Compare With…');
  const row = bench.page.locator('.quick-input-list .monaco-list-row', { hasText: facts.file });
  await row.waitFor();
  await bench.page.keyboard.press('Enter');
  await compared();
  assert.equal(await view().locator('h1').innerText(), `second.sqlite against ${facts.file}`);
  // An event of the base has its card, and leads to the timeline of its own profile.
  const base = view().locator('tbody [data-target*="/kernel:"]').first();
  await base.click();
  await view().locator('.nsys-card').getByText('kernel:').first().waitFor();
  await pictures('compare');
  await view().locator('.nsys-card').getByText('Show on the timeline').click();
  await bench.page.locator('.tab.active', { hasText: facts.file }).waitFor();
  await view().locator('#details').waitFor();
  await bench.closeAllEditors();
});

scene('two profiles that are selected in the explorer are compared', async () => {
  const item = (name) => bench.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
  await item(facts.file).click();
  await item('second.sqlite').click({ modifiers: ['Control'] });
  await item('second.sqlite').click({ button: 'right' });
  await bench.page.getByRole('menuitem', { name: 'Compare Selected Profiles' }).hover();
  await bench.page.keyboard.press('Enter');
  await compared();
});

scene('both timelines stand one above the other and move together', async () => {
  await view().getByText('Both timelines').click();
  await bench.drawnIn(2, '#chart', 20000);
  const status = bench.page.locator(kTogether, { hasText: 'Timelines at' });
  await status.waitFor();
  const [upper, lower] = await timelines();
  const shown = async (timeline) => (await timeline.locator('#state').innerText()).replace(/:.*/, '');
  const same = async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      if (/ from /.test(await shown(upper)) && await shown(upper) === await shown(lower)) return shown(upper);
      await bench.page.waitForTimeout(100);
    }
    throw new Error(`${await shown(upper)} is not ${await shown(lower)}`);
  };
  const before = await same();
  await upper.locator('#rows').press('+');
  await bench.page.waitForTimeout(500);
  const zoomed = await same();
  assert.notEqual(zoomed, before);
  await pictures('compare-timelines');
  await bench.command('nsys-ai: Align Both Timelines…');
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Move each by itself' }).waitFor();
  await bench.page.keyboard.press('Enter');
  await bench.page.locator(kTogether, { hasText: 'move apart' }).waitFor();
  await upper.locator('#rows').press('+');
  await bench.page.waitForTimeout(500);
  assert.equal(await shown(lower), zoomed);
  assert.notEqual(await shown(upper), zoomed);
  await bench.closeAllEditors();
});
