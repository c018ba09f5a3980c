// Asks one of the server's questions about a profile: which one, with what parameters, and the answer in a tab.
import * as vscode from 'vscode';
import { answerPage } from '../answer_page';
import type { Context } from '../context';
import { fileName, subject } from '../locate';
import { PagePanel, type PageOwner } from '../page_panel';
import { kRetry, type Action, type PageState } from '../page_state';
import { Cancelled, problemOf, telling } from '../problem';
import { requestWithProgress } from '../progress';
import * as protocol from '../protocol';
import { opened } from './perfetto';

type Parameters = NonNullable<protocol.RunSkillParams['params']>;

const kChange: Action = { id: 'change', title: 'Change Parameters…' };

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.runSkill', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      await opened(context, path);
      const skill = await pickSkill(context);
      if (!skill) return;
      const parameters = await pickParameters(skill, {});
      if (parameters) await new AnswerPanel(context, path, skill, parameters).run();
    })),
  ];
}

async function pickSkill({ server }: Context): Promise<protocol.SkillInfo | undefined> {
  const { skills } = await server.request(protocol.methods.skills, {});
  const items = skills.map((skill) => ({
    label: skill.title,
    description: skill.name,
    detail: skill.doc.split('\n')[0],
    skill,
  }));
  const options = { title: 'Run Skill', placeHolder: 'A question to the profile', matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, { ...options, matchOnDetail: true }))?.skill;
}

// Every parameter has a default, so the first choice is to run. Values are sent as written: the server reads them.
async function pickParameters(skill: protocol.SkillInfo, given: Parameters): Promise<Parameters | undefined> {
  if (skill.params.length === 0) return {};
  const values = { ...given };
  for (;;) {
    const run = { label: '$(play) Run', description: '', detail: undefined, param: undefined };
    const items = skill.params.map((param) => ({
      label: param.name,
      description: String(values[param.name] ?? param.default),
      detail: param.doc,
      param,
    }));
    const options = { title: skill.title, placeHolder: 'Run, or choose a parameter to change it' };
    const chosen = await vscode.window.showQuickPick([run, ...items], options);
    if (!chosen) return undefined;
    if (!chosen.param) return values;
    const { name, doc, default: normal } = chosen.param;
    const value = await vscode.window.showInputBox({
      title: `${skill.title}: ${name}`,
      prompt: `${doc} Default: ${String(normal)}.`,
      value: String(values[name] ?? normal),
    });
    if (value === undefined) continue;
    if (value === String(normal)) {
      delete values[name];
    } else {
      values[name] = value;
    }
  }
}

class AnswerPanel implements PageOwner {
  private readonly panel_: PagePanel;
  private readonly disposed_ = new vscode.CancellationTokenSource();
  private cancellation_ = new vscode.CancellationTokenSource();

  constructor(
    private readonly context_: Context,
    private readonly path_: string,
    private readonly skill_: protocol.SkillInfo,
    private parameters_: Parameters,
  ) {
    const title = `${skill_.name}: ${fileName(path_)}`;
    const panel = vscode.window.createWebviewPanel('nsysAi.answer', title, vscode.ViewColumn.Active);
    this.panel_ = new PagePanel(context_.extension.extensionUri, panel, this);
    panel.onDidDispose(() => {
      this.disposed_.cancel();
      this.cancellation_.cancel();
    });
  }

  async run(): Promise<void> {
    this.cancellation_ = new vscode.CancellationTokenSource();
    const { server } = this.context_;
    const title = this.skill_.title;
    const actions = this.skill_.params.length > 0 ? [kChange] : [];
    this.show({ kind: 'loading', title, message: '' });
    try {
      const profile = await opened(this.context_, this.path_);
      const params = { profile, skill: this.skill_.name, params: this.parameters_ };
      const report = (progress: { message: string; percentage?: number }) =>
        this.show({ kind: 'loading', title, ...progress });
      const { token } = this.cancellation_;
      const answer = await requestWithProgress(server, protocol.methods.runSkill, params, report, token);
      this.show({ kind: 'page', page: answerPage(answer, this.skill_), actions });
    } catch (error) {
      const problem = problemOf(error);
      const sentence = problem instanceof Cancelled ? 'This was cancelled.' : problem.message;
      this.show({ kind: 'problem', sentence, hint: problem.hint, actions: [kRetry, ...actions] });
    }
  }

  async act(id: string): Promise<void> {
    if (id === 'cancel') return this.cancellation_.cancel();
    if (id === kRetry.id) return this.run();
    if (id !== kChange.id) return;
    const parameters = await pickParameters(this.skill_, this.parameters_);
    if (!parameters) return;
    this.parameters_ = parameters;
    await this.run();
  }

  async explain(target: string): Promise<string> {
    const { profiles, server } = this.context_;
    const profile = await profiles.handle(this.path_);
    return (await server.request(protocol.methods.explain, { profile, target })).markdown;
  }

  private show(state: PageState): void {
    if (!this.disposed_.token.isCancellationRequested) this.panel_.show(state);
  }
}
