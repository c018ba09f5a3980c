// An error as a person sees it: one sentence, what to do next, and a command that does it.
import * as vscode from 'vscode';
import { LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';
import { kServerPathSetting } from './settings';

export interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly arguments?: unknown[];
}

export const kOpenServerPathSetting: Remedy = {
  title: 'Open Setting',
  command: 'workbench.action.openSettings',
  arguments: [kServerPathSetting],
};
export const kShowLog: Remedy = { title: 'Show Log', command: 'nsysAi.showLog' };
export const kRestartServer: Remedy = { title: 'Restart Server', command: 'nsysAi.restartServer' };
export const kStartServer: Remedy = { title: 'Start Server', command: 'nsysAi.startServer' };

export class Problem extends Error {
  constructor(
    message: string,
    readonly hint: string | undefined,
    readonly remedies: readonly Remedy[] = [],
  ) {
    super(message);
  }
}

// Whether a running server would solve the problem.
export function waitsForServer(problem: Problem): boolean {
  return [kOpenServerPathSetting, kRestartServer, kStartServer].some((remedy) => problem.remedies.includes(remedy));
}

export class Cancelled extends Problem {
  constructor() {
    super('This was cancelled.', undefined);
  }
}

// Converts any error; errors of the server keep their message and hint.
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof vscode.CancellationError) return new Cancelled();
  if (error instanceof ResponseError) {
    if (error.code === LSPErrorCodes.RequestCancelled) return new Cancelled();
    if (isConnectionError(error.code)) return connectionLost();
    const hint = (error.data as { hint?: unknown } | undefined)?.hint;
    return new Problem(error.message, typeof hint === 'string' && hint !== '' ? hint : undefined);
  }
  const message = error instanceof Error ? error.message : String(error);
  return /connection (got|is) (disposed|closed)|client is not running|stream.*destroyed/i.test(message)
    ? connectionLost()
    : new Problem(message, undefined, [kShowLog]);
}

// Codes of JSON-RPC libraries for a stream that ended with pending requests.
function isConnectionError(code: number): boolean {
  return code === -32097 || code === -32099;
}

function connectionLost(): Problem {
  return new Problem(
    'The nsys-ai server ended before it answered.',
    'Try again; if it ends again, its log says why.',
    [kShowLog],
  );
}

// Shows a problem in a notification, except for a cancellation, which the person requested.
export async function showProblem(error: unknown): Promise<void> {
  const problem = problemOf(error);
  if (problem instanceof Cancelled) return;
  const text = problem.hint ? `${problem.message} ${problem.hint}` : problem.message;
  const chosen = await vscode.window.showErrorMessage(text, ...problem.remedies.map((remedy) => remedy.title));
  const remedy = problem.remedies.find((each) => each.title === chosen);
  if (remedy) await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
}

// Wraps a command so that its failure is shown.
export function telling<Args extends unknown[]>(body: (...args: Args) => unknown): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await body(...args);
    } catch (error) {
      await showProblem(error);
    }
  };
}
