// The server's generated documents, as plain text in which names answer a hover.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { documentUri, kDocumentScheme, profilePath, subject } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const languages = new Map<string, string>();

  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const document = await context.server.request(protocol.methods.document, { uri: uri.toString() });
      languages.set(uri.toString(), document.languageId);
      return document.text;
    },
  };

  return [
    changed,
    vscode.workspace.registerTextDocumentContentProvider(kDocumentScheme, provider),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const language = languages.get(document.uri.toString());
      if (language) void setLanguage(document, language);
    }),
    context.profiles.onDidReload((path) => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === kDocumentScheme && profilePath(uri) === path) changed.fire(uri);
      }
    }),
    vscode.commands.registerCommand('nsysAi.openAsText', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      await context.profiles.handle(path);
      const document = await vscode.workspace.openTextDocument(documentUri('overview', path));
      await vscode.window.showTextDocument(document, { preview: false });
    })),
  ];
}

async function setLanguage(document: vscode.TextDocument, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  if (document.languageId !== language && known.includes(language)) {
    await vscode.languages.setTextDocumentLanguage(document, language);
  }
}
