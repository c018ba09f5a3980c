// Opens *.sqlite files that are not profiles with another editor, if there is one.
import * as fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { kEditors } from './locate';

// Names of tables that every export has, as they appear in the file's schema. The schema may be long, and begins on
// the first page.
const kSchemaBytes = 65_536;
const kMagic = 'SQLite format 3\0';
const kTables = ['StringIds', 'META_DATA_', 'TARGET_INFO_', 'CUPTI_ACTIVITY_KIND_', 'NVTX_EVENTS', 'ANALYSIS_DETAILS'];
const kEnough = 2;

// Files that another editor already got: opening one again uses this extension's editor with a note about it.
const handed = new Set<string>();

/** Always opens this file with this extension's editor from now on. */
export function keepHere(path: string): void {
  handed.add(path);
}

/** The editor to use for the file; undefined for this extension's. */
export async function otherEditorOf(path: string): Promise<string | undefined> {
  if (!/\.sqlite$/i.test(path) || handed.has(path)) return undefined;
  const { isDatabase, isExport } = await looked(path);
  const other = isExport ? undefined : editorOfDatabases() ?? (isDatabase ? undefined : 'default');
  if (other !== undefined) handed.add(path);
  return other;
}

// The editor that another extension registers for all databases.
function editorOfDatabases(): string | undefined {
  type CustomEditor = { viewType?: unknown; priority?: unknown; selector?: { filenamePattern?: unknown }[] };
  const editors = vscode.extensions.all.flatMap(({ packageJSON }) => {
    const listed: unknown = packageJSON?.contributes?.customEditors;
    return Array.isArray(listed) ? (listed as CustomEditor[]) : [];
  });
  const found = editors.find(({ viewType, priority, selector }) => typeof viewType === 'string'
    && !kEditors.includes(viewType) && priority !== 'option' && Array.isArray(selector)
    && selector.some(({ filenamePattern }) => typeof filenamePattern === 'string' && /sqlite\b|\{.*sqlite.*\}/i.test(filenamePattern)));
  return found?.viewType as string | undefined;
}

// Leaves a file that cannot be read to the server, which reports the reason.
async function looked(path: string): Promise<{ isDatabase: boolean; isExport: boolean }> {
  const file = await fs.open(path).catch(() => undefined);
  if (!file) return { isDatabase: true, isExport: true };
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(kSchemaBytes), 0, kSchemaBytes, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    const isDatabase = text.startsWith(kMagic);
    return { isDatabase, isExport: isDatabase && kTables.filter((table) => text.includes(table)).length >= kEnough };
  } finally {
    await file.close();
  }
}
