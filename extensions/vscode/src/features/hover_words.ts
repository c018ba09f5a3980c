// A second hover beside the server's: stored words of a language model, or a link that requests them.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import { answerInWords } from '../progress';
import * as protocol from '../protocol';
import { kDocuments } from '../server';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.languages.registerHoverProvider(kDocuments, {
      // Shows no error if there are no words, because the card is beside it.
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
