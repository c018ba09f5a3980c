// Finds the profile for a command, and converts between its names in VS Code and in the server.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Profiles } from './profiles';

export const kOverviewEditor = 'nsysAi.overview';
const kExportEditor = 'nsysAi.overviewOfExport';
export const kEditors = [kOverviewEditor, kExportEditor];

// By the file's name: other programs use *.sqlite, too, so for those the editor is only optional.
export function editorOf(path_: string): string {
  return /\.sqlite$/i.test(path_) ? kExportEditor : kOverviewEditor;
}
export const kDocumentScheme = 'nsys-ai';

// The generated document of a kind; the server reads the same form.
export function documentUri(kind: string, profilePath: string): vscode.Uri {
  return vscode.Uri.file(profilePath).with({ scheme: kDocumentScheme, authority: kind });
}

// The file behind the URI of a profile or of one of its documents; undefined if the server could not read it. A
// document about a thing in the profile names it after the `?`, and has one more segment for its tab.
export function profilePath(uri: vscode.Uri): string | undefined {
  if (uri.scheme === kDocumentScheme) {
    const path_ = uri.query === '' ? uri.path : path.posix.dirname(uri.path);
    return uri.with({ scheme: 'file', authority: '', path: path_, query: '' }).fsPath;
  }
  return uri.scheme === 'file' ? uri.fsPath : undefined;
}

// The file of a profile given by its address or its path.
export function pathOf(profile: unknown): string | undefined {
  if (profile instanceof vscode.Uri) return profilePath(profile);
  if (typeof profile !== 'string' || profile === '') return undefined;
  return path.isAbsolute(profile) ? profile : profilePath(vscode.Uri.parse(profile));
}

// The clicked profile, otherwise the one in front, otherwise the open one, otherwise the person's choice.
export async function subject(context: { readonly profiles: Profiles }, clicked?: unknown): Promise<string | undefined> {
  const named = clicked instanceof vscode.Uri ? profilePath(clicked) : undefined;
  return named ?? inFront() ?? context.profiles.activePath ?? (await pickProfile());
}

// Whether a tab is an editor of this extension.
export function isOverview(input: unknown): input is vscode.TabInputCustom {
  return input instanceof vscode.TabInputCustom && kEditors.includes(input.viewType);
}

function inFront(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (isOverview(input)) return profilePath(input.uri);
  if (input instanceof vscode.TabInputText && input.uri.scheme === kDocumentScheme) return profilePath(input.uri);
  return undefined;
}

export async function pickProfile(title = 'Open an Nsight Systems profile'): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    filters: { 'Nsight Systems profiles': ['sqlite', 'nsys-rep', 'qdrep'], 'All files': ['*'] },
    defaultUri: vscode.workspace.workspaceFolders?.[0]?.uri,
  });
  return chosen?.[0] ? profilePath(chosen[0]) : undefined;
}

export function fileName(profile: string): string {
  return path.basename(profile);
}
