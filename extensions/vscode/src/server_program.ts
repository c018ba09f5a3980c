// Finds the server's program, and checks it before it starts. The protocol versions of the bundled and the
// installed program decide which is newer.
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { kOpenServerPathSetting, kShowLog, Problem, problemOf } from './problem';
import { isNewer } from './protocol_version';
import { kServerPathSetting, readSettings } from './settings';

export interface ServerProgram {
  readonly path: string;
  readonly version: string;
  readonly protocol: string | undefined;  // missing in old programs
  readonly foundBy: string;
  readonly instead?: string;  // the program that this one replaces and the reason, as a sentence
}

interface Candidate {
  readonly path: string;
  readonly foundBy: string;
}

const kName = process.platform === 'win32' ? 'nsys-ai.exe' : 'nsys-ai';
const kEnvironment = 'NSYS_AI_SERVER_PATH';
const kVersionTimeoutMs = 10_000;

export async function findServerProgram(extensionPath: string): Promise<ServerProgram> {
  const candidate = named();
  if (candidate) return asked(candidate);
  const bundled = only({ path: path.join(extensionPath, 'bin', kName), foundBy: 'the extension' });
  const installed = searched();
  if (bundled && installed) return better(bundled, installed);
  const found = bundled ?? installed;
  if (found) return asked(found);
  throw new Problem(
    'The nsys-ai program was not found on this machine, and this package of the extension brings none.',
    `Install the package for this platform, or the program on PATH or as ~/.local/bin/nsys-ai, or name it in the setting ${kServerPathSetting}.`,
    [kOpenServerPathSetting],
  );
}

// The bundled program, which the extension was tested with, unless the other is newer or the only one that runs
// here.
async function better(bundled: Candidate, installed: Candidate): Promise<ServerProgram> {
  const [ours, other] = await Promise.allSettled([asked(bundled), asked(installed)]);
  if (ours.status === 'rejected') {
    if (other.status === 'rejected') throw ours.reason;
    return { ...other.value, instead: `The extension's own does not run here: ${problemOf(ours.reason).message}` };
  }
  if (other.status === 'rejected') return ours.value;
  const spoken = `it speaks protocol ${other.value.protocol ?? 'unknown'}, the extension's own ${ours.value.protocol}`;
  return isNewer(other.value.protocol, ours.value.protocol)
    ? { ...other.value, instead: `It is newer than the extension's own: ${spoken}.` }
    : { ...ours.value, instead: `${installed.path} is no newer: ${spoken}.` };
}

// A configured program is used even if it is missing: no other replaces it.
function named(): Candidate | undefined {
  const debug = process.env[kEnvironment];
  if (debug) return { path: debug, foundBy: `the environment variable ${kEnvironment}` };
  const { serverPath } = readSettings();
  return serverPath ? { path: serverPath, foundBy: `the setting ${kServerPathSetting}` } : undefined;
}

function searched(): Candidate | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = [
    ...folders.map((folder) => ({ path: path.join(folder, kName), foundBy: 'PATH' })),
    { path: path.join(os.homedir(), '.local', 'bin', kName), foundBy: '~/.local/bin' },
  ];
  return candidates.find((candidate) => isProgram(candidate.path));
}

function only(candidate: Candidate): Candidate | undefined {
  return isProgram(candidate.path) ? candidate : undefined;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

async function asked(candidate: Candidate): Promise<ServerProgram> {
  const { path: file, foundBy } = candidate;
  if (!isProgram(file)) {
    const why = fs.existsSync(file) ? 'is not a program' : 'does not exist';
    throw refused(candidate, `${file}, named by ${foundBy}, ${why}.`);
  }
  let output: string;
  try {
    ({ stdout: output } = await promisify(execFile)(file, ['--version'], { timeout: kVersionTimeoutMs }));
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const said = stderr?.trim().split('\n')[0] || (error as Error).message.split('\n')[0];
    throw refused(candidate, `${file}, found by ${foundBy}, does not run: ${said}`);
  }
  const match = /^nsys-ai\s+v?(\d+\.\d+\.\d+\S*)/m.exec(output);
  if (!match) throw refused(candidate, `${file}, found by ${foundBy}, is not the nsys-ai program.`);
  return { ...candidate, version: match[1], protocol: /\bprotocol (\d+\.\d+\.\d+)/.exec(output)?.[1] };
}

function refused(candidate: Candidate, sentence: string): Problem {
  const hint = candidate.foundBy.endsWith(kServerPathSetting)
    ? `Correct ${kServerPathSetting}, or clear it to search the usual places.`
    : `Name another one in the setting ${kServerPathSetting}.`;
  return new Problem(sentence, hint, [kOpenServerPathSetting, kShowLog]);
}
