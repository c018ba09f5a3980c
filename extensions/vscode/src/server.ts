// Manages the language server: finds and starts it on the first request, restarts it after a crash, and stops it on
// request.
import * as vscode from 'vscode';
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  State,
  type ErrorHandler,
  type MessageSignature,
} from 'vscode-languageclient/node';
import { completeWithModel } from './editor_model';
import type { ModelKeys } from './model_keys';
import { kOpenServerPathSetting, kRestartServer, kShowLog, kStartServer, Problem, problemOf, showProblem } from './problem';
import type { Method, Params, Result, WriteModelKeyParams } from './protocol';
import { whyOtherProtocol } from './protocol_version';
import { findServerProgram, type ServerProgram } from './server_program';
import { readSettings, serverArguments, serverSettings } from './settings';

export type Health =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly program: ServerProgram; readonly protocolVersion: string | undefined }
  | { readonly state: 'failed'; readonly problem: Problem };

const kServerShowOnTimeline = 'nsys-ai.showOnTimeline';
const kStopTimeoutMs = 2_000;
const kCrashesForgiven = 4;
const kCrashWindowMs = 180_000;

// Source files, files of the user's skills, and the documents of the server.
export const kDocuments = [
  { scheme: 'file', language: 'python' },
  { scheme: 'file', language: 'c' },
  { scheme: 'file', language: 'cpp' },
  { scheme: 'file', language: 'cuda' },
  { scheme: 'file', language: 'cuda-cpp' },
  { scheme: 'file', pattern: '**/*.{cu,cuh}' },
  { scheme: 'file', pattern: '**/{.nsys-ai,nsys-ai}/skills/*.sql' },
  // The editor opens them as plain text first, and drops the requests of that time when their language is set.
  { scheme: 'nsys-ai', language: 'nsysai' },
];

export class Server implements vscode.Disposable {
  private client_: LanguageClient | undefined;
  private starting_: Promise<LanguageClient> | undefined;
  private health_: Health = { state: 'stopped' };
  private held_ = false;
  private generation_ = 0;
  private crashes_: number[] = [];
  private readonly changed_ = new vscode.EventEmitter<Health>();

  readonly onDidChange = this.changed_.event;

  constructor(
    private readonly extensionPath_: string,
    private readonly log_: vscode.OutputChannel,
    private readonly modelKeys_: ModelKeys,
  ) {
    modelKeys_.onDidChange(() => {
      if (this.client_?.state === State.Running) void this.tellSettings(this.client_);
    });
  }

  get health(): Health {
    return this.health_;
  }

  // Counts server processes; a profile's handle is valid in one of them.
  get generation(): number {
    return this.generation_;
  }

  // Starts the server if it does not run, unless the person stopped it.
  async request<M extends Method>(method: M, params: Params<M>, token?: vscode.CancellationToken): Promise<Result<M>> {
    const client = await this.running();
    try {
      // A token that is undefined would be sent as a second parameter.
      return await (token
        ? client.sendRequest<Result<M>>(method, params, token)
        : client.sendRequest<Result<M>>(method, params));
    } catch (error) {
      throw problemOf(error);
    }
  }

  // Runs a command of the server with its one argument.
  async execute(command: string, argument: object): Promise<unknown> {
    const client = await this.running();
    try {
      return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
    } catch (error) {
      throw problemOf(error);
    }
  }

  async running(): Promise<LanguageClient> {
    if (this.held_) {
      if (this.health_.state === 'failed') throw this.health_.problem;
      throw new Problem('The nsys-ai server is stopped.', 'Start it to go on.', [kStartServer]);
    }
    if (this.client_?.state === State.Running) return this.client_;
    this.starting_ ??= this.launch().finally(() => (this.starting_ = undefined));
    return this.starting_;
  }

  async start(): Promise<void> {
    this.held_ = false;
    this.crashes_ = [];
    await this.running();
  }

  async stop(): Promise<void> {
    this.held_ = true;
    await this.shutDown();
    this.become({ state: 'stopped' });
  }

  async restart(): Promise<void> {
    this.held_ = true;
    await this.shutDown();
    await this.start();
  }

  dispose(): void {
    void this.shutDown();
    this.changed_.dispose();
  }

  private async launch(): Promise<LanguageClient> {
    this.become({ state: 'starting' });
    try {
      await this.discard();
      const program = await findServerProgram(this.extensionPath_);
      this.log_.appendLine(`Starting ${program.path} (${program.version}, found by ${program.foundBy}).`);
      if (program.instead) this.log_.appendLine(program.instead);
      const client = this.makeClient(program);
      this.client_ = client;
      await client.start();
      return client;
    } catch (error) {
      const problem = error instanceof Problem ? error : failedToStart(error);
      this.log_.appendLine(problem.message);
      this.become({ state: 'failed', problem });
      throw problem;
    }
  }

  private makeClient(program: ServerProgram): LanguageClient {
    let served = false;
    const settings = readSettings();
    const how = { command: program.path, args: serverArguments(settings) };
    const client: LanguageClient = new QuietClient('nsysAi', 'nsys-ai', how, {
      documentSelector: kDocuments,
      initializationOptions: serverSettings(settings, this.modelKeys_.services),
      synchronize: { configurationSection: 'nsysAi' },
      outputChannel: this.log_,
      errorHandler: this.crashRule(() => served),
      initializationFailedHandler: () => false,
      markdown: { isTrusted: false, supportHtml: false },
      // Shows a document in a tab of this editor instead of the browser.
      middleware: {
        workspace: {
          didChangeConfiguration: () => this.tellSettings(client),
        },
        executeCommand: (command, args: unknown[], next) =>
          command === kServerShowOnTimeline
            ? vscode.commands.executeCommand('nsysAi.showOnTimeline', ...args)
            : next(command, args),
      },
    });
    client.onRequest('nsys/completeWithModel', completeWithModel);
    client.onRequest('nsys/writeModelKey', (params: WriteModelKeyParams) => this.modelKeys_.write(params));
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client_) return;
      if (newState === State.Running) {
        served = true;
        this.generation_ += 1;
        this.become({ state: 'running', program, protocolVersion: protocolVersion(client) });
        this.tellOtherProtocol(protocolVersion(client));
      }
    });
    return client;
  }

  private tellSettings(client: LanguageClient): Promise<void> {
    return client.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { nsysAi: serverSettings(readSettings(), this.modelKeys_.services) },
    });
  }

  private tellOtherProtocol(version: string | undefined): void {
    const why = whyOtherProtocol(version);
    if (why) void showProblem(new Problem(why.message, why.hint, [kOpenServerPathSetting]));
  }

  // Ignores a single crash, and reports a series of them. This class restarts the server instead of the library, so
  // that each process is found, checked and named in the same way.
  private crashRule(served: () => boolean): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        if (!this.held_ && served()) this.restartAfterCrash();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private restartAfterCrash(): void {
    this.client_ = undefined;  // the client cleans up without notifying
    const now = Date.now();
    this.crashes_ = [...this.crashes_.filter((at) => now - at < kCrashWindowMs), now];
    if (this.crashes_.length <= kCrashesForgiven) {
      this.log_.appendLine('The server ended unexpectedly; it is started again.');
      void this.running().catch(showProblem);
      return;
    }
    const problem = new Problem(
      `The nsys-ai server ended ${this.crashes_.length} times in three minutes.`,
      'It is not started again by itself.',
      [kRestartServer, kShowLog],
    );
    this.held_ = true;
    this.become({ state: 'failed', problem });
    void showProblem(problem);
  }

  private async shutDown(): Promise<void> {
    await this.starting_?.catch(() => undefined);
    await this.discard();
  }

  private async discard(): Promise<void> {
    const client = this.client_;
    this.client_ = undefined;
    await client?.dispose(kStopTimeoutMs).catch((error) => this.log_.appendLine(`While stopping: ${error}`));
  }

  private become(health: Health): void {
    this.health_ = health;
    this.changed_.fire(health);
  }
}

// Logs a failed hover instead of showing a notification.
class QuietClient extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    defaultValue: T,
  ): T {
    return super.handleFailedRequest(type, token, error, defaultValue, false);
  }
}

function protocolVersion(client: LanguageClient): string | undefined {
  const ours = client.initializeResult?.capabilities.experimental?.nsysAi as { protocolVersion?: unknown } | undefined;
  return ours?.protocolVersion === undefined ? undefined : String(ours.protocolVersion);
}

function failedToStart(error: unknown): Problem {
  const { message } = problemOf(error);
  return new Problem(`The nsys-ai server did not start: ${message}`, 'Its log may say why.', [kRestartServer, kShowLog]);
}
