// What newer editors than the oldest one that is supported have for chats and models, as far as it is used here.
import * as vscode from 'vscode';

export interface ChatRequest {
  readonly prompt: string;
  readonly command?: string;
}

export interface ChatResult {
  readonly metadata?: { readonly after?: string };
}

// A turn of a person has no result.
export interface ChatTurn {
  readonly result?: ChatResult;
}

export interface ChatStream {
  markdown(text: vscode.MarkdownString): void;
  button(command: vscode.Command): void;
}

export type ChatHandler = (
  request: ChatRequest,
  context: { readonly history: readonly ChatTurn[] },
  stream: ChatStream,
  token: vscode.CancellationToken,
) => Promise<ChatResult>;

interface ChatParticipant extends vscode.Disposable {
  iconPath?: vscode.Uri;
}

export interface ModelTool {
  invoke(options: { readonly input: object }, token: vscode.CancellationToken): Promise<unknown>;
  prepareInvocation(options: { readonly input: object }): { readonly invocationMessage: string };
}

interface NewerEditor {
  readonly chat?: { createChatParticipant(id: string, handler: ChatHandler): ChatParticipant };
  readonly lm?: { registerTool?(name: string, tool: ModelTool): vscode.Disposable };
  readonly LanguageModelTextPart: new (text: string) => unknown;
  readonly LanguageModelToolResult: new (parts: readonly unknown[]) => unknown;
}

export const editor = vscode as unknown as NewerEditor;
