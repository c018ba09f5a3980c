// Two profiles compared in a browser: the page, its cards on both sides, and both timelines moved together.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  complaintsOf, complaintsOfAxe, here, missing, picture, program, startBrowser, startServing,
} from './browser.mjs';

const sketch = process.env.NSYS_AI_SKETCH || path.join(here, '../../build/tests/support/sketch');
const lacking = missing || [program, sketch].map((file) => !fs.existsSync(file) && `${file} is missing`).find(Boolean);

// Steps of 10 ms and of 13 ms: what grew is idle. The kernel with a hostile name went.
const kBefore = `repeat 20 every 10ms as s {
  nvtx "step {s}" 0..9ms   "<img src=x>" 1..2ms
  gpu 0 stream 7   gemm 1..7ms   "<img src=x>" 7..8ms
}
`;
const kAfter = `repeat 20 every 13ms as s {
  nvtx "step {s}" 0..12ms
  gpu 0 stream 7   gemm 4..10ms
}
`;

let browser;
let address;
const closers = [];
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ before: kBefore, after: kAfter })) {
    fs.writeFileSync(path.join(folder, `${name}.sketch`), text);
    execFileSync(sketch, [path.join(folder, `${name}.sketch`), path.join(folder, `${name}.sqlite`)]);
  }
  const words = ['diff', 'before.sqlite', 'after.sqlite', '--browser'];
  address = await startServing({ after: (close) => closers.push(close) }, words, folder);
});
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

async function shown(t) {
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  await page.goto(address.href);
  await page.locator('.nsys-table').first().waitFor();
  return { page, complaints };
}

// What the timeline of a side shows, as its address says.
async function windowOf(page, side) {
  const frame = await (await page.$(`#frame-${side}`)).contentFrame();
  return frame.evaluate(() => {
    const place = new URLSearchParams(location.hash.slice(1));
    return [Number(place.get('start')), Number(place.get('end'))];
  });
}

async function windows(page, wanted) {
  for (let tries = 0; ; tries += 1) {
    const both = { before: await windowOf(page, 'before'), after: await windowOf(page, 'after') };
    if (wanted(both) || tries === 100) return both;
    await new Promise((done) => { setTimeout(done, 100); });
  }
}

describe('a comparison', { skip: lacking }, () => {
  test('says the verdict first, and leads to events of both sides by keyboard alone', async (t) => {
    const { page, complaints } = await shown(t);
    assert.equal(await page.locator('h1').innerText(), 'after.sqlite against before.sqlite');
    assert.match(await page.locator('.nsys-paragraph').first().innerText(),
      /^Slower in these captures: the median step takes 13.00 ms instead of 10.00 ms, \+30.0 %/);
    const gemm = page.locator('tr', { hasText: 'gemm' }).first();
    const targets = await gemm.locator('[data-target]').evaluateAll((all) => all.map((each) => each.dataset.target));
    assert.match(targets.join(' '), /^(kernel:\d+) 1\/kernel:\d+ \1$/);
    for (const target of targets.slice(1)) {
      await gemm.locator(`[data-target="${target}"]`).first().focus();
      await page.keyboard.press('Enter');
      const card = page.locator('.nsys-card', { hasText: 'gemm' });
      await card.waitFor();
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'hidden' });
    }
    await picture(page, 'compare-light');
    assert.ok(await page.getByText('<img src=x>').count() > 0);
    assert.deepEqual(complaints, []);
  });

  test('is exchanged, and shows the tree with what changed', async (t) => {
    const { page, complaints } = await shown(t);
    await page.getByRole('link', { name: 'Exchange the sides' }).click();
    await page.getByText(/^Faster in these captures/).waitFor();
    await page.getByRole('link', { name: 'Exchange the sides' }).click();
    await page.getByText(/^Slower in these captures/).waitFor();
    await page.getByRole('link', { name: 'Tree with changes' }).click();
    await page.getByRole('heading', { name: 'NVTX tree, compared' }).waitFor();
    const row = page.locator('tr', { hasText: 'step #' });
    assert.deepEqual(await row.locator('td').allInnerTexts(),
      ['step #', '20', '20', '7.000 ms', '6.000 ms', '-1.000 ms', '-14.3 %']);
    assert.deepEqual(complaints, []);
  });

  test('of timelines moves and zooms them together, aligned at a step', async (t) => {
    const { page, complaints } = await shown(t);
    await page.getByRole('link', { name: 'Both timelines' }).click();
    await page.locator('#place option').first().waitFor({ state: 'attached' });
    const at = (both, shift) => both.after[0] - both.before[0] === shift && both.after[1] - both.before[1] === shift;
    // Step 9 begins at 91 ms and at 121 ms, with its first operation.
    let both = await windows(page, (now) => at(now, 30e6));
    assert.equal(await page.locator('#place').inputValue(), 'step 9');
    assert.equal(both.before[0], 91e6);
    assert.equal(both.after[0], 121e6);
    await page.getByLabel('The next one').click();
    both = await windows(page, (now) => at(now, 33e6));
    assert.ok(at(both, 33e6), JSON.stringify(both));
    const frame = await (await page.$('#frame-before')).contentFrame();
    await frame.locator('#rows').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    const zoomed = await windows(page, (now) => at(now, 33e6) && now.before[1] - now.before[0] < 9e6);
    assert.ok(at(zoomed, 33e6), JSON.stringify(zoomed));
    // Each by itself, then together from there on.
    await page.getByLabel('Move together').uncheck();
    await page.keyboard.press('Tab');
    await frame.locator('#rows').focus();
    await page.keyboard.press('ArrowRight');
    const apart = await windows(page, (now) => now.before[0] !== zoomed.before[0]);
    assert.deepEqual(apart.after, zoomed.after);
    await page.getByLabel('Move together').check();
    await frame.locator('#rows').focus();
    await page.keyboard.press('ArrowLeft');
    const shift = apart.after[0] - apart.before[0];
    assert.ok(at(await windows(page, (now) => at(now, shift) && now.before[0] !== apart.before[0]), shift));
    await picture(page, 'compare-timelines-light');
    assert.deepEqual(complaints, []);
  });

  test('is without a complaint of axe', async (t) => {
    const { page } = await shown(t);
    for (const path_ of ['', '/timelines?against=1', '?view=compare', '?view=tree&against=1']) {
      await page.goto(address.origin + address.pathname + (path_ || address.search));
      await page.locator(path_.startsWith('/') ? '#place option' : '.nsys-page h1').first().waitFor({ state: 'attached' });
      for (const [colorScheme, width] of [['light', 1280], ['dark', 480]]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await complaintsOfAxe(page), [], `${path_}, ${colorScheme}, ${width} px`);
        await picture(page, `compare${path_.replaceAll(/\W+/g, '-')}-${colorScheme}-${width}`);
      }
    }
  });
});
