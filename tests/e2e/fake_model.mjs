// A language model that says what a script says (tests/agent/model/scripted_model.h).
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { here } from './browser.mjs';

export const fakeModel = path.join(process.env.NSYS_AI_BUILD ?? path.join(here, '../../build'), 'tests/agent/model/fake_model');

/** Where it listens, for the length of the test `t`. */
export async function startModel(t, script) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-'));
  fs.writeFileSync(path.join(folder, 'script'), script);
  const child = spawn(fakeModel, [path.join(folder, 'script')], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => {
    child.stdin.end();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return (await lines.next()).value;
}
