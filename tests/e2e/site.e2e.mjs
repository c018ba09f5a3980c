// The documents as a site: opened from the disk, searched, and looked at by axe.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { complaintsOfAxe, here, missing, picture, startBrowser } from './browser.mjs';

const python = '/usr/bin/python3';
const readsMarkdown = () => spawnSync(python, ['-c', 'import markdown_it']).status === 0;
const lacking = missing || (!readsMarkdown() && 'python3-markdown-it is missing');

let browser;
let folder;
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'));
  const built = spawnSync(python, [path.join(here, '../../docs/site/build.py'), path.join(folder, 'site')], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
});
after(async () => {
  await browser?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** A page of the site, which fails where it asks for anything but files of the site, or reports an error. */
async function opened(t, name) {
  const page = await browser.page(t);
  const site = pathToFileURL(path.join(folder, 'site')).href;
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // Axe reads style sheets again, which the site allows nobody.
  page.on('console', (said) => {
    if (said.type() === 'error' && !/^Connecting to .*site\.css/.test(said.text())) faults.push(said.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(site) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  t.after(() => assert.deepEqual(faults, []));
  await page.goto(`${site}/${name}`);
  return page;
}

describe('the site', { skip: lacking }, () => {
  // What a newcomer looks for, by words that come to mind: the section that answers is among the first three.
  for (const [words, section] of [
    ['vllm container decode', /vLLM/],
    ['CUPTI kernel correlationId', /CUPTI_ACTIVITY_KIND_KERNEL/],
    ['write a skill', /skill/i],
    ['slurm', /Slurm/],
  ])
    test(`finds: ${words}`, async (t) => {
      const page = await opened(t, 'index.html');
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      const first = await page.locator('#found a').evaluateAll((links) => links.slice(0, 3).map((link) => link.textContent));
      assert.ok(first.some((text) => section.test(text)), first.join('; '));
      await page.locator('#found a').first().click();
      await page.locator('article h1, main h2').first().waitFor();
      assert.equal(await page.locator('#found').isVisible(), false);
    });

  test('leads from page to page, and to the tables', async (t) => {
    const page = await opened(t, 'index.html');
    await page.getByRole('link', { name: 'Guides', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor();
    await page.locator('article').getByRole('link', { name: 'NCCL and many GPUs' }).click();
    await page.getByRole('heading', { name: 'NCCL and many GPUs', level: 1 }).waitFor();
    assert.equal(await page.locator('nav [aria-current]').innerText(), 'NCCL and many GPUs');
    await page.locator('nav').getByRole('link', { name: 'Tables of Nsight Systems' }).click();
    await page.getByRole('heading', { name: 'What to begin with' }).waitFor();
  });

  test('axe finds nothing wrong', async (t) => {
    for (const name of ['docs/guides/06-python-and-pytorch.html', 'docs/USER_GUIDE.html']) {
      const page = await opened(t, name);
      for (const [colorScheme, width] of [['light', 1280], ['dark', 500]]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await complaintsOfAxe(page), [], `${name}, ${colorScheme}, ${width} px`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide at ${width} px`);
        await picture(page, `site-${path.basename(path.dirname(name))}-${path.basename(name, '.html')}-${colorScheme}-${width}`);
      }
      await page.fill('#search', 'nsys export');
      assert.deepEqual(await complaintsOfAxe(page), [], `${name}, what was found`);
    }
  });
});
