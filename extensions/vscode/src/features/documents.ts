// The server's generated documents as read-only files: names in them have hovers, and the editor restores open
// documents when it restarts.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { documentUri, kDocumentScheme, profilePath, subject } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';

interface Read {
  readonly bytes: Uint8Array;
  readonly languageId: string;
  readonly at: number;
}

class Documents implements vscode.FileSystemProvider {
  private readonly changed_ = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly known_ = new Map<string, Promise<Read>>();

  readonly onDidChangeFile = this.changed_.event;

  constructor(private readonly context_: Context) {}

  languageOf(uri: vscode.Uri): Promise<string | undefined> | undefined {
    return this.known_.get(uri.toString())?.then((read) => read.languageId, () => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, at } = await this.read(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: bytes.length, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.read(uri)).bytes;
  }

  // Drops the documents of a file that changed.
  forget(path: string): void {
    const old = [...this.known_.keys()].map((uri) => vscode.Uri.parse(uri)).filter((uri) => profilePath(uri) === path);
    for (const uri of old) this.known_.delete(uri.toString());
    this.changed_.fire(old.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  dispose(): void {
    this.changed_.dispose();
  }

  // A document has the same bytes as long as its profile is not reloaded.
  private read(uri: vscode.Uri): Promise<Read> {
    const name = uri.toString();
    const known = this.known_.get(name);
    if (known) return known;
    const read = this.context_.server.request(protocol.methods.document, { uri: name }).then(
      ({ text, languageId }) => ({ bytes: new TextEncoder().encode(text), languageId, at: Date.now() }),
      (error) => {
        this.known_.delete(name);
        throw vscode.FileSystemError.Unavailable(error instanceof Error ? error.message : String(error));
      },
    );
    this.known_.set(name, read);
    return read;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

export function activate(context: Context): vscode.Disposable[] {
  const documents = new Documents(context);
  return [
    documents,
    vscode.workspace.registerFileSystemProvider(kDocumentScheme, documents, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (document.uri.scheme !== kDocumentScheme) return;
      const language = await documents.languageOf(document.uri);
      if (language) await setLanguage(document, language);
    }),
    context.profiles.onDidReload((path) => documents.forget(path)),
    vscode.commands.registerCommand('nsysAi.openAsText', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      await context.profiles.handle(path);
      const document = await vscode.workspace.openTextDocument(documentUri('overview', path));
      await vscode.window.showTextDocument(document, { preview: false });
    })),
  ];
}

async function setLanguage(document: vscode.TextDocument, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  if (document.languageId !== language && known.includes(language)) {
    await vscode.languages.setTextDocumentLanguage(document, language);
  }
}
