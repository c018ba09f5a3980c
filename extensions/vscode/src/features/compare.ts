// Compares profiles: from the palette, from the explorer, and both timelines one above the other.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName, pathOf, pickProfile, profilePath, subject } from '../locate';
import type { ViewPlace } from '../page_state';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    context.editors.linked,
    vscode.commands.registerCommand('nsysAi.compareWith', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      const base = path === undefined ? undefined : await chooseBase(context, path);
      if (path !== undefined && base !== undefined) await compare(context, base, path);
    })),
    // The first of the selected files is the base; the page can exchange them.
    vscode.commands.registerCommand('nsysAi.compareSelected', telling(async (_clicked?: unknown, selected?: unknown) => {
      const paths = (Array.isArray(selected) ? selected : [])
        .map((uri) => (uri instanceof vscode.Uri ? profilePath(uri) : undefined))
        .filter((path) => path !== undefined);
      if (paths.length !== 2) {
        await vscode.window.showInformationMessage('Select two profiles in the explorer, then compare them.');
        return;
      }
      await compare(context, paths[0], paths[1]);
    })),
    vscode.commands.registerCommand('nsysAi.showBothTimelines', telling(async (base?: unknown, other?: unknown) => {
      const [before, after] = [pathOf(base), pathOf(other)];
      if (before !== undefined && after !== undefined) await showBothTimelines(context, before, after);
    })),
    vscode.commands.registerCommand('nsysAi.alignTimelines', telling(() => context.editors.linked.choose())),
  ];
}

async function chooseBase({ profiles }: Context, path: string): Promise<string | undefined> {
  const kOther = { label: '$(folder-opened) Another file…', description: '' };
  const open = profiles.paths.filter((other) => other !== path);
  if (open.length === 0) return pickProfile();
  const choices = [...open.map((other) => ({ label: fileName(other), description: other })), kOther];
  const title = `Compare ${fileName(path)} with the base`;
  const chosen = await vscode.window.showQuickPick(choices, { title });
  return chosen === kOther ? pickProfile() : chosen?.description;
}

async function compare(context: Context, base: string, path: string): Promise<void> {
  // The profile that is compared with it stays the active one.
  await context.profiles.open(base).done;
  await context.profiles.open(path).done;
  await context.editors.show(path, { view: 'compare', params: { against: base } });
}

const kTimeline: ViewPlace = { view: 'timeline', params: {} };

async function showBothTimelines({ editors, profiles, server }: Context, before: string, after: string): Promise<void> {
  const handles = { before: await profiles.handle(before), after: await profiles.handle(after) };
  const { places } = await server.request(protocol.methods.alignedTimes, handles);
  await editors.show(before, kTimeline);
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  // The former editor may take the focus back meanwhile.
  const below = vscode.window.tabGroups.all.find(({ tabs }) => tabs.length === 0);
  await editors.begin(after, kTimeline, { preview: false, viewColumn: below?.viewColumn });
  editors.linked.begin(before, after, places);
}
