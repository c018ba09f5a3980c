// One click from a profile, also a remote one, to Perfetto in the browser of the person.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName, subject } from '../locate';
import { telling } from '../problem';
import { inNotification } from '../progress';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openInPerfetto', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await opened(context, path);
      await openInBrowser(await context.server.request(protocol.methods.openInPerfetto, { profile }));
    })),
  ];
}

// The handle of a profile; where it has to be read first, a notification tells how far that is.
export async function opened(context: Context, path: string): Promise<string> {
  if (context.profiles.isOpen(path)) return context.profiles.handle(path);
  return inNotification(fileName(path), async (report, token) => {
    const loading = context.profiles.open(path);
    const listening = [loading.onProgress(report), token.onCancellationRequested(() => loading.cancel())];
    return loading.done.then((info) => info.profile).finally(() => vscode.Disposable.from(...listening).dispose());
  });
}

async function openInBrowser(link: protocol.OpenInPerfettoResult): Promise<void> {
  if (await vscode.env.openExternal(await reachable(link))) return;
  const chosen = await vscode.window.showWarningMessage(
    `No browser was opened. The trace waits at ${link.url} on the machine of the server.`,
    'Copy Link',
    'Copy SSH Command',
  );
  if (chosen === 'Copy Link') await vscode.env.clipboard.writeText(link.url);
  if (chosen === 'Copy SSH Command') await vscode.env.clipboard.writeText(link.sshCommand);
}

// On a desktop, openExternal forwards the port itself and keeps path and query. In a browser, only the root of the
// port is translated, because a translation may lose the path.
async function reachable(link: protocol.OpenInPerfettoResult): Promise<vscode.Uri> {
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return vscode.Uri.parse(link.url, true);
  const root = await vscode.env.asExternalUri(vscode.Uri.parse(`http://127.0.0.1:${link.port}/`, true));
  return vscode.Uri.joinPath(root, ...link.path.split('/').filter(Boolean));
}
