// Another extension, which opens every file named *.sqlite by default, as viewers of databases do.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const kManifest = {
  name: 'other-sqlite', publisher: 'other', version: '1.0.0', description: 'Opens databases.', license: 'MIT',
  engines: { vscode: '^1.82.0' }, main: 'main.js', activationEvents: [],
  contributes: {
    customEditors: [{
      viewType: 'other.sqlite', displayName: 'Other Database', priority: 'default',
      selector: [{ filenamePattern: '*.sqlite' }],
    }],
  },
};

const kMain = `const vscode = require('vscode');
exports.activate = (context) => context.subscriptions.push(vscode.window.registerCustomEditorProvider('other.sqlite', {
  openCustomDocument: (uri) => ({ uri, dispose() {} }),
  resolveCustomEditor(document, panel) { panel.webview.html = '<p>Another editor</p>'; },
}));
`;

// Packs it in a scratch folder, and gives the package.
export async function packOther(root) {
  const folder = path.join(root, 'other');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(kManifest));
  fs.writeFileSync(path.join(folder, 'main.js'), kMain);
  fs.writeFileSync(path.join(folder, 'README.md'), 'Opens databases.\n');
  fs.writeFileSync(path.join(folder, 'LICENSE'), 'MIT\n');
  const file = path.join(root, 'other.vsix');
  const pack = ['--yes', '@vscode/vsce@3', 'package', '--no-dependencies', '--allow-missing-repository', '-o', file];
  await promisify(execFile)('npx', pack, { cwd: folder });
  return file;
}
