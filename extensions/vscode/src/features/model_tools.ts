// Offers the server's tools to the editor's own models, for the profile in front.
import * as vscode from 'vscode';
import { editor, type ModelTool } from '../chat_api';
import type { Context } from '../context';
import { Problem, problemOf } from '../problem';
import * as protocol from '../protocol';

type Input = Readonly<Record<string, string | number | undefined>> & { readonly params?: Readonly<Record<string, unknown>> };
type Ask = (context: Context, profile: string, input: Input, token: vscode.CancellationToken) => Promise<string>;

interface Tool {
  readonly message: (input: Input) => string;
  readonly ask: Ask;
}

// By their names in package.json, which describes them.
export const kTools: Readonly<Record<string, Tool>> = {
  nsys_ask: {
    message: ({ question }) => `Asking the profile: ${question}`,
    ask: (context, profile, { question, after }, token) =>
      written(context, profile, 'ask', { question: String(question), ...(after && { after: String(after) }) }, token),
  },
  nsys_explain: {
    message: ({ target }) => `Looking at ${target}`,
    ask: async ({ server }, profile, { target }, token) =>
      (await server.request(protocol.methods.explain, { profile, target: String(target) }, token)).markdown,
  },
  nsys_overview: {
    message: () => 'Looking over the profile',
    ask: (context, profile, _, token) => written(context, profile, 'overview', {}, token),
  },
  nsys_query: {
    message: () => 'Asking the profile in SQL',
    ask: async ({ server }, profile, { sql, limit }, token) =>
      JSON.stringify(await server.request(protocol.methods.query, { profile, sql: String(sql), limit: Number(limit ?? 50) }, token)),
  },
  nsys_run_skill: {
    message: ({ skill }) => `Asking the skill ${skill}`,
    ask: async ({ server }, profile, { skill, params = {} }, token) =>
      JSON.stringify(await server.request(protocol.methods.runSkill, { profile, skill: String(skill), params: params as never }, token)),
  },
  nsys_skills: {
    message: () => 'Listing the questions that the profile answers',
    ask: (context, profile, _, token) => written(context, profile, 'skills', {}, token),
  },
};

export function activate(context: Context): vscode.Disposable[] {
  const register = editor.lm?.registerTool;
  // Old editors have no tools.
  if (!register) return [];
  return Object.entries(kTools).map(([name, tool]) => register(name, toolOf(context, tool)));
}

function toolOf(context: Context, tool: Tool): ModelTool {
  return {
    prepareInvocation: ({ input }) => ({ invocationMessage: tool.message(input as Input) }),
    invoke: async ({ input }, token) => {
      const text = await answerOf(context, tool, input as Input, token);
      return new editor.LanguageModelToolResult([new editor.LanguageModelTextPart(text)]);
    },
  };
}

// Returns errors and their hints as answers, so that a model can react.
async function answerOf(context: Context, tool: Tool, input: Input, token: vscode.CancellationToken): Promise<string> {
  try {
    const path = context.profiles.activePath;
    if (path === undefined) throw new Problem('No profile is open.', 'The user opens one in the editor.');
    return await tool.ask(context, await context.profiles.handle(path), input, token);
  } catch (error) {
    const { message, hint } = problemOf(error);
    return [message, hint].filter(Boolean).join(' ');
  }
}

async function written(
  { server }: Context,
  profile: string,
  view: string,
  params: Record<string, string>,
  token: vscode.CancellationToken,
): Promise<string> {
  const asked = { profile, view, params: { ...params, format: 'Markdown' } };
  const { page } = await server.request(protocol.methods.viewOpen, asked, token);
  return page.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('');
}
