// Ranks of a run in a browser: the page of ranks, and timelines of chosen ones, one below the other.
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

// Rank 2 is slow. The clock of rank 1 is 7 ms ahead: what is at 0 for the others is at 7 ms there.
const rank = (number, ahead, gemm) => `session_start ${1700000000000000000n + BigInt(ahead) * 1000000n}
meta "PROCESS_0:ENVIRONMENT_VARIABLE" "RANK=${number}"
kernel ar = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)"
repeat 10 every 10ms as s {
  nvtx "step {s}" 0..9.99ms
  gpu 0 stream 7   gemm 1..${gemm}ms
  gpu 0 stream 9   ar ${gemm}..9ms
}
`;

let browser;
let folder;
const closers = [];
before(async () => {
  if (lacking) return;
  browser = await startBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ranks-'));
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ a: rank(0, 0, 5), b: rank(1, 7, 5), c: rank(2, 0, 8) })) {
    fs.writeFileSync(path.join(folder, `${name}.sketch`), text);
    execFileSync(sketch, [path.join(folder, `${name}.sketch`), path.join(folder, `${name}.sqlite`)]);
  }
});
after(async () => {
  for (const close of closers.reverse()) await close();
  await browser?.close();
});

async function shown(t, words, command = ['ranks', '.']) {
  const address = await startServing(t, [...command, ...words, '--browser'], folder);
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  await page.goto(address.href);
  return { page, complaints };
}

async function windowOf(page, number) {
  const frame = await (await page.$(`#frame-rank-${number}`)).contentFrame();
  return frame.evaluate(() => {
    const place = new URLSearchParams(location.hash.slice(1));
    return [Number(place.get('start')), Number(place.get('end'))];
  });
}

async function windows(page, wanted) {
  for (let tries = 0; ; tries += 1) {
    const both = [await windowOf(page, 0), await windowOf(page, 1)];
    if (wanted(both) || tries === 100) return both;
    await new Promise((done) => { setTimeout(done, 100); });
  }
}

describe('the ranks of a run', { skip: lacking }, () => {
  test('are a page that leads to timelines', async (t) => {
    const { page, complaints } = await shown(t, []);
    await page.getByText('Rank 2 has more to do').waitFor();
    await picture(page, 'ranks-light');
    await page.getByRole('textbox', { name: 'Timelines of ranks' }).fill('1,2');
    await page.keyboard.press('Enter');
    await page.locator('#frame-rank-1').waitFor();
    assert.deepEqual(await page.locator('.nsys-side-name').allInnerTexts(), ['rank 1: b.sqlite', 'rank 2: c.sqlite']);
    assert.deepEqual(complaints, []);
  });

  test('move together, at the same time of the common clock', async (t) => {
    const { page, complaints } = await shown(t, ['--rank', '0,1']);
    await page.locator('#place option').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('h1').innerText(), 'Timelines of 2 captures');
    assert.match(await page.locator('#state').innerText(), /^By the ends of their collectives, within 0 ns/);
    // Both began at the same time on clocks that are 7 ms apart, and their collectives end together.
    const alike = ([one, other]) => one[0] === other[0] && one[1] === other[1] && one[1] > one[0];
    assert.ok(alike(await windows(page, alike)));
    await page.getByLabel('The next one').click();
    const frame = await (await page.$('#frame-rank-0')).contentFrame();
    await frame.locator('#rows').focus();
    await page.keyboard.press('+');
    const zoomed = await windows(page, (now) => alike(now) && now[0][1] - now[0][0] < 9e6);
    assert.ok(alike(zoomed), JSON.stringify(zoomed));
    await picture(page, 'ranks-timelines-light');
    await page.getByRole('link', { name: 'Ranks' }).last().click();
    await page.getByText('Rank 2 has more to do').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('of two runs are compared, and lead to those of the second', async (t) => {
    const of = Object.entries({ before: ['a', 'b'], after: ['a', 'c'] }).map(([name, files]) => {
      const into = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`));
      t.after(() => fs.rmSync(into, { recursive: true, force: true }));
      for (const file of files) fs.copyFileSync(path.join(folder, `${file}.sqlite`), path.join(into, `${file}.sqlite`));
      return into;
    });
    const { page, complaints } = await shown(t, [], ['diff', ...of]);
    await page.getByText('Ranks of two runs').waitFor();
    await page.getByText('Only in the base: rank 1').waitFor();
    await picture(page, 'ranks-compared-light');
    assert.deepEqual(await complaintsOfAxe(page), []);
    await page.getByRole('link', { name: 'Ranks of the second run' }).click();
    await page.getByText('2 ranks of 2 captures').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('that are none are refused in a sentence, without a complaint of axe', async (t) => {
    const { page } = await shown(t, ['--rank', '0,1']);
    for (const [colorScheme, width] of [['light', 1280], ['dark', 480]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.locator('#frame-rank-1').waitFor();
      assert.deepEqual(await complaintsOfAxe(page), []);
    }
    const url = new URL(page.url());
    url.search = '?ranks=9';
    await page.goto(url.href);
    await page.getByText('There is no rank 9 here.').waitFor();
  });
});
