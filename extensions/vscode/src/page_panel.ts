// A webview that draws pages of the server. It shows whatever state it was given last, also after it was hidden.
import * as crypto from 'node:crypto';
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
  private ready_ = false;

  constructor(
    extensionUri: vscode.Uri,
    readonly panel: vscode.WebviewPanel,
    owner: PageOwner,
  ) {
    const { webview } = panel;
    this.rpc_ = new Rpc((message) => void webview.postMessage(message), {
      ready: () => {
        this.ready_ = true;
        this.send();
      },
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
    webview.options = { enableScripts: true, localResourceRoots: [dist], enableForms: false };
    panel.iconPath = vscode.Uri.joinPath(dist, 'icon.svg');
    webview.html = html(webview, dist);
    // The document inside is thrown away while it is hidden, and made again when it is seen.
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.ready_ = false;
    });
  }

  show(state: PageState): void {
    this.state_ = state;
    this.send();
  }

  private send(): void {
    if (this.ready_ && this.state_) this.rpc_.call('show', this.state_).catch(() => undefined);
  }
}

function html(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = crypto.randomBytes(18).toString('base64');
  const source = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width">
    <link rel="stylesheet" href="${source('page_view.css')}">
  </head>
  <body>
    <main id="root"></main>
    <script nonce="${nonce}" src="${source('page_view.js')}"></script>
  </body>
</html>`;
}
