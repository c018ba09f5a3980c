// The editor's chat and its models' tools, which the oldest supported editor does not have: the extension's own code
// against a real server, with a stand-in for what the editor brings.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { here, program, startServer } from './browser.mjs';
import { bundled } from './vscode/bundle.mjs';

const extension = path.join(here, '../../extensions/vscode');
const sketch = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/support/sketch');
const needed = [program, sketch, path.join(extension, 'node_modules')];
const absent = needed.find((file) => !fs.existsSync(file));
const lacking = absent ? `${absent} is missing` : false;
const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));

const kSketch = `process 100 "python"
thread 1 "main"
gpu 0 stream 7   gemm 100..500us   softmax 900..990us
gpu 1 stream 7   "evil[x](command:run)|\`" 100..300us   softmax 800..990us
`;
const never = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

let folder, server, context;
let made = 0;
before(async () => {
  if (lacking) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-'));
  const profile = path.join(folder, 'step.sqlite');
  fs.writeFileSync(path.join(folder, 'step.sketch'), kSketch);
  execFileSync(sketch, [path.join(folder, 'step.sketch'), profile]);
  server = startServer();
  await server.begin();
  const opened = await server.request('nsys/openProfile', { path: profile });
  context = {
    server: {
      request: (method, params) => server.request(method, params),
      running: async () => ({ onProgress: () => ({ dispose() {} }) }),
    },
    profiles: { activePath: profile, handle: async () => opened.profile },
    extension: { extensionUri: 'here' },
  };
});
after(() => {
  server?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** A feature of the extension, in an editor that has what `brings` names beside what all have. */
async function feature(name, brings = {}) {
  const standIn = {
    MarkdownString: class { constructor(value) { this.value = value; } },
    Uri: { joinPath: (...parts) => parts.join('/') },
    CancellationError: class extends Error {},
    ...brings,
  };
  return bundled(`features/${name}`, standIn, path.join(folder, `${made += 1}.mjs`));
}

async function participant() {
  let handler;
  const chat = { createChatParticipant: (id, given) => {
    assert.equal(id, manifest.contributes.chatParticipants[0].id);
    handler = given;
    return { dispose() {} };
  } };
  assert.equal((await feature('chat', { chat })).activate(context).length, 1);
  return async (prompt, { command, history = [] } = {}) => {
    const said = { text: '', buttons: [], trusted: [] };
    const stream = {
      markdown: ({ value, isTrusted }) => {
        said.text += value;
        said.trusted = isTrusted?.enabledCommands ?? [];
      },
      button: (button) => said.buttons.push(button),
    };
    said.result = await handler({ prompt, command }, { history }, stream, never);
    return said;
  };
}

async function tools() {
  const registered = new Map();
  const brings = {
    lm: { registerTool: (name, tool) => {
      registered.set(name, tool);
      return { dispose() {} };
    } },
    LanguageModelTextPart: class { constructor(value) { this.value = value; } },
    LanguageModelToolResult: class { constructor(content) { this.content = content; } },
  };
  (await feature('model_tools', brings)).activate(context);
  const call = async (name, input) => (await registered.get(name).invoke({ input }, never)).content.map(({ value }) => value).join('');
  return { registered, call };
}

describe('the participant of the chat', { skip: lacking }, () => {
  test('answers from the profile, and a follow-up refers back', async () => {
    const ask = await participant();
    const first = await ask('longest idle gap on GPU 0');
    assert.match(first.text, /The longest idle gap on GPU 0 is 400\.0 us/);
    assert.match(first.text, /Understood: longest idle gap on GPU 0/);
    const link = /\]\(command:nsysAi\.showOnTimeline\?([^)]*)\)/.exec(first.text)[1];
    assert.deepEqual(JSON.parse(decodeURIComponent(link)), [{ profile: context.profiles.activePath, target: 'gap:0:500000' }]);
    assert.deepEqual(first.buttons.map(({ command, arguments: given }) => [command, given]), [['nsysAi.ask', ['longest idle gap on GPU 0']]]);
    const second = await ask('and on GPU 1?', { history: [{}, { result: first.result }, {}] });
    assert.match(second.text, /The longest idle gap on GPU 1 is 500\.0 us/);
  });

  test('shows views, explains, and says what it cannot', async () => {
    const ask = await participant();
    for (const { name } of manifest.contributes.chatParticipants[0].commands)
      assert.match((await ask(name === 'explain' ? 'kernel:1' : '', { command: name })).text, /\w{3}/, name);
    assert.match((await ask('', { command: 'overview' })).text, /step\.sqlite/);
    assert.match((await ask('', { command: 'kernels' })).text, /\| gemm/);
    assert.match((await ask('kernel:1', { command: 'explain' })).text, /400\.0 us/);
    assert.match((await ask('what is the occupancy trend?')).text, /I do not know what/);
    assert.match((await ask('kernel:999', { command: 'explain' })).text, /names nothing/);
  });

  test('lets no name of the profile become a link', async () => {
    const ask = await participant();
    for (const command of ['kernels', 'overview', 'findings', undefined]) {
      const { text, trusted } = await ask('top 5 kernels by time', { command });
      assert.doesNotMatch(text.replaceAll('\\[', '').replaceAll('\\]', ''), /\]\(command:run/, command);
      assert.deepEqual(trusted, ['nsysAi.modelConsent', 'nsysAi.showOnTimeline', 'workbench.action.chat.open']);
    }
  });

  test('asks for a profile where none is open', async () => {
    const ask = await participant();
    const { activePath } = context.profiles;
    context.profiles.activePath = undefined;
    const said = await ask('what is wrong?');
    context.profiles.activePath = activePath;
    assert.match(said.text, /No profile is open/);
    assert.deepEqual(said.buttons.map(({ command }) => command), ['nsysAi.openProfile']);
  });
});

describe("the editor's own model", { skip: lacking }, () => {
  class TextPart { constructor(value) { this.value = value; } }
  class CallPart { constructor(callId, name, input) { Object.assign(this, { callId, name, input }); } }
  class ResultPart { constructor(callId, parts) { Object.assign(this, { callId, parts }); } }
  const message = (role) => (content) => ({ role, content });

  test('is asked what the server says, and what it calls goes back', async () => {
    const heard = [];
    const model = {
      name: 'Stand-in',
      countTokens: async (text) => text.length,
      sendRequest: async (messages, options) => {
        heard.push({ messages, options });
        return { stream: (async function* () {
          yield new TextPart('I look ');
          yield new TextPart('at it.');
          yield new CallPart('c1', 'query', { sql: 'SELECT 1' });
          yield { kind: 'something new' };
        })() };
      },
    };
    const { completeWithModel } = await feature('../editor_model', {
      lm: { selectChatModels: async () => [model] }, LanguageModelTextPart: TextPart, LanguageModelToolCallPart: CallPart,
      LanguageModelToolResultPart: ResultPart, LanguageModelChatMessage: { User: message('user'), Assistant: message('assistant') },
    });
    const answer = await completeWithModel({
      system: 'Be brief.', mostOutputTokens: 99, tools: [{ name: 'query', description: 'SQL', inputSchema: {} }],
      messages: [
        { role: 'user', text: 'Why?' },
        { role: 'assistant', text: '', calls: [{ id: 'c0', name: 'query', input: { sql: 'x' } }] },
        { role: 'tool', text: '42', call: 'c0' },
      ],
    }, never);
    assert.deepEqual(answer, {
      model: 'Stand-in', text: 'I look at it.', calls: [{ id: 'c1', name: 'query', input: { sql: 'SELECT 1' } }],
      inputTokens: 'Be brief.\nWhy?\n\n42'.length, outputTokens: 13,
    });
    const [{ messages, options }] = heard;
    assert.deepEqual(messages.map(({ role }) => role), ['user', 'user', 'assistant', 'user']);
    assert.equal(messages[0].content, 'Be brief.');
    assert.deepEqual(messages[2].content, [new CallPart('c0', 'query', { sql: 'x' })]);
    assert.deepEqual(messages[3].content, [new ResultPart('c0', [new TextPart('42')])]);
    assert.deepEqual(options.tools.map(({ name }) => name), ['query']);
  });

  test('is said to be missing in one sentence', async () => {
    const params = { system: '', messages: [], tools: [], mostOutputTokens: 1 };
    for (const brings of [{}, { lm: {} }, { lm: { selectChatModels: async () => [] } }]) {
      const { completeWithModel } = await feature('../editor_model', brings);
      await assert.rejects(completeWithModel(params, never), /This editor has no language model/);
    }
  });
});

describe('keys of models', { skip: lacking }, () => {
  async function keys(stored = {}, state = {}) {
    const { ModelKeys } = await feature('../model_keys', {
      EventEmitter: class { event = () => ({ dispose() {} }); fire() {} dispose() {} },
    });
    return new ModelKeys({
      secrets: {
        get: async (name) => stored[name],
        store: async (name, value) => { stored[name] = value; },
        delete: async (name) => { delete stored[name]; },
      },
      globalState: { get: (name, otherwise) => state[name] ?? otherwise, update: async (name, value) => { state[name] = value; } },
    });
  }
  const service = 'https://api.openai.com';

  test('are kept by the editor, and written to a pipe alone', async () => {
    const stored = {};
    const state = {};
    const kept = await keys(stored, state);
    await kept.set(service, 'sk-canary');
    assert.deepEqual(kept.services, [service]);
    assert.deepEqual(Object.values(stored), ['sk-canary']);
    assert.ok(!JSON.stringify(state).includes('sk-canary'));
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const reader = fs.openSync(pipe, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    assert.deepEqual(await kept.write({ service, pipe }), { written: true });
    assert.equal(fs.readFileSync(reader, 'utf8'), 'sk-canary');
    fs.closeSync(reader);

    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    assert.deepEqual(await kept.write({ service, pipe: file }), { written: false });
    assert.equal(fs.readFileSync(file, 'utf8'), '');
    await assert.rejects(kept.write({ service, pipe: path.join(folder, 'nothing') }));
    assert.ok(!fs.existsSync(path.join(folder, 'nothing')));
    assert.deepEqual(await kept.write({ service: 'https://evil.example.org', pipe: file }), { written: false });

    await kept.set(service, '');
    assert.deepEqual([kept.services, stored], [[], {}]);
  });
});

describe('tools for models', { skip: lacking }, () => {
  test('are those of the manifest, and each answers', async () => {
    const { registered, call } = await tools();
    assert.deepEqual([...registered.keys()].sort(), manifest.contributes.languageModelTools.map(({ name }) => name).sort());
    assert.match(await call('nsys_ask', { question: 'number of kernels' }), /The number of kernels is 4/);
    assert.match(await call('nsys_explain', { target: 'kernel:1' }), /400\.0 us/);
    assert.match(await call('nsys_overview', {}), /step\.sqlite/);
    assert.deepEqual(JSON.parse(await call('nsys_query', { sql: 'SELECT count(*) AS n FROM kernel' })).rows, [{ n: 4 }]);
    assert.equal(JSON.parse(await call('nsys_run_skill', { skill: 'top_kernels', params: { limit: 1 } })).rows.length, 1);
    assert.match(await call('nsys_run_skill', { skill: 'no_such' }), /no_such/);
    assert.match(await call('nsys_skills', {}), /top_kernels/);
    for (const tool of registered.values()) assert.match(tool.prepareInvocation({ input: {} }).invocationMessage, /\w/);
  });

  test('are absent from an editor that has no models', async () => {
    assert.deepEqual((await feature('model_tools', { lm: {} })).activate(context), []);
    assert.deepEqual((await feature('chat')).activate(context), []);
  });
});
