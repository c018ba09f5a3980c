// Opens profiles from the palette and the explorer, and closes them.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { editorOf, fileName, isOverview, kDocumentScheme, pickProfile, profilePath, subject } from '../locate';
import { keepHere } from '../other_databases';
import { telling } from '../problem';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openProfile', telling(async () => openOverview(await pickProfile()))),
    vscode.commands.registerCommand('nsysAi.openExample', telling(async () => {
      await openOverview(context.extension.asAbsolutePath('example/example.sqlite'));
    })),
    vscode.commands.registerCommand('nsysAi.openOverview', telling(async (clicked?: unknown) => {
      await openOverview(await subject(context, clicked));
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

async function openOverview(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  keepHere(path);
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(path), editorOf(path));
}

function tabsOf(path: string): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => {
    const document = input instanceof vscode.TabInputText && input.uri.scheme === kDocumentScheme;
    return (isOverview(input) || document) && profilePath(input.uri) === path;
  });
}
