// Sends long requests to the server and forwards its progress.
import * as crypto from 'node:crypto';
import * as vscode from 'vscode';
import { ProgressType, WorkDoneProgress } from 'vscode-languageclient/node';
import type { Method, Params, Result } from './protocol';
import type { Server } from './server';

export interface Progress {
  readonly message: string;
  readonly percentage: number | undefined;  // undefined while it is unknown
}

// A piece of a language model's output, which the server's reply will replace.
const kPieces = new ProgressType<{ readonly kind: string; readonly text: string; readonly restart: boolean }>();

type LongMethod = { [M in Method]: 'workDoneToken' extends keyof Params<M> ? M : never }[Method];

export async function requestWithProgress<M extends LongMethod>(
  server: Server,
  method: M,
  params: Params<M>,
  report: (progress: Progress) => void,
  token: vscode.CancellationToken,
): Promise<Result<M>> {
  const client = await server.running();
  const workDoneToken = crypto.randomUUID();
  let title = '';
  const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
    if (value.kind === 'begin') title = value.title;
    if (value.kind === 'end') return;
    report({ message: value.message ? `${title}: ${value.message}` : title, percentage: value.percentage });
  });
  try {
    return await server.request(method, { ...params, workDoneToken }, token);
  } finally {
    listening.dispose();
  }
}

// A language model's words; pieces arrive before they are checked, and `restart` drops the earlier ones.
export async function answerInWords(
  server: Server,
  params: Params<'nsys/answerInWords'>,
  piece: (text: string, restart: boolean) => void,
  token: vscode.CancellationToken,
): Promise<Result<'nsys/answerInWords'>> {
  const client = await server.running();
  const partialResultToken = crypto.randomUUID();
  const listening = client.onProgress(kPieces, partialResultToken, (value) => {
    if (value.kind === 'words') piece(value.text, value.restart);
  });
  try {
    return await server.request('nsys/answerInWords', { ...params, partialResultToken }, token);
  } finally {
    listening.dispose();
  }
}

// Long work without an editor to show it: a notification with a Cancel button.
export function inNotification<R>(
  title: string,
  work: (report: (progress: Progress) => void, token: vscode.CancellationToken) => Promise<R>,
): Thenable<R> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (shown, token) => {
    let percentage = 0;
    const report = (progress: Progress) => {
      const now = progress.percentage ?? percentage;
      shown.report({ message: progress.message, increment: Math.max(0, now - percentage) });
      percentage = now;
    };
    return work(report, token);
  });
}
