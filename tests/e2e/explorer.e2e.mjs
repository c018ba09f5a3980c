// The explorer of Nsight's tables: opened from the disk, without a server and without a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { complaintsOfAxe, here, missing, picture, program, startBrowser } from './browser.mjs';
import { writeExample } from './captures.mjs';

const lacking = missing || (!fs.existsSync(program) && `${program} is missing`);
const everything = pathToFileURL(path.join(here, '../../docs/sqlite-explorer/index.html')).href;

let browser;
let folder;
let own;
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'explorer-'));
  writeExample(path.join(folder, 'example.sqlite'));
  execFileSync(program, ['schema', 'example.sqlite', '-o', 'tables.html'], { cwd: folder, stdio: 'ignore' });
  own = pathToFileURL(path.join(folder, 'tables.html')).href;
});
after(async () => {
  await browser?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** A page of a file, which fails where it asks for anything else or reports an error. */
async function opened(t, address) {
  const page = await browser.page(t);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => { if (said.type() === 'error') faults.push(said.text()); });
  page.on('request', (request) => { if (request.url() !== address.split('#')[0]) faults.push(request.url()); });
  t.after(() => assert.deepEqual(faults, []));
  await page.goto(address);
  await page.locator('main h2').waitFor();
  return page;
}

describe('the explorer of tables', { skip: lacking }, () => {
  test('finds a column, shows its table, and marks what can be joined with it', async (t) => {
    const page = await opened(t, everything);
    await page.keyboard.press('/');
    await page.keyboard.type('demangledName');
    assert.deepEqual(await page.locator('#list a > span:first-child').allInnerTexts(),
      ['CUPTI_ACTIVITY_KIND_KERNEL demangledName']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('main h2').innerText(), 'CUPTI_ACTIVITY_KIND_KERNEL');
    assert.equal(await page.title(), 'CUPTI_ACTIVITY_KIND_KERNEL');
    await page.getByRole('button', { name: 'A launch and its work' }).first().click();
    assert.match(await page.locator('tr.same').innerText(), /^correlationId/);
    await page.locator('#about').getByRole('link', { name: 'CUPTI_ACTIVITY_KIND_RUNTIME', exact: true }).click();
    assert.equal(await page.locator('main h2').innerText(), 'CUPTI_ACTIVITY_KIND_RUNTIME');
    assert.match(await page.locator('tr.same').innerText(), /^correlationId/);
    // What refers to it is drawn, and leads there; its own table in the model stands beside it.
    assert.ok(await page.locator('svg a').count() > 8);
    await page.getByText('In the model of nsys-ai query: runtime_call').waitFor();
    await page.locator('svg a', { hasText: 'CUPTI_ACTIVITY_KIND_MEMCPY' }).first().click();
    assert.equal(await page.locator('main h2').innerText(), 'CUPTI_ACTIVITY_KIND_MEMCPY');
    await page.goBack();
    await page.getByRole('heading', { name: 'CUPTI_ACTIVITY_KIND_RUNTIME' }).waitFor();
  });

  test('copies a query', async (t) => {
    const page = await opened(t, everything);
    await page.getByRole('button', { name: /^Copy the query of the export: Which kernels/ }).click();
    await page.getByText('Copied').waitFor();
  });

  test('of a file, has its rows and values of it', async (t) => {
    const page = await opened(t, `${own}#CUPTI_ACTIVITY_KIND_KERNEL`);
    assert.match(await page.locator('main > p').first().innerText(), /^CUDA work on the GPU · [\d,]+ rows$/);
    assert.match(await page.locator('tr', { hasText: 'shortName' }).first().innerText(), /\d+: \w+/);
    assert.ok(!(await page.content()).includes(folder), 'the folder of the profile concerns nobody');
  });

  test('axe finds nothing wrong', async (t) => {
    for (const [name, address] of [['own', own], ['table', `${everything}#CUPTI_ACTIVITY_KIND_MEMSET`]]) {
      const page = await opened(t, address);
      for (const [colorScheme, width] of [['light', 1600], ['dark', 500]]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await complaintsOfAxe(page), [], `${name}, ${colorScheme}, ${width} px`);
        await picture(page, `explorer-${name}-${colorScheme}-${width}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide at ${width} px`);
      }
      const chip = page.locator('.chip').first();
      await chip.click();
      assert.deepEqual(await complaintsOfAxe(page), [], `${name}, a concept marked`);
    }
  });
});
