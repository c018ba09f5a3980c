// A stand-in for the Perfetto UI, at its true name: it keeps the UI's published rules (content policy, PING
// and PONG, who may speak to it) and remembers what it was given.
//
// Chromium reaches it by `mapping` and `switches`; `seen` grows by an entry for each trace and time range.
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';

const kPolicy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self' https: blob: data: http://127.0.0.1:9001 ws://127.0.0.1:9001";

const kPage = `<!doctype html><meta charset="utf-8"><title>Perfetto stand-in</title>
<style>body{margin:0;background:#fff;color:#333;font:14px sans-serif}
header{background:#262f3c;color:#fff;padding:10px}p{margin:12px}
i{display:block;height:14px;margin:4px 12px;border-radius:2px}</style>
<header>Perfetto stand-in</header><p id="said">No trace</p><script>
const tell = (what, body) =>
  fetch('/seen?' + encodeURIComponent(JSON.stringify(what)), { method: 'POST', body });
const from = (source) => source === opener ? 'opener' : source === parent ? 'parent' : 'stranger';
function paint() {
  for (let row = 0; row < 14; row++) {
    const bar = document.createElement('i');
    bar.style.background = 'hsl(' + (row * 47) % 360 + ' 55% 62%)';
    bar.style.width = 30 + (row * 37) % 65 + '%';
    bar.style.marginLeft = 12 + (row * 53) % 90 + 'px';
    document.body.append(bar);
  }
}
// A frame in a page that came over plain http from the network has no crypto.subtle: it sends the bytes.
async function digest(buffer) {
  if (!crypto.subtle) return { sent: buffer };
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', buffer));
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { bytes: buffer.byteLength, sha256 };
}
addEventListener('message', async (event) => {
  if (document.readyState !== 'complete' || from(event.source) === 'stranger') return;
  if (event.data === 'PING') return event.source.postMessage('PONG', '*');
  const given = event.data && event.data.perfetto;
  if (!given) return;
  const common = { origin: event.origin, from: from(event.source), hash: location.hash };
  if (given.timeStart !== undefined) return tell({ kind: 'range', ...common, ...given });
  const { buffer, ...rest } = given;
  said.textContent = 'Trace of ' + buffer.byteLength + ' bytes';
  paint();
  const { sent, ...counted } = await digest(buffer);
  tell({ kind: 'trace', ...common, ...rest, ...counted }, sent);
});
</script>`;

// A UI on disk, in the shape of Perfetto's own build: a page that finds its version's folder, a worker, and
// WebAssembly. It shows what it was given, and whether it could reach anybody else.
const kFiles = {
  'index.html': `<!doctype html><meta charset="utf-8"><title>Perfetto stand-in</title>
<style>body{margin:0;font:14px sans-serif}</style><p id="said">No trace</p><p id="engine">No engine</p>
<p id="outside">Not tried</p><script>
const script = document.createElement('script');
script.src = 'v1/frontend_bundle.js';
document.head.append(script);
</script>`,
  'v1/frontend_bundle.js': `
const worker = new Worker('v1/engine_bundle.js');
worker.onmessage = (event) => { engine.textContent = event.data; };
fetch('https://elsewhere.example.test/').catch((error) => { outside.textContent = error.name; });
document.addEventListener('securitypolicyviolation', (event) => { outside.title = event.effectiveDirective; });
addEventListener('message', (event) => {
  if (event.origin !== location.origin) return;
  if (event.data === 'PING') event.source.postMessage('PONG', event.origin);
  const given = event.data && event.data.perfetto;
  if (given && given.buffer) said.textContent = 'Trace of ' + given.buffer.byteLength + ' bytes';
});`,
  'v1/engine_bundle.js': `
WebAssembly.instantiateStreaming(fetch('trace_processor.wasm')).then(
  ({ instance }) => postMessage('Engine ' + instance.exports.answer()), (error) => postMessage(String(error)));`,
  // (module (func (export "answer") (result i32) i32.const 42))
  'v1/trace_processor.wasm': Buffer.from('AGFzbQEAAAABBQFgAAF/AwIBAAcKAQZhbnN3ZXIAAAoGAQQAQSoL', 'base64'),
};

export function writeStandin(folder) {
  for (const [name, content] of Object.entries(kFiles)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

/** A server that a browser takes for ui.perfetto.dev, by `mapping` and `switches`; `answer` is told of requests. */
export async function startAtTrueName(answer) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standin-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj',
    '/CN=ui.perfetto.dev', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const identity = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) };
  const server = https.createServer(identity, answer);
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  return {
    // A public address, as the true UI has: the browser's rules for local networks apply.
    switches: [`--ip-address-space-overrides=127.0.0.1:${port}=public`, '--ignore-certificate-errors'],
    mapping: `MAP ui.perfetto.dev:443 127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startStandin() {
  const seen = [];
  const server = await startAtTrueName((request, response) => {
    if (!request.url.startsWith('/seen')) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': kPolicy });
      response.end(kPage);
      return;
    }
    const hash = crypto.createHash('sha256');
    let bytes = 0;
    request.on('data', (piece) => {
      hash.update(piece);
      bytes += piece.length;
    });
    request.on('end', () => {
      const said = JSON.parse(decodeURIComponent(request.url.slice('/seen?'.length)));
      seen.push({ bytes, sha256: hash.digest('hex'), ...said });
      response.end();
    });
  });
  return {
    ...server,
    seen,
    // The next thing of a kind, which is then forgotten.
    async next(kind) {
      for (let waited = 0; waited < 60000; waited += 20) {
        const at = seen.findIndex((each) => each.kind === kind);
        if (at >= 0) return seen.splice(at, 1)[0];
        await new Promise((resolve) => { setTimeout(resolve, 20); });
      }
      throw new Error(`The stand-in of Perfetto saw no ${kind}.`);
    },
  };
}
