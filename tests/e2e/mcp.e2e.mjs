// The server for agents, spoken to by the protocol's own client, in both eras and by its own choice.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { writeExample } from './captures.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.NSYS_AI_PROGRAM ?? path.join(here, '../../build/nsys-ai');
const kRun = 'example.sqlite';
const profiles = fs.mkdtempSync(path.join(os.tmpdir(), 'nsys-ai-mcp-'));
writeExample(path.join(profiles, kRun));
after(() => fs.rmSync(profiles, { recursive: true }));

/** What each tool takes beside the profile, where it takes one. */
const kArguments = {
  ask: { question: 'why is GPU 0 idle?' },
  ask_query: { want: 'figure', thing: 'kernel', measure: 'count' },
  explain: { target: 'gap:0:30000' },
  overview: {},
  query: { sql: 'SELECT count(*) AS n FROM kernel' },
  run_skill: { skill: 'top_kernels' },
  search: { text: 'flash' },
  suggest: {},
  timeline_slice: {},
};

async function connected(t, mode, folder = profiles) {
  const client = new Client({ name: 'nsys-ai-e2e', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp', folder] }));
  t.after(() => client.close());
  return client;
}

for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }]) {
  describe(`a client of the era ${JSON.stringify(mode)}`, () => {
    test('lists and calls every tool', async (t) => {
      const client = await connected(t, mode);
      const { tools } = await client.listTools();
      const opened = await client.callTool({ name: 'open_profile', arguments: { path: kRun } });
      const { profile } = opened.structuredContent;
      assert.ok(tools.length >= 9);
      for (const { name } of tools) {
        // Commands are allowed by a person alone.
        if (name === 'run_capture') {
          const refused = await client.callTool({ name, arguments: { command: ['true'] } });
          assert.match(refused.content[0].text, /may run no commands/);
          continue;
        }
        if (name === 'annotate') {
          const none = await client.callTool({ name, arguments: {} });
          assert.match(none.content[0].text, /no rounds of the annotation loop/);
          continue;
        }
        if (name === 'open_profile') continue;
        let about = kArguments[name] ? { profile, ...kArguments[name] } : {};
        if (name === 'diff') about = { before: [profile], after: [profile] };
        if (name === 'plan_capture') about = { command: ['python', 'train.py'] };
        const answer = await client.callTool({ name, arguments: about });
        assert.equal(answer.isError, false, `${name}: ${answer.content[0].text}`);
        assert.ok(answer.content[0].text.length > 40, name);
        if (name === 'query') assert.deepEqual(answer.structuredContent.rows, [{ n: 3936 }]);
        if (name === 'ask_query') assert.match(answer.content[0].text, /3,936/);
        if (name === 'explain') assert.match(answer.content[0].text, /8\.970 ms/);
      }
    });

    test('reads resources and prompts, and is told what there is not', async (t) => {
      const client = await connected(t, mode);
      const { resources } = await client.listResources();
      const read = await client.readResource({ uri: resources[0].uri });
      assert.match(read.contents[0].text, /## Symptom/);
      const { prompts } = await client.listPrompts();
      const got = await client.getPrompt({ name: prompts[0].name, arguments: { path: kRun } });
      assert.match(got.messages[0].content.text, /example/);
      await assert.rejects(client.readResource({ uri: 'nsys-ai:/book/nix' }), /Nothing has the address/);
      await assert.rejects(client.callTool({ name: 'nix' }), /There is no tool nix/);
    });

    test('gives up what it no longer wants, and asks on', async (t) => {
      const client = await connected(t, mode);
      const opened = await client.callTool({ name: 'open_profile', arguments: { path: kRun } });
      const { profile } = opened.structuredContent;
      const given = new AbortController();
      const sql = 'SELECT count(*) FROM kernel a, kernel b, kernel c';
      const slow = client.callTool({ name: 'query', arguments: { profile, sql } }, { signal: given.signal });
      setTimeout(() => given.abort(), 100);
      await assert.rejects(slow);
      const next = await client.callTool({ name: 'overview', arguments: { profile } });
      assert.equal(next.isError, false);
    });
  });
}

test('what lies outside of the folder is not opened', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nsys-ai-mcp-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const client = await connected(t, 'auto', folder);
  const answer = await client.callTool({ name: 'open_profile', arguments: { path: '/etc/hostname' } });
  assert.equal(answer.isError, true);
  assert.match(answer.content[0].text, /below the folders that this server may read/);
});
