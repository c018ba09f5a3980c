// Registers the features and owns their shared state. The server starts on the first request.
import * as vscode from 'vscode';
import type { Context, Feature } from './context';
import * as annotate from './features/annotate';
import * as ask from './features/ask';
import * as chat from './features/chat';
import * as chooseProfile from './features/choose_profile';
import * as compare from './features/compare';
import * as documents from './features/documents';
import * as hoverWords from './features/hover_words';
import * as links from './features/links';
import * as modelTools from './features/model_tools';
import * as models from './features/models';
import * as openProfile from './features/open_profile';
import * as perfetto from './features/perfetto';
import * as profileEditor from './features/profile_editor';
import * as report from './features/report';
import * as runSkill from './features/run_skill';
import * as serverCommands from './features/server_commands';
import * as sideBar from './features/side_bar';
import * as statusBar from './features/status_bar';
import * as timeline from './features/timeline';
import { ModelKeys } from './model_keys';
import { showProblem } from './problem';
import { ProfileEditors } from './profile_editors';
import { Profiles } from './profiles';
import { Server } from './server';

const kFeatures: readonly Feature[] = [
  annotate.activate,
  ask.activate,
  chat.activate,
  chooseProfile.activate,
  compare.activate,
  documents.activate,
  hoverWords.activate,
  links.activate,
  modelTools.activate,
  models.activate,
  openProfile.activate,
  perfetto.activate,
  profileEditor.activate,
  report.activate,
  runSkill.activate,
  serverCommands.activate,
  sideBar.activate,
  statusBar.activate,
  timeline.activate,
];

export function activate(extension: vscode.ExtensionContext): void {
  try {
    // `nsys-ai PROFILE` in a terminal of this editor opens the editor's tab.
    extension.environmentVariableCollection.replace('NSYS_AI_EDITOR', 'vscode');
    extension.environmentVariableCollection.description = 'Lets `nsys-ai PROFILE` open the profile in this editor.';
    const log = vscode.window.createOutputChannel('nsys-ai', 'log');
    const modelKeys = new ModelKeys(extension);
    const server = new Server(extension.extensionPath, log, modelKeys);
    const profiles = new Profiles(server);
    const context: Context = { extension, log, server, profiles, modelKeys, editors: new ProfileEditors() };
    extension.subscriptions.push(log, modelKeys, server, profiles, ...kFeatures.flatMap((feature) => feature(context)));
  } catch (error) {
    void showProblem(error);
    throw error;
  }
}
