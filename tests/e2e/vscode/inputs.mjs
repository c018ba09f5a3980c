// What the tests open: a profile with facts that are known of it, source files that name what it measured, and files
// that are no profiles.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const kRepository = path.resolve(import.meta.dirname, '..', '..', '..');

// Facts by plain SQL on the files: a kernel, how its row of the overview's table begins, and the label of an NVTX range.
const kKnown = {
  real: {
    file: 'mfu_2gpu_before.sqlite',
    kernels: '4,010',
    kernel: 'flash_fwd_kernel',
    row: '  flash::flash_fwd_kernel',
    calls: '68',
    total: '272.3',
    label: 'ncclSend',
    labelCount: '132',
    finding: 'GPUs wait for the host',
  },
  example: {
    file: 'example.sqlite',
    kernels: '3,936',
    kernel: 'flash_fwd_kernel',
    row: '  flash::flash_fwd_kernel',
    calls: '64',
    total: '25.6',
    label: 'optimizer',
    labelCount: '16',
    finding: 'GPUs wait for the host',
  },
};

export function findServer() {
  const file = process.env.NSYS_AI_SERVER_PATH || path.join(kRepository, 'build', 'nsys-ai');
  return fs.existsSync(file) ? path.resolve(file) : undefined;
}

export const kChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const kScreenshots = path.join(kRepository, 'build', 'screenshots');
export const kExtension = path.join(kRepository, 'extensions', 'vscode');

// Fills a folder and returns the facts of its profile; nothing where there is no profile and none can be written.
export function fillFolder(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const facts = copyReal(folder) ?? writeExample(folder);
  if (!facts) return undefined;
  fs.copyFileSync(path.join(folder, facts.file), path.join(folder, 'second.sqlite'));
  fs.writeFileSync(path.join(folder, 'notes.sqlite'), 'These are notes and no database.\n');
  fs.writeFileSync(path.join(folder, 'attention.cu'), `// Attention for one head.
__global__ void ${facts.kernel}(const float *q, float *out) {
  out[threadIdx.x] = q[threadIdx.x];
}
`);
  fs.writeFileSync(path.join(folder, 'train.py'), `import torch


def step(model, batch):
    with torch.cuda.nvtx.range("${facts.label}"):
        return model(batch)
`);
  return facts;
}

function copyReal(folder) {
  const profiles = process.env.NSYS_AI_PROFILES || path.join(kRepository, '..', 'shared', 'profiles');
  const source = path.join(profiles, kKnown.real.file);
  if (!fs.existsSync(source)) return undefined;
  fs.copyFileSync(source, path.join(folder, kKnown.real.file));
  fs.chmodSync(path.join(folder, kKnown.real.file), 0o644);
  return kKnown.real;
}

function writeExample(folder) {
  const program = process.env.NSYS_AI_SKETCH || path.join(kRepository, 'build', 'tests', 'support', 'sketch');
  if (!fs.existsSync(program)) return undefined;
  const sketch = path.join(kRepository, 'tests', 'support', 'example.sketch');
  execFileSync(program, [sketch, path.join(folder, kKnown.example.file)]);
  return kKnown.example;
}
