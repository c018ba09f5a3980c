// What a remote person waits for: the pages and Perfetto over a line of 20 Mbit/s that takes 80 ms each way, and how
// much travels over it.
//
// Bytes are those of the line; times hold where nothing else runs (NSYS_AI_QUIET), and are given longer elsewhere.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { missing, program, startBrowser, startProgram, startSlowRelay, suite } from './browser.mjs';
import { twoGpus, without } from './captures.mjs';
import { PerfettoUi, perfettoFolder } from './perfetto_ui.mjs';

const kLine = { bitsPerSecond: 20e6, delayMs: 80 };
const profile = process.env.NSYS_AI_SLOW_PROFILE ?? twoGpus;
const lacking = missing || (!fs.existsSync(program) && `${program} is missing`) || without(profile);
const isQuiet = Boolean(process.env.NSYS_AI_QUIET);
const kMB = 1e6;

/** Within so many ms where the machine is quiet. */
function inTime(ms, most, what) {
  assert.ok(ms <= (isQuiet ? most : 5 * most), `${what} took ${Math.round(ms)} ms of ${most}`);
}

async function timed(act) {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

suite('over a line of 80 ms and 20 Mbit/s', lacking, () => {
  let browser;
  before(async () => { browser = await startBrowser({ options: { viewport: { width: 1400, height: 900 } } }); });
  after(() => browser?.close());

  /** A profile that is open, and its pages through the line. */
  async function far(t, ...words) {
    const shown = await startProgram(t, profile, ...words);
    const { port, counted } = await startSlowRelay(t, shown.port, kLine);
    return { origin: `http://127.0.0.1:${port}`, open: shown.open, counted };
  }

  test('an overview shows its kernels', async (t) => {
    const line = await far(t, '--viewer', 'web');
    const page = await browser.page(t);
    const visit = () => timed(async () => {
      await page.goto(line.origin + line.open, { waitUntil: 'commit' });
      await page.locator('.nsys-page td .nsys-target').first().waitFor();
    });
    const first = await visit();
    const bytes = line.counted.bytes;
    const again = await visit();
    t.diagnostic(`${Math.round(first)} ms and ${bytes} bytes, again ${Math.round(again)} ms and ${line.counted.bytes - bytes}`);
    inTime(first, 1500, 'the overview');
    inTime(again, 1000, 'the overview again');
    assert.ok(line.counted.bytes - bytes < 100_000, 'scripts and styles travel once');
  });

  test('a timeline is drawn, panned and zoomed', async (t) => {
    const line = await far(t, '--viewer', 'timeline');
    const page = await browser.page(t);
    const address = `${line.origin}${line.open.replace('/open/', '/view/').replace(/\/timeline$/, '')}/timeline`;
    const isDrawn = () => page.waitForFunction(() => document.querySelectorAll('.nsys-row-name').length > 0
      && document.getElementById('progress').hidden, { polling: 10 });
    const first = await timed(async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await isDrawn();
    });
    await page.waitForFunction(() => document.getElementById('rows').getAttribute('aria-busy') === 'false');
    const opening = line.counted.bytes;
    // Until each row on the screen is as fine as it will be.
    const press = (key) => timed(async () => {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      await page.waitForFunction(() => document.getElementById('progress').hidden, { polling: 10 });
    });
    const zooms = [];
    const pans = [];
    for (let step = 0; step < 10; step += 1) {
      zooms.push(await press(step < 6 ? '+' : '-'));
      pans.push(await press('Shift+ArrowRight'), await press('Shift+ArrowLeft'));
    }
    const longest = (times) => Math.round(Math.max(...times));
    t.diagnostic(`first frame ${Math.round(first)} ms, pans at most ${longest(pans)} ms, zooms ${longest(zooms)} ms; `
      + `${opening} bytes for opening, ${line.counted.bytes} in all`);
    inTime(first, 1000, 'the first frame');
    inTime(longest(pans), 400, 'a pan');
    assert.ok(line.counted.bytes <= 5 * kMB, `${line.counted.bytes} bytes travelled`);
  });

  test('Perfetto from a folder travels once', async (t) => {
    let folder;
    try {
      folder = perfettoFolder();
    } catch (error) {
      t.skip(error.message);
      return;
    }
    const line = await far(t, '--perfetto-dir', folder);
    const opens = async () => {
      const page = await browser.page(t);
      const before = line.counted.bytes;
      let trace = 0;
      page.on('response', async (response) => {
        if (response.url().endsWith('/trace')) trace = await response.request().sizes().then(({ responseBodySize }) => responseBodySize);
      });
      const ms = await timed(async () => {
        await page.goto(line.origin + line.open, { waitUntil: 'commit' });
        await PerfettoUi.of(page);
      });
      await page.close();
      return { ms, bytes: line.counted.bytes - before, trace };
    };
    const first = await opens();
    const again = await opens();
    t.diagnostic(`first ${Math.round(first.ms)} ms and ${first.bytes} bytes, again ${Math.round(again.ms)} ms and ${again.bytes}, `
      + `of which the trace ${again.trace}`);
    inTime(first.ms, 10_000, 'the first slice');
    inTime(again.ms, 3000, 'the first slice again');
    assert.ok(again.bytes <= 1.5 * kMB + again.trace, `${again.bytes} bytes travelled again`);
  });
});
