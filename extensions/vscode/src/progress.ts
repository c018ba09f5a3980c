// Sends long work to the server and hands on what it says of its progress.
import * as crypto from 'node:crypto';
import * as vscode from 'vscode';
import { WorkDoneProgress } from 'vscode-languageclient/node';
import type { Method, Params, Result } from './protocol';
import type { Server } from './server';

export interface Progress {
  readonly message: string;
  readonly percentage: number | undefined;  // undefined while the server cannot tell
}

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

// Long work that no editor of ours shows: a notification with a Cancel button.
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
