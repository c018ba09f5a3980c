// The one reader of settings.
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export const kServerPathSetting = 'nsysAi.server.path';

// A change of these is not seen by a server that already runs.
export const kReadAtStart = [kServerPathSetting];

export interface Settings {
  readonly serverPath: string;  // empty when the person named none
  readonly pathMap: Readonly<Record<string, string>>;  // folders of the captured machine, and what they are here
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('nsysAi');
  return {
    serverPath: expandHome(settings.get<string>('server.path', '').trim()),
    pathMap: settings.get<Record<string, string>>('pathMap', {}),
  };
}

function expandHome(text: string): string {
  if (text === '~') return os.homedir();
  return /^~[/\\]/.test(text) ? path.join(os.homedir(), text.slice(2)) : text;
}
