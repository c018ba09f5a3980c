// A trace that stays on the machine of the profile: Perfetto's trace_processor holds it, and the browser only asks.
//
// Needs the UI (get-perfetto fetches it), chromium and openssl. The UI is at its true name, under its true policy; the
// trace processor is trace_processor.mjs.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { freePort, generator, here, missing, program, startBrowser, startProgram, suite } from './browser.mjs';
import { twoGpus } from './captures.mjs';
import { PerfettoUi, perfettoFolder } from './perfetto_ui.mjs';
import { startAtTrueName } from './standin.mjs';

const kProcessor = path.join(here, 'trace_processor.mjs');
const kUi = 'https://ui.perfetto.dev';
// The port that the UI asks of itself; to others it goes where the person has set a flag.
const kPort = 9001;
const kFlags = JSON.stringify({ cspAllowAnyWebsocketPort: 'OVERRIDE_TRUE' });

const kTypes = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const kCounts = 'SELECT category, count(*) AS count, sum(dur) AS ns FROM slice GROUP BY 1 ORDER BY 1';

const lacking = lack();

// What is missing, in words, or false.
function lack() {
  if (missing) return missing;
  const absent = [program, generator].find((file) => !fs.existsSync(file));
  if (absent) return `${absent} is missing`;
  try {
    perfettoFolder();
  } catch (error) {
    return error.message;
  }
  return false;
}

suite('Perfetto with a trace processor on this machine', lacking, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accelerator-'));
  const temporary = path.join(folder, 'tmp');
  let subject, ui, browser;

  before(async () => {
    fs.mkdirSync(temporary);
    subject = fs.existsSync(twoGpus) ? twoGpus : path.join(folder, 'made.sqlite');
    if (subject !== twoGpus) {
      execFileSync(generator, ['--out', subject, '--kernels', '20000', '--copies', '2000', '--memsets', '1000',
        '--calls', '30000', '--nvtx', '10000', '--os-calls', '0', '--samples', '0'], { stdio: 'ignore' });
    }
    const files = perfettoFolder();
    ui = await startAtTrueName((request, response) => {
      const { pathname } = new URL(request.url, kUi);
      const file = path.join(files, pathname === '/' ? 'index.html' : pathname);
      response.setHeader('content-type', kTypes[path.extname(file)] ?? 'application/octet-stream');
      fs.createReadStream(file).on('error', () => response.writeHead(404).end()).pipe(response);
    });
    // The trace processor in the browser, which is not under test, runs seconds at most.
    const switches = [...ui.switches, '--js-flags=--liftoff-only'];
    browser = await startBrowser({ mappings: [ui.mapping], switches });
    // The browser asks the person once, whether this page may speak to this computer.
    await browser.context.grantPermissions(['local-network-access'], { origin: kUi });
  });
  after(async () => {
    await browser?.close();
    ui?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  // The program with these words after the profile: the address that it gives, its errors, its exit code.
  function start(t, ...words) {
    const child = spawn(program, ['open', subject, '--viewer', 'perfetto', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', SSH_CONNECTION: '', TMPDIR: temporary,
        NSYS_AI_PERFETTO: perfettoFolder(),
      },
    });
    const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const run = {
      address: lines.next().then(({ value }) => value),
      errors: text(child.stderr),
      code: once(child, 'exit').then(([code]) => code),
      interrupt() {
        child.kill('SIGINT');
        return run.code;
      },
    };
    t.after(run.interrupt);
    return run;
  }

  // Processes that were told of a file in the temporary folder: trace processors.
  const processors = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((id) => {
    try {
      return fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(temporary);
    } catch {
      return false;
    }
  });

  function nothingIsLeft() {
    assert.deepEqual(processors(), []);
    assert.deepEqual(fs.readdirSync(temporary), []);
  }

  // The UI on the trace that the trace processor has loaded, as a person opens it who is asked.
  async function open(t, address, flags = '{}') {
    const page = await browser.page(t);
    await page.addInitScript((set) => localStorage.setItem('perfettoFeatureFlags', set), flags);
    await page.goto(address);
    const answer = page.getByRole('button', { name: 'YES, use loaded trace' });
    await answer.waitFor();
    const asked = await page.locator('.pf-modal-dialog', { has: answer }).innerText();
    await answer.click();
    await page.waitForFunction(() => window.app?.trace && !window.app.isLoadingTrace);
    return { asked, shown: new PerfettoUi(page, page.mainFrame()) };
  }

  // What the UI counts with its own trace processor, on a trace that was handed to it.
  async function countsInBrowser(t) {
    const { origin, open: at } = await startProgram(t, subject, '--perfetto-dir', perfettoFolder());
    const page = await browser.page(t);
    await page.goto(origin + at);
    const shown = await PerfettoUi.of(page);
    assert.equal(await shown.frame.evaluate(() => window.app.trace.engine.mode), 'WASM');
    return shown.query(kCounts);
  }

  test('the UI asks it, and hears what it would have found itself', async (t) => {
    const port = await isFree(kPort) ? kPort : await freePort();
    const run = start(t, '--trace-processor', kProcessor, ...port === kPort ? [] : ['--port', port]);
    const address = await run.address;
    assert.equal(new URL(address).origin, kUi);
    assert.equal(portIn(address), port);
    const { asked, shown } = await open(t, address, port === kPort ? '{}' : kFlags);
    assert.match(asked, new RegExp(`on 127\\.0\\.0\\.1:${port} with:\\s+${temporary}/.*\\.pftrace`));
    assert.equal(await shown.frame.evaluate(() => window.app.trace.engine.mode), 'HTTP_RPC');
    assert.deepEqual(await shown.faults(), []);
    const counts = await shown.query(kCounts);
    assert.ok(counts.length > 2, JSON.stringify(counts));
    assert.deepEqual(counts, await countsInBrowser(t));
    await shown.picture('perfetto-accelerator');

    assert.equal(processors().length, 1);
    assert.equal(await run.interrupt(), 0);
    nothingIsLeft();
  });

  test('at another port the UI asks for its flag, and then it', async (t) => {
    const port = await freePort();
    const address = await start(t, '--trace-processor', kProcessor, '--port', port).address;
    assert.equal(portIn(address), port);
    const page = await browser.page(t);
    await page.goto(address);
    await page.getByText('Using a different port requires a flag change').waitFor();
    const { shown } = await open(t, address, kFlags);
    assert.equal(await shown.title(), `RPC @ 127.0.0.1:${port}`);
  });

  test('a trace processor that does not work is told in a sentence, and nothing is left behind', async (t) => {
    const broken = path.join(folder, 'broken');
    fs.writeFileSync(broken, '#!/bin/sh\necho "first words" >&2\necho "last words" >&2\nexit 3\n', { mode: 0o755 });
    const absent = path.join(folder, 'absent');
    for (const [processor, words] of [[broken, 'ended: last words.'], [absent, 'does not exist.']]) {
      const run = start(t, '--trace-processor', processor);
      assert.equal((await run.errors).split('\n')[0], `nsys-ai: ${processor} ${words}`);
      assert.equal(await run.code, 1);
      assert.equal(await run.address, undefined);
      nothingIsLeft();
    }
  });

  test('a trace processor that ends before the person does so too', async (t) => {
    const run = start(t, '--trace-processor', kProcessor, '--port', await freePort());
    await run.address;
    process.kill(Number(processors()[0]), 'SIGKILL');
    assert.match(await run.errors, /^nsys-ai: .*trace_processor\.mjs ended/);
    assert.equal(await run.code, 1);
    nothingIsLeft();
  });
});

// Where the UI looks for a trace processor by itself, or is told to.
const portIn = (address) => Number(/[?&]rpc_port=(\d+)/.exec(address)?.[1] ?? kPort);

async function isFree(port) {
  const server = net.createServer().listen(port, '127.0.0.1');
  const free = await new Promise((resolve) => {
    server.on('listening', () => resolve(true)).on('error', () => resolve(false));
  });
  if (free) await new Promise((resolve) => { server.close(resolve); });
  return free;
}
