// State that the features share: one server, one list of open profiles, one log.
import * as vscode from 'vscode';
import type { ModelKeys } from './model_keys';
import type { ProfileEditors } from './profile_editors';
import type { Profiles } from './profiles';
import type { Server } from './server';

export interface Context {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.OutputChannel;
  readonly server: Server;
  readonly profiles: Profiles;
  readonly modelKeys: ModelKeys;
  readonly editors: ProfileEditors;
}

export type Feature = (context: Context) => vscode.Disposable[];
