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
import { captures, withoutCaptures } from './captures.mjs';

const sketch = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/support/sketch');
const absent = [program, sketch].find((file) => !fs.existsSync(file));
const lacking = missing || (absent && `${absent} is missing`);

// Steps of each random walk.
const kWalk = Number(process.env.NSYS_AI_WALK_STEPS ?? 60);
const kHostile = '<img src=x onerror=alert(1)>';
// 1 ms: a kernel in the first half, another one near the end, and two thousand short ones between.
const kSketch = `process 100 "python"
thread 1 "main"
nvtx epoch 0..1000us   forward 100..500us
gpu 0 stream 7   gemm 100..500us   softmax 900..990us
repeat 2000 every 100ns { gpu 0 stream 8   tiny 600000..600040ns }
nvtx "${kHostile}" 950..980us
`;

// Launches within a range, and a wait for the second kernel.
const kLaunched = `process 100 "python"
thread 1 "main"
nvtx train 80..700us
gpu 0 stream 7   gemm 100..300us [launch=90..95us]   softmax 400..500us [launch=380..385us]
api thread 1   cudaDeviceSynchronize 390..510us
`;

// A GPU that waits for the host between its kernels, each launched only when the one before has long ended.
const kSuppressible = `process 100 "python"
thread 1 "main"
repeat 40 every 1ms { gpu 0 stream 7   gemm 100..300us [launch=90..95us] }
`;

// Ranges in each other, of which short ones lie deep, and counters that vary.
const kNested = `process 100 "python"
thread 1 "main"
nvtx epoch 0..1000us   a 10..900us   b 20..800us   c 30..700us   d 31..32us   e 33..34us
repeat 300 every 2us { nvtx f 40000..41000ns   g 40100..40900ns   h 40200..40800ns }
repeat 300 every 3us { gpu 0 stream 7   k 42000..43000ns }
gpu 1 stream 9   gemm 100..500us   softmax 900..990us
`;

// Ten rounds of a loop, as its program marks them.
const kSteps = `process 100 "python"
thread 1 "main"
${Array.from({ length: 10 }, (_, at) => `nvtx "step ${at}" ${at * 100}..${at * 100 + 95}us\ngpu 0 stream 7 gemm ${at * 100 + 20}..${at * 100 + 80}us`).join('\n')}
`;

const kFamiliesSketch = `process 100 "python"
thread 1 "main"
nvtx "aten::mm, op_id = 7" 0..400us   "aten::mm, op_id = 8" 450..900us
gpu 0 stream 7   ampere_sgemm_128x64_tn 100..500us   "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)" 500..990us
`;

let browser;
before(async () => {
  if (!lacking) browser = await startBrowser();
});
after(() => browser?.close());

// Each has a name of its own, by which the page keeps how its rows are arranged.
let sketches = 0;
function sketched(t, text = kSketch) {
  sketches += 1;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'timeline-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.writeFileSync(path.join(folder, 'run.sketch'), text);
  const profile = path.join(folder, `run${sketches}.sqlite`);
  execFileSync(sketch, [path.join(folder, 'run.sketch'), profile]);
  return profile;
}

/** The timeline of a profile, drawn, with which parts were asked for and what the browser complained of. */
async function shown(t, profile, { hash = '', prefix = (shows) => shows.origin } = {}) {
  const shows = await startProgram(t, profile);
  const page = await browser.page(t);
  const complaints = complaintsOf(page);
  // Parts with all their rows, and those with the rows of a screen alone.
  const asked = [];
  const few = [];
  page.on('request', (request) => {
    if (!request.url().includes('/timeline.json')) return;
    const query = new URL(request.url()).searchParams;
    (query.get('asAll') === 'true' ? few : asked).push(query);
  });
  const address = `${await prefix(shows)}${shows.open.replace('/open/', '/view/')}/timeline`;
  await page.goto(address + hash);
  await settled(page);
  // The run and the place that the address names are there.
  asked.length = 0;
  return { page, shows, address, asked, few, complaints };
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

/** Whether something is drawn so far down the rows, by shares of the width. */
function drawnAt(page, top, shares) {
  return page.evaluate(([y, places]) => {
    const canvas = document.getElementById('chart');
    const pen = canvas.getContext('2d');
    return places.map((share) => pen.getImageData(share * canvas.width, y * (canvas.height / canvas.clientHeight), 1, 1).data[3] > 0);
  }, [top, shares]);
}

/** The picture that the menu saves, as text. */
async function saved(page, format, encoding = 'utf8') {
  await page.locator('summary', { hasText: 'View' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`#save-${format}`).click()]);
  await page.keyboard.press('Escape');
  return fs.readFileSync(await download.path(), encoding);
}

/** What is written in an SVG. */
function texts(svg) {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) =>
    match[1].replace(/&#(\d+);/g, (whole, code) => String.fromCharCode(Number(code))));
}

// How eyes that lack a kind of cones see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
const kEyes = {
  'all cones': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
};

/** A colour in CIE L*a*b*, as those eyes see it. */
function labOf(colour, eyes) {
  const linear = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = [0, 1, 2].map((row) => Math.min(1, Math.max(0, linear.reduce((sum, part, at) => sum + eyes[3 * row + at] * part, 0))));
  const [x, y, z] = [(0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047, 0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883].map((part) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
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

/** Something that a person may do: a key, a turn of the wheel, a drag, a click, or a look for a name. */
async function walk(page, random) {
  const keys = ['+', '+', '+', '-', '-', 'Home', 'ArrowLeft', 'Shift+ArrowRight', '.', ',', 'f', 'ArrowDown', 'ArrowUp',
    'p', 'h', 'Shift+H', 'Shift+ArrowDown', 'Enter', 't'];
  const chosen = Math.floor(random() * (keys.length + 5));
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
  if (chosen === keys.length + 1) await drag(page, [at(random()), y], [at(random()), y], random() < 0.7 ? 'Shift' : undefined);
  if (chosen === keys.length + 2) await page.mouse.click(at(random()), y);
  if (chosen === keys.length + 3) {
    await page.locator('#find').fill(['e', 'k', 'nccl', 'gemm'][Math.floor(random() * 4)]);
    await page.locator('#find').press('Enter');
    await settled(page);
    await page.locator('#find').press('Escape');
  }
  if (chosen === keys.length + 4) {
    const map = await page.locator('#minimap').boundingBox();
    await page.mouse.click(map.x + random() * map.width, map.y + 20);
  }
  if (random() < 0.3) await settled(page);
}

/** From a point to another one, with a key held. */
async function drag(page, from, to, key) {
  await page.mouse.move(...from);
  if (key) await page.keyboard.down(key);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}

/** What is said of the part that is selected, once all of it is known. */
async function measured(page) {
  await page.waitForFunction(() => !document.getElementById('measured').hidden
    && document.querySelectorAll('#measured [aria-busy="true"], #measured-times:empty').length === 0);
  return page.locator('#measured').innerText();
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
    assert.equal(asked.length, 1);
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

  test('reads ahead what lies beside the view, which a pan then finds', async (t) => {
    const { page, asked, few } = await shown(t, sketched(t), { hash: '#start=600500&end=610500' });
    for (let round = 0; round < 200 && few.length < 2; round += 1) await page.waitForTimeout(20);
    assert.equal(few.length, 2);
    const [right, left] = few.map((query) => Number(query.get('start')));
    assert.ok(right > 600_500 - 4096 && left < right, `${left} and ${right}`);
    assert.ok(few.every((query) => query.get('rows').includes('stream:')));
    await page.waitForTimeout(100);
    // What is asked for from now on does not come.
    await page.route('**/timeline.json*', () => {});
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await frames(page);
    await page.waitForTimeout(300);
    assert.ok(asked.length > 0, 'all of its part is on the way');
    const { x, y } = await placeOf(page, 'Stream 8');
    for (const share of [0.9, 0.902, 0.904, 0.906, 0.908]) {
      await page.mouse.click(x(share), y);
      if (await page.locator('#details').isVisible()) break;
    }
    assert.equal(await details(page), 'tiny', 'it stands alone');
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
    await drag(page, [x(0.5), y], [x(0.25), y], 'Shift');
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

  test('shows what GPUs ran of a large run while the rest is merged', async (t) => {
    const profile = sketched(t, 'thread 1 "main"\nnvtx "train" 0..10ms\nrepeat 60000 every 100ns { gpu 0 stream 7 k 0..40ns }\n');
    const shows = await startProgram(t, profile);
    const page = await browser.page(t);
    const complaints = complaintsOf(page);
    // What is asked for after the preview comes when the test has looked at that.
    let release;
    const looked = new Promise((done) => { release = done; });
    const asked = [];
    await page.route('**/timeline.json*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(`${query.get('preview') ?? '-'} ${query.get('findings') ?? '-'}`);
      if (!query.has('preview')) await looked;
      await route.continue();
    });
    const address = `${shows.origin}${shows.open.replace('/open/', '/view/')}/timeline`;
    await page.goto(address);
    await page.locator('.nsys-row-text', { hasText: 'Stream 7' }).waitFor();
    assert.deepEqual(await rowNames(page), ['GPU 0 · pid 100', 'Stream 7']);
    assert.match(await page.locator('#state').innerText(), /so far what GPUs ran, the rest follows/);
    assert.deepEqual(await drawn(page, 'Stream 7', [0.3]), [true]);
    release();
    await settled(page);
    assert.deepEqual(asked.slice(0, 3), ['true false', '- false', '- -']);
    assert.doesNotMatch(await page.locator('#state').innerText(), /so far/);
    const names = await rowNames(page);
    for (const name of ['Busy', 'Stream 7', 'Thread 100 · main']) assert.ok(names.includes(name), `${name} among ${names}`);
    const walked = await picturesOf(page);
    await page.reload();
    await settled(page);
    assert.deepEqual(await picturesOf(page), walked);
    assert.deepEqual(complaints, []);
  });

  test('measures the part that is dragged over, as a skill does there', async (t) => {
    const profile = sketched(t, kLaunched);
    const { page, complaints } = await shown(t, profile);
    const { x, y } = await placeOf(page, 'Stream 7');
    await drag(page, [x(0.3), y], [x(0.7), y]);
    const words = await measured(page);
    assert.match(words, /on Stream 7/);
    assert.match(words, /GPU 0 of process 100\s+(\d+\.\d us · \d+\.\d %\s+)+/, 'busy, compute, copies, idle');
    assert.match(words, /late host/, 'why it was idle');
    assert.match(words, /gemm\s+1\s/, 'the kernels');
    assert.match(words, /train\s+1\s/, 'the ranges');
    const command = await page.locator('#measured-copy').getAttribute('title');
    const [, ...asked] = command.split(' ');
    assert.equal(asked.slice(0, 4).join(' '), `skill run time_account ${profile}`);
    const answer = execFileSync(program, asked, { encoding: 'utf8' });
    assert.match(answer, /late_host/, 'the command line takes it as it is');

    await page.locator('#measured-skill').fill('top_kernels limit=1');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#measured-answer td').length > 0);
    assert.match(await measured(page), /The first 1 of/);
    await page.locator('#measured-zoom').click();
    await settled(page);
    assert.match(await span(page), /us$/);
    await page.locator('#rows').press('Escape');
    assert.equal(await page.locator('#measured').isVisible(), false);

    // The same by keys and on the ruler: the whole view, then from a slice to another one.
    await page.locator('#rows').press('Home');
    await page.locator('#rows').press('m');
    assert.match(await measured(page), /on all rows/);
    await click(page, 'Stream 7', 0.2);
    await page.locator('#rows').press('[');
    await page.locator('#rows').press('.');
    await page.locator('#rows').press(']');
    await page.waitForFunction(() => document.getElementById('measured-name').textContent === '400 us');
    const ruler = await page.locator('#ruler').boundingBox();
    const at = (share) => [ruler.x + share * ruler.width, ruler.y + 15];
    await drag(page, at(0.25), at(0.75), 'Shift');
    await page.waitForFunction(() => document.getElementById('measured-rows').textContent === 'on all rows');
    assert.deepEqual(complaints, []);
  });

  test('keeps a selected part as a bookmark', async (t) => {
    const profile = sketched(t, kLaunched);
    const { page } = await shown(t, profile);
    await page.locator('#rows').press('m');
    await measured(page);
    await page.locator('#measured-mark').click();
    await page.keyboard.type('the slow one');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.getElementById('measured-said').textContent.includes('is kept in'));
    await page.waitForFunction(() => [...document.querySelectorAll('.nsys-row-name')].some((row) => row.innerText.includes('Bookmarks')));
    const kept = JSON.parse(fs.readFileSync(path.join(path.dirname(profile), '.nsys-ai/bookmarks.json'), 'utf8'));
    assert.deepEqual(kept.bookmarks.map(({ name, startNs }) => [name, startNs]), [['the slow one', 80_000]]);
  });

  test('has pages beside it on which a finding is suppressed with a reason', async (t) => {
    const profile = sketched(t, kSuppressible);
    const { page, address } = await shown(t, profile);
    await page.goto(address.replace(/\/timeline$/, '?view=findings'));
    const finding = page.locator('.nsys-finding').first();
    const title = await finding.locator('.nsys-finding-title').innerText();
    assert.equal(await page.title(), `Findings - ${path.basename(profile)}`);
    await finding.getByRole('button', { name: 'Suppress…' }).click();
    await page.keyboard.type('known here');
    await page.keyboard.press('Enter');
    await page.getByText('(known here)').waitFor();
    assert.equal(await page.locator('.nsys-finding-title', { hasText: title }).count(), 0);
    const kept = JSON.parse(fs.readFileSync(path.join(path.dirname(profile), '.nsys-ai/suppressed.json'), 'utf8'));
    assert.deepEqual(kept.suppressed.map(({ reason }) => reason), ['known here']);
    const refused = await page.evaluate(() => fetch(`${location.pathname}/suppression.json?finding=none&reason=so`, { method: 'POST' })
      .then(async (response) => [response.status, await response.text()]));
    assert.deepEqual(refused, [400, 'there is no finding none.\n']);
  });

  test('leads from a kernel to its launch and back, with arrows and links', async (t) => {
    const { page, address, complaints } = await shown(t, sketched(t, kLaunched));
    // From another page, so that the link is all that the timeline begins with.
    await page.goto('about:blank');
    await page.goto(`${address}#at=kernel:2`);
    await page.waitForFunction(() => document.getElementById('details-name').textContent === 'softmax');
    await settled(page);
    const arrow = async () => {
      const launch = await placeOf(page, 'CUDA calls');
      const kernel = await placeOf(page, 'Stream 7');
      const between = (kernel.y + launch.y) / 2 - launch.chart.y;
      return page.evaluate(([top]) => {
        const canvas = document.getElementById('chart');
        const scale = canvas.height / canvas.clientHeight;
        const ink = getComputedStyle(document.getElementById('timeline')).getPropertyValue('--nsys-text').trim();
        const pen = canvas.getContext('2d');
        const row = pen.getImageData(0, Math.round(top * scale), canvas.width, 1).data;
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(ink.slice(at, at + 2), 16));
        for (let at = 0; at < row.length; at += 4)
          if (Math.abs(row[at] - r) + Math.abs(row[at + 1] - g) + Math.abs(row[at + 2] - b) < 60 && row[at + 3] > 200) return true;
        return false;
      }, [between]);
    };
    await page.waitForFunction(() => document.querySelectorAll('#details-text .nsys-link').length > 1);
    await settled(page);
    assert.equal(await arrow(), true, 'from the launch to the kernel');
    await page.locator('#rows').press('g');
    await page.waitForFunction(() => document.getElementById('details-name').textContent.startsWith('cudaLaunchKernel'));
    await settled(page);
    await page.locator('#rows').press('g');
    await page.waitForFunction(() => document.getElementById('details-name').textContent === 'softmax');
    await page.locator('#details-text .nsys-link', { hasText: 'train' }).click();
    await page.waitForFunction(() => document.getElementById('details-name').textContent === 'train');
    assert.deepEqual(complaints, []);
  });

  test('is reached from cards of the overview, which lead to each other too', async (t) => {
    const { page, address, complaints } = await shown(t, sketched(t, kLaunched));
    await page.goto(address.replace(/timeline$/, ''));
    const name = page.locator('[data-target^="kernel-name:"]', { hasText: /^softmax$/ }).first();
    await name.focus();
    await name.press('Enter');
    await page.locator('.nsys-card .nsys-link', { hasText: 'kernel:2' }).waitFor();
    await name.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.nsys-card', { hasText: 'Waited for by cudaDeviceSynchronize' }).waitFor();
    await picture(page, 'card-with-links');
    await page.locator('.nsys-card [data-timeline]').click();
    await page.waitForFunction(() => document.getElementById('details-name')?.textContent === 'softmax');
    assert.match(page.url(), /timeline/);
    assert.deepEqual(complaints, []);
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

  test('pins, hides, moves and filters rows, and keeps that for the profile', async (t) => {
    const { page, complaints } = await shown(t, sketched(t));
    const row = (name) => page.getByRole('treeitem', { name, exact: true });
    const before = await rowNames(page);
    const top = async (name) => (await row(name).boundingBox()).y;
    await row('Stream 8').hover();
    await row('Stream 8').getByRole('button', { name: 'Pin to the top' }).click();
    assert.equal((await rowNames(page))[0], 'Stream 8 · GPU 0 · pid 100');
    await settled(page);
    assert.deepEqual(await drawnAt(page, 12, [0.3, 0.65, 0.75, 0.85]), [false, true, true, false]);
    await row('CUDA calls').click();
    await page.keyboard.press('h');
    assert.ok(!(await rowNames(page)).includes('CUDA calls'));
    await page.locator('#hidden-count', { hasText: '1 hidden' }).waitFor();
    await row('Stream 7').click();
    await page.keyboard.press('Shift+ArrowUp');
    const moved = await rowNames(page);
    assert.equal(moved.indexOf('Stream 7') + 1, moved.indexOf(before[before.indexOf('Stream 7') - 1]), `${moved}`);
    await page.locator('#names-edge').focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.locator('#row-filter').fill('stream');
    assert.deepEqual(await rowNames(page), ['Stream 8 · GPU 0 · pid 100', 'GPU 0 · pid 100', 'Stream 7']);
    await picture(page, 'timeline-arranged');
    const width = await page.evaluate(() => document.getElementById('chart').clientWidth);
    await page.reload();
    await settled(page);
    assert.equal(await page.locator('#row-filter').inputValue(), 'stream');
    assert.equal(await page.evaluate(() => document.getElementById('chart').clientWidth), width);
    await page.locator('#row-filter').press('Escape');
    // Which ranges are too short to be shown on the GPU depends on the width.
    const still = (names) => names.map((name) => name.replace(/≥ .*/, ''));
    assert.deepEqual(still(await rowNames(page)), still(moved));
    await page.locator('#rows').focus();
    await page.keyboard.press('Shift+H');
    await row('CUDA calls').waitFor();
    await row('Stream 8 · GPU 0 · pid 100, pinned').click();
    await page.keyboard.press('p');
    assert.ok(await top('Stream 8') > await top('GPU 0 · pid 100'), 'it is back in its place');
    assert.deepEqual(complaints, []);
  });

  test('keeps the head of a group in sight, and pinned rows above it', async (t) => {
    const { page } = await shown(t, sketched(t, kNested));
    await page.setViewportSize({ width: 900, height: 520 });
    await settled(page);
    const head = page.getByRole('treeitem', { name: 'GPU 0 · pid 100' });
    const rows = await page.locator('#rows').boundingBox();
    await page.locator('#rows').evaluate((box) => { box.scrollTop = 120; });
    await settled(page);
    assert.equal(Math.round((await head.boundingBox()).y), Math.round(rows.y));
    assert.deepEqual(await drawnAt(page, 12, [0.5]), [true], 'its line is drawn there too');
    await page.mouse.click(rows.x + 60, rows.y + 12);
    assert.equal(await head.getAttribute('aria-expanded'), 'false');
    await picture(page, 'timeline-heads');
  });

  test('shows the run above, where a window is dragged, resized and moved by keys', async (t) => {
    const { page } = await shown(t, sketched(t), { hash: '#start=400000&end=600000' });
    const map = page.locator('#minimap');
    const box = await map.boundingBox();
    assert.ok(box.height > 30, `${box.height} pixels high`);
    const window = async () => {
      await settled(page);
      const place = new URLSearchParams(new URL(page.url()).hash.slice(1));
      return [Number(place.get('start')), Number(place.get('end'))];
    };
    const drag = async (from, to) => {
      await page.mouse.move(box.x + from * box.width, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + to * box.width, box.y + 20, { steps: 3 });
      await page.mouse.up();
      return window();
    };
    const near = ([start, end], [a, b]) => assert.ok(Math.abs(start - a) < 4000 && Math.abs(end - b) < 4000, `${start}..${end}, not ${a}..${b}`);
    near(await drag(0.5, 0.7), [600_000, 800_000]);
    near(await drag(0.799, 0.9), [600_000, 900_000]);
    near(await drag(0.1, 0.2), [100_000, 200_000]);
    await map.focus();
    await page.keyboard.press('PageDown');
    near(await window(), [200_000, 300_000]);
    await page.keyboard.press('Home');
    near(await window(), [0, 100_000]);
    assert.match(await map.getAttribute('aria-valuetext'), /^(99|100)(\.\d)? us from 0/);
  });

  test('tells times of the capture, from the window\'s start, and within a step', async (t) => {
    const { page } = await shown(t, sketched(t, kSteps), { hash: '#start=300000&end=500000' });
    const ticks = async (format) => {
      await page.locator('summary', { hasText: 'View' }).click();
      await page.locator(`input[value="${format}"]`).check();
      await page.keyboard.press('Escape');
      await settled(page);
      return texts(await saved(page, 'svg'));
    };
    assert.ok((await ticks('capture')).some((text) => /^0\.0003\d* s$/.test(text)));
    assert.ok((await ticks('window')).includes('+50 us'));
    const steps = await ticks('step');
    assert.ok(steps.includes('Step 4'), `${steps}`);
    assert.ok(steps.some((text) => /^Step 4 \+\d+ us$/.test(text)), `${steps}`);
  });

  test('says what the colours mean, and gives families colours of their own', async (t) => {
    const { page } = await shown(t, sketched(t, kFamiliesSketch));
    const legend = page.locator('#legend li');
    await legend.getByText('gemm kernels').waitFor();
    const items = await legend.evaluateAll((all) => all.map((item) =>
      [item.innerText.trim(), getComputedStyle(item.firstElementChild).backgroundColor]));
    // Labels that share a colour are one item.
    const colourOf = (words) => items.find(([text]) => text.split(', ').includes(words))?.[1];
    assert.equal(colourOf('gemm kernels'), 'rgb(0, 114, 178)');
    assert.equal(colourOf('communication kernels'), 'rgb(230, 159, 0)');
    assert.ok(colourOf('aten::mm'), 'labels without numbers');
    const labels = items.flatMap(([text]) => text.split(', '));
    assert.equal(labels.filter((words) => words.startsWith('aten::')).length, 1);
  });

  test('has colours that nobody takes for each other', async () => {
    const { kFamilies } = await import('../../extensions/web/timeline_colours.js');
    const text = fs.readFileSync(path.join(here, '../../server/analysis/kernel_names/vocabulary.cpp'), 'utf8');
    const families = [...text.slice(0, text.indexOf('struct LibraryText')).matchAll(/^ {4}\{"([^"]+)"/gm)].map((match) => match[1]);
    assert.equal(families.length, 22);
    assert.deepEqual(Object.keys(kFamilies).sort(), families.sort());
    for (const [eyes, matrix] of Object.entries(kEyes)) {
      const seen = Object.entries(kFamilies).map(([name, colour]) => [name, labOf(colour, matrix)]);
      for (const [name, a] of seen)
        for (const [other, b] of seen)
          assert.ok(name >= other || Math.hypot(...a.map((part, at) => part - b[at])) > 6, `${name} and ${other}, ${eyes}`);
    }
  });

  test('lists what is on the screen, and goes to it', async (t) => {
    const { page } = await shown(t, sketched(t), { hash: '#start=90000&end=960000' });
    await page.keyboard.press('l');
    const listing = page.getByRole('region', { name: 'What is on the screen' });
    await listing.getByRole('button', { name: /^gemm\s*400 us from 0\.00010/ }).click();
    assert.equal(await details(page), 'gemm');
    await page.keyboard.press('l');
    assert.equal(await listing.isVisible(), false);
  });

  test('saves the view as PNG and SVG', async (t) => {
    const { page, complaints } = await shown(t, sketched(t));
    const svg = await saved(page, 'svg');
    assert.match(svg, /^<svg xmlns/);
    for (const text of ['Stream 7', 'gemm', 'GPU 0 · pid 100', 'other kernels'])
      assert.ok(texts(svg).includes(text), `${text} in ${texts(svg)}`);
    assert.ok(!svg.includes('<img'), 'names are text');
    const shapes = await page.evaluate((text) => {
      const made = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [made.querySelectorAll('parsererror').length, made.querySelectorAll('rect').length];
    }, svg);
    assert.equal(shapes[0], 0);
    assert.ok(shapes[1] > 50);
    const png = await saved(page, 'png', 'latin1');
    assert.equal(png.slice(1, 4), 'PNG');
    assert.deepEqual(complaints, []);
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
    const gpus = await page.locator('.nsys-row-head', { hasText: /^GPU / }).evaluateAll((names) =>
      names.map((name) => name.scrollWidth <= name.clientWidth));
    assert.ok(gpus.length > 0 && gpus.every((whole) => whole), 'GPUs are distinguished');
    const ends = await page.locator('.nsys-row-text', { hasText: / · overlapping$/ }).evaluateAll((names) =>
      names.map((name) => name.scrollWidth <= name.clientWidth));
    assert.ok(ends.length > 0 && ends.every((whole) => whole), 'what tells rows apart is in sight');
    const hidden = await page.locator('.nsys-tab').evaluateAll((all) => all.filter((tab) => tab.getBoundingClientRect().right > innerWidth)
      .map((tab) => tab.textContent));
    assert.deepEqual(hidden, [], 'every tab is in sight');
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
      for (let round = 0; round < kWalk / 15; round += 1) {
        for (let step = 0; step < 15; step += 1) await walk(page, random);
        // What is selected, an event and a part, is not kept in the address.
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
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

  test('opens every capture', { skip: withoutCaptures }, async (t) => {
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
