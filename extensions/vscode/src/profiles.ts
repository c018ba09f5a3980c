// The profiles that the server has open, by path. Each is loaded once for all features, and again after a restart
// of the server.
import * as vscode from 'vscode';
import { Cancelled } from './problem';
import { requestWithProgress, type Progress } from './progress';
import * as protocol from './protocol';
import type { Server } from './server';

// One load, which several callers may watch and any may cancel.
export interface Loading {
  readonly path: string;
  readonly done: Promise<protocol.ProfileInfo>;
  readonly onProgress: vscode.Event<Progress>;
  readonly latest: Progress;
  cancel(): void;
}

interface Loaded {
  readonly info: protocol.ProfileInfo;
  readonly generation: number;  // number of the server process that knows the handle
}

export class Profiles implements vscode.Disposable {
  private readonly loaded_ = new Map<string, Loaded>();
  private readonly loading_ = new Map<string, Loading>();
  private readonly changed_ = new vscode.EventEmitter<void>();
  private readonly reloaded_ = new vscode.EventEmitter<string>();
  private readonly subscription_: vscode.Disposable;
  private active_: string | undefined;

  readonly onDidChange = this.changed_.event;
  // Fires with a path when its file is reloaded, so that everything shown of it is out of date.
  readonly onDidReload = this.reloaded_.event;

  constructor(private readonly server_: Server) {
    this.subscription_ = server_.onDidChange((health) => {
      if (health.state === 'running') this.reopen();
    });
  }

  // The profile that measures source files: the most recently requested one.
  get active(): protocol.ProfileInfo | undefined {
    return this.active_ === undefined ? undefined : this.loaded_.get(this.active_)?.info;
  }

  // Its file as the caller named it, which may differ from the server's name.
  get activePath(): string | undefined {
    return this.active ? this.active_ : undefined;
  }

  get paths(): string[] {
    return [...this.loaded_.keys()];
  }

  get underWay(): Loading[] {
    return [...this.loading_.values()];
  }

  // Starts loading, joins a running load, or returns the open profile.
  open(path: string): Loading {
    const known = this.loading_.get(path);
    if (known) return known;
    const progress = new vscode.EventEmitter<Progress>();
    const cancellation = new vscode.CancellationTokenSource();
    // A cancellation takes effect at once, even while the server is too busy to receive it.
    const cancelled = new Promise<never>((_, reject) => {
      cancellation.token.onCancellationRequested(() => reject(new Cancelled()));
    });
    let latest: Progress = { message: '', percentage: undefined };
    const loading: Loading = {
      path,
      onProgress: progress.event,
      get latest() {
        return latest;
      },
      cancel: () => cancellation.cancel(),
      done: Promise.race([this.load(path, cancellation.token, (now) => {
        latest = now;
        progress.fire(now);
        this.changed_.fire();
      }), cancelled]).finally(() => {
        this.loading_.delete(path);
        cancellation.dispose();
        progress.dispose();
        this.changed_.fire();
      }),
    };
    this.loading_.set(path, loading);
    this.changed_.fire();
    return loading;
  }

  isOpen(path: string): boolean {
    return this.known(path) !== undefined;
  }

  // The handle of the profile in the current server process.
  async handle(path: string): Promise<string> {
    return (this.known(path) ?? (await this.open(path).done)).profile;
  }

  // Measures source files with this profile from now on.
  async activate(path: string): Promise<void> {
    const known = this.known(path);
    if (this.active_ === path || !known) return;
    await this.server_.request(protocol.methods.activateProfile, { profile: known.profile });
    this.active_ = path;
    this.changed_.fire();
  }

  // The path by which callers requested the profile; the server may use another.
  pathOf(opened: protocol.OpenedProfile): string {
    return this.paths.find((path) => this.known(path)?.profile === opened.profile) ?? opened.path;
  }

  // The path of an open profile by its handle; undefined if there is none.
  async withHandle(handle: string): Promise<string | undefined> {
    const { profiles } = await this.server_.request(protocol.methods.profiles, {});
    const found = profiles.find(({ profile }) => profile === handle);
    return found && this.pathOf(found);
  }

  async close(path: string): Promise<void> {
    const known = this.known(path);
    this.loaded_.delete(path);
    if (this.active_ === path) this.active_ = undefined;
    this.changed_.fire();
    if (known) await this.server_.request(protocol.methods.closeProfile, { profile: known.profile });
  }

  // Drops the loaded data of a file that changed.
  async reload(path: string): Promise<void> {
    await this.close(path);
    this.reloaded_.fire(path);
  }

  dispose(): void {
    this.subscription_.dispose();
    this.changed_.dispose();
    this.reloaded_.dispose();
  }

  private known(path: string): protocol.ProfileInfo | undefined {
    const loaded = this.loaded_.get(path);
    const good = loaded?.generation === this.server_.generation && this.server_.health.state === 'running';
    return good ? loaded?.info : undefined;
  }

  private async load(
    path: string,
    token: vscode.CancellationToken,
    report: (progress: Progress) => void,
  ): Promise<protocol.ProfileInfo> {
    const info = await requestWithProgress(this.server_, protocol.methods.openProfile, { path }, report, token);
    if (token.isCancellationRequested) throw new Cancelled();
    this.loaded_.set(path, { info, generation: this.server_.generation });
    this.active_ = path;
    return info;
  }

  // A restarted server has no open profiles; hovers in source files need the active one without a request for it.
  private reopen(): void {
    const active = this.active_ === undefined ? undefined : this.loaded_.get(this.active_);
    if (active && active.generation !== this.server_.generation) this.open(this.active_!).done.catch(() => undefined);
  }
}
