// Opens a profile, also a remote one, in Perfetto in the person's browser with one click.
import * as vscode from 'vscode';
import { openInBrowser, showHere } from '../browser_page';
import type { Context } from '../context';
import { fileName, subject } from '../locate';
import { telling } from '../problem';
import { inNotification } from '../progress';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openInPerfetto', telling(async (clicked?: unknown, part?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await opened(context, path);
      const window = isWindow(part) ? part : undefined;
      const link = await context.server.request(protocol.methods.openInPerfetto, { profile, window });
      await openInBrowser(link, `Perfetto: ${fileName(path)}`);
    })),
    vscode.commands.registerCommand('nsysAi.openInPerfettoHere', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await opened(context, path);
      const link = await context.server.request(protocol.methods.openInPerfetto, { profile });
      await showHere(link, `Perfetto: ${fileName(path)}`);
    })),
  ];
}

// Menus pass their own arguments to commands.
function isWindow(part: unknown): part is protocol.TimeWindow {
  return typeof part === 'object' && part !== null && 'startNs' in part && 'endNs' in part;
}

// The handle of a profile; shows a notification with progress if it has to be loaded first.
export async function opened(context: Context, path: string): Promise<string> {
  if (context.profiles.isOpen(path)) return context.profiles.handle(path);
  return inNotification(fileName(path), async (report, token) => {
    const loading = context.profiles.open(path);
    const listening = [loading.onProgress(report), token.onCancellationRequested(() => loading.cancel())];
    return loading.done.then((info) => info.profile).finally(() => vscode.Disposable.from(...listening).dispose());
  });
}
