// Pages that the server shows to a browser: in the browser of the person, or in a tab of an editor that is in one.
import * as vscode from 'vscode';

// Where a page is, on the machine of the server.
export interface PageLink {
  readonly url: string;
  readonly port: number;
  readonly path: string;
  readonly sshCommand: string;
}

const kShowHere = 'Show Here';

/** `name` says what is shown, in the title of a tab. */
export async function openInBrowser(link: PageLink, name: string): Promise<void> {
  if (await vscode.env.openExternal(await reachable(link))) return;
  const chosen = await vscode.window.showWarningMessage(
    `No browser was opened. The page waits at ${link.url} on the machine of the server.`,
    ...(vscode.env.uiKind === vscode.UIKind.Web ? [kShowHere] : []),
    'Copy Link',
    'Copy SSH Command',
  );
  if (chosen === kShowHere) await showHere(link, name);
  if (chosen === 'Copy Link') await vscode.env.clipboard.writeText(link.url);
  if (chosen === 'Copy SSH Command') await vscode.env.clipboard.writeText(link.sshCommand);
}

// The same page in a tab of the editor. It may be framed by pages of its own origin alone, which those of an editor are
// that runs in a browser and forwards the port under its own address.
export async function showHere(link: PageLink, name: string): Promise<void> {
  const page = await reachable(link);
  const panel = vscode.window.createWebviewPanel(
    'nsysAi.browserPage',
    name,
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
async function reachable(link: PageLink): Promise<vscode.Uri> {
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return vscode.Uri.parse(link.url, true);
  const root = await vscode.env.asExternalUri(vscode.Uri.parse(`http://127.0.0.1:${link.port}/`, true));
  return vscode.Uri.joinPath(root, ...link.path.split('/').filter(Boolean));
}
