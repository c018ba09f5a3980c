// A flame graph in a browser: by mouse and by keyboard alone, found names, a reload, the way back, and to the timeline.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  complaintsOf, complaintsOfAxe, here, missing, picture, program, startBrowser, startProgram,
} from './browser.mjs';

const sketch = process.env.NSYS_AI_SKETCH || path.join(here, '../../build/tests/support/sketch');
const lacking = missing || [program, sketch].map((file) => !fs.existsSync(file) && `${file} is missing`).find(Boolean);

// Of ten samples eight are in run, six of them in step, and two in a function with a hostile name.
const kProfile = `
thread 2 "loader"
chain 1   "step (train.py:12)@train.py"   run@train   main@train
chain 2   "<img src=x onerror=alert(1)>@train"   run@train   main@train
chain 3   main@train
repeat 6 every 10us { sample thread 1  10us [chain=1] }
repeat 2 every 10us { sample thread 1  100us [chain=2] }
sample thread 1  200us [chain=3]
sample thread 2  210us [chain=3]
nvtx thread 1   forward 0..300us
gpu 0 stream 7   gemm 100..200us [launch=10..20us]   relu 200..220us [launch=30..40us]
`;

let browser;
let opened;
const closers = [];
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flame-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(path.join(folder, 'p.sketch'), kProfile);
  execFileSync(sketch, [path.join(folder, 'p.sketch'), path.join(folder, 'p.sqlite')]);
  opened = await startProgram({ after: (close) => closers.push(close) }, path.join(folder, 'p.sqlite'), '--viewer', 'web');
});
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

async function shown(t, query = '') {
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  await page.goto(`${opened.origin}${opened.open}?view=flame${query}`);
  await page.locator('.nsys-flame-bar').first().waitFor();
  t.after(() => assert.deepEqual(complaints, []));
  return page;
}

const bar = (page, name) => page.locator('.nsys-flame-bar', { hasText: name }).first();
const widthOf = async (page, name) => Number.parseFloat(await bar(page, name).evaluate((link) => link.style.width));
const detail = (page, text) => page.locator('.nsys-flame-detail', { hasText: text }).waitFor();

describe('a flame graph', { skip: lacking }, () => {
  test('has widths that are shares of the samples, and begins with what is clicked', async (t) => {
    const page = await shown(t);
    assert.equal(await widthOf(page, /^run$/), 80);
    assert.equal(await widthOf(page, /^step/), 60);
    assert.equal(await page.locator('img').count(), 0);
    await bar(page, /^step/).hover();
    await detail(page, '6 samples, 60.0 % of all');
    await bar(page, /^run$/).click();
    await page.waitForURL(/root=\d+/);
    await page.waitForFunction(() => [...document.querySelectorAll('.nsys-flame-bar')]
      .some((each) => each.textContent === 'run' && each.style.width === '100%'));
    assert.equal(await widthOf(page, /^step/), 75);
    await detail(page, '8 samples, 80.0 % of all');
    await page.reload();
    await detail(page, '8 samples, 80.0 % of all');
    await page.goBack();
    await detail(page, '10 samples, 100.0 % of all');
    await picture(page, 'flame-light');
  });

  test('goes by keyboard alone to a frame, into it, out of it, and to the timeline', async (t) => {
    const page = await shown(t);
    await page.locator('.nsys-flame-bar[tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/root=\d+/);
    await page.waitForFunction(() => document.activeElement?.textContent === 'run');
    await page.keyboard.press('ArrowDown');
    await detail(page, /step.*6 samples/);
    await page.keyboard.press('ArrowRight');
    await detail(page, '<img src=x onerror=alert(1)>');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent === 'main');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/timeline#start=-?\d+&end=\d+/);
  });

  test('marks what is looked for, is turned over, and shows kernel time by range', async (t) => {
    const page = await shown(t);
    await page.getByLabel('Find').fill('step');
    await page.getByText('take 60.0 % of all: 6 samples.').waitFor();
    assert.equal(await page.locator('.nsys-flame-match').count(), 1);
    await page.getByRole('link', { name: 'Callers below' }).click();
    await page.getByText('Turned over').waitFor();
    assert.equal(await widthOf(page, /^step/), 60);
    await page.getByRole('link', { name: 'GPU time by NVTX range' }).click();
    await page.getByText(/^120.0 us in /).waitFor();
    await bar(page, 'gemm').focus();
    await detail(page, '100.0 us, 83.3 % of all, 1 kernel');
    await page.getByRole('button', { name: 'gemm' }).click();
    await page.locator('.nsys-card', { hasText: 'gemm' }).waitFor();
  });

  test('is there for everybody, in dark and in a narrow window', async (t) => {
    const page = await shown(t, '&filter=run');
    for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['dark', 420]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
      await picture(page, `flame-${colorScheme}-${width}`);
    }
  });

  test('is reached from a part that is selected on the timeline', async (t) => {
    const page = await browser.page(t);
    await page.goto(`${opened.origin}${opened.open}/timeline`);
    await page.waitForFunction(() => /run/.test(document.getElementById('state')?.textContent ?? ''));
    await page.keyboard.press('m');
    await page.locator('#measured-flame').click();
    await page.waitForURL(/view=flame&from=-?[\d.]+&to=[\d.]+/);
    await page.locator('.nsys-flame-bar').first().waitFor();
  });
});
