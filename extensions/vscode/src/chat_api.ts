// The parts of the chat and model APIs that the extension uses and the oldest supported editor lacks.
import * as vscode from 'vscode';

export interface ChatRequest {
  readonly prompt: string;
  readonly command?: string;
}

export interface ChatResult {
  readonly metadata?: { readonly after?: string };
}

// A person's turn has no result.
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

export interface ToolCallPart {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
}

export interface TextPart {
  readonly value: string;
}

export interface EditorModel {
  readonly id: string;
  readonly name: string;
  countTokens(text: string): Thenable<number>;
  sendRequest(
    messages: readonly unknown[],
    options: object,
    token: vscode.CancellationToken,
  ): Thenable<{ readonly stream: AsyncIterable<unknown> }>;
}

interface NewerEditor {
  readonly chat?: { createChatParticipant(id: string, handler: ChatHandler): ChatParticipant };
  readonly lm?: {
    registerTool?(name: string, tool: ModelTool): vscode.Disposable;
    selectChatModels?(): Thenable<readonly EditorModel[]>;
  };
  readonly LanguageModelChatMessage: {
    User(content: string | readonly unknown[]): unknown;
    Assistant(content: string | readonly unknown[]): unknown;
  };
  readonly LanguageModelTextPart: new (text: string) => TextPart;
  readonly LanguageModelToolCallPart: new (callId: string, name: string, input: object) => ToolCallPart;
  readonly LanguageModelToolResult: new (parts: readonly unknown[]) => unknown;
  readonly LanguageModelToolResultPart: new (callId: string, parts: readonly unknown[]) => unknown;
}

export const editor = vscode as unknown as NewerEditor;
