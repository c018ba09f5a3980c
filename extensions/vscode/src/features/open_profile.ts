// Opens and closes profiles from the palette and the explorer.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName, kOverviewEditor, pickProfile, profilePath, subject } from '../locate';
import { telling } from '../problem';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openProfile', telling(async (clicked?: unknown) => {
      const path = clicked instanceof vscode.Uri ? profilePath(clicked) : await pickProfile();
      if (path === undefined) return;
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(path), kOverviewEditor);
    })),
    vscode.commands.registerCommand('nsysAi.closeProfile', telling(async (clicked?: unknown) => {
      if (context.profiles.paths.length === 0) {
        await vscode.window.showInformationMessage('No profile is open.');
        return;
      }
      const path = await subject(context, clicked);
      if (path === undefined) return;
      await vscode.window.tabGroups.close(tabsOf(path));
      await context.profiles.close(path);
      vscode.window.setStatusBarMessage(`Closed ${fileName(path)}`, 3000);
    })),
  ];
}

function tabsOf(path: string): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => {
    const ours = input instanceof vscode.TabInputCustom && input.viewType === kOverviewEditor;
    return (ours || input instanceof vscode.TabInputText) && input.uri.scheme !== 'untitled' &&
      (ours || input.uri.scheme === 'nsys-ai') && profilePath(input.uri) === path;
  });
}
