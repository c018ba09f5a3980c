// How long a click on a profile in VS Code's explorer waits for facts, GPUs and kernels, and for what stands out.
//
//   node tests/e2e/vscode-bench.mjs PROFILE.sqlite [RUNS]
//
// In code-server, with the extension packed from this tree and build/nsys-ai; the profile is linked into a folder of
// its own. The first click starts the server; before each of the others the editor is closed and the server is
// started anew, so that what is warm is what the cache keeps. Prints milliseconds.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CodeServer, findCodeServer } from './vscode/code_server.mjs';
import { findServer, kExtension } from './vscode/inputs.mjs';
import { Workbench } from './vscode/workbench.mjs';

const [profile, runs = '4'] = process.argv.slice(2);
if (!profile) throw new Error('name a profile');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nsys-ai-vscode-bench-'));
const folder = path.join(root, 'folder');
fs.mkdirSync(folder);
const name = path.basename(profile);
fs.symlinkSync(path.resolve(profile), path.join(folder, name));
const vsix = path.join(root, 'nsys-ai.vsix');
execFileSync('npm', ['run', '--silent', 'package', '--', '-o', vsix], { cwd: kExtension, stdio: 'ignore' });
const editor = new CodeServer(findCodeServer(), root, folder, { 'nsysAi.server.path': findServer() });
await editor.installExtension(vsix);
await editor.start();
const bench = await Workbench.open(editor.url);
try {
  await bench.waitForCommand('nsys-ai: Show Version');
  for (let run = 0; run < Number(runs); run += 1) {
    const begun = performance.now();
    await bench.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).dblclick();
    const page = bench.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe').locator('.nsys-page');
    await page.getByRole('heading', { name: 'GPUs', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Kernels', exact: true }).waitFor();
    const facts = performance.now() - begun;
    await page.locator('.nsys-finding').first().waitFor();
    const all = performance.now() - begun;
    console.log(`${name}: facts, GPUs and kernels ${Math.round(facts)} ms, findings ${Math.round(all)} ms`);
    await bench.closeAllEditors();
    await bench.command('nsys-ai: Restart Server');
    await new Promise((resolve) => { setTimeout(resolve, 2000); });
  }
} finally {
  await bench.page.screenshot({ path: path.join(os.tmpdir(), 'vscode-bench.png') }).catch(() => {});
  await bench.close();
  await editor.stop();
  fs.rmSync(root, { recursive: true, force: true });
}
