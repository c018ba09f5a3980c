// Links to a place in a profile that do not depend on a running server: they name the file and a target, and open
// this editor. What *Copy link* of the browser copies, a command, is read too.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { fileName, pickProfile, subject } from '../locate';
import type { ViewPlace } from '../page_state';
import { telling } from '../problem';

const kMostCopies = 20;

interface Link {
  readonly path: string;
  readonly place: ViewPlace;
}

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.window.registerUriHandler({
      handleUri: telling(async (uri: vscode.Uri) => {
        const link = ofQuery(uri.path, new URLSearchParams(uri.query));
        if (!link) throw new Error(`${uri} names no profile to open.`);
        await open(context, link);
      }),
    }),
    vscode.commands.registerCommand('nsysAi.openLink', telling(async (given?: unknown) => {
      const text = typeof given === 'string' ? given : await askedLink();
      if (text === undefined) return;
      const link = linkIn(text);
      if (!link) throw new Error('This is no link to a place in a profile. Paste what *Copy link* has copied.');
      await open(context, link);
    })),
    vscode.commands.registerCommand('nsysAi.copyLink', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      const query = inUri(new URLSearchParams({ path, ...context.editors.targetOf(path) }));
      const { id } = context.extension.extension;
      await vscode.env.clipboard.writeText(`${vscode.env.uriScheme}://${id}/open?${query}`);
      vscode.window.setStatusBarMessage('Copied a link to this profile', 3000);
    })),
  ];
}

// The editor decodes a link once before it passes the query on, so an `&` in a value would split it.
function inUri(query: URLSearchParams): string {
  return query.toString().replaceAll('%', '%25');
}

function ofQuery(command: string, query: URLSearchParams): Link | undefined {
  const path = query.get('path');
  if (command !== '/open' || !path) return undefined;
  const at = query.get('at');
  const place = query.get('place') ?? (at ? `at=${at}` : undefined);
  const view = query.get('view') ?? (place === undefined ? 'overview' : 'timeline');
  return { path, place: { view, params: place === undefined ? {} : { place } } };
}

async function askedLink(): Promise<string | undefined> {
  const copied = await vscode.env.clipboard.readText();
  return vscode.window.showInputBox({
    title: 'Open the place that a link shows',
    prompt: 'What Copy Link has copied, in the browser or in an editor',
    value: linkIn(copied) ? copied : '',
    ignoreFocusOut: true,
  });
}

// `nsys-ai web run.sqlite --place 'view=timeline&start=1&end=2'`, or a link of an editor.
function linkIn(text: string): Link | undefined {
  const uri = /^\w[\w-]*:\/\/[\w.-]+(\/open)\?(.+)$/.exec(text.trim());
  if (uri) return ofQuery(uri[1], new URLSearchParams(decodeURIComponent(uri[2])));
  const command = /^nsys-ai web ('(?:[^']|'\\'')*'|\S+) --place ('[^']*'|\S+)$/.exec(text.trim());
  if (!command) return undefined;
  const [path, place] = [command[1], command[2]].map((word) =>
    word.startsWith('\'') ? word.slice(1, -1).replaceAll('\'\\\'\'', '\'') : word);
  const { view = 'overview', ...params } = Object.fromEntries(new URLSearchParams(place));
  if (view !== 'timeline') return { path, place: { view, params } };
  return { path, place: { view, params: { place: new URLSearchParams(params).toString() } } };
}

async function open({ editors, profiles }: Context, { path, place }: Link): Promise<void> {
  const own = await copyOf(path, profiles.activePath);
  if (own !== undefined) await editors.show(own, place);
}

// A link of somebody else names a file of theirs: the profile in front, or one of the workspace, by its name.
async function copyOf(path: string, inFront: string | undefined): Promise<string | undefined> {
  if (path.startsWith('/') && (await isFile(path))) return path;
  const name = fileName(path);
  if (inFront !== undefined && fileName(inFront) === name) return inFront;
  const copies = await vscode.workspace.findFiles(`**/${name.replaceAll(/[[\]{}*?]/g, '[$&]')}`, undefined, kMostCopies);
  if (copies.length === 1) return copies[0].fsPath;
  const title = `The link names ${name}. Which is your copy of it?`;
  if (copies.length === 0) return pickProfile(title);
  const choices = copies.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), path: uri.fsPath }));
  return (await vscode.window.showQuickPick(choices, { title }))?.path;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.file(path))).type === vscode.FileType.File;
  } catch {
    return false;
  }
}
