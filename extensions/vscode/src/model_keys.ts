// Keys of language models' services in the editor's secret store. The server gets a key through a pipe, because
// messages between it and the editor may be traced.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { WriteModelKeyParams, WriteModelKeyResult } from './protocol';

// The names of the services with a key, because the secret store cannot list its keys.
const kServices = 'nsysAi.modelKeys';

export class ModelKeys implements vscode.Disposable {
  private readonly changed_ = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed_.event;

  constructor(private readonly extension_: Pick<vscode.ExtensionContext, 'globalState' | 'secrets'>) {}

  /** For example https://api.openai.com. */
  get services(): readonly string[] {
    return this.extension_.globalState.get<string[]>(kServices, []);
  }

  /** Deletes the stored key if `key` is empty. */
  async set(service: string, key: string): Promise<void> {
    if (key) await this.extension_.secrets.store(nameOf(service), key);
    else await this.extension_.secrets.delete(nameOf(service));
    const others = this.services.filter((other) => other !== service);
    await this.extension_.globalState.update(kServices, key ? [...others, service].sort() : others);
    this.changed_.fire();
  }

  async write({ service, pipe }: WriteModelKeyParams): Promise<WriteModelKeyResult> {
    const key = this.services.includes(service) ? await this.extension_.secrets.get(nameOf(service)) : undefined;
    if (!key) return { written: false };
    // Neither waits for a reader nor creates a file if there is no pipe.
    const end = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (!(await end.stat()).isFIFO()) return { written: false };
      await end.writeFile(key);
      return { written: true };
    } finally {
      await end.close();
    }
  }

  dispose(): void {
    this.changed_.dispose();
  }
}

function nameOf(service: string): string {
  return `${kServices} ${service}`;
}
