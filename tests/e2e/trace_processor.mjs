#!/usr/bin/env node
// Perfetto's trace_processor_shell as far as the UI uses it: the command line and the HTTP of the native program, of
// which no package exists, over the engine that the UI carries as WebAssembly.
//
// Usage: trace_processor.mjs --httpd [--http-port N] FILE      The UI is in NSYS_AI_PERFETTO, else in build/perfetto.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { buffer as allOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import vm from 'node:vm';
import { WebSocketServer } from 'ws';

const kHere = path.dirname(fileURLToPath(import.meta.url));
const kUi = process.env.NSYS_AI_PERFETTO ?? path.join(kHere, '../../build/perfetto');

// The native program answers these pages; to others a browser gives nothing.
const kOrigins = ['https://ui.perfetto.dev', 'http://localhost:10000', 'http://127.0.0.1:10000'];

// --- messages of Perfetto's trace_processor.proto ---

// What a TraceProcessorRpc asks for, the field of its answer, and the field of an error in that.
const kAppendTraceData = { request: 1, answer: 201, error: 2 };
const kFinalizeTraceData = { request: 2, answer: 212, error: 1 };
const kGetStatus = { request: 10, answer: 210 };
// Other fields of it, and of the messages around and in it.
const kMessage = 1;
const kRequest = 2;
const kFatalError = 5;
const kTraceData = 101;
const kLoadedTraceName = 1;

function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const numberField = (id, value) => Buffer.concat([varint(id * 8), varint(value)]);
const bytesField = (id, bytes) => Buffer.concat([varint(id * 8 + 2), varint(bytes.length), bytes]);

/** The fields of a message that hold bytes, by their ids; the last value of each. */
function bytesIn(message) {
  const fields = new Map();
  let at = 0;
  function next() {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = message[at];
      at += 1;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }
  while (at < message.length) {
    const tag = next();
    const value = next();
    if (tag % 8 === 0) continue;
    if (tag % 8 !== 2) throw new Error(`A message of the engine has a field of wire type ${tag % 8}.`);
    fields.set(Math.floor(tag / 8), message.subarray(at, at + value));
    at += value;
  }
  return fields;
}

// --- the engine ---

/** The engine in the folder of a UI. It answers at once, before `ask` returns. */
class Engine {
  static async of(ui) {
    const version = fs.readdirSync(ui).find((name) => fs.existsSync(path.join(ui, name, 'engine_bundle.js')));
    if (!version) throw new Error(`${ui} holds no Perfetto UI.`);
    const engine = new Engine(path.join(ui, version));
    // The bundle asks for its memory in a promise that follows the compilation.
    await new Promise((resolve) => { setImmediate(resolve); });
    return engine;
  }

  constructor(folder) {
    // What the bundle takes for a Web Worker: it reads its WebAssembly by a synchronous request and waits for a port.
    const worker = { location: { href: 'file:///engine_bundle.js' } };
    class Request {
      open(method, name) { this.file = path.join(folder, name); }

      send() { this.response = fs.readFileSync(this.file); }
    }
    const scope = {
      self: worker,
      location: worker.location,
      XMLHttpRequest: Request,
      WorkerGlobalScope: Object,
      // Its words are for those who look, as those of the native program.
      console: { log: console.error, warn: console.error, error: console.error },
      // By this it would know Node, in which it does not run.
      process: undefined,
    };
    const file = path.join(folder, 'engine_bundle.js');
    vm.compileFunction(fs.readFileSync(file, 'utf8'), Object.keys(scope), { filename: file })(...Object.values(scope));
    this.port = { postMessage: (answer) => this.onAnswer(answer) };
    worker.onmessage({ data: this.port });
  }

  /** The answers to some bytes of requests, each as it comes. */
  ask(bytes, onAnswer) {
    this.onAnswer = onAnswer;
    this.port.onmessage({ data: bytes });
  }

  /** The answer to a request of our own; its errors are thrown. */
  call({ request, answer, error }, ...fields) {
    let bytes;
    this.ask(bytesField(kMessage, Buffer.concat([numberField(kRequest, request), ...fields])), (it) => { bytes = it; });
    const message = bytesIn(bytesIn(Buffer.from(bytes)).get(kMessage));
    const result = message.get(answer) ?? Buffer.alloc(0);
    const wrong = message.get(kFatalError) ?? bytesIn(result).get(error);
    if (wrong?.length > 0) throw new Error(wrong.toString());
    return result;
  }

  /** Reads a trace of any size, in pieces. */
  load(file) {
    const piece = Buffer.alloc(32 * 1024 * 1024);
    const opened = fs.openSync(file);
    for (;;) {
      const length = fs.readSync(opened, piece);
      if (length === 0) break;
      this.call(kAppendTraceData, bytesField(kTraceData, piece.subarray(0, length)));
    }
    fs.closeSync(opened);
    this.call(kFinalizeTraceData);
    // The native program calls a trace by the name of its file.
    this.name = Buffer.from(`${file} (${Math.floor(fs.statSync(file).size / 1024 / 1024)} MB)`);
  }

  /** A StatusResult; of a field that is there twice, the later one is read. */
  status() {
    return Buffer.concat([this.call(kGetStatus), bytesField(kLoadedTraceName, this.name)]);
  }
}

// --- HTTP ---

/** Serves the engine as the native program does; a connection that speaks WebSocket is the UI's. */
async function serve(engine, port) {
  const server = http.createServer(async (request, response) => {
    const { method, url } = request;
    const { origin } = request.headers;
    response.setHeader('cache-control', 'no-cache');
    if (kOrigins.includes(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('vary', 'Origin');
    }
    if (method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-methods': 'POST, GET, OPTIONS',
        'access-control-allow-headers': '*',
        'access-control-max-age': '86400',
        'access-control-allow-private-network': 'true',
      }).end();
      return;
    }
    const body = await allOf(request);
    response.setHeader('content-type', 'application/x-protobuf');
    if (url === '/status') {
      response.end(engine.status());
    } else if (url === '/rpc') {
      engine.ask(body, (answer) => response.write(answer));
      response.end();
    } else {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const sockets = new WebSocketServer({
    server,
    path: '/websocket',
    verifyClient: ({ origin }, done) => done(kOrigins.includes(origin), 403, 'Origin not allowed'),
  });
  sockets.on('connection', (socket) => {
    socket.on('message', (bytes) => engine.ask(bytes, (answer) => socket.send(answer)));
  });
}

try {
  const { values, positionals } = parseArgs({
    options: { httpd: { type: 'boolean' }, 'http-port': { type: 'string', default: '9001' } },
    allowPositionals: true,
  });
  if (!values.httpd || positionals.length !== 1) throw new Error('Usage: --httpd [--http-port N] FILE');
  const engine = await Engine.of(kUi);
  engine.load(positionals[0]);
  await serve(engine, Number(values['http-port']));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
