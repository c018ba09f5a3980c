// The editor of a profile: its overview, as the server writes it.
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName, kOverviewEditor, profilePath } from '../locate';
import { PagePanel, type PageOwner } from '../page_panel';
import { kOpenAsText, kOpenInPerfetto, kOpenTimeline, kRetry, type Action, type Notice } from '../page_state';
import { Cancelled, Problem, problemOf, waitsForServer } from '../problem';
import * as protocol from '../protocol';

const kReload: Action = { id: 'reload', title: 'Reload' };
const kOpenWith: Action = { id: 'openWith', title: 'Open With…' };
const kChangesSettleMs = 500;

export function activate(context: Context): vscode.Disposable[] {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor(document, panel) {
      const overview = new Overview(context, document.uri, panel);
      panel.onDidDispose(() => overview.dispose());
      void overview.load();
    },
  };
  return [
    vscode.window.registerCustomEditorProvider(kOverviewEditor, provider, { supportsMultipleEditorsPerDocument: true }),
  ];
}

class Overview implements PageOwner, vscode.Disposable {
  private readonly panel_: PagePanel;
  private readonly path_: string | undefined;
  private readonly disposables_: vscode.Disposable[] = [];
  private page_: protocol.Page | undefined;
  private problem_: Problem | undefined;
  private read_ = '';  // what the file looked like when it was read
  private turn_ = 0;   // of loads; an earlier one that ends late shows nothing

  constructor(
    private readonly context_: Context,
    uri: vscode.Uri,
    panel: vscode.WebviewPanel,
  ) {
    this.panel_ = new PagePanel(context_.extension.extensionUri, panel, this);
    this.path_ = profilePath(uri);
    if (this.path_ === undefined) return;
    const profile = this.path_;
    this.disposables_.push(
      context_.profiles.onDidReload((reloaded) => {
        if (reloaded === profile) void this.load();
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

  async act(id: string): Promise<void> {
    switch (id) {
      case kOpenInPerfetto.id:
        return void vscode.commands.executeCommand('nsysAi.openInPerfetto', this.uri());
      case kOpenTimeline.id:
        return void vscode.commands.executeCommand('nsysAi.openTimeline', this.uri());
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

  async explain(target: string): Promise<string> {
    return (await this.explained(target)).markdown;
  }

  async open(target: string): Promise<void> {
    const { uri } = await this.explained(target);
    if (uri === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await vscode.window.showTextDocument(document);
  }

  dispose(): void {
    this.turn_ += 1;
    vscode.Disposable.from(...this.disposables_).dispose();
  }

  private async explained(target: string): Promise<protocol.ExplainResult> {
    const { profiles, server } = this.context_;
    const profile = await profiles.handle(this.path_!);
    return server.request(protocol.methods.explain, { profile, target });
  }

  private uri(): vscode.Uri {
    return vscode.Uri.file(this.path_!);
  }

  private async read(show: (draw: () => void) => void): Promise<void> {
    if (this.path_ === undefined) {
      throw new Problem('Only files on the machine of the extensions can be opened.', 'Copy the profile there first.');
    }
    const { profiles, server } = this.context_;
    const loading = profiles.open(this.path_);
    const title = fileName(this.path_);
    show(() => this.panel_.show({ kind: 'loading', title, ...loading.latest }));
    const listening = loading.onProgress((progress) => {
      show(() => this.panel_.show({ kind: 'loading', title, ...progress }));
    });
    try {
      this.read_ = await look(this.path_);
      const { profile } = await loading.done;
      const { page } = await server.request(protocol.methods.viewOpen, { profile, view: 'overview' });
      this.page_ = page;
      show(() => this.showPage());
    } finally {
      listening.dispose();
    }
  }

  private showPage(notice?: Notice): void {
    if (!this.page_) return;
    this.problem_ = undefined;
    this.panel_.show({ kind: 'page', page: this.page_, actions: [kOpenAsText, kOpenTimeline, kOpenInPerfetto], notice });
  }

  private showProblem(problem: Problem): void {
    this.page_ = undefined;
    this.problem_ = problem;
    const remedies = problem.remedies.map(({ title, command }) => ({ id: command, title }));
    const cancelled = problem instanceof Cancelled;
    const actions = remedies.length > 0 || cancelled ? [kRetry, ...remedies] : [kRetry, kOpenWith];
    const sentence = cancelled ? 'Reading this profile was cancelled.' : problem.message;
    this.panel_.show({ kind: 'problem', sentence, hint: problem.hint, actions });
  }

  private async noticeChange(): Promise<void> {
    if (!this.page_) return;
    const now = await look(this.path_!);
    if (now === this.read_ || !this.page_) return;
    const text = now === '' ? 'The file is gone; this is what it held.' : 'The file has changed since it was read.';
    this.showPage({ text, action: kReload });
  }
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
