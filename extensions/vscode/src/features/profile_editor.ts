// The editor of a profile, which shows the server's views as tabs.
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openInBrowser } from '../browser_page';
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

// The methods that the webview may call on the server; all of them only read.
const kAsked = /^(askComplete|explain|viewOpen|timeline[A-Za-z]*)$/;
// Methods about language models, without a profile. Only a person gives consent, with a button of the view.
const kOfModels = /^model(Consent|Sent|Status)$/;
const kRun = ['nsys-ai.acceptRound', 'nsys-ai.suppressFinding', 'nsys-ai.takeBackRanges'];

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
  // A moved view keeps its document: in an editor that runs in a browser, a new document beside another one
  // sometimes stays blank.
  const webviewOptions = { enableFindWidget: true, retainContextWhenHidden: true };
  const options = { supportsMultipleEditorsPerDocument: true, webviewOptions };
  return kEditors.map((name) => vscode.window.registerCustomEditorProvider(name, provider, options));
}

const kMostReopened = 3;
const reopened = new Map<string, number>();  // count by file

class ProfileEditor implements PageOwner, ShownProfile, vscode.Disposable {
  private readonly panel_: PagePanel;
  private readonly path_: string | undefined;
  private readonly disposables_: vscode.Disposable[] = [];
  private shown_ = false;
  private reading_ = 0;  // the load of the file that is shown
  private place_: ViewPlace | undefined;
  private keeping_: NodeJS.Timeout | undefined;
  private problem_: Problem | undefined;
  private read_ = '';  // the state of the file when it was read
  private turn_ = 0;   // of loads; an outdated load shows nothing when it ends
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
    const result = await this.context_.server.execute(command, argument);
    const text = (result as { text?: string } | null)?.text;
    if (text) void vscode.window.showInformationMessage(text);
    return result;
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

  async other({ handle, place }: { handle: string; place: ViewPlace }): Promise<void> {
    const path = await this.context_.profiles.withHandle(handle);
    if (path !== undefined) await this.context_.editors.show(path, place);
  }

  async timelines({ against, isBase }: { against: string; isBase: boolean }): Promise<void> {
    const other = (await this.context_.profiles.withHandle(against)) ?? against;
    const [before, after] = isBase ? [this.path_, other] : [other, this.path_];
    await vscode.commands.executeCommand('nsysAi.showBothTimelines', before, after);
  }

  // In the browser: an editor shows one profile.
  async rankTimelines({ ranks }: { ranks: string }): Promise<void> {
    const { profiles, server } = this.context_;
    const profile = await profiles.handle(this.path_!);
    await openInBrowser(await server.request(protocol.methods.openTimeline, { profile, ranks }), `Ranks ${ranks}`);
  }

  timelineReady(): void {
    this.context_.editors.linked.ready(this.path_ ?? '');
  }

  timelineMoved({ window }: { window: TimeWindow }): void {
    this.context_.editors.linked.moved(this.path_ ?? '', window);
  }

  follow(window: TimeWindow): void {
    this.panel_.follow(window);
  }

  // Opens a new editor beside it under the second view type, because a view of the same type in the group would
  // close with the last of its tabs. Repeated failures have another cause.
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

  // The place that the editor shows, for a restart of VS Code, because VS Code saves the state of webviews too
  // rarely. Dropped when a person closes the editor.
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

  // Lets the server prepare the first answers while the webview's document loads.
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

// Distinguishes states of a file; empty if there is no file.
async function look(file: string): Promise<string> {
  return fs.stat(file).then((stat) => `${stat.ino} ${stat.size} ${stat.mtimeMs}`, () => '');
}

// Watches the folder, because a glob would interpret special characters in a file name.
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
