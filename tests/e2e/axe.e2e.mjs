// What axe finds wrong for people who use the keyboard, a screen reader, or a contrast that they can read: nothing, on
// each page of a profile, in both themes and in a narrow window.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { complaintsOfAxe, missing, picture, program, startBrowser, startProgram } from './browser.mjs';
import { twoGpus, writeExample } from './captures.mjs';

const lacking = missing || (!fs.existsSync(program) && `${program} is missing`);

let browser;
// What is to be done when all is over.
const closers = [];
before(async () => { browser = lacking ? undefined : await startBrowser(); });
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

describe('axe finds nothing', { skip: lacking }, () => {
  const looks = [['light', 1280], ['dark', 1280], ['light', 800], ['dark', 500]];
  const views = {
    overview: '', kernels: '?view=kernels', tree: '?view=tree', flame: '?view=flame', findings: '?view=findings', skills: '?view=skills',
    skill: '?view=skill&name=top_kernels',
  };
  let opened;
  before(async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'axe-'));
    closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    let profile = twoGpus;
    if (!fs.existsSync(profile)) {
      profile = path.join(folder, 'example.sqlite');
      writeExample(profile);
    }
    opened = await startProgram({ after: (close) => closers.push(close) }, profile, '--viewer', 'web');
  });

  for (const [name, query] of Object.entries(views))
    test(`on the page ${name}`, async (t) => {
      const page = await browser.page(t);
      await page.goto(opened.origin + opened.open + query);
      await page.locator('.nsys-page h1').waitFor();
      await page.waitForFunction(() => !document.querySelector('.nsys-later-text'));
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
        if (width === 500 || colorScheme === 'light') await picture(page, `axe-${name}-${colorScheme}-${width}`);
      }
    });

  test('on the timeline, with a selection and all that can be unfolded', async (t) => {
    const page = await browser.page(t);
    await page.goto(`${opened.origin}${opened.open}/timeline`);
    await page.waitForFunction(() => /run/.test(document.getElementById('state')?.textContent ?? ''));
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await complaintsOfAxe(page), [], `${colorScheme}, ${width} px`);
    }
    await page.keyboard.press('m');
    await page.keyboard.press('?');
    await page.locator('#measured-times table').first().waitFor();
    await page.locator('.nsys-keys.nsys-asked').waitFor();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await complaintsOfAxe(page), [], `measured, ${colorScheme}`);
      await picture(page, `axe-timeline-${colorScheme}`);
    }
  });
});
