// How long a person waits for nsys-ai's own timeline in a real Chromium, how smoothly it moves, and what the page holds:
//
//   node tests/e2e/timeline-bench.mjs PROFILE...        (NSYS_AI names another program than build/nsys-ai)
//
// A view is there when each row on the screen is drawn from what was read for it, as fine as the screen. Windows are random ones, the same each time; none was looked at before.
import fs from 'node:fs';
import path from 'node:path';
import { missing, startBrowser, startProgram } from './browser.mjs';

const kWindows = 60;
const kPanMs = 4000;
const kMiB = 2 ** 20;

/** Numbers in [0, 1) that are the same each time. */
function randoms(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Does something on the page, and tells how many ms later the view was drawn; then waits until the page rests. */
async function timed(page, act, argument) {
  const time = await page.evaluate(async ([name, value]) => {
    const rows = document.getElementById('rows');
    const progress = document.getElementById('progress');
    const start = performance.now();
    let asked = false;
    const there = new Promise((done) => {
      const look = () => {
        asked ||= !progress.hidden;
        if (progress.hidden && (asked || rows.getAttribute('aria-busy') === 'false')) done();
      };
      new MutationObserver(look).observe(progress, { attributes: true });
      new MutationObserver(look).observe(rows, { attributes: true });
    });
    if (name === 'go') location.hash = value;
    else document.dispatchEvent(new KeyboardEvent('keydown', { key: value, bubbles: true }));
    await there;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  }, [act, argument]);
  await rests(page);
  return time;
}

const rests = (page) => page.waitForFunction(() => document.getElementById('rows').getAttribute('aria-busy') === 'false');

const go = (page, [start, end]) => timed(page, 'go', `#start=${start}&end=${end}`);

const press = (page, key) => timed(page, 'press', key);

function percentile(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

const ms = (time) => `${time.toFixed(time < 100 ? 1 : 0)} ms`;
const both = (times) => `p50 ${ms(percentile(times, 0.5))}, p95 ${ms(percentile(times, 0.95))} of ${times.length}`;

/** Intervals between frames while a view is dragged to and fro. */
async function pan(page) {
  const box = await page.locator('#chart').boundingBox();
  const y = box.y + 120;
  await page.evaluate(() => {
    window.frames_ = [];
    let before = performance.now();
    const frame = (now) => {
      window.frames_.push(now - before);
      before = now;
      window.panning_ = requestAnimationFrame(frame);
    };
    window.panning_ = requestAnimationFrame(frame);
  });
  await page.mouse.move(box.x + box.width * 0.8, y);
  // Without it, a drag selects.
  await page.keyboard.down('Shift');
  await page.mouse.down();
  const begin = Date.now();
  for (let step = 0; Date.now() - begin < kPanMs; step += 1) {
    const share = 0.5 + 0.3 * Math.cos(step / 40);
    await page.mouse.move(box.x + box.width * share, y);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
  return page.evaluate(() => {
    cancelAnimationFrame(window.panning_);
    return window.frames_.slice(2);
  });
}

/** What the page's process holds, in MiB: its own memory, and what of it are JavaScript's objects. */
async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const browser = await page.context().browser()?.newBrowserCDPSession() ?? session;
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => {
    const held = fs.readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
    return ['Private_Clean', 'Private_Dirty'].reduce((sum, name) => sum + Number(new RegExp(`${name}: +(\\d+)`).exec(held)?.[1] ?? 0), 0) / 1024;
  });
  return { heap: usedSize / kMiB, own: Math.max(0, ...own) };
}

async function measure(profile) {
  const ends = [];
  const t = { after: (end) => ends.unshift(end) };
  const browser = await startBrowser();
  try {
    const opened = performance.now();
    const shows = await startProgram(t, profile, '--viewer', 'timeline');
    const listening = performance.now() - opened;
    const page = await browser.page(t);
    await page.setViewportSize({ width: 1400, height: 900 });
    const address = `${shows.origin}${shows.open.replace('/open/', '/view/').replace(/\/timeline$/, '')}/timeline`;
    const drawn = () => page.waitForFunction(() => document.querySelectorAll('.nsys-row-name').length > 0 && document.getElementById('progress').hidden, { polling: 5 });
    let begin = performance.now();
    await page.goto(address);
    await drawn();
    const first = performance.now() - begin;
    begin = performance.now();
    await page.reload();
    await drawn();
    const again = performance.now() - begin;
    await rests(page);
    console.log(`${path.basename(profile)}: ${(fs.statSync(profile).size / 1e9).toFixed(2)} GB`);
    console.log(`  address told after ${ms(listening)}, first draw ${ms(first)} later; page loaded again: ${ms(again)}`);
    const run = await page.evaluate(async () => {
      const { runStart, runLength } = await (await fetch('timeline_rows.json')).json();
      return [Number(runStart), runLength];
    });
    const random = randoms(7);
    const windows = (share) => Array.from({ length: kWindows }, () => {
      const length = Math.floor(run[1] * (typeof share === 'function' ? share() : share));
      const start = run[0] + Math.floor(random() * (run[1] - length));
      return [start, start + Math.max(20, length)];
    });
    const whole = [];
    for (const [name, share] of [['a tenth', 0.1], ['a hundredth and less', () => 10 ** (-2 - 4 * random())]]) {
      const times = [];
      for (const window of windows(share)) {
        times.push(await go(page, window));
        if (times.length % 6 === 0) whole.push(await press(page, 'Home'));
      }
      console.log(`  ${name}: ${both(times)}`);
    }
    console.log(`  the whole run again: ${both(whole)}`);
    for (const share of [1 / 10, 1 / 1000]) {
      const [window] = windows(share);
      await go(page, window);
      const frames = await pan(page);
      const slow = frames.filter((each) => each > 1000 / 60 * 1.5).length;
      console.log(`  panning 1/${Math.round(1 / share)} of the run: ${(1000 / (frames.reduce((a, b) => a + b, 0) / frames.length)).toFixed(1)} frames a second, ${slow} of ${frames.length} late, the longest ${ms(Math.max(...frames))}`);
    }
    const { heap, own } = await memory(page);
    console.log(`  page: ${heap.toFixed(0)} MiB of objects, ${own.toFixed(0)} MiB of memory of its own`);
  } finally {
    for (const end of ends) await end();
    await browser.close();
  }
}

if (missing) throw new Error(missing);
for (const profile of process.argv.slice(2)) await measure(path.resolve(profile));
process.exit(0);
