// Chooses the open profile that measures source files.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [vscode.commands.registerCommand('nsysAi.chooseProfile', telling(() => chooseProfile(context)))];
}

async function chooseProfile({ server, profiles }: Context): Promise<void> {
  const open =
    server.health.state === 'running' ? (await server.request(protocol.methods.profiles, {})).profiles : [];
  if (open.length === 0) {
    await vscode.window.showInformationMessage('No profile is open.');
    return;
  }
  const choices = open.map((opened) => ({
    label: `${opened.active ? '$(check) ' : ''}${fileName(opened.path)}`,
    description: opened.path,
    path: profiles.pathOf(opened),
  }));
  const chosen = await vscode.window.showQuickPick(choices, { title: 'Measure the source with' });
  if (!chosen) return;
  // Opens a profile that only a document opened so far, which makes it the active one.
  if (profiles.isOpen(chosen.path)) await profiles.activate(chosen.path);
  else await profiles.open(chosen.path).done;
}
