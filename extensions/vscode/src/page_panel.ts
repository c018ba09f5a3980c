// A webview that draws a profile. It shows the most recent state: VS Code discards the hidden document after a
// while to save memory, and a new document asks for the state again.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { HostMethods, PageState, TimeWindow, ViewMethods, ViewPlace } from './page_state';
import { problemOf, showProblem } from './problem';
import { Rpc } from './rpc';

// Handles a person's actions in the view, and a view that stays blank; the panel handles `ready` itself.
export interface PageOwner extends Omit<HostMethods, 'ready'> {
  stayedBlank(): void;
}

const kForgetHiddenAfterMs = 60_000;
const kBlankAfterMs = 6000;
const kNothing = '<!doctype html><title>Nsight profile</title>';

export class PagePanel {
  private readonly rpc_: Rpc<HostMethods, ViewMethods>;
  private state_: PageState | undefined;
  private forgetting_: NodeJS.Timeout | undefined;
  private isForgotten_ = false;
  private waiting_: NodeJS.Timeout | undefined;
  private isReady_ = false;

  constructor(
    private readonly extensionUri_: vscode.Uri,
    readonly panel: vscode.WebviewPanel,
    private readonly owner_: PageOwner,
  ) {
    const { webview } = panel;
    const told = (work: unknown) => void Promise.resolve(work).catch(showProblem);
    const answered = (work: Promise<unknown>) =>
      work.catch((error) => {
        throw problemOf(error);
      });
    this.rpc_ = new Rpc((message) => void webview.postMessage(message), {
      ready: () => {
        this.isReady_ = true;
        this.send();
      },
      act: (params) => told(owner_.act(params)),
      ask: (params, signal) => answered(owner_.ask(params, signal)),
      copy: (params) => owner_.copy(params),
      keep: (params) => owner_.keep(params),
      open: (params) => told(owner_.open(params)),
      other: (params) => told(owner_.other(params)),
      rankTimelines: (params) => told(owner_.rankTimelines(params)),
      timelines: (params) => told(owner_.timelines(params)),
      timelineReady: () => owner_.timelineReady(null),
      timelineMoved: (params) => owner_.timelineMoved(params),
      recall: (params) => owner_.recall(params),
      remember: (params) => owner_.remember(params),
      run: (params) => answered(owner_.run(params)),
      words: (params, signal) => answered(owner_.words(params, signal)),
      save: (params) => told(owner_.save(params)),
    });
    webview.onDidReceiveMessage((message) => this.rpc_.receive(message));
    webview.options = { enableScripts: true, localResourceRoots: [], enableForms: true };
    panel.iconPath = vscode.Uri.joinPath(extensionUri_, 'dist', 'icon.svg');
    panel.onDidChangeViewState(() => {
      this.forgetWhereHidden();
      this.watch();
    });
    panel.onDidDispose(() => {
      clearTimeout(this.forgetting_);
      clearTimeout(this.waiting_);
    });
    this.renew();
  }

  piece(id: string, text: string, restart: boolean): void {
    this.rpc_.call('piece', { id, text, restart }).catch(() => undefined);
  }

  follow(window: TimeWindow): void {
    this.rpc_.call('follow', { window }).catch(() => undefined);
  }

  // Discards the document inside, because its data is out of date.
  renew(): void {
    this.isForgotten_ = false;
    this.isReady_ = false;
    this.panel.webview.html = html(vscode.Uri.joinPath(this.extensionUri_, 'dist').fsPath);
    this.watch();
  }

  // Whether the document inside has asked for its state.
  get isReady(): boolean {
    return this.isReady_;
  }

  show(state: PageState): void {
    this.state_ = state;
    this.send();
  }

  // Stores the place that the document inside shows; a new document begins there.
  stand(place: ViewPlace): void {
    if (this.state_?.kind === 'profile') this.state_ = { ...this.state_, place };
  }

  // In an editor that runs in a browser, views may share one origin and with it one service worker; two that start
  // at the same time can wait for it for ever.
  private watch(): void {
    clearTimeout(this.waiting_);
    if (vscode.env.uiKind !== vscode.UIKind.Web || this.isReady_ || !this.panel.visible) return;
    this.waiting_ = setTimeout(() => {
      if (!this.isReady_) this.owner_.stayedBlank();
    }, kBlankAfterMs);
  }

  private forgetWhereHidden(): void {
    clearTimeout(this.forgetting_);
    if (this.panel.visible) {
      if (this.isForgotten_) this.renew();
      return;
    }
    this.forgetting_ = setTimeout(() => {
      this.isForgotten_ = true;
      this.panel.webview.html = kNothing;
    }, kForgetHiddenAfterMs);
  }

  private send(): void {
    if (this.state_) this.rpc_.call('show', this.state_).catch(() => undefined);
  }
}

// Embeds script and styles in the document: in a browser, a view that has just been moved cannot load files and
// stays blank.
function html(dist: string): string {
  const nonce = crypto.randomBytes(18).toString('base64');
  const text = (name: string) => fs.readFileSync(path.join(dist, name), 'utf8');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width">
    <title>Nsight profile</title>
    <style nonce="${nonce}">${text('page_view.css').replaceAll('</style', '<\\/style')}</style>
  </head>
  <body>
    <div id="root"></div>
    <script nonce="${nonce}">${text('page_view.js').replaceAll('</script', '<\\/script')}</script>
  </body>
</html>`;
}
