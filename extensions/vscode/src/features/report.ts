// Writes the server's report on a run into a new Markdown document.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { subject } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.writeReport', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await context.profiles.handle(path);
      const { markdown } = await context.server.request(protocol.methods.report, { profile });
      const document = await vscode.workspace.openTextDocument({ content: markdown, language: 'markdown' });
      await vscode.window.showTextDocument(document, { preview: false });
    })),
  ];
}
