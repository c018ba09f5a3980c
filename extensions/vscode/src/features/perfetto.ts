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
      await openInBrowser(await context.server.request(protocol.methods.openInPerfetto, { profile }), path);
    })),
    vscode.commands.registerCommand('nsysAi.openInPerfettoHere', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await opened(context, path);
      await showHere(await context.server.request(protocol.methods.openInPerfetto, { profile }), path);
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

const kShowHere = 'Show Here';

async function openInBrowser(link: protocol.OpenInPerfettoResult, path: string): Promise<void> {
  if (await vscode.env.openExternal(await reachable(link))) return;
  const chosen = await vscode.window.showWarningMessage(
    `No browser was opened. The trace waits at ${link.url} on the machine of the server.`,
    ...(vscode.env.uiKind === vscode.UIKind.Web ? [kShowHere] : []),
    'Copy Link',
    'Copy SSH Command',
  );
  if (chosen === kShowHere) await showHere(link, path);
  if (chosen === 'Copy Link') await vscode.env.clipboard.writeText(link.url);
  if (chosen === 'Copy SSH Command') await vscode.env.clipboard.writeText(link.sshCommand);
}

// The same page in a tab of the editor. It may be framed by pages of its own origin alone, which those of an editor are
// that runs in a browser and forwards the port under its own address.
async function showHere(link: protocol.OpenInPerfettoResult, path: string): Promise<void> {
  const page = await reachable(link);
  const panel = vscode.window.createWebviewPanel(
    'nsysAi.perfetto',
    `Perfetto: ${fileName(path)}`,
    vscode.ViewColumn.Active,
    // What the page has read would be lost each time that another tab is looked at.
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panel.webview.html = `<!doctype html>
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; frame-src ${page.scheme}://${page.authority}">
<style>html, body, iframe { border: 0; height: 100%; margin: 0; padding: 0; width: 100% }</style>
<iframe src="${page.toString(true)}" allow="clipboard-write"></iframe>`;
}

// On a desktop, openExternal forwards the port itself and keeps path and query. In a browser, only the root of the
// port is translated, because a translation may lose the path.
async function reachable(link: protocol.OpenInPerfettoResult): Promise<vscode.Uri> {
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return vscode.Uri.parse(link.url, true);
  const root = await vscode.env.asExternalUri(vscode.Uri.parse(`http://127.0.0.1:${link.port}/`, true));
  return vscode.Uri.joinPath(root, ...link.path.split('/').filter(Boolean));
}
