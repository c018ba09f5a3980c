// The timeline that nsys-ai draws itself: a tab of the profile's editor, wherever that runs.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { pathOf, subject } from '../locate';
import { telling } from '../problem';

// What a link, a card or a code action shows there: a profile by its address or path, and what to select.
interface Place {
  readonly profile?: unknown;
  readonly target?: unknown;
}

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.openTimeline', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path !== undefined) await context.editors.show(path, { view: 'timeline', params: {} });
    })),
    vscode.commands.registerCommand('nsysAi.showOnTimeline', telling(async (place?: Place) => {
      const path = pathOf(place?.profile) ?? (await subject(context));
      if (path === undefined) return;
      const params = typeof place?.target === 'string' ? { place: `at=${place.target}` } : undefined;
      await context.editors.show(path, { view: 'timeline', params: params ?? {} });
    })),
  ];
}
