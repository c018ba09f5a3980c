// The timeline that nsys-ai draws itself: nothing but the server is needed to see it.
import * as vscode from 'vscode';
import { openInBrowser, showHere } from '../browser_page';
import type { Context } from '../context';
import { fileName, subject } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';
import { opened } from './perfetto';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openTimeline', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const profile = await opened(context, path);
      const link = await context.server.request(protocol.methods.openTimeline, { profile });
      const show = vscode.env.uiKind === vscode.UIKind.Web ? showHere : openInBrowser;
      await show(link, `Timeline: ${fileName(path)}`);
    })),
  ];
}
