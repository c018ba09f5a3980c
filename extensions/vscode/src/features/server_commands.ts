// Commands about the server itself; all of them work while it is down.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import { findServerProgram } from '../server_program';
import { kReadAtStart } from '../settings';

export function activate(context: Context): vscode.Disposable[] {
  const { server, log, extension } = context;
  const command = (name: string, body: () => unknown) =>
    vscode.commands.registerCommand(`nsysAi.${name}`, telling(body));
  return [
    command('showLog', () => log.show()),
    command('startServer', () => server.start()),
    command('stopServer', () => server.stop()),
    command('restartServer', () => server.restart()),
    command('showVersion', () => showVersion(context)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      const name = kReadAtStart.find((each) => event.affectsConfiguration(each));
      if (!name || server.health.state === 'stopped') return;
      // A starting server may have read the former settings.
      if (server.health.state === 'starting') await server.running().catch(() => undefined);
      if (server.health.state === 'failed') return telling(() => server.restart())();
      const chosen = await vscode.window.showInformationMessage(
        `${name} takes effect when the nsys-ai server restarts.`,
        'Restart Now',
      );
      if (chosen) await telling(() => server.restart())();
    }),
  ];

  async function showVersion({ server }: Context): Promise<void> {
    const program = server.health.state === 'running' ? server.health.program : undefined;
    const found = program ?? (await findServerProgram(extension.extensionPath));
    const lines = [
      `Extension ${extension.extension.packageJSON.version}`,
      `Server ${found.version} at ${found.path}, found by ${found.foundBy}${found.instead ? `. ${found.instead.replace(/\.$/, '')}` : ''}`,
      server.health.state === 'running'
        ? `Running; protocol ${server.health.protocolVersion ?? 'not told'}`
        : 'Not running',
      `VS Code ${vscode.version}`,
    ];
    const chosen = await vscode.window.showInformationMessage(`${lines.join('. ')}.`, 'Copy');
    if (chosen) await vscode.env.clipboard.writeText(lines.join('\n'));
  }
}
