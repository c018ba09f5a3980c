// What a person decides about language models, and sees of what they were sent.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.modelConsent', telling(() => decide(context))),
    vscode.commands.registerCommand('nsysAi.showSent', telling(async () => {
      const { text } = await context.server.request(protocol.methods.modelSent, {});
      const document = await vscode.workspace.openTextDocument({ content: text, language: 'plaintext' });
      await vscode.window.showTextDocument(document);
    })),
  ];
}

async function decide({ server }: Context): Promise<void> {
  const status = await server.request(protocol.methods.modelStatus, {});
  if (!status.available) {
    void vscode.window.showInformationMessage(status.reason ?? '');
    return;
  }
  const act = status.consent ? 'Withdraw' : 'Agree';
  const chosen = await vscode.window.showInformationMessage(status.sends ?? '', { modal: true }, act);
  if (chosen) await server.request(protocol.methods.modelConsent, { given: !status.consent });
}
