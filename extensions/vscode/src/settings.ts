// The one reader of settings.
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export const kServerPathSetting = 'nsysAi.server.path';

// A change of these is not seen by a server that already runs.
export const kReadAtStart = [kServerPathSetting, 'nsysAi.perfetto'];

export interface Settings {
  readonly serverPath: string;  // empty when the person named none
  readonly perfettoFolder: string;  // of a Perfetto UI that the server serves; empty when the person named none
  readonly perfettoUrl: string;  // of a Perfetto UI in reach of the browser; empty for ui.perfetto.dev
  readonly pathMap: Readonly<Record<string, string>>;  // folders of the captured machine, and what they are here
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('nsysAi');
  return {
    serverPath: expandHome(settings.get<string>('server.path', '').trim()),
    perfettoFolder: expandHome(settings.get<string>('perfetto.folder', '').trim()),
    perfettoUrl: settings.get<string>('perfetto.url', '').trim(),
    pathMap: settings.get<Record<string, string>>('pathMap', {}),
  };
}

// What the program is started with. A folder goes before an address: the program takes one of them.
export function serverArguments(settings: Settings): string[] {
  if (settings.perfettoFolder) return ['serve', '--perfetto-dir', settings.perfettoFolder];
  return settings.perfettoUrl ? ['serve', '--perfetto-url', settings.perfettoUrl] : ['serve'];
}

function expandHome(text: string): string {
  if (text === '~') return os.homedir();
  return /^~[/\\]/.test(text) ? path.join(os.homedir(), text.slice(2)) : text;
}
