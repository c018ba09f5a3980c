// Exports among files named *.sqlite, which other extensions open too: one that Nsight Systems wrote is opened here
// where no editor of the person's own does, and offered where one does. No other file ever is.
import * as fs from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Context } from '../context';
import { editorOf, fileName, isOverview, profilePath } from '../locate';
import { telling } from '../problem';

const kOpen = 'Open as Profile';
const kAlways = 'Always';
const kNever = 'Never';
const kSetting = 'openExports';

// Names of tables that every export has, as the schema of the file holds them. The schema may be long, and begins on
// the first page.
const kSchemaBytes = 65_536;
const kMagic = 'SQLite format 3\0';
const kTables = ['StringIds', 'META_DATA_', 'TARGET_INFO_', 'CUPTI_ACTIVITY_KIND_', 'NVTX_EVENTS', 'ANALYSIS_DETAILS'];
const kEnough = 2;
// The second click of a double click asks for the file's usual editor once more, in place of ours that came meanwhile.
const kDoubleClickMs = 2000;

export function activate(_context: Context): vscode.Disposable[] {
  // The person has gone from our editor to another one, and is left there.
  const left = new Set<string>();
  const openedAt = new Map<string, number>();
  const look = async (tab: vscode.Tab, closed: readonly vscode.Tab[]) => {
    const uri = uriOf(tab.input);
    const path = uri?.scheme === 'file' ? profilePath(uri) : undefined;
    if (!uri || path === undefined || !/\.sqlite$/i.test(path)) return;
    if (isOverview(tab.input)) return;
    const replacedOurs = closed.some(({ input }) => isOverview(input) && uriOf(input)?.toString() === uri.toString());
    if (replacedOurs && performance.now() - (openedAt.get(path) ?? -Infinity) > kDoubleClickMs) left.add(path);
    if (left.has(path) || !(await isExport(path))) return;
    if (!(tab.input instanceof vscode.TabInputText || (await wanted(path)))) return;
    await openHere(uri, tab);
    openedAt.set(path, performance.now());
    await closeOthers(uri);
  };
  const seen = vscode.window.tabGroups.onDidChangeTabs(telling(async ({ opened, changed, closed }) => {
    // A double click keeps a tab that was only looked at.
    for (const tab of [...opened, ...changed]) await look(tab, closed);
  }));
  void telling(async () => {
    for (const tab of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) await look(tab, []);
  })();
  return [seen];
}

function uriOf(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function openHere(uri: vscode.Uri, tab: vscode.Tab): Promise<void> {
  const options = { viewColumn: tab.group.viewColumn, preview: tab.isPreview };
  await vscode.commands.executeCommand('vscode.openWith', uri, editorOf(uri.fsPath), options);
}

async function closeOthers(uri: vscode.Uri): Promise<void> {
  const same = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => !isOverview(input) && uriOf(input)?.toString() === uri.toString());
  await vscode.window.tabGroups.close(same, true);
}

async function wanted(path: string): Promise<boolean> {
  const settings = vscode.workspace.getConfiguration('nsysAi');
  const chosen = settings.get<string>(kSetting, 'ask');
  if (chosen !== 'ask') return chosen === 'always';
  const answer = await vscode.window.showInformationMessage(
    `${fileName(path)} was exported by Nsight Systems.`,
    kOpen,
    kAlways,
    kNever,
  );
  if (answer === kAlways || answer === kNever) {
    await settings.update(kSetting, answer.toLowerCase(), vscode.ConfigurationTarget.Global);
  }
  return answer === kOpen || answer === kAlways;
}

async function isExport(path: string): Promise<boolean> {
  const file = await fs.open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(kSchemaBytes), 0, kSchemaBytes, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    return text.startsWith(kMagic) && kTables.filter((table) => text.includes(table)).length >= kEnough;
  } finally {
    await file.close();
  }
}
