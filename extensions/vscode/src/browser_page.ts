// Shows pages of the server in the person's browser, or in a tab of an editor that runs in a browser.
import * as vscode from 'vscode';

// The address of a page on the server's machine.
export interface PageLink {
  readonly url: string;
  readonly port: number;
  readonly path: string;
  readonly sshCommand: string;
}

const kShowHere = 'Show Here';

/** `name` appears in the title of the tab. */
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

// Shows the page in a tab of the editor. Only pages of its own origin may frame it, which holds for an editor that
// runs in a browser and forwards the port under its own address.
export async function showHere(link: PageLink, name: string): Promise<void> {
  const page = await reachable(link);
  const panel = vscode.window.createWebviewPanel(
    'nsysAi.browserPage',
    name,
    vscode.ViewColumn.Active,
    // Otherwise the page would lose its data whenever another tab is in front.
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
