// A real VS Code to test in: code-server, which get-code-server keeps in a cache, run with a home of its own on a free
// port.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../browser.mjs';

const run = promisify(execFile);

// The program of an installed code-server; throws a sentence where there is none.
export function findCodeServer() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const folder = process.env.NSYS_AI_CODE_SERVER || path.join(cache, 'nsys-ai-tests', 'code-server');
  const program = path.join(folder, 'node_modules', '.bin', 'code-server');
  if (!fs.existsSync(program)) throw new Error('there is no code-server: tests/e2e/get-code-server installs it');
  return program;
}

export class CodeServer {
  // `root` is a scratch folder, `folder` what is opened, `settings` those of this machine.
  constructor(program, root, folder, settings) {
    this.program_ = program;
    this.root_ = root;
    this.folder_ = folder;
    fs.mkdirSync(path.join(root, 'home'), { recursive: true });
    fs.writeFileSync(path.join(root, 'config.yaml'), 'auth: none\n');
    this.writeSettings('User', kQuietSettings);
    this.writeSettings('Machine', settings);
  }

  get url() {
    return `http://127.0.0.1:${this.port_}/?folder=${encodeURIComponent(this.folder_)}`;
  }

  settingsFile(whose) {
    return path.join(this.root_, 'data', whose, 'settings.json');
  }

  writeSettings(whose, settings) {
    const file = this.settingsFile(whose);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(settings));
  }

  async installExtension(vsix) {
    const folders = ['--user-data-dir', path.join(this.root_, 'data'), '--extensions-dir', path.join(this.root_, 'ext')];
    await run(this.program_, [...folders, '--install-extension', vsix], { env: this.environment() });
  }

  async start() {
    this.port_ = await freePort();
    const log = fs.openSync(path.join(this.root_, 'code-server.log'), 'a');
    this.process_ = spawn(this.program_, [
      '--config', path.join(this.root_, 'config.yaml'), '--bind-addr', `127.0.0.1:${this.port_}`, '--auth', 'none',
      '--user-data-dir', path.join(this.root_, 'data'), '--extensions-dir', path.join(this.root_, 'ext'),
      '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust',
      '--disable-getting-started-override', '--ignore-last-opened',
    ], { env: this.environment(), stdio: ['ignore', log, log], detached: true });
    fs.closeSync(log);
    for (let waited = 0; ; waited += 100) {
      const healthy = await fetch(`http://127.0.0.1:${this.port_}/healthz`).then((reply) => reply.ok, () => false);
      if (healthy) return;
      if (waited > 30_000 || this.process_.exitCode !== null) throw new Error('code-server did not start');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  // The nsys-ai servers that run in this editor.
  serverPids() {
    return groupMembers(this.process_.pid).filter((pid) => {
      const words = commandLine(pid);
      return words.includes('serve') && words.some((word) => path.basename(word).startsWith('nsys-ai'));
    });
  }

  // Ends it and all that it started: nothing is left behind.
  async stop() {
    const group = this.process_?.pid;
    if (!group) return;
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      try {
        process.kill(-group, signal);
      } catch {
        return;
      }
      for (let waited = 0; waited < 3000 && groupMembers(group).length > 0; waited += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  environment() {
    const home = path.join(this.root_, 'home');
    const { NSYS_AI_SERVER_PATH, VSCODE_IPC_HOOK_CLI, ...rest } = process.env;
    return { ...rest, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), XDG_DATA_HOME: path.join(home, '.data') };
  }
}

export const kQuietSettings = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'update.mode': 'none',
  'chat.commandCenter.enabled': false,
  'window.commandCenter': false,
  'window.autoDetectColorScheme': true,
  'editor.hover.delay': 100,
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
};

function groupMembers(group) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
      return fields[0] !== 'Z' && Number(fields[2]) === group;
    } catch {
      return false;
    }
  });
}

function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
