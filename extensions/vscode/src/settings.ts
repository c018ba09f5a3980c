// The one reader of settings.
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export const kServerPathSetting = 'nsysAi.server.path';

// A running server does not see changes of these settings.
export const kReadAtStart = [kServerPathSetting, 'nsysAi.perfetto'];

export interface Settings {
  readonly serverPath: string;  // empty if not set
  readonly perfettoFolder: string;  // of a Perfetto UI that the server serves; empty if not set
  readonly perfettoUrl: string;  // of another Perfetto UI that the browser can reach; empty for ui.perfetto.dev
  readonly pathMap: Readonly<Record<string, string>>;  // folders of the captured machine, and their folders here
  readonly ai: Readonly<Record<string, unknown>>;  // overrides the person's own settings file
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

// In the server's format, for its start and for changes.
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

// The arguments of the server. A folder takes precedence over an address, because the program accepts only one of
// them.
export function serverArguments(settings: Settings): string[] {
  if (settings.perfettoFolder) return ['serve', '--perfetto-dir', settings.perfettoFolder];
  return settings.perfettoUrl ? ['serve', '--perfetto-url', settings.perfettoUrl] : ['serve'];
}

function expandHome(text: string): string {
  if (text === '~') return os.homedir();
  return /^~[/\\]/.test(text) ? path.join(os.homedir(), text.slice(2)) : text;
}
