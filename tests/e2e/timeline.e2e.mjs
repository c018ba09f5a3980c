// nsys-ai's own timeline in a real browser: what is drawn where, how a person moves through it, and what it says.
//
// Profiles are sketches; with captures in NSYS_AI_PROFILES each of them is opened, too.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  complaintsOf, here, missing, picture, program, startBrowser, startPrefixProxy, startProgram,
} from './browser.mjs';

const kProfiles = process.env.NSYS_AI_PROFILES ?? path.join(here, '../../../shared/profiles');
const captures = fs.existsSync(kProfiles)
  ? fs.readdirSync(kProfiles).filter((name) => name.endsWith('.sqlite')).map((name) => path.join(kProfiles, name)) : [];
const sketch = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/support/sketch');
const absent = [program, sketch].find((file) => !fs.existsSync(file));
const lacking = missing || (absent && `${absent} is missing`);

const kHostile = '<img src=x onerror=alert(1)>';
// 1 ms: a kernel in the first half, another one near the end, and two thousand short ones between.
const kSketch = `process 100 "python"
thread 1 "main"
nvtx epoch 0..1000us   forward 100..500us
gpu 0 stream 7   gemm 100..500us   softmax 900..990us
repeat 2000 every 100ns { gpu 0 stream 8   tiny 600000..600040ns }
nvtx "${kHostile}" 950..980us
`;

// Ranges in each other, of which short ones lie deep, and counters that vary.
const kNested = `process 100 "python"
thread 1 "main"
nvtx epoch 0..1000us   a 10..900us   b 20..800us   c 30..700us   d 31..32us   e 33..34us
repeat 300 every 2us { nvtx f 40000..41000ns   g 40100..40900ns   h 40200..40800ns }
repeat 300 every 3us { gpu 0 stream 7   k 42000..43000ns }
gpu 1 stream 9   gemm 100..500us   softmax 900..990us
`;

let browser;
before(async () => {
  if (!lacking) browser = await startBrowser();
});
after(() => browser?.close());

function sketched(t, text = kSketch) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'timeline-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(path.join(folder, 'run.sketch'), text);
  execFileSync(sketch, [path.join(folder, 'run.sketch'), path.join(folder, 'run.sqlite')]);
  return path.join(folder, 'run.sqlite');
}

/** The timeline of a profile, drawn, with which parts were asked for and what the browser complained of. */
async function shown(t, profile, { hash = '', prefix = (shows) => shows.origin } = {}) {
  const shows = await startProgram(t, profile);
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  const asked = [];
  page.on('request', (request) => {
    if (request.url().includes('/timeline.json')) asked.push(new URL(request.url()).searchParams);
  });
  const address = `${await prefix(shows)}${shows.open.replace('/open/', '/view/')}/timeline`;
  await page.goto(address + hash);
  await settled(page);
  return { page, shows, address, asked, complaints };
}

/** Until what was done is drawn: first it is noticed, which may take a frame or two, then it is read. */
async function settled(page) {
  await page.waitForTimeout(50);
  for (let round = 0; round < 2; round += 1) {
    await frames(page);
    await page.waitForFunction(() => document.getElementById('progress').hidden
      && document.getElementById('rows').getAttribute('aria-busy') !== 'true');
  }
  await frames(page);
}

function frames(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const rowNames = (page) => page.locator('.nsys-row-text').allInnerTexts();
const span = (page) => page.locator('#span').innerText();
const details = (page) => page.locator('#details-name').innerText();

/** Where a row is on the screen. */
async function placeOf(page, name) {
  const row = await page.locator('.nsys-row-name', { hasText: new RegExp(`^${name}$`) }).boundingBox();
  const chart = await page.locator('#chart').boundingBox();
  return { x: (share) => chart.x + share * chart.width, y: row.y + 12, chart };
}

/** Whether something is drawn on a row, by shares of the width. */
async function drawn(page, name, shares) {
  const { chart, y } = await placeOf(page, name);
  return page.evaluate(([top, places]) => {
    const canvas = document.getElementById('chart');
    const pen = canvas.getContext('2d');
    return places.map((share) => pen.getImageData(share * canvas.width, top * (canvas.height / canvas.clientHeight), 1, 1)
      .data[3] > 0);
  }, [y - chart.y, shares]);
}

/** What is drawn, as texts that can be compared. */
function picturesOf(page) {
  return page.evaluate(() => ({
    chart: document.getElementById('chart').toDataURL(),
    ruler: document.getElementById('ruler').toDataURL(),
    names: [...document.querySelectorAll('.nsys-row-name')].map((row) => `${row.style.top} ${row.innerText} ${row.ariaExpanded}`),
    top: document.getElementById('rows').scrollTop,
  }));
}

/** Numbers in [0, 1) that are the same each time. */
function randoms(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Something that a person may do: a key, a turn of the wheel, a drag, or a look for a name. */
async function walk(page, random) {
  const keys = ['+', '+', '+', '-', '-', 'Home', 'ArrowLeft', 'Shift+ArrowRight', '.', ',', 'f', 'ArrowDown', 'ArrowUp'];
  const chosen = Math.floor(random() * (keys.length + 3));
  const box = await page.locator('#chart').boundingBox();
  const at = (share) => box.x + share * box.width;
  const y = box.y + random() * Math.min(box.height, 500);
  if (chosen < keys.length) await page.keyboard.press(keys[chosen]);
  if (chosen === keys.length) {
    await page.mouse.move(at(random()), y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, random() < 0.7 ? -200 : 200);
    await page.keyboard.up('Control');
  }
  if (chosen === keys.length + 1) {
    await page.mouse.move(at(random()), y);
    await page.mouse.down();
    await page.mouse.move(at(random()), y, { steps: 4 });
    await page.mouse.up();
  }
  if (chosen === keys.length + 2) await page.mouse.click(at(random()), y);
  if (random() < 0.3) await settled(page);
}

async function click(page, row, share) {
  const place = await placeOf(page, row);
  await page.mouse.click(place.x(share), place.y);
}

describe('the timeline', { skip: lacking }, () => {
  test('draws each row where something ran', async (t) => {
    const { page, complaints } = await shown(t, sketched(t));
    const names = await rowNames(page);
    for (const name of ['GPU 0 · pid 100', 'Busy', 'Stream 7', 'Stream 8', 'Idle', 'Process 100 · python', 'CUDA calls'])
      assert.ok(names.includes(name), `${name} among ${names}`);
    assert.deepEqual(await drawn(page, 'Stream 7', [0.05, 0.12, 0.3, 0.48, 0.55, 0.85, 0.92, 0.98]),
      [false, true, true, true, false, false, true, true]);
    assert.deepEqual(await drawn(page, 'Stream 8', [0.3, 0.65, 0.75, 0.85]), [false, true, true, false]);
    assert.match(await page.locator('#state').innerText(), /^The whole run, 1\.0.* ms: what is shorter than 512 ns is merged/);
    assert.deepEqual(complaints, []);
    await picture(page, 'timeline-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    await picture(page, 'timeline-dark');
  });

  test('explains what is clicked, and walks along the row', async (t) => {
    const { page } = await shown(t, sketched(t));
    await click(page, 'Stream 7', 0.3);
    assert.equal(await details(page), 'gemm');
    assert.match(await page.locator('#details-time').innerText(), /^400 us from 0\.00010+ s · GPU 0 · pid 100 › Stream 7$/);
    await page.locator('#details-text').getByText('400.0 us').first().waitFor();
    await picture(page, 'timeline-card');
    await page.keyboard.press('.');
    assert.equal(await details(page), 'softmax');
    await page.keyboard.press(',');
    assert.equal(await details(page), 'gemm');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#details').isVisible(), false);
    const thread = await placeOf(page, 'Thread 100 · main');
    await page.mouse.click(thread.x(0.3), thread.y + 18);
    assert.equal(await details(page), 'forward', 'the inner one of two ranges');
  });

  test('zooms in until what was merged stands alone', async (t) => {
    const { page, asked, complaints } = await shown(t, sketched(t));
    await click(page, 'Stream 8', 0.7);
    assert.match(await details(page), /^\d+ kernels, /);
    await page.locator('#details-text').getByText('Zoom in to see each of them').waitFor();
    const before = asked.length;
    for (let steps = 0; steps < 12 && !/^(\d\d|\d|\d\.\d+) us$/.test(await span(page)); steps += 1) {
      await page.keyboard.press('+');
      await page.waitForTimeout(30);
    }
    await settled(page);
    assert.ok(asked.length > before);
    const last = asked.at(-1);
    const [start, end] = ['start', 'end'].map((name) => Number(last.get(name)));
    assert.ok(start < 500_000 && end > 500_000, `${start}..${end} lies around the middle of the run`);
    await page.keyboard.press('Home');
    await settled(page);
    assert.equal(await span(page), '1 ms');
    const count = asked.length;
    await page.keyboard.press('Home');
    await settled(page);
    assert.equal(asked.length, count, 'the whole run is known');
    assert.deepEqual(complaints, []);
  });

  test('goes where the ruler is dragged over, and comes back there', async (t) => {
    const { page, asked, address } = await shown(t, sketched(t));
    const box = await page.locator('#ruler').boundingBox();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 15);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.61 * box.width, box.y + 15, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    assert.match(await span(page), /^(9\.|10)/);
    assert.equal(asked.length, 2);
    await click(page, 'Stream 8', 0.5);
    const { x, y } = await placeOf(page, 'Stream 8');
    await page.mouse.click(x(0.503), y);
    assert.equal(await details(page), 'tiny');
    const hash = new URL(page.url()).hash;
    assert.match(hash, /^#start=(59|60)\d{4}&end=6[01]\d{4}$/);
    await page.goto('about:blank');
    await page.goto(address + hash);
    await settled(page);
    assert.match(await span(page), /^(9\.|10)/);
    const leads = new URL(await page.locator('#perfetto').getAttribute('href'));
    assert.match(leads.pathname + leads.search, /\/perfetto\?start=\d+&end=\d+$/);
  });

  test('leads to that window in Perfetto', async (t) => {
    const { page } = await shown(t, sketched(t), { hash: '#start=600000&end=610000' });
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('#perfetto').click()]);
    await tab.waitForURL(/\/open\/[0-9a-f]{32}$/);
    const config = JSON.parse(await tab.locator('#config').textContent());
    assert.deepEqual(config.trace.window, { startNs: '600000', endNs: '610000' });
    await tab.close();
  });

  test('moves by mouse, wheel and keys, and never beyond the run', async (t) => {
    const { page } = await shown(t, sketched(t), { hash: '#start=400000&end=600000' });
    const window = async () => {
      await settled(page);
      const place = new URLSearchParams(new URL(page.url()).hash.slice(1));
      return [Number(place.get('start')), Number(place.get('end'))];
    };
    const { x, y } = await placeOf(page, 'Stream 7');
    await page.mouse.move(x(0.5), y);
    await page.mouse.down();
    await page.mouse.move(x(0.25), y, { steps: 4 });
    await page.mouse.up();
    const [dragged] = await window();
    assert.ok(Math.abs(dragged - 450_000) < 2000, `${dragged}`);
    assert.equal(await page.locator('#details').isVisible(), false, 'a drag selects nothing');
    await page.keyboard.press('Shift+ArrowLeft');
    assert.ok(Math.abs((await window())[0] - 400_000) < 2000);
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    assert.deepEqual(await window(), [0, 200_000]);
    await page.mouse.move(x(0.5), y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    const [start, end] = await window();
    assert.ok(end - start < 170_000 && start < 100_000 && end > 100_000, `${start}..${end} around the mouse`);
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('-');
    await settled(page);
    assert.equal(new URL(page.url()).hash, '');
  });

  test('finds a name, and fades the others', async (t) => {
    const { page } = await shown(t, sketched(t));
    await page.keyboard.press('/');
    await page.keyboard.type('softm');
    await page.keyboard.press('Enter');
    await page.locator('#details-name', { hasText: 'softmax' }).waitFor();
    await picture(page, 'timeline-find');
    await page.locator('#find').fill('nowhere');
    await page.locator('#find').press('Enter');
    await page.getByText('None in the whole run').waitFor();
    await page.locator('#find').press('Escape');
    assert.equal(await page.locator('#find').inputValue(), '');
  });

  test('finds what is merged on the screen, in the order of time, and goes to it', async (t) => {
    const { page } = await shown(t, sketched(t));
    await page.locator('#find').fill('tiny');
    const count = page.locator('#found-count');
    await page.getByText('2,000 in the whole run').waitFor();
    assert.equal(await page.locator('#found-list li').count(), 200);
    assert.match(await page.locator('#found-list li').first().innerText(), /tiny\s+40 ns\s+GPU 0 · pid 100 › Stream 8\s+0\.0006/);
    await page.locator('#find').press('Enter');
    await settled(page);
    assert.equal(await count.innerText(), '1 of 2,000');
    assert.equal(await details(page), 'tiny');
    assert.match(await page.locator('#details-time').innerText(), /^40 ns from 0\.000600/);
    assert.match(await span(page), /us$/, 'so near that it stands alone');
    await picture(page, 'timeline-found');
    await page.locator('#find').press('Shift+Enter');
    await settled(page);
    assert.equal(await count.innerText(), '2,000 of 2,000', 'before the first one is the last');
    assert.match(await page.locator('#details-time').innerText(), /^40 ns from 0\.0007999/);
    await page.locator('#found-least').fill('1us');
    await page.getByText('None in the whole run').waitFor();
    await page.locator('#found-least').fill('');
    await page.locator('#found-kinds').selectOption('nvtx');
    await page.getByText('None in the whole run').waitFor();
    await page.locator('#find').fill('o*r');
    await page.getByText('2 in the whole run').waitFor();
    await page.locator('#found-close').click();
    assert.equal(await page.locator('#found').isVisible(), false);
  });

  test('marks on the ruler where matches are', async (t) => {
    const { page } = await shown(t, sketched(t));
    const marks = () => page.evaluate(() => {
      const ruler = /** @type {HTMLCanvasElement} */ (document.getElementById('ruler'));
      const pen = ruler.getContext('2d');
      const y = Math.round(ruler.height - 3);
      return [0.2, 0.5, 0.65, 0.75, 0.95].map((share) => {
        const [red, , blue] = pen.getImageData(Math.round(share * ruler.width), y, 1, 1).data;
        return red > 180 && blue < 60;
      });
    });
    await page.locator('#find').fill('tiny');
    await page.getByText('2,000 in the whole run').waitFor();
    await settled(page);
    assert.deepEqual(await marks(), [false, false, true, true, false]);
    await page.locator('#find').press('Escape');
    await settled(page);
    assert.deepEqual(await marks(), [false, false, false, false, false]);
  });

  test('keeps hostile names as text', async (t) => {
    const { page, complaints } = await shown(t, sketched(t));
    await page.locator('#find').fill('onerror');
    await page.locator('#find').press('Enter');
    await page.locator('#details-name', { hasText: kHostile }).waitFor();
    await page.locator('#details-text').getByText('30.00 us').first().waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('goes through every row by the arrow keys, from the top to the bottom and back', async (t) => {
    const { page } = await shown(t, sketched(t, kNested));
    const names = await rowNames(page);
    const visited = [];
    for (let at = 0; at < names.length; at += 1) {
      await page.keyboard.press('ArrowDown');
      visited.push(await page.locator('.nsys-row-current .nsys-row-text').innerText());
    }
    assert.deepEqual(visited, names);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('.nsys-row-current .nsys-row-text').innerText(), names.at(-1), 'there is none below the last');
    for (let at = 1; at < names.length; at += 1) await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('.nsys-row-current .nsys-row-text').innerText(), names[0]);
    await page.keyboard.press('Enter');
    assert.ok((await rowNames(page)).length < names.length, 'a group folds');
    await picture(page, 'timeline-rows');
  });

  test('folds groups away', async (t) => {
    const { page } = await shown(t, sketched(t));
    const before = (await rowNames(page)).length;
    await page.getByRole('treeitem', { name: 'GPU 0 · pid 100' }).click();
    const names = await rowNames(page);
    assert.ok(!names.includes('Stream 7') && names.includes('Process 100 · python'));
    await page.getByRole('treeitem', { name: 'GPU 0 · pid 100' }).click();
    assert.equal((await rowNames(page)).length, before);
  });

  test('is reached from the launcher where Perfetto is not, behind a path prefix too', async (t) => {
    const shows = await startProgram(t, sketched(t));
    const proxy = await startPrefixProxy(t, shows.port);
    const page = await browser.page(t);
    await page.goto(`http://localhost:${proxy.port}${proxy.prefix}${shows.open}`);
    await page.getByText('does not answer').waitFor();
    await page.locator('#timeline').click();
    await page.locator('.nsys-row-name', { hasText: 'Stream 7' }).waitFor();
    await settled(page);
    assert.deepEqual(await drawn(page, 'Stream 7', [0.05, 0.3]), [false, true]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.locator('.nsys-row-name', { hasText: 'Stream 7' }).waitFor();
  });

  test('fits a narrow window', async (t) => {
    const { page } = await shown(t, sketched(t));
    await page.setViewportSize({ width: 560, height: 700 });
    await settled(page);
    await picture(page, 'timeline-narrow');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    assert.deepEqual(await drawn(page, 'Stream 7', [0.05, 0.3]), [false, true]);
  });

  test('says when the server is gone', async (t) => {
    const { page, address } = await shown(t, sketched(t));
    await page.route(`${address}.json*`, (route) => route.abort());
    // Until the whole run is not fine enough any more.
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('+');
    await page.getByText('nsys-ai does not answer: it may have ended.').waitFor();
  });

  test('draws after any walk what a fresh load draws', async (t) => {
    const some = captures.filter((file) => /mfu_2gpu_before|pselinv-mpi-r7|h100_2gpu_1s/.test(file));
    for (const profile of [sketched(t), sketched(t, kNested), ...some]) {
      const { page, address } = await shown(t, profile);
      const random = randoms(path.basename(profile).length);
      for (let round = 0; round < 4; round += 1) {
        for (let step = 0; step < 15; step += 1) await walk(page, random);
        await page.keyboard.press('Escape');
        await settled(page);
        const walked = await picturesOf(page);
        const fresh = await page.context().newPage();
        await fresh.setViewportSize(page.viewportSize());
        await fresh.goto(address + new URL(page.url()).hash);
        await settled(fresh);
        await fresh.evaluate((top) => { document.getElementById('rows').scrollTop = top; }, walked.top);
        await settled(fresh);
        const expected = await picturesOf(fresh);
        assert.deepEqual(walked.names, expected.names, `${profile} ${page.url()}`);
        assert.ok(walked.chart === expected.chart, `the rows, ${profile} ${page.url()}`);
        assert.ok(walked.ruler === expected.ruler, `the ruler, ${profile} ${page.url()}`);
        await fresh.close();
      }
      await page.close();
    }
  });

  test('opens every capture', { skip: captures.length === 0 && 'there are no captures' }, async (t) => {
    for (const capture of captures) {
      const { page, complaints } = await shown(t, capture);
      const name = path.basename(capture);
      const none = await page.locator('#none').isVisible();
      assert.equal(none, (await rowNames(page)).length === 0, name);
      if (!none) assert.match(await page.locator('#state').innerText(), /^The whole run, /, name);
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('+');
        await settled(page);
      }
      assert.deepEqual(complaints, [], name);
      await page.close();
    }
  });
});
