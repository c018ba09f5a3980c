// Calls the editor's language model for the server, which decides what to ask and checks the replies.
import * as vscode from 'vscode';
import { editor, type EditorModel } from './chat_api';
import type { CompleteWithModelParams, CompleteWithModelResult, ModelMessage } from './protocol';

export async function completeWithModel(
  params: CompleteWithModelParams,
  token: vscode.CancellationToken,
): Promise<CompleteWithModelResult> {
  // Old editors have no models.
  const [model] = (await editor.lm?.selectChatModels?.()) ?? [];
  if (!model) throw new Error('This editor has no language model; the setting nsysAi.ai.model names another.');
  const messages = messagesOf(params);
  const options = {
    justification: 'nsys-ai puts an answer about a GPU profile in words.',
    modelOptions: { max_tokens: params.mostOutputTokens },
    tools: params.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
  const { stream } = await model.sendRequest(messages, options, token);
  let text = '';
  const calls = [];
  for await (const part of stream) {
    if (part instanceof editor.LanguageModelTextPart) text += part.value;
    else if (part instanceof editor.LanguageModelToolCallPart)
      calls.push({ id: part.callId, name: part.name, input: part.input as never });
  }
  return { model: model.name, text, ...(calls.length > 0 && { calls }), ...(await counted(model, params, text)) };
}

// The editor has no system messages, so the text becomes the first message.
function messagesOf({ system, messages }: CompleteWithModelParams): unknown[] {
  return [editor.LanguageModelChatMessage.User(system), ...messages.map(messageOf)];
}

function messageOf({ role, text, calls, call }: ModelMessage): unknown {
  const said = text ? [new editor.LanguageModelTextPart(text)] : [];
  if (role === 'tool') {
    const answer = new editor.LanguageModelToolResultPart(call ?? '', said);
    return editor.LanguageModelChatMessage.User([answer]);
  }
  if (role === 'user') return editor.LanguageModelChatMessage.User(said);
  const called = (calls ?? []).map(({ id, name, input }) => new editor.LanguageModelToolCallPart(id, name, input as object));
  return editor.LanguageModelChatMessage.Assistant([...said, ...called]);
}

async function counted(model: EditorModel, params: CompleteWithModelParams, text: string) {
  const read = [params.system, ...params.messages.map((message) => message.text)].join('\n');
  const [inputTokens, outputTokens] = await Promise.all([model.countTokens(read), model.countTokens(text)]);
  return { inputTokens, outputTokens };
}
