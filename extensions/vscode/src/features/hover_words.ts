// A second hover beside the server's own: a language model's words that were paid for once, or the way to ask for them.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import { answerInWords } from '../progress';
import * as protocol from '../protocol';
import { kDocuments } from '../server';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.languages.registerHoverProvider(kDocuments, {
      // What has no words is no reason for a notification: the card stands beside it.
      provideHover: (document, position, token) => hover(context, document, position, token).catch(() => undefined),
    }),
    vscode.commands.registerCommand('nsysAi.explainInWords', telling(async (of: { path: string; target: string }) => {
      await context.editors.show(of.path, { view: 'ask', params: { target: of.target } });
    })),
  ];
}

async function hover(
  { server }: Context,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  if (server.health.state !== 'running') return undefined;
  const status = await server.request(protocol.methods.modelStatus, {}, token);
  if (!status.available || status.hover === 'off') return undefined;
  const { line, character } = position;
  const place = { textDocument: { uri: document.uri.toString() }, position: { line, character } };
  const at = await server.request(protocol.methods.targetAt, place, token);
  if (!at) return undefined;
  if (status.consent) {
    const asked = { profile: at.profile, target: at.target, keptOnly: status.hover !== 'always' };
    const words = await answerInWords(server, asked, () => undefined, token);
    if (words.outcome === 'words') return new vscode.Hover(new vscode.MarkdownString(`${words.text}\n\n${words.below}`));
  }
  if (status.hover === 'cached') return undefined;
  const argument = encodeURIComponent(JSON.stringify([{ path: at.path, target: at.target }]));
  const link = new vscode.MarkdownString(`[Explain in words](command:nsysAi.explainInWords?${argument})`);
  link.isTrusted = { enabledCommands: ['nsysAi.explainInWords'] };
  return new vscode.Hover(link);
}
