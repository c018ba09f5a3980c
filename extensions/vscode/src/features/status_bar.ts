// One item in the status bar: the profile that measures source files, and the state of the server.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName } from '../locate';
import { telling } from '../problem';

interface Choice extends vscode.QuickPickItem {
  readonly command?: string;
}

export function activate(context: Context): vscode.Disposable[] {
  const item = vscode.window.createStatusBarItem('nsysAi.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'nsys-ai';
  item.command = 'nsysAi.showMenu';
  const draw = () => {
    item.text = text(context);
    item.tooltip = tooltip(context);
    const failed = context.server.health.state === 'failed';
    item.backgroundColor = failed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
  };
  draw();
  item.show();
  return [
    item,
    context.server.onDidChange(draw),
    context.profiles.onDidChange(draw),
    vscode.commands.registerCommand('nsysAi.showMenu', telling(() => showMenu(context))),
  ];
}

function text({ server, profiles }: Context): string {
  const loading = profiles.underWay[0];
  if (loading) {
    const { percentage } = loading.latest;
    const far = percentage === undefined ? '' : ` ${Math.round(percentage)} %`;
    return `$(loading~spin) ${plain(fileName(loading.path))}${far}`;
  }
  switch (server.health.state) {
    case 'starting':
      return '$(loading~spin) nsys-ai';
    case 'failed':
      return '$(error) nsys-ai';
    case 'stopped':
      return '$(circle-slash) nsys-ai';
    case 'running':
      return profiles.active ? `$(graph) ${plain(profiles.active.fileName)}` : '$(graph) nsys-ai';
  }
}

// Removes characters of a file name that the status bar would draw as an icon.
function plain(name: string): string {
  return name.replaceAll('$(', '$\u200b(');
}

function tooltip({ server, profiles }: Context): vscode.MarkdownString {
  const card = new vscode.MarkdownString();
  const { health } = server;
  if (profiles.active) {
    card.appendMarkdown('**').appendText(profiles.active.fileName).appendMarkdown('** measures the source files.\n\n');
  }
  switch (health.state) {
    case 'running':
      card.appendText(`The nsys-ai server ${health.program.version} is running.`);
      break;
    case 'starting':
      card.appendText('The nsys-ai server is starting.');
      break;
    case 'stopped':
      card.appendText('The nsys-ai server is not running. It starts when a profile is opened.');
      break;
    case 'failed':
      card.appendText([health.problem.message, health.problem.hint].filter(Boolean).join(' '));
  }
  return card;
}

async function showMenu({ server, profiles }: Context): Promise<void> {
  const running = server.health.state === 'running';
  const profile: Choice[] = profiles.active
    ? [
        { label: profiles.active.fileName, kind: vscode.QuickPickItemKind.Separator },
        { label: '$(graph) Open Overview', command: 'nsysAi.openOverview' },
        { label: '$(link-external) Open in Perfetto', command: 'nsysAi.openInPerfetto' },
        { label: '$(graph-line) Open Timeline', command: 'nsysAi.openTimeline' },
        { label: '$(file-text) Open as Text', command: 'nsysAi.openAsText' },
        { label: '$(beaker) Run Skill…', command: 'nsysAi.runSkill' },
        { label: '$(markdown) Write Report', command: 'nsysAi.writeReport' },
        { label: '$(arrow-swap) Choose Profile…', command: 'nsysAi.chooseProfile' },
        { label: '$(close) Close Profile', command: 'nsysAi.closeProfile' },
      ]
    : [];
  const choices: Choice[] = [
    ...profile,
    { label: 'nsys-ai', kind: vscode.QuickPickItemKind.Separator },
    { label: '$(folder-opened) Open Profile…', command: 'nsysAi.openProfile' },
    { label: '$(output) Show Log', command: 'nsysAi.showLog' },
    ...(running
      ? [
          { label: '$(debug-restart) Restart Server', command: 'nsysAi.restartServer' },
          { label: '$(debug-stop) Stop Server', command: 'nsysAi.stopServer' },
        ]
      : [{ label: '$(debug-start) Start Server', command: 'nsysAi.startServer' }]),
    { label: '$(info) Show Version', command: 'nsysAi.showVersion' },
  ];
  const chosen = await vscode.window.showQuickPick(choices, { title: 'nsys-ai' });
  if (chosen?.command) await vscode.commands.executeCommand(chosen.command);
}
