// The first start: the package as it was downloaded, and a home that is empty or has another program in ~/.local/bin.
//
// Needs the packages (build/packages, which ./dev package makes), chromium, and code-server, as vscode.e2e.mjs does;
// nothing is installed here, where there may be no network.
// Pictures go to build/screenshots.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { CodeServer, findCodeServer } from './vscode/code_server.mjs';
import { fillFolder, kChromium, kScreenshots } from './vscode/inputs.mjs';
import { Workbench } from './vscode/workbench.mjs';

const packages = path.resolve(import.meta.dirname, '..', '..', 'build', 'packages');
const machine = { x64: 'linux-x64', arm64: 'linux-arm64' }[process.arch];
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nsys-ai-first-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));

const vsixes = fs.existsSync(packages) ? fs.readdirSync(packages).filter((name) => name.endsWith('.vsix')) : [];
const platform = vsixes.find((name) => name.includes(machine));
const universal = vsixes.find((name) => !name.includes('linux'));
const facts = fillFolder(path.join(root, 'folder'));
let program;
const missing = await prepare();

async function prepare() {
  if (!platform || !universal) return 'there are no packages: ./dev package makes them';
  if (!fs.existsSync(kChromium)) return 'there is no chromium: install it, or name it in CHROMIUM';
  if (!facts) return 'there is no profile: name a folder in NSYS_AI_PROFILES, or build the tests for `sketch`';
  try {
    program = findCodeServer();
  } catch (error) {
    return error.message;
  }
  return false;
}

let starts = 0;

// An editor that was never started before, with an installed program of this protocol: `body` is given its workbench.
function start(name, vsix, protocol, body) {
  test(name, { skip: missing, timeout: 180_000 }, async () => {
    const own = path.join(root, `start-${++starts}`);
    const editor = new CodeServer(program, own, path.join(root, 'folder'), {});
    if (protocol) installProgram(own, protocol);
    let bench;
    try {
      await editor.installExtension(path.join(packages, vsix));
      await editor.start();
      bench = await Workbench.open(editor.url);
      await bench.waitForCommand('nsys-ai: Show Version');
      await body(bench);
    } catch (error) {
      await bench?.page.screenshot({ path: path.join(kScreenshots, 'vscode-first-failed.png') });
      throw error;
    } finally {
      await bench?.close();
      await editor.stop();
    }
  });
}

// A program that says it speaks another protocol, and is the extension's own in all else.
function installProgram(own, protocol) {
  const folder = path.join(own, 'home', '.local', 'bin');
  fs.mkdirSync(folder, { recursive: true });
  const script = `#!${process.execPath}
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const extensions = ${JSON.stringify(path.join(own, 'ext'))};
const own = fs.readdirSync(extensions).find((name) => name.startsWith('nsys-ai.'));
const real = path.join(extensions, own, 'bin', 'nsys-ai');
const as = (text) => text.replace(/(protocol |"protocolVersion":")\\d\\.\\d\\.\\d/g, '$1${protocol}');
if (process.argv[2] === '--version') {
  process.stdout.write(as(execFileSync(real, ['--version']).toString()));
} else {
  const server = spawn(real, process.argv.slice(2), { stdio: ['inherit', 'pipe', 'inherit'] });
  server.stdout.setEncoding('latin1').on('data', (text) => process.stdout.write(as(text), 'latin1'));
  server.on('exit', (code) => process.exit(code ?? 1));
}
`;
  fs.writeFileSync(path.join(folder, 'nsys-ai'), script, { mode: 0o755 });
  return folder;
}

const overviewOf = (bench) => bench.view().locator('article.nsys-page').waitFor();
const versionTold = async (bench) => {
  await bench.command('nsys-ai: Show Version');
  const told = await bench.notification('VS Code').first().innerText();
  await bench.command('Notifications: Clear All Notifications');
  return told;
};

start('with nothing installed, the example opens and a click opens a profile', platform, '', async (bench) => {
  await bench.command('nsys-ai: Open Example Profile');
  await overviewOf(bench);
  await bench.view().getByText('GPUs wait for the host').first().waitFor();
  await bench.pictures(kScreenshots, 'first-example');
  await bench.closeAllEditors();
  await bench.openFromExplorer(facts.file);
  await overviewOf(bench);
  assert.match(await versionTold(bench), /found by the extension/);
});

start('the walkthrough leads from the example to Perfetto', platform, '', async (bench) => {
  await bench.command('Welcome: Open Walkthrough...');
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'GPU profiles with nsys-ai' }).click();
  const steps = bench.page.locator('.gettingStartedContainer .getting-started-step');
  await steps.nth(3).waitFor();
  assert.equal(await steps.count(), 4);
  await bench.pictures(kScreenshots, 'first-walkthrough');
  await bench.page.getByRole('button', { name: 'Open Example Profile' }).first().click();
  await overviewOf(bench);
});

start('an installed program that is no newer is left alone, and that is told', platform, '0.0.1',
  async (bench) => {
    await bench.openFromExplorer(facts.file);
    await overviewOf(bench);
    assert.match(await versionTold(bench), /found by the extension.*is no newer: it speaks protocol 0\.0\.1/s);
  });

start('an installed program that speaks a newer protocol is taken, and what follows is told', platform,
  '9.0.0', async (bench) => {
    await bench.openFromExplorer(facts.file);
    await overviewOf(bench);
    const told = await bench.notification('speaks protocol 9.0.0').first().innerText();
    assert.match(told, /Install the extension of the program's release/);
    assert.match(await versionTold(bench), /found by ~\/\.local\/bin.*newer than the extension's own/s);
  });

start('the package without a program says what to do', universal, '', async (bench) => {
  await bench.openFromExplorer(facts.file);
  await bench.view().getByText('this package of the extension brings none').waitFor();
  await bench.view().getByText('Install the package for this platform').waitFor();
  await bench.pictures(kScreenshots, 'first-no-program');
});
