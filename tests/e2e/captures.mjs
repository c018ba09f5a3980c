// Real captures for tests that compare with them, and the example for those that only need a profile.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const support = path.join(here, '../support');
const build = process.env.NSYS_AI_BUILD || path.join(here, '../../build');

/** The folder of real captures; it need not be there. */
export const profiles = process.env.NSYS_AI_PROFILES || path.join(here, '../../../shared/profiles');
/** Those in it. */
export const captures = fs.existsSync(profiles)
  ? fs.readdirSync(profiles).filter((name) => name.endsWith('.sqlite')).map((name) => path.join(profiles, name)) : [];
/** Two processes with a GPU each, whose correlation ids collide. */
export const twoGpus = path.join(profiles, 'mfu_2gpu_before.sqlite');

/** What every test says that is skipped because a capture is not there. */
const sentence = fs.readFileSync(path.join(support, 'needs_captures.txt'), 'utf8').trim();
/** Why a test of this capture is skipped, or false. */
export const without = (capture) => (fs.existsSync(capture) ? false : sentence);
/** Why a test of all captures is skipped, or false. */
export const withoutCaptures = captures.length > 0 ? false : sentence;

/** Writes the example profile, two GPUs as well, into a file. */
export function writeExample(file) {
  execFileSync(process.env.NSYS_AI_SKETCH || path.join(build, 'tests/support/sketch'),
    [path.join(support, 'example.sketch'), file]);
}
