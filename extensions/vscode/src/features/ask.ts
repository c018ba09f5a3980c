// Asks a question in words in a tab of the profile's editor.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { subject } from '../locate';
import { telling } from '../problem';

export function activate(context: Context): vscode.Disposable[] {
  return [
    // Menus pass the clicked file, and a link passes its question.
    vscode.commands.registerCommand('nsysAi.ask', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const params: Record<string, string> = typeof clicked === 'string' ? { question: clicked } : {};
      await context.editors.show(path, { view: 'ask', params });
    })),
  ];
}
