// A folder with a small model and the rounds of `nsys-ai annotate loop` over it; a stand-in for the GPU and the profiler
// writes what the ranges of each round would have shown. Usage: node rounds.mjs FOLDER PROGRAM
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const kRepository = path.resolve(import.meta.dirname, '..', '..');

const kFiles = {
  'model.py': `import gpu

class SelfAttention:
    def qkv_proj(self, x):
        return gpu.launch("gemm_q", x) + gpu.launch("gemm_k", x) + gpu.launch("gemm_v", x)
    def forward(self, x):
        x = self.qkv_proj(x)
        x = gpu.launch("flash_fwd", x)
        return self.output_proj(x)
    def output_proj(self, x):
        return gpu.launch("gemm_out", x)

class Layer:
    def __init__(self):
        self.attention = SelfAttention()
    def forward(self, x):
        x = self.attention.forward(x)
        return self.mlp(x)
    def mlp(self, x):
        x = gpu.launch("gemm_up", x)
        x = gpu.launch("gelu", x)
        return gpu.launch("gemm_down", x)
`,
  'gpu.py': `lines, open_ranges, clock = [], [], [1000000]

def launch(name, x):
    at = clock[0]
    lines.append(f"gpu 0 stream 7 {name} {at + 5000}..{at + 5000 + 1000 * len(name)}ns [launch={at}..{at + 2000}ns]")
    clock[0] += 20000
    return x + 1

def push(text):
    clock[0] += 10
    open_ranges.append((text, clock[0]))

def pop():
    clock[0] += 10
    text, begin = open_ranges.pop()
    lines.append(f'nvtx thread 1 "{text}" {begin}..{clock[0]}ns')

def write(path):
    with open(path, "w") as file:
        file.write('device 0 "NVIDIA H200"\\nthread 1 "main"\\n' + "\\n".join(lines) + "\\n")
`,
  'nvtx.py': 'from gpu import pop as pop_range, push as push_range\n',
  'train.py': `import sys
import gpu
import model

def main(path):
    x, layer = 0, model.Layer()
    for step in range(3):
        x = layer.forward(x)
    gpu.write(path)

main(sys.argv[1])
`,
  'capture.sh': 'PYTHONPATH=$PYTHONPATH:. python3 train.py "$1.sketch" && "$SKETCH" "$1.sketch" "$1.sqlite"\n',
};

// The stand-in for the profiler; an editor that is started later hands it to its terminals.
process.env.SKETCH = process.env.NSYS_AI_SKETCH || path.join(kRepository, 'build', 'tests', 'support', 'sketch');

// Null where no profile can be written.
export function makeRounds(folder, program) {
  if (!fs.existsSync(process.env.SKETCH)) return null;
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(kFiles)) fs.writeFileSync(path.join(folder, name), text);
  const words = ['annotate', 'loop', 'model.py', '--entry', 'Layer.forward', '--', 'sh', 'capture.sh', '{output}'];
  return execFileSync(program, words, { cwd: folder, encoding: 'utf8' });
}

if (process.argv[1] === import.meta.filename) console.log(makeRounds(process.argv[2], path.resolve(process.argv[3])));
