// What the tests in a real browser share: Chromium, the server under test, and ways to stand between them.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { Transform } from 'node:stream';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.NSYS_AI_BUILD ?? path.join(here, '../../build');
const fixture = process.env.NSYS_AI_HTTP_FIXTURE ?? path.join(build, 'tests/e2e/http_fixture');
// The program itself, and what makes a profile of any size for it.
export const program = process.env.NSYS_AI ?? path.join(build, 'nsys-ai');
export const generator = path.join(build, 'bench-generate');
const screenshots = path.join(build, 'screenshots');
const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';

// Why the tests of a browser cannot run here; false when they can.
const absent = [executable, fixture].find((file) => !fs.existsSync(file));
export const missing = absent ? `${absent} is missing` : false;

/** A suite; where it cannot run, a test that is skipped, for skipped suites are not counted. */
export const suite = (name, skip, body) => (skip ? test(name, { skip }) : describe(name, body));

/**
 * A browser with a profile of its own. Names resolve only by `mappings`: nothing leaves the machine.
 * @param {{mappings?: string[], switches?: string[], options?: object}} how
 */
export async function startBrowser({ mappings = [], switches = [], options = {} } = {}) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
  const rules = [...mappings, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(', ');
  const context = await chromium.launchPersistentContext(home, {
    executablePath: executable,
    headless: true,
    viewport: { width: 1280, height: 800 },
    env: { ...process.env, HOME: home },
    ignoreHTTPSErrors: true,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
      `--host-resolver-rules=${rules}`, ...switches],
    ...options,
  });
  context.setDefaultTimeout(30000);
  return {
    context,
    /** A new page, for the length of the test `t`. */
    async page(t) {
      const page = await context.newPage();
      t.after(() => page.close());
      return page;
    },
    async close() {
      await context.close();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The server under test, with `words` as its arguments, for the length of the test `t`. */
export async function startFixture(t, ...words) {
  const child = spawn(fixture, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.stdin.end());
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = JSON.parse((await lines.next()).value);
  return {
    ...said,
    origin: `http://127.0.0.1:${said.port}`,
    async say(word) {
      child.stdin.write(`${word}\n`);
      return (await lines.next()).value;
    },
  };
}

/**
 * `nsys-ai open PROFILE` in the profile's folder, in Perfetto where `words` name no viewer, for the length of the test
 * `t`: where it shows it.
 */
export async function startProgram(t, profile, ...words) {
  // What the environment is to have beside.
  const own = typeof words.at(-1) === 'object' ? words.pop() : {};
  const viewer = words.includes('--viewer') ? [] : ['--viewer', 'perfetto'];
  const url = await startServing(t, ['open', profile, ...viewer, ...words], path.dirname(profile), own);
  return { origin: url.origin, port: Number(url.port), open: url.pathname };
}

/** A command that serves pages until the test `t` ends, in this folder: the address that it prints. */
export async function startServing(t, words, cwd, env = {}) {
  const child = spawn(program, words, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', SSH_CONNECTION: '', ...env },
  });
  t.after(() => child.kill('SIGINT'));
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return new URL((await lines.next()).value);
}

/** `nsys-ai serve`, with `words` as its arguments, spoken to as an editor does. */
export function startServer(...words) {
  const child = spawn(program, ['serve', ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let heard = Buffer.alloc(0);
  child.stdout.on('data', (piece) => {
    heard = Buffer.concat([heard, piece]);
    for (;;) {
      const head = heard.indexOf('\r\n\r\n');
      if (head < 0) return;
      const end = head + 4 + Number(/Content-Length: (\d+)/.exec(heard.toString('latin1', 0, head))[1]);
      if (heard.length < end) return;
      const message = JSON.parse(heard.toString('utf8', head + 4, end));
      heard = heard.subarray(end);
      if (!message.method) waiting.get(message.id)(message);
    }
  });
  function say(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  /** What the server answers; an error of it is thrown. */
  async function request(method, params) {
    const id = waiting.size + 1;
    const answered = new Promise((resolve) => { waiting.set(id, resolve); });
    say({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  return {
    request,
    async begin() {
      await request('initialize', { capabilities: {} });
      say({ method: 'initialized', params: {} });
    },
    close() { child.stdin.end(); },
  };
}

/** The SHA-256 of the bytes that the fixture serves. */
export function hashOfBytes(size) {
  const hash = crypto.createHash('sha256');
  const piece = Buffer.alloc(65536);
  for (let at = 0; at < size; at += piece.length) {
    const length = Math.min(piece.length, size - at);
    for (let i = 0; i < length; i += 1) piece[i] = (((at + i) * 31) % 256 + Math.floor((at + i) / 256)) % 256;
    hash.update(piece.subarray(0, length));
  }
  return hash.digest('hex');
}

const listening = (server, port = 0) => new Promise((resolve, reject) => {
  server.on('error', reject);
  server.listen(port, '127.0.0.1', () => resolve(server.address().port));
});

/** A port that was free a moment ago. */
export async function freePort() {
  const server = net.createServer();
  const port = await listening(server);
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

/** Another port that leads to `port`, byte by byte, as `ssh -L` and editors forward. */
export async function startRelay(t, port, at = 0) {
  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => { client.destroy(); upstream.destroy(); });
      socket.on('close', () => { client.destroy(); upstream.destroy(); });
    }
  });
  t.after(() => server.close());
  return { port: await listening(server, at) };
}

/** What goes in comes out `delayMs` later, and no faster than so many bits a second. */
function slowLine({ bitsPerSecond, delayMs }) {
  let free = 0;
  // Timers that are due together may fire in any order; the bytes may not.
  const underWay = [];
  return new Transform({
    // About what a line of this speed has under way; a sender that is faster waits.
    highWaterMark: 256 * 1024,
    transform(piece, encoding, done) {
      const now = performance.now();
      free = Math.max(free, now) + (piece.length * 8 * 1000) / bitsPerSecond;
      underWay.push(piece);
      setTimeout(() => this.push(underWay.shift()), free + delayMs - now);
      setTimeout(done, free - now);
    },
    flush(done) {
      const end = () => (underWay.length > 0 ? setTimeout(end, 5) : done());
      end();
    },
  });
}

/** A relay over a slow and long line, the delay in each direction; `counted` has the bytes to the browser. */
export async function startSlowRelay(t, port, line) {
  const counted = { bytes: 0 };
  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    const back = slowLine(line);
    back.on('data', (piece) => { counted.bytes += piece.length; });
    client.pipe(slowLine(line)).pipe(upstream).pipe(back).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => { client.destroy(); upstream.destroy(); });
      socket.on('close', () => { upstream.destroy(); });
    }
  });
  t.after(() => server.close());
  return { port: await listening(server), counted };
}

/** A proxy that serves `/proxy/PORT/...` and keeps the browser's Host, as code-server does. */
export async function startPrefixProxy(t, port) {
  const prefix = `/proxy/${port}`;
  const server = http.createServer((request, response) => {
    if (!request.url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end('outside the prefix');
      return;
    }
    const { method, headers } = request;
    const path = request.url.slice(prefix.length);
    const onward = http.request({ port, host: '127.0.0.1', method, headers, path, agent: false });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: await listening(server), prefix };
}

/** A page of somebody else, on a port of its own. */
export async function startPage(t, html) {
  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: await listening(server) };
}

/** One request with headers that no browser would let a page set: {status, body}. */
export function ask(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('latin1').on('data', (piece) => { body += piece; });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    }).on('error', reject);
  });
}

// A ping before the frame has its address is refused by the browser, and meant to be.
const kPing = /Failed to execute 'postMessage'/;

/** Complaints of a page, but for the expected ones: errors, and violations of its content policy. */
export function complaintsOf(page, expected = []) {
  const complaints = [];
  page.on('console', (message) => {
    const text = message.text();
    const meant = [kPing, ...expected].some((each) => each.test(text));
    if (message.type() === 'error' && !meant) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe complains of in a page or a frame, a line each. */
export async function complaintsOfAxe(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${help}: ${target.join(' ')}: ${failureSummary.split('\n').at(-1).trim()}`));
}

export async function picture(page, name) {
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}
