// Shows nsys-ai's own timeline in a tab of the profile's editor, also remotely.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { pathOf, subject } from '../locate';
import { telling } from '../problem';

// The argument of a link, a card or a code action: a profile by its address or path, and a target or a part of the
// run.
interface Place {
  readonly profile?: unknown;
  readonly target?: unknown;
  readonly window?: { readonly startNs: unknown; readonly endNs: unknown };
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
      await context.editors.show(path, { view: 'timeline', params: paramsOf(place) });
    })),
  ];
}

function paramsOf(place: Place | undefined): Record<string, string> {
  if (typeof place?.target === 'string') return { place: `at=${place.target}` };
  return place?.window ? { place: `start=${place.window.startNs}&end=${place.window.endNs}` } : {};
}
