// One click to Perfetto, in a real browser: the trace arrives whole, by every way that editors lead to us,
// and nobody else gets a byte.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  ask, complaintsOf, freePort, hashOfBytes, missing, picture, startBrowser, startFixture, startPrefixProxy,
  startRelay,
} from './browser.mjs';
import { startStandin } from './standin.mjs';

const kBytes = 3_000_000;
// A server on the network, by a name that leads back to this machine.
const kProxyHost = 'code.example.test';

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
    await page.setContent(`<a id="a" href="${target}">link</a><iframe id="f" src="${target}"></iframe>`);
    await page.waitForTimeout(500);
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    assert.doesNotMatch(await framed.content(), /nsys/);
    await page.locator('#a').click();
    assert.equal((await standin.next('trace')).bytes, kBytes);
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

  test('the page says so within six seconds and saves the trace', async (t) => {
    const fixture = await startFixture(t, '--bytes', kBytes);
    const page = await browser.page(t);
    await page.goto(fixture.origin + fixture.open);
    await picture(page, 'perfetto-waiting-light');
    await page.getByText('ui.perfetto.dev does not answer').waitFor({ timeout: 6000 });
    await page.getByText('no byte of the trace leaves this computer').waitFor();
    await picture(page, 'perfetto-unreachable-light');
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

  test('a self-hosted address is the one that is asked', async (t) => {
    const fixture = await startFixture(t, '--perfetto-url', 'https://perfetto.corp.test/ui/');
    const page = await browser.page(t);
    await page.goto(fixture.origin + fixture.open);
    assert.equal(await page.locator('#perfetto').getAttribute('src'),
      'https://perfetto.corp.test/ui/#!/?mode=embedded');
    await page.getByText('perfetto.corp.test does not answer').waitFor({ timeout: 6000 });
  });
});
