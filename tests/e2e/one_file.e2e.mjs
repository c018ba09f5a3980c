// A profile as one HTML file: opened from the disk, without a server and without a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { complaintsOfAxe, missing, picture, program, startBrowser } from './browser.mjs';
import { writeExample } from './captures.mjs';

const lacking = missing || (!fs.existsSync(program) && `${program} is missing`);

let browser;
let folder;
let file;
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'one-file-'));
  writeExample(path.join(folder, 'example.sqlite'));
  execFileSync(program, ['viewer', 'example.sqlite', '-o', 'report.html'], { cwd: folder });
  // What is shown must come out of the file alone.
  fs.rmSync(path.join(folder, 'example.sqlite'));
  file = pathToFileURL(path.join(folder, 'report.html')).href;
});
after(async () => {
  await browser?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** A page of the file, which fails where it asks for anything else or reports an error. */
async function opened(t, query = '') {
  const page = await browser.page(t);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (said) => { if (said.type() === 'error') faults.push(said.text()); });
  page.on('request', (request) => {
    if (!request.url().startsWith(file) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  t.after(() => assert.deepEqual(faults, []));
  await page.goto(file + query);
  return page;
}
const heading = (page) => page.locator('#page h1').innerText();

describe('one file', { skip: lacking }, () => {
  test('shows each view, and goes back and forth between them', async (t) => {
    const page = await opened(t);
    await page.getByText('What stands out').waitFor();
    assert.equal(await page.title(), 'example.sqlite');
    assert.ok(!(await page.locator('#page').innerText()).includes(folder), 'the folder of the profile concerns nobody');
    for (const view of ['kernels', 'tree', 'flame', 'findings', 'report', 'questions', 'skills']) {
      await page.click(`#tab-${view}`);
      await page.waitForURL(new RegExp(`view=${view}$`));
      await page.locator('#page[aria-busy="false"] h1').waitFor();
    }
    assert.equal(await page.locator('#tab-ask, #tab-compare').count(), 0);
    assert.equal(await page.locator('#ask-beside').isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Suppress' }).count(), 0);
    await page.goBack();
    await page.waitForURL(/view=questions$/);
    await page.goForward();
    await page.waitForURL(/view=skills$/);
    await page.getByRole('link', { name: 'top_kernels', exact: true }).click();
    await page.getByText('Where did GPU time go, by kernel?').waitFor();
    await page.reload();
    await page.getByText('Where did GPU time go, by kernel?').waitFor();
  });

  test('begins a flame graph with another frame, without a server', async (t) => {
    const page = await opened(t, '#view=flame');
    const frame = page.locator('.nsys-flame-bar', { hasText: /^step #/ }).first();
    await frame.click();
    await page.waitForURL(/root=\d+/);
    await page.waitForFunction(() => [...document.querySelectorAll('.nsys-flame-bar')]
      .some((bar) => bar.textContent === 'step #' && bar.style.width === '100%'));
    await page.locator('.nsys-flame-detail', { hasText: 'step #' }).waitFor();
    await picture(page, 'one-file-flame');
    await page.goBack();
    await page.waitForURL(/view=flame$/);
    await page.waitForFunction(() => [...document.querySelectorAll('.nsys-flame-bar')]
      .some((bar) => bar.textContent === 'step #' && bar.style.width !== '100%'));
  });

  test('draws the timeline in full detail, finds a name there, and keeps the place', async (t) => {
    const page = await opened(t, '#view=timeline');
    await page.waitForFunction(() => /in full detail/.test(document.getElementById('state')?.textContent ?? ''));
    await page.fill('#find', 'gemm');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /1 of \d+/.test(document.getElementById('found-count')?.textContent ?? ''));
    const place = page.url();
    assert.match(place, /#view=timeline&start=\d+&end=\d+$/);
    await page.reload();
    await page.waitForFunction(() => /in full detail/.test(document.getElementById('state')?.textContent ?? ''));
    assert.equal(page.url(), place);
    await picture(page, 'one-file-timeline');
    await page.click('#tab-overview');
    await page.getByText('What stands out').waitFor();
  });

  test('works inside of a page that grants it nothing but scripts, as in a notebook', async (t) => {
    const page = await browser.page(t);
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const html = fs.readFileSync(path.join(folder, 'report.html'), 'utf8').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    fs.writeFileSync(path.join(folder, 'notebook.html'),
      `<!doctype html><title>a notebook</title><iframe sandbox="allow-scripts" style="width: 100%; height: 700px" srcdoc="${html}"></iframe>`);
    await page.goto(pathToFileURL(path.join(folder, 'notebook.html')).href);
    const frame = page.frameLocator('iframe');
    await frame.getByText('What stands out').waitFor();
    await frame.locator('#tab-kernels').click();
    await frame.locator('#page h1', { hasText: 'Kernels' }).waitFor();
    await frame.locator('#tab-timeline').click();
    await frame.locator('#state', { hasText: 'in full detail' }).waitFor();
    await frame.locator('#tab-findings').click();
    await frame.locator('#page h1', { hasText: 'Findings' }).waitFor();
    assert.deepEqual(faults, []);
    await picture(page, 'one-file-notebook');
  });

  test('says of what it does not hold how to see it', async (t) => {
    const page = await opened(t, '#view=kernels&limit=7');
    await page.getByText('This file does not hold that. The profile itself shows it: nsys-ai open example.sqlite').waitFor();
  });

  test('has cards, and axe finds nothing, wide and narrow, light and dark', async (t) => {
    const page = await opened(t);
    await page.getByText('What stands out').waitFor();
    await page.hover('.nsys-finding [data-target]');
    await page.locator('.nsys-card').waitFor();
    for (const [colorScheme, width] of [['light', 1280], ['dark', 500]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
      await picture(page, `one-file-${colorScheme}-${width}`);
    }
    assert.equal(await heading(page), 'example.sqlite');
  });
});
