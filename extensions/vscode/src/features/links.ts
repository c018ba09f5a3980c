// Links to a place in a profile that do not depend on a running server: they name the file and a target, and open
// this editor.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { subject } from '../locate';
import { telling } from '../problem';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.window.registerUriHandler({ handleUri: telling((uri: vscode.Uri) => open(context, uri)) }),
    vscode.commands.registerCommand('nsysAi.copyLink', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const query = inUri(new URLSearchParams({ path, ...context.editors.targetOf(path) }));
      const { id } = context.extension.extension;
      await vscode.env.clipboard.writeText(`${vscode.env.uriScheme}://${id}/open?${query}`);
      vscode.window.setStatusBarMessage('Copied a link to this profile', 3000);
    })),
  ];
}

// The editor decodes a link once before it passes the query on, so an `&` in a value would split it.
function inUri(query: URLSearchParams): string {
  return query.toString().replaceAll('%', '%25');
}

async function open({ editors }: Context, uri: vscode.Uri): Promise<void> {
  const query = new URLSearchParams(uri.query);
  const path = query.get('path');
  if (uri.path !== '/open' || !path) throw new Error(`${uri} names no profile to open.`);
  const at = query.get('at');
  const place = query.get('place') ?? (at ? `at=${at}` : undefined);
  const view = query.get('view') ?? (place === undefined ? 'overview' : 'timeline');
  await editors.show(path, { view, params: place === undefined ? {} : { place } });
}
