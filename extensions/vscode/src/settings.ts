// The one reader of settings.
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export const kServerPathSetting = 'nsysAi.server.path';

// A change of these is not seen by a server that already runs.
export const kReadAtStart = [kServerPathSetting];

export interface Settings {
  readonly serverPath: string;  // empty when the person named none
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('nsysAi');
  return { serverPath: expandHome(settings.get<string>('server.path', '').trim()) };
}

function expandHome(text: string): string {
  if (text === '~') return os.homedir();
  return /^~[/\\]/.test(text) ? path.join(os.homedir(), text.slice(2)) : text;
}
