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
  readonly ai: Readonly<Record<string, unknown>>;  // what the person set of it: the rest is as in their own file of settings
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('nsysAi');
  return {
    serverPath: expandHome(settings.get<string>('server.path', '').trim()),
    perfettoFolder: expandHome(settings.get<string>('perfetto.folder', '').trim()),
    perfettoUrl: settings.get<string>('perfetto.url', '').trim(),
    pathMap: settings.get<Record<string, string>>('pathMap', {}),
    ai: aiSettings(settings),
  };
}

// As the server reads them, when it starts and when they change.
export function serverSettings({ pathMap, ai }: Settings, modelKeys: readonly string[]): object {
  return { pathMap, ai, modelKeys };
}

function aiSettings(settings: vscode.WorkspaceConfiguration): Readonly<Record<string, unknown>> {
  const own = ['baseUrl', 'enabled', 'hover', 'model', 'names', 'tokensPerDay', 'tokensPerQuestion'].map((name) => {
    const value = settings.get(`ai.${name}`);
    return [name, value === settings.inspect(`ai.${name}`)?.defaultValue ? undefined : value];
  });
  return Object.fromEntries(own.filter(([, value]) => value !== undefined));
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
