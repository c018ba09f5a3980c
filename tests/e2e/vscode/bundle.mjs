// A module of the extension, for tests that stand in for the editor: what it imports as `vscode` is `standIn`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { kExtension } from './inputs.mjs';

/** Bundles extensions/vscode/src/`name`.ts into `outfile` and loads it. */
export async function bundled(name, standIn, outfile) {
  globalThis.standIn = standIn;
  const { build } = createRequire(path.join(kExtension, 'package.json'))('esbuild');
  const vscode = {
    name: 'vscode',
    setup: (bundle) => {
      bundle.onResolve({ filter: /^vscode(-languageclient\/node)?$/ }, ({ path: wanted }) => ({ path: wanted, namespace: 'editor' }));
      bundle.onLoad({ filter: /^vscode$/, namespace: 'editor' }, () => ({ contents: 'module.exports = globalThis.standIn;' }));
      bundle.onLoad({ filter: /languageclient/, namespace: 'editor' }, () =>
        ({ contents: 'exports.ResponseError = exports.ProgressType = class {}; exports.LSPErrorCodes = {}; exports.WorkDoneProgress = {};' }));
    },
  };
  const entry = path.join(kExtension, 'src', `${name}.ts`);
  await build({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', outfile, plugins: [vscode] });
  return import(pathToFileURL(outfile).href);
}
