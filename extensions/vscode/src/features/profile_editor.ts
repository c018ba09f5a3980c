// The editor of a profile: its views as tabs, as the server writes them.
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Context } from '../context';
import type { ShownProfile } from '../profile_editors';
import { fileName, kEditors, profilePath } from '../locate';
import { otherEditorOf } from '../other_databases';
import { PagePanel, type PageOwner } from '../page_panel';
import {
  kOpenAsText,
  kOpenInPerfetto,
  kRetry,
  type Action,
  type Notice,
  type TimeWindow,
  type ViewPlace,
} from '../page_state';
import { Cancelled, Problem, problemOf, showProblem, waitsForServer } from '../problem';
import { answerInWords } from '../progress';
import * as protocol from '../protocol';

const kReload: Action = { id: 'reload', title: 'Reload' };
const kOpenWith: Action = { id: 'openWith', title: 'Open With…' };
const kChangesSettleMs = 500;
const kKeepAfterMs = 300;

// What the webview may ask of the server; all of it only reads.
const kAsked = /^(askComplete|explain|viewOpen|timeline[A-Za-z]*)$/;
// Of language models and of no profile; consent is a person's to give, who presses a button of the view.
const kOfModels = /^model(Consent|Sent|Status)$/;
const kRun = ['nsys-ai.suppressFinding'];

export function activate(context: Context): vscode.Disposable[] {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    async resolveCustomEditor(document, panel) {
      const path = profilePath(document.uri);
      const other = path === undefined ? undefined : await otherEditorOf(path);
      if (other !== undefined) {
        const options = { viewColumn: panel.viewColumn, preview: false };
        void vscode.commands.executeCommand('vscode.openWith', document.uri, other, options)
          .then(() => panel.dispose(), showProblem);
        return;
      }
      const editor = new ProfileEditor(context, document.uri, panel);
      if (path !== undefined) editors.add(path, editor);
      panel.onDidDispose(() => {
        if (path !== undefined) editors.remove(path, editor);
        editor.dispose();
      });
      void editor.load();
    },
  };
  const editors = context.editors;
  // A view that is moved keeps its document: where the editor is a page of a browser, one that it makes anew beside
  // another stays blank at times.
  const webviewOptions = { enableFindWidget: true, retainContextWhenHidden: true };
  const options = { supportsMultipleEditorsPerDocument: true, webviewOptions };
  return kEditors.map((name) => vscode.window.registerCustomEditorProvider(name, provider, options));
}

const kMostReopened = 3;
const reopened = new Map<string, number>();  // how often, by file

class ProfileEditor implements PageOwner, ShownProfile, vscode.Disposable {
  private readonly panel_: PagePanel;
  private readonly path_: string | undefined;
  private readonly disposables_: vscode.Disposable[] = [];
  private shown_ = false;
  private reading_ = 0;  // which reading of the file is shown
  private place_: ViewPlace | undefined;
  private keeping_: NodeJS.Timeout | undefined;
  private problem_: Problem | undefined;
  private read_ = '';  // what the file looked like when it was read
  private turn_ = 0;   // of loads; an earlier one that ends late shows nothing
  private foreseen_: { link: string; answer: Promise<unknown> } | undefined;

  constructor(
    private readonly context_: Context,
    uri: vscode.Uri,
    panel: vscode.WebviewPanel,
  ) {
    this.panel_ = new PagePanel(context_.extension.extensionUri, panel, this);
    this.path_ = profilePath(uri);
    if (this.path_ === undefined) return;
    const profile = this.path_;
    this.place_ = context_.editors.wanted(profile) ?? context_.extension.workspaceState.get(this.kept());
    this.disposables_.push(
      context_.profiles.onDidReload((reloaded) => {
        if (reloaded !== profile) return;
        this.panel_.renew();
        void this.load();
      }),
      context_.server.onDidChange(({ state }) => {
        if (state === 'running' && this.problem_ && waitsForServer(this.problem_)) void this.load();
      }),
      panel.onDidChangeViewState(() => {
        if (panel.active) void context_.profiles.activate(profile);
      }),
      watchFile(profile, () => void this.noticeChange()),
    );
  }

  async load(): Promise<void> {
    const turn = ++this.turn_;
    const show = (draw: () => void) => {
      if (turn === this.turn_) draw();
    };
    try {
      await this.read((draw) => show(draw));
    } catch (error) {
      show(() => this.showProblem(problemOf(error)));
    }
  }

  get place(): ViewPlace | undefined {
    return this.place_;
  }

  get active(): boolean {
    return this.panel_.panel.active;
  }

  show(place: ViewPlace): void {
    this.place_ = place;
    this.panel_.panel.reveal();
    if (this.shown_) this.showViews();
  }

  async act({ id, window }: { id: string; window?: TimeWindow }): Promise<void> {
    switch (id) {
      case kOpenInPerfetto.id:
        return void vscode.commands.executeCommand('nsysAi.openInPerfetto', this.uri(), window);
      case kOpenAsText.id:
        return void vscode.commands.executeCommand('nsysAi.openAsText', this.uri());
      case kRetry.id:
        return this.load();
      case kReload.id:
        return this.context_.profiles.reload(this.path_!);
      case kOpenWith.id:
        return void vscode.commands.executeCommand('workbench.action.reopenWithEditor');
      case 'cancel':
        return this.context_.profiles.underWay.find((loading) => loading.path === this.path_)?.cancel();
      default: {
        const remedy = this.problem_?.remedies.find((each) => each.command === id);
        if (remedy) await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
      }
    }
  }

  async ask({ method, params }: { method: string; params: object }, signal: AbortSignal): Promise<unknown> {
    const { profiles, server } = this.context_;
    if (kOfModels.test(method)) return server.request(`nsys/${method}` as protocol.Method, params as never);
    if (!kAsked.test(method)) throw new Error(`A view does not ask for ${method}.`);
    if (method === 'viewOpen') {
      const foreseen = this.foreseen_;
      this.foreseen_ = undefined;
      if (foreseen?.link === JSON.stringify(params)) return foreseen.answer;
    }
    const profile = await profiles.handle(this.path_!);
    const name = `nsys/${method}` as protocol.Method;
    return server.request(name, { ...params, profile } as never, tokenOf(signal));
  }

  async words({ id, asked }: { id: string; asked: object }, signal: AbortSignal): Promise<unknown> {
    const { profiles, server } = this.context_;
    const params = { ...asked, profile: await profiles.handle(this.path_!) } as protocol.AnswerInWordsParams;
    return answerInWords(server, params, (text, restart) => this.panel_.piece(id, text, restart), tokenOf(signal));
  }

  async run({ command, argument }: { command: string; argument: object }): Promise<unknown> {
    if (!kRun.includes(command)) throw new Error(`A view does not run ${command}.`);
    return this.context_.server.execute(command, argument);
  }

  recall({ key }: { key: string }): unknown {
    return this.context_.extension.workspaceState.get(key);
  }

  remember({ key, value }: { key: string; value: unknown }): void {
    void this.context_.extension.workspaceState.update(key, value);
  }

  async save({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(path.dirname(this.path_!));
    const file = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, path.basename(name)) });
    if (file) await vscode.workspace.fs.writeFile(file, new Uint8Array(bytes));
  }

  copy({ text }: { text: string }): void {
    void vscode.env.clipboard.writeText(text);
  }

  keep({ place }: { place: ViewPlace }): void {
    this.place_ = place;
    this.panel_.stand(place);
    clearTimeout(this.keeping_);
    this.keeping_ = setTimeout(() => void this.context_.extension.workspaceState.update(this.kept(), place), kKeepAfterMs);
  }

  async open({ target }: { target: string }): Promise<void> {
    const { profiles, server } = this.context_;
    const profile = await profiles.handle(this.path_!);
    const { uri, range } = await server.request(protocol.methods.locate, { profile, target });
    const { line, character } = range.start;
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
      selection: new vscode.Range(line, character, line, character),
    });
  }

  // A new editor beside it, of our other name, has a view of its own in the same group, which would be closed with the
  // last of its tabs. What fails time after time has another cause.
  stayedBlank(): void {
    const times = reopened.get(this.path_ ?? '') ?? 0;
    if (this.path_ === undefined || times === kMostReopened) return;
    reopened.set(this.path_, times + 1);
    const { active, viewColumn, viewType } = this.panel_.panel;
    const place = this.place_ ?? { view: 'overview', params: {} };
    const options = { viewColumn, preserveFocus: !active, preview: false };
    const other = kEditors.find((name) => name !== viewType);
    void this.context_.editors.begin(this.path_, place, options, other)
      .then(() => this.panel_.panel.dispose(), showProblem);
  }

  dispose(): void {
    this.turn_ += 1;
    clearTimeout(this.keeping_);
    if (!this.context_.editors.isOpen(this.path_ ?? '')) void this.context_.extension.workspaceState.update(this.kept(), undefined);
    vscode.Disposable.from(...this.disposables_).dispose();
  }

  // Where the editor stands, for one that the editor brings back after a restart: what a webview keeps is written down
  // too seldom. A person who closes it begins anew.
  private kept(): string {
    return `place ${this.path_}`;
  }

  private uri(): vscode.Uri {
    return vscode.Uri.file(this.path_!);
  }

  private async read(show: (draw: () => void) => void): Promise<void> {
    if (this.path_ === undefined) {
      throw new Problem('Only files on the machine of the extensions can be opened.', 'Copy the profile there first.');
    }
    const loading = this.context_.profiles.open(this.path_);
    const title = fileName(this.path_);
    show(() => this.panel_.show({ kind: 'loading', title, ...loading.latest }));
    const listening = loading.onProgress((progress) => {
      show(() => this.panel_.show({ kind: 'loading', title, ...progress }));
    });
    try {
      this.read_ = await look(this.path_);
      await loading.done;
      show(() => {
        this.reading_ += 1;
        this.foresee();
        this.showViews();
      });
    } finally {
      listening.dispose();
    }
  }

  // While the document inside is still being made, the server finds out what it will ask for first.
  private foresee(): void {
    this.foreseen_ = undefined;
    const { view, params } = this.place_ ?? { view: 'overview', params: {} };
    if (this.panel_.isReady || view === 'timeline' || view === 'ask') return;
    const answer = this.ask({ method: 'viewOpen', params: { view, params } }, new AbortController().signal);
    answer.catch(() => undefined);
    this.foreseen_ = { link: JSON.stringify({ view, params }), answer };
  }

  private showViews(notice?: Notice): void {
    this.shown_ = true;
    this.problem_ = undefined;
    const title = fileName(this.path_!);
    this.panel_.show({ kind: 'profile', title, reading: this.reading_, place: this.place_, notice });
  }

  private showProblem(problem: Problem): void {
    this.shown_ = false;
    this.problem_ = problem;
    const remedies = problem.remedies.map(({ title, command }) => ({ id: command, title }));
    const cancelled = problem instanceof Cancelled;
    const actions = remedies.length > 0 || cancelled ? [kRetry, ...remedies] : [kRetry, kOpenWith];
    const sentence = cancelled ? 'Reading this profile was cancelled.' : problem.message;
    this.panel_.show({ kind: 'problem', sentence, hint: problem.hint, actions });
  }

  private async noticeChange(): Promise<void> {
    if (!this.shown_) return;
    const now = await look(this.path_!);
    if (now === this.read_ || !this.shown_) return;
    const text = now === '' ? 'The file is gone; this is what it held.' : 'The file has changed since it was read.';
    this.showViews({ text, action: kReload });
  }
}

function tokenOf(signal: AbortSignal): vscode.CancellationToken {
  const cancellation = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancellation.cancel());
  return cancellation.token;
}

// What tells one state of a file from another; empty where there is no file.
async function look(file: string): Promise<string> {
  return fs.stat(file).then((stat) => `${stat.ino} ${stat.size} ${stat.mtimeMs}`, () => '');
}

// The folder is watched, because a name may hold characters that a glob would take for its own.
function watchFile(file: string, changed: () => void): vscode.Disposable {
  const folder = new vscode.RelativePattern(vscode.Uri.file(path.dirname(file)), '*');
  const watcher = vscode.workspace.createFileSystemWatcher(folder);
  let settling: NodeJS.Timeout | undefined;
  const touched = (uri: vscode.Uri) => {
    if (uri.fsPath !== file) return;
    clearTimeout(settling);
    settling = setTimeout(changed, kChangesSettleMs);
  };
  watcher.onDidChange(touched);
  watcher.onDidCreate(touched);
  watcher.onDidDelete(touched);
  return vscode.Disposable.from(watcher, { dispose: () => clearTimeout(settling) });
}
