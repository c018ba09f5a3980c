// One click to Perfetto, in a real browser: the trace arrives whole, by every way that editors lead to us,
// and nobody else gets a byte.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ask, complaintsOf, freePort, generator, hashOfBytes, here, missing, picture, program, startBrowser, startFixture,
  startPage, startPrefixProxy, startProgram, startRelay, startSlowRelay,
} from './browser.mjs';
import { twoGpus, without } from './captures.mjs';
import { startStandin, writeStandin } from './standin.mjs';

const kBytes = 3_000_000;
// A server on the network, by a name that leads back to this machine.
const kProxyHost = 'code.example.test';
const absentProgram = [program, generator].find((file) => !fs.existsSync(file));
const absentPrograms = absentProgram ? `${absentProgram} is missing` : false;

// Of two GPUs, one of which works in bursts.
const kStrip = {
  parts: 100,
  shownStart: 0,
  shownEnd: 100,
  ticks: [0, 0.25, 0.5, 0.75].map((at) => ({ at, text: `${4 * at} s` })),
  gpus: [0, 1].map((gpu) => ({
    name: `GPU ${gpu}`,
    words: `GPU ${gpu} (NVIDIA H100): busy 61 % of the whole run`,
    busy: Array.from({ length: 100 }, (_, part) => (gpu === 0
      ? Math.round(500 + 450 * Math.sin(part / 7))
      : Number(part % 10 < 6) * 900)),
  })),
};

describe('with Perfetto in reach', { skip: missing }, () => {
  let standin;
  let browser;
  before(async () => {
    standin = await startStandin();
    browser = await startBrowser({
      mappings: [standin.mapping, `MAP ${kProxyHost} 127.0.0.1`, 'MAP evil.example.test 127.0.0.1'],
      switches: standin.switches,
    });
  });
  after(async () => {
    await browser?.close();
    standin?.close();
  });

  async function opens(t, url, { bytes = kBytes, origin = new URL(url).origin } = {}) {
    const page = await browser.page(t);
    const complaints = complaintsOf(page);
    await page.goto(url);
    const trace = await standin.next('trace');
    assert.equal(trace.bytes, bytes);
    assert.equal(trace.sha256, hashOfBytes(bytes));
    assert.equal(trace.origin, origin);
    assert.equal(trace.from, 'parent');
    await page.locator('#notice').waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
    return { page, trace };
  }

  test('the trace arrives whole, under its name, and stays on this computer', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const { page, trace } = await opens(t, fixture.origin + fixture.open);
    assert.equal(trace.title, 'train_step.sqlite');
    assert.equal(trace.fileName, 'train_step.pftrace');
    assert.equal(trace.localOnly, true);
    assert.equal(trace.keepApiOpen, true);
    assert.match(trace.hash, /mode=embedded/);
    assert.doesNotMatch(trace.hash, /startupCommands/);
    assert.equal(await page.locator('#state').innerText(), '3.0 MB, in this browser only');
    await picture(page, 'perfetto-open-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'perfetto-open-dark');
  });

  test('a trace of unknown size arrives whole', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes, '--no-size');
    const { page } = await opens(t, `${fixture.origin}${fixture.open}/`);
  });

  test('the window that was asked for is shown', async (t) => {
    const fixture = await startFixture(t, '--window', '60111513113', '60411390119');
    const { page, trace } = await opens(t, fixture.origin + fixture.open, { bytes: 1_000_000 });
    assert.match(trace.hash, /visStart=60111513113&visEnd=60411390119/);
    const commands = new URLSearchParams(trace.hash.slice(trace.hash.indexOf('?'))).get('startupCommands');
    assert.deepEqual(JSON.parse(commands),
      [{ id: 'dev.perfetto.PinTracksByRegex', args: ['GPU 0( [^>]*)? > Stream 7$', 'path'] }]);
    assert.doesNotMatch(trace.hash, /\+/, 'the UI would read a plus as one');
    const range = await standin.next('range');
    assert.equal(range.timeStart, 60.111513113);
    assert.equal(range.timeEnd, 60.411390119);
  });

  test('a click opens it in its own tab', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const { page } = await opens(t, fixture.origin + fixture.open);
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('#tab').click()]);
    const trace = await standin.next('trace');
    assert.equal(trace.from, 'opener');
    assert.equal(trace.sha256, hashOfBytes(kBytes));
    assert.doesNotMatch(trace.hash, /embedded/);
    assert.equal(new URL(tab.url()).origin, 'https://ui.perfetto.dev');
    await page.bringToFront();
    await page.getByText('This page may be closed.').waitFor();
    await picture(page, 'perfetto-own-tab');
    await tab.close();
  });

  test('it opens through a relay on another port, by either loopback name', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const relay = await startRelay(t, fixture.port);
    for (const name of ['127.0.0.1', 'localhost']) {
      const { page } = await opens(t, `http://${name}:${relay.port}${fixture.open}`);
    }
  });

  test('it opens behind a path prefix, and under the host that the editor named', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes, '--allow-host', `${kProxyHost}:8080`);
    const proxy = await startPrefixProxy(t, fixture.port);
    for (const slash of ['', '/']) {
      const { page } = await opens(t, `http://localhost:${proxy.port}${proxy.prefix}${fixture.open}${slash}`);
    }
    const page = await browser.page(t);
    const refused = await page.goto(`http://${kProxyHost}:${proxy.port}${proxy.prefix}${fixture.open}`);
    assert.equal(refused.status(), 403);
    assert.equal((await ask(fixture.port, fixture.open, { host: `${kProxyHost}:8080` })).status, 200);
  });

  test('a named proxy host opens it in a browser', async (t) => {
    const port = await freePort();
    const fixture = await startFixture(t, '--bytes', kBytes, '--allow-host', `${kProxyHost}:${port}`);
    const relay = await startRelay(t, fixture.port, port);
    const { page } = await opens(t, `http://${kProxyHost}:${port}${fixture.open}`);
  });

  test('pages of another origin get nothing', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const relay = await startRelay(t, fixture.port);
    const page = await browser.page(t);
    // Another port is another origin: this page is served, and the server beside it is not its own.
    await page.goto(`http://127.0.0.1:${relay.port}${fixture.open}`);
    await standin.next('trace');
    const tried = await page.evaluate(async (url) => {
      const how = (options) => fetch(url, options).then((answer) => answer.type, (error) => error.name);
      return [await how({}), await how({ mode: 'no-cors' })];
    }, `${fixture.origin}${fixture.open}/trace`);
    assert.deepEqual(tried, ['TypeError', 'TypeError']);

    const own = { host: `127.0.0.1:${fixture.port}` };
    const refused = [
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'https://ui.perfetto.dev' },
      { ...own, origin: 'null' },
      { ...own, origin: `http://127.0.0.1:${relay.port}` },
      { host: 'evil.example' },
      { host: `evil.example:${fixture.port}` },
      { ...own, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      { ...own, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ];
    for (const headers of refused) {
      const answer = await ask(fixture.port, `${fixture.open}/trace`, headers);
      assert.equal(answer.status, 403, JSON.stringify(headers));
      assert.ok(answer.body.length < 120, 'one sentence and no byte of the trace');
    }
  });

  test('a hostile site can lead to the page, and cannot frame it or rebind its name to it', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const page = await browser.page(t);
    const rebound = await page.goto(`http://evil.example.test:${fixture.port}${fixture.open}`);
    assert.equal(rebound.status(), 403);
    const target = fixture.origin + fixture.open;
    const hostile = await startPage(t, `<a id="a" href="${target}">link</a><iframe src="${target}"></iframe>`);
    await page.goto(`http://evil.example.test:${hostile.port}`);
    await page.waitForTimeout(500);
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    assert.doesNotMatch(await framed.content(), /nsys/);
    await page.locator('#a').click();
    assert.equal((await standin.next('trace')).bytes, kBytes);
  });

  test('forms, scripts and questions of a hostile site get 403 and no byte', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const trace = `${fixture.origin}${fixture.open}/trace`;
    const hostile = await startPage(t, ['get', 'post'].map((method) =>
      `<form method="${method}" action="${trace}"><button id="${method}">go</button></form>`).join(''));
    const page = await browser.page(t);
    for (const method of ['get', 'post']) {
      await page.goto(`http://evil.example.test:${hostile.port}`);
      const [answer] = await Promise.all([page.waitForNavigation(), page.locator(`#${method}`).click()]);
      assert.equal(answer.status(), 403, method);
      assert.ok((await answer.text()).length < 120);
    }
    await page.goto(`http://evil.example.test:${hostile.port}`);
    const answers = [];
    page.on('response', (answer) => answers.push(answer.status()));
    const tried = await page.evaluate(async (url) => {
      const asked = (options) => fetch(url, options).then((answer) => answer.type, (error) => error.name);
      const added = (tag) => new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        element.src = url;
        document.body.append(element);
      });
      return [await asked({}), await asked({ mode: 'no-cors' }), await asked({ headers: { 'x-own': '1' } }),
        await added('script'), await added('img')];
    }, trace);
    assert.deepEqual(tried, ['TypeError', 'TypeError', 'TypeError', 'refused', 'refused']);
    assert.ok(answers.every((status) => status === 403), String(answers));
    assert.deepEqual(standin.seen, []);
  });

  test('a wrong link and a closed profile say so in one sentence', async (t) => {
    const fixture = await startFixture(t);
    const page = await browser.page(t);
    const wrong = await page.goto(`${fixture.origin}/open/00000000000000000000000000000000`);
    assert.equal(wrong.status(), 403);
    assert.equal(await fixture.say('remove'), 'removed');
    const closed = await page.goto(fixture.origin + fixture.open);
    assert.equal(closed.status(), 403);
    assert.match(await page.locator('body').innerText(), /the profile behind it has been closed/);
  });

  test('a trace that breaks off is reported, and nothing of it is handed over', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes, '--break-after', '1000000');
    const page = await browser.page(t);
    await page.goto(fixture.origin + fixture.open);
    await page.getByText('The trace cannot be opened').waitFor();
    assert.match(await page.locator('#notice-text').innerText(), /broke off after/);
    assert.deepEqual(standin.seen, []);
  });

  describe('a run that is too large to be shown whole', () => {
    let drawing;
    before(() => {
      drawing = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'strip-')), 'strip.json');
      fs.writeFileSync(drawing, JSON.stringify(kStrip));
    });
    after(() => fs.rmSync(path.dirname(drawing), { recursive: true, force: true }));

    async function strip(t, ...words) {
      const fixture = await startFixture(t, '--bytes', kBytes, '--no-size', '--strip', drawing, ...words);
      const { page } = await opens(t, fixture.origin + fixture.open);
      const chart = page.locator('#strip-chart');
      await chart.waitFor();
      return { fixture, page, chart, said: page.locator('#strip-words') };
    }

    // From one share of the chart to another.
    async function drag(page, chart, from, to) {
      const box = await chart.boundingBox();
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * from, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * ((from + to) / 2), y);
      await page.mouse.move(box.x + box.width * to, y);
      await page.mouse.up();
    }

    test('a window that is dragged on the strip opens in full in the same Perfetto', async (t) => {
      const { fixture, page, chart, said } = await strip(t);
      assert.match(await said.innerText(), /^The whole run, 4 s: what is shorter than 2 ms is merged/);
      await picture(page, 'strip-whole-light');
      await drag(page, chart, 0.2, 0.405);
      const part = await standin.next('trace');
      assert.equal(part.bytes, 210_000);
      assert.equal(part.sha256, hashOfBytes(210_000));
      assert.equal(part.from, 'parent');
      assert.equal(part.origin, fixture.origin);
      assert.equal(part.title, 'train_step.sqlite, 20 to 41');
      assert.equal(part.fileName, 'train_step-20 to 41.pftrace');
      assert.equal(part.keepApiOpen, true);
      assert.equal((await standin.next('range')).timeStart, 0.02);
      assert.equal(await said.innerText(), 'Parts 20 to 41: in full detail');
      await page.getByText('210 kB, in this browser only').waitFor();
      await picture(page, 'strip-window-light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await picture(page, 'strip-window-dark');
      await page.setViewportSize({ width: 420, height: 700 });
      await picture(page, 'strip-window-narrow');

      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
      assert.equal(fs.statSync(await download.path()).size, 210_000);

      await page.getByRole('button', { name: 'Whole run' }).click();
      const whole = await standin.next('trace');
      assert.equal(whole.bytes, 1_000_000);
      await page.getByText('1.0 MB, in this browser only').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Whole run' }).isVisible(), false);
    });

    test('a window is moved by its middle and changed at its borders', async (t) => {
      const { page, chart } = await strip(t);
      const dragged = async (from, to) => {
        await drag(page, chart, from, to);
        const { title } = await standin.next('trace');
        await page.locator('#cancel').waitFor({ state: 'hidden' });
        return title;
      };
      assert.match(await dragged(0.203, 0.397), / 20 to 40$/);
      assert.match(await dragged(0.3, 0.4), / 30 to 50$/, 'by its middle');
      assert.match(await dragged(0.5, 0.597), / 30 to 60$/, 'by its end');
      assert.match(await dragged(0.3, 0.103), / 10 to 60$/, 'by its start');
      assert.match(await dragged(0.3, 1.5), / 50 to 100$/, 'and no further than the end of the run');
    });

    test('the keyboard chooses and opens a window, and says which', async (t) => {
      const { page, chart, said } = await strip(t);
      const says = (words) => page.waitForFunction(
        (text) => document.getElementById('strip-chart').getAttribute('aria-valuetext') === text, words);
      assert.equal(await chart.getAttribute('role'), 'slider');
      assert.equal(await chart.getAttribute('aria-label'), 'Window of the run');
      await chart.focus();
      await page.keyboard.press('+');
      await says('Parts 25 to 75: in full detail');
      await page.keyboard.press('+');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowLeft');
      await says('Parts 43 to 69: in full detail');
      await page.getByRole('button', { name: 'Open this window' }).waitFor();
      await page.keyboard.press('Escape');
      await says('Parts 0 to 100: in full detail');
      assert.equal(await page.getByRole('button', { name: 'Open this window' }).isVisible(), false);
      for (const key of ['+', '+', 'Home', '-', 'Enter']) await page.keyboard.press(key);
      assert.match((await standin.next('trace')).title, / 0 to 39$/);
      assert.match(await said.innerText(), /^Parts 0 to 39/);
    });

    test('a window that takes long can be cancelled: what was shown stays', async (t) => {
      const { page, chart, said } = await strip(t, '--slow-parts');
      standin.seen.length = 0;
      await drag(page, chart, 0.6, 0.8);
      await page.getByText(/Reading the trace: \d+ kB/).waitFor();
      await picture(page, 'strip-reading');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('was not read to its end').waitFor();
      assert.match(await said.innerText(), /^The whole run/);
      assert.equal(await page.locator('.nsys-strip-window').isVisible(), false);
      assert.equal(await page.locator('#perfetto').isVisible(), true);
      assert.deepEqual(standin.seen, []);
      // A later window ends the one under way.
      await drag(page, chart, 0.1, 0.3);
      await page.getByText(/Reading the trace: \d+ kB/).waitFor();
      await page.reload();
      assert.equal((await standin.next('trace')).bytes, kBytes);
    });

    test('a window that would take long comes merged, and in full for who asks', async (t) => {
      const { page, chart, said } = await strip(t, '--slow-parts', '--full-bytes', '60000000');
      await drag(page, chart, 0.6, 0.8);
      assert.equal((await standin.next('trace')).bytes, 200_000);
      assert.equal(await said.innerText(), 'Parts 60 to 80: what is shorter than 8 us is merged');
      // Now the line is known: nothing is read in vain.
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await drag(page, chart, 0.1, 0.3);
      assert.equal((await standin.next('trace')).bytes, 200_000);
      assert.deepEqual(asked.filter((url) => /trace\?.*pixel=0/.test(url)), []);
      await page.getByRole('button', { name: 'In full detail, about 60.0 MB' }).click();
      await page.getByText(/Reading the trace: [3-9]\.\d MB/).waitFor();
      assert.equal(await said.innerText(), 'Parts 10 to 30: in full detail');
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await said.innerText(), 'Parts 10 to 30: what is shorter than 8 us is merged');
    });

    test('windows open in the tab of their own, while there is one', async (t) => {
      const { page, chart } = await strip(t);
      const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('#tab').click()]);
      assert.equal((await standin.next('trace')).from, 'opener');
      await page.bringToFront();
      await drag(page, chart, 0.2, 0.4);
      assert.equal((await standin.next('trace')).from, 'opener');
      await tab.close();
      await drag(page, chart, 0.5, 0.7);
      assert.equal((await standin.next('trace')).from, 'parent');
    });
  });

  describe('over a long and slow line', { skip: absentPrograms }, () => {
    const line = { bitsPerSecond: 20e6, delayMs: 80 };
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'profiles-'));
    after(() => fs.rmSync(folder, { recursive: true, force: true }));

    // How long it takes from the address to the whole trace in Perfetto, in ms.
    async function taken(t, url) {
      const page = await browser.page(t);
      const start = performance.now();
      await page.goto(url);
      const trace = await standin.next('trace');
      const ms = performance.now() - start;
      assert.ok(trace.bytes > 100_000);
      await page.close();
      return { ms, bytes: trace.bytes };
    }

    async function inTime(t, profile, ...words) {
      const shown = await startProgram(t, profile, ...words);
      const here = await taken(t, shown.origin + shown.open);
      assert.ok(here.ms < 5000, `${here.ms} ms on this machine`);
      const relay = await startSlowRelay(t, shown.port, line);
      const proxy = await startPrefixProxy(t, relay.port);
      const far = await taken(t, `http://localhost:${proxy.port}${proxy.prefix}${shown.open}`);
      assert.ok(far.ms < 10000, `${far.ms} ms over the line`);
      assert.equal(far.bytes, here.bytes);
      // What travels is compressed: the line would take longer for the trace as it is.
      const travelled = relay.counted.bytes;
      assert.ok(travelled < far.bytes / 2, `${travelled} bytes travelled for ${far.bytes}`);
      t.diagnostic(`${Math.round(here.ms)} ms here, ${Math.round(far.ms)} ms over the line, ` +
        `${travelled} of ${far.bytes} bytes`);
    }

    test('a capture of two GPUs', { skip: without(twoGpus) },
      (t) => inTime(t, twoGpus));

    test('the overview of a long run', (t) => {
      const file = path.join(folder, 'long.sqlite');
      execFileSync(generator, ['--out', file, '--kernels', '200000', '--copies', '20000', '--memsets', '10000',
        '--calls', '300000', '--nvtx', '100000', '--os-calls', '0'], { stdio: 'ignore' });
      return inTime(t, file, '--detail', 'overview');
    });

    test('a window of the strip of a real run', { skip: without(twoGpus) },
      async (t) => {
        const shown = await startProgram(t, twoGpus, '--detail', 'overview');
        const page = await browser.page(t);
        await page.goto(shown.origin + shown.open);
        const overview = await standin.next('trace');
        const chart = page.locator('#strip-chart');
        await chart.focus();
        await picture(page, 'strip-real');
        for (const key of ['+', '+', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
        const part = await standin.next('trace');
        assert.match(part.title, /^mfu_2gpu_before.sqlite from [\d.]+ s to [\d.]+ s$/);
        assert.notEqual(part.bytes, overview.bytes);
        await picture(page, 'strip-real-window');
      });
  });

  const large = process.env.NSYS_AI_LARGE ? false : 'set NSYS_AI_LARGE=1';
  test('500 MB arrive whole', { skip: large }, async (t) => {
    const bytes = 500_000_000;
    const fixture = await startFixture(t, '--bytes', bytes);
    const { page } = await opens(t, fixture.origin + fixture.open, { bytes });
  });
});

describe('with Perfetto out of reach', { skip: missing }, () => {
  let browser;
  before(async () => { browser = await startBrowser(); });
  after(() => browser?.close());

  test('the page says so within five seconds, and what can be done', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const page = await browser.page(t);
    const start = performance.now();
    await page.goto(fixture.origin + fixture.open);
    await picture(page, 'perfetto-waiting-light');
    await page.getByText('ui.perfetto.dev does not answer').waitFor();
    assert.ok(performance.now() - start < 5000);
    await page.getByText('no byte of the trace leaves this computer').waitFor();
    for (const way of ['--perfetto-url URL', '--perfetto-dir DIR']) await page.getByText(way).waitFor();
    await picture(page, 'perfetto-unreachable-light');
    await page.setViewportSize({ width: 420, height: 700 });
    await picture(page, 'perfetto-unreachable-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'perfetto-unreachable-dark');
    for (const button of ['#notice-save', '#save']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
      assert.equal(download.suggestedFilename(), 'train_step.pftrace');
      const saved = fs.readFileSync(await download.path());
      assert.equal(saved.length, kBytes);
      assert.equal(saved[kBytes - 1], (((kBytes - 1) * 31) % 256 + Math.floor((kBytes - 1) / 256)) % 256);
    }
  });

  test('the page leads to what nsys-ai shows by itself, behind a path prefix too', async (t) => {
    const fixture = await startFixture(t, '--page', path.join(here, 'web.page.json'));
    const proxy = await startPrefixProxy(t, fixture.port);
    const page = await browser.page(t);
    await page.goto(`http://localhost:${proxy.port}${proxy.prefix}${fixture.open}`);
    await page.getByText('ui.perfetto.dev does not answer').waitFor();
    await page.locator('#view').click();
    await page.locator('.nsys-table').first().waitFor();
  });

  test('a UI from a folder is served beside the trace, and reaches nobody else', async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ui-'));
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    writeStandin(folder);
    const fixture = await startFixture(t, '--bytes', kBytes, '--perfetto-dir', folder);
    const proxy = await startPrefixProxy(t, fixture.port);
    for (const origin of [fixture.origin, `http://localhost:${proxy.port}${proxy.prefix}`]) {
      const page = await browser.page(t);
      await page.goto(origin + fixture.open);
      const ui = page.frameLocator('#perfetto');
      await ui.getByText(`Trace of ${kBytes} bytes`).waitFor();
      await ui.getByText('Engine 42').waitFor();
      await ui.getByText('TypeError').waitFor();
      assert.equal(await ui.locator('#outside').getAttribute('title'), 'connect-src');
      const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('#tab').click()]);
      await tab.getByText('Engine 42').waitFor();
      await page.getByText('Open in its own tab').first().waitFor();
      await tab.close();
    }
  });

  test('a folder whose UI does not start is named', async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ui-'));
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    fs.writeFileSync(path.join(folder, 'index.html'), 'half a UI');
    const fixture = await startFixture(t, '--bytes', kBytes, '--perfetto-dir', folder);
    const page = await browser.page(t);
    await page.goto(fixture.origin + fixture.open);
    await page.getByText(`Perfetto in ${folder} does not answer`).waitFor();
  });

  test('a self-hosted address is the one that is asked', async (t) => {
    const fixture = await startFixture(t, '--perfetto-url', 'https://perfetto.corp.test/ui/');
    const page = await browser.page(t);
    await page.goto(fixture.origin + fixture.open);
    assert.equal(await page.locator('#perfetto').getAttribute('src'),
      'https://perfetto.corp.test/ui/#!/?mode=embedded');
    await page.getByText('perfetto.corp.test does not answer').waitFor();
  });
});
