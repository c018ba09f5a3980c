// A webview that draws pages of the server. It shows whatever state it was given last: the document inside is thrown
// away while it is hidden or moved, and asks for that state when it is made again.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { HostMethods, PageState, ViewMethods } from './page_state';
import { problemOf, showProblem } from './problem';
import { Rpc } from './rpc';

export interface PageOwner {
  act(id: string): unknown;
  explain?(target: string): Promise<string>;
  open?(target: string): unknown;
}

export class PagePanel {
  private readonly rpc_: Rpc<HostMethods, ViewMethods>;
  private state_: PageState | undefined;

  constructor(
    extensionUri: vscode.Uri,
    readonly panel: vscode.WebviewPanel,
    owner: PageOwner,
  ) {
    const { webview } = panel;
    this.rpc_ = new Rpc((message) => void webview.postMessage(message), {
      ready: () => this.send(),
      act: ({ id }) => {
        if (typeof id === 'string') Promise.resolve(owner.act(id)).catch(showProblem);
      },
      open: ({ target }) => {
        if (typeof target === 'string') Promise.resolve(owner.open?.(target)).catch(showProblem);
      },
      explain: async ({ target }) => {
        if (typeof target !== 'string' || !owner.explain) throw new Error('This cannot be explained.');
        return owner.explain(target).catch((error) => {
          throw problemOf(error);
        });
      },
    });
    webview.onDidReceiveMessage((message) => this.rpc_.receive(message));
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [], enableForms: false };
    panel.iconPath = vscode.Uri.joinPath(dist, 'icon.svg');
    webview.html = html(dist.fsPath);
  }

  show(state: PageState): void {
    this.state_ = state;
    this.send();
  }

  private send(): void {
    if (this.state_) this.rpc_.call('show', this.state_).catch(() => undefined);
  }
}

// Script and styles stand in the document itself: a file beside it is not served to a view that has just been moved in
// a browser, which stays blank then.
function html(dist: string): string {
  const nonce = crypto.randomBytes(18).toString('base64');
  const text = (name: string) => fs.readFileSync(path.join(dist, name), 'utf8');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width">
    <style nonce="${nonce}">${text('page_view.css').replaceAll('</style', '<\\/style')}</style>
  </head>
  <body>
    <main id="root"></main>
    <script nonce="${nonce}">${text('page_view.js').replaceAll('</script', '<\\/script')}</script>
  </body>
</html>`;
}
