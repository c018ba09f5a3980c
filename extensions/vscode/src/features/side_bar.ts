// The side bar: open profiles with their findings and bookmarks, and recent profiles.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName } from '../locate';
import type { ViewPlace } from '../page_state';
import { telling } from '../problem';
import * as protocol from '../protocol';

interface Item {
  readonly label: string;
  readonly path: string;
  readonly place: ViewPlace;
  readonly icon: string;
  readonly detail?: string;
  readonly context?: string;
  readonly children?: () => Promise<Item[]>;
}

const kRecent = 'nsysAi.recent';
const kMostRecent = 20;
const kOverview: ViewPlace = { view: 'overview', params: {} };
const kIcons: Record<protocol.Severity, string> = { high: 'error', medium: 'warning', low: 'info', information: 'lightbulb' };

class Tree implements vscode.TreeDataProvider<Item> {
  private readonly changed_ = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed_.event;

  constructor(private readonly roots_: () => Item[]) {}

  renew(): void {
    this.changed_.fire();
  }

  getTreeItem(item: Item): vscode.TreeItem {
    const state = item.children ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
    const drawn = new vscode.TreeItem(item.label, state);
    drawn.iconPath = new vscode.ThemeIcon(item.icon);
    drawn.description = item.detail;
    drawn.tooltip = item.children ? item.path : item.label;
    drawn.contextValue = item.context;
    drawn.command = { command: 'nsysAi.showView', title: 'Show', arguments: [item.path, item.place] };
    return drawn;
  }

  async getChildren(item?: Item): Promise<Item[]> {
    return item ? ((await item.children?.()) ?? []) : this.roots_();
  }
}

export function activate(context: Context): vscode.Disposable[] {
  const { editors, extension, profiles } = context;
  const recent = () => extension.globalState.get<string[]>(kRecent, []);
  const open = new Tree(() => profiles.paths.map((path) => profileItem(context, path)));
  const before = new Tree(() => recent().filter((path) => !profiles.isOpen(path)).map(recentItem));
  return [
    vscode.window.registerTreeDataProvider('nsysAi.profiles', open),
    vscode.window.registerTreeDataProvider('nsysAi.recent', before),
    profiles.onDidChange(() => {
      const paths = [...new Set([...profiles.paths.reverse(), ...recent()])].slice(0, kMostRecent);
      void extension.globalState.update(kRecent, paths);
      open.renew();
      before.renew();
    }),
    vscode.commands.registerCommand('nsysAi.showView', telling((path: string, place: ViewPlace) => editors.show(path, place))),
    vscode.commands.registerCommand('nsysAi.refreshSideBar', () => open.renew()),
  ];
}

function recentItem(path: string): Item {
  return { label: fileName(path), path, place: kOverview, icon: 'history', detail: path };
}

function profileItem(context: Context, path: string): Item {
  const active = context.profiles.activePath === path;
  return {
    label: fileName(path),
    path,
    place: kOverview,
    icon: 'graph',
    detail: active ? 'measures the source' : undefined,
    context: 'profile',
    children: async () => [...(await findings(context, path)), ...(await bookmarks(context, path))],
  };
}

async function page({ profiles, server }: Context, path: string, view: string): Promise<protocol.Page> {
  const profile = await profiles.handle(path);
  return (await server.request(protocol.methods.viewOpen, { profile, view })).page;
}

async function findings(context: Context, path: string): Promise<Item[]> {
  const { blocks } = await page(context, path, 'findings');
  return blocks.flatMap((block) => {
    if (block.kind !== 'finding') return [];
    const place = block.actions?.find(({ view }) => view?.view === 'timeline')?.view;
    const label = block.title.text.replaceAll('`', '');
    return [{ label, path, place: place ?? { view: 'findings', params: {} }, icon: kIcons[block.severity] }];
  });
}

async function bookmarks(context: Context, path: string): Promise<Item[]> {
  const { blocks } = await page(context, path, 'bookmarks');
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  return rows.flatMap(([name, when]) =>
    name?.view ? [{ label: name.text, path, place: name.view, icon: 'bookmark', detail: when?.text }] : [],
  );
}
