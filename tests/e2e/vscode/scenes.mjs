// What all scenes in VS Code begin with: the extension, packed and installed in an editor of its own, with a folder of
// profiles and sources, and a browser that shows it.
//
// Needs the server (NSYS_AI_SERVER_PATH, else build/nsys-ai), the extension (NSYS_AI_VSIX, else it is packed), a
// profile (NSYS_AI_PROFILES, else the example that build's `sketch` writes), chromium, and code-server
// (get-code-server installs it).
// Pictures of every scene in a light and a dark theme go to build/screenshots.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { CodeServer, findCodeServer } from './code_server.mjs';
import { fillFolder, findServer, kChromium, kExtension, kScreenshots } from './inputs.mjs';
import { Workbench } from './workbench.mjs';

const run = promisify(execFile);
export const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nsys-ai-vscode-'));
export const folder = path.join(root, 'folder');
export let editor, bench, facts;

after(async () => {
  await bench?.close();
  await editor?.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

const missing = await prepare();

// A test of one thing that a person does; a picture is taken of where it fails, and what the views say is told.
export function scene(name, body) {
  test(name, { skip: missing, timeout: 300_000 }, (t) => body(t).catch(async (error) => {
    await bench.page.screenshot({ path: path.join(kScreenshots, 'vscode-failed.png') });
    t.diagnostic(`in front: ${await bench.inFront()}`);
    throw error;
  }));
}

// Starts everything. Returns what is missing, in words, or false.
async function prepare() {
  const server = findServer();
  if (!server) return 'there is no server: build it, or name it in NSYS_AI_SERVER_PATH';
  if (!fs.existsSync(kChromium)) return 'there is no chromium: install it, or name it in CHROMIUM';
  facts = fillFolder(folder);
  if (!facts) return 'there is no profile: name a folder in NSYS_AI_PROFILES, or build the tests for `sketch`';
  let program, vsix;
  try {
    program = findCodeServer();
    vsix = await pack();
  } catch (error) {
    return error.message;
  }
  editor = new CodeServer(program, root, folder, { 'nsysAi.server.path': server });
  await editor.installExtension(vsix);
  await editor.start();
  bench = await Workbench.open(editor.url, editor.settingsFile('Machine'));
  await bench.waitForCommand('nsys-ai: Show Version');
  return false;
}

// The package that people get (NSYS_AI_VSIX), else one of the sources as they are.
async function pack() {
  if (process.env.NSYS_AI_VSIX) return process.env.NSYS_AI_VSIX;
  const vsix = path.join(root, 'nsys-ai.vsix');
  const options = { cwd: kExtension, maxBuffer: 1 << 26 };
  try {
    if (!fs.existsSync(path.join(kExtension, 'node_modules'))) await run('npm', ['ci'], options);
  } catch (error) {
    throw new Error(`the extension's packages cannot be installed (${error.message.split('\n')[0]})`);
  }
  await run('npm', ['run', 'package', '--', '-o', vsix], options);
  return vsix;
}

export const view = () => bench.view();
export const tab = (name) => view().locator('.nsys-tab', { hasText: name });
export const pictures = (name) => bench.pictures(kScreenshots, name);
// Something else may take the focus meanwhile, and a person would press the key again.
export const zoomIn = async () => {
  const zoomed = view().locator('#state', { hasText: ' from ' });
  for (let tries = 1; ; tries += 1) {
    await view().locator('#rows').press('+');
    if (await zoomed.waitFor({ timeout: 3000 }).then(() => true, () => tries === 5)) break;
  }
  await zoomed.waitFor();
};
export const overview = () => drawn(() => bench.openFromExplorer(facts.file));

// Opens a profile, until its page is drawn. The first view of an editor in a browser was once seen to stay blank for as
// long as it was watched, though the extension makes a new one every six seconds: a person would load the page again.
// What was there instead is told.
export async function drawn(open) {
  await open();
  const page = view().locator('article.nsys-page');
  if (await page.waitFor().then(() => true, () => false)) return;
  console.error(`A view stayed blank:\n${await bench.inFront()}`);
  await bench.page.screenshot({ path: path.join(kScreenshots, 'vscode-blank.png') });
  await bench.page.reload();
  await bench.waitForCommand('nsys-ai: Show Version');
  await open();
  await page.waitFor();
}
