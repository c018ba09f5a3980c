// A question in words, in the tab of the profile's editor that answers it.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { subject } from '../locate';
import { telling } from '../problem';

export function activate(context: Context): vscode.Disposable[] {
  return [
    // Menus give the file that was clicked, and a link its question.
    vscode.commands.registerCommand('nsysAi.ask', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const params: Record<string, string> = typeof clicked === 'string' ? { question: clicked } : {};
      await context.editors.show(path, { view: 'ask', params });
    })),
  ];
}
