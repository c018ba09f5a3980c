// Builds the extension: one bundle for the extension host, one script and one style sheet for the webview.
// Usage: node esbuild.mjs [--production] [--watch]
import esbuild from 'esbuild';
import fs from 'node:fs';

const production = process.argv.includes('--production');
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  outdir: 'dist',
  logLevel: 'info',
};
const builds = [
  {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    external: ['vscode'],
  },
  {
    ...common,
    entryPoints: { page_view: 'src/webview/page_view.ts' },
    platform: 'browser',
    format: 'iife',
    target: 'chrome114',
    loader: { '.html': 'text' },
    // Webview scripts request data from the extension, not from an address relative to the module.
    define: { 'import.meta.url': '""' },
  },
];

fs.rmSync('dist', { recursive: true, force: true });
fs.mkdirSync('dist');
fs.copyFileSync('../web/icon.svg', 'dist/icon.svg');
if (production) fs.copyFileSync('../../LICENSE', 'LICENSE');
if (process.argv.includes('--watch')) {
  for (const build of builds) await (await esbuild.context(build)).watch();
} else {
  await Promise.all(builds.map((build) => esbuild.build(build)));
}
