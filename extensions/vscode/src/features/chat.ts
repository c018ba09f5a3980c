// `@nsys` in the editor's chat: answers questions about the profile in front, without a model.
import * as vscode from 'vscode';
import { editor, type ChatHandler, type ChatResult } from '../chat_api';
import type { Context } from '../context';
import { problemOf } from '../problem';
import { answerInWords } from '../progress';
import * as protocol from '../protocol';

// The slash commands that show a view unchanged.
const kViews = ['overview', 'findings', 'questions', 'kernels'];
const kLinks = ['nsysAi.modelConsent', 'nsysAi.showOnTimeline', 'workbench.action.chat.open'];

export function activate(context: Context): vscode.Disposable[] {
  // Old editors have no chat.
  const participant = editor.chat?.createChatParticipant('nsys-ai.nsys', handlerOf(context));
  if (!participant) return [];
  participant.iconPath = vscode.Uri.joinPath(context.extension.extensionUri, 'images', 'icon.png');
  return [participant];
}

export function handlerOf(context: Context): ChatHandler {
  return async (request, { history }, stream, token) => {
    try {
      const path = context.profiles.activePath;
      if (path === undefined) {
        stream.markdown(new vscode.MarkdownString('No profile is open: open one, and ask again.'));
        stream.button({ command: 'nsysAi.openProfile', title: 'Open Profile…' });
        return {};
      }
      const profile = await context.profiles.handle(path);
      const { text, after } = await answerOf(context, profile, request.command, request.prompt.trim(), afterIn(history), token);
      stream.markdown(linked(text, path));
      if (!request.command || request.command === 'ask')
        stream.button({ command: 'nsysAi.ask', title: 'Show in nsys-ai', arguments: request.prompt ? [request.prompt] : [] });
      return after === undefined ? {} : { metadata: { after } };
    } catch (error) {
      const { message, hint } = problemOf(error);
      stream.markdown(new vscode.MarkdownString([message, hint].filter(Boolean).join(' ')));
      return {};
    }
  };
}

interface Answered {
  readonly text: string;
  readonly after?: string;  // the next question may refer back to it
}

async function answerOf(
  { server }: Context,
  profile: string,
  command: string | undefined,
  prompt: string,
  after: string | undefined,
  token: vscode.CancellationToken,
): Promise<Answered> {
  if (command === 'words' || command === 'teach') return inWords(server, profile, prompt, after, command === 'teach', token);
  if (command === 'explain') {
    const { markdown } = await server.request(protocol.methods.explain, { profile, target: prompt }, token);
    return { text: markdown };
  }
  const asked = kViews.includes(command ?? '') ? {} : { question: prompt, ...(after && { after }) };
  const view = kViews.includes(command ?? '') ? command! : 'ask';
  const params = { profile, view, params: { ...asked, format: 'Markdown' } };
  const { page } = await server.request(protocol.methods.viewOpen, params, token);
  const words = page.blocks.map((block) => (block.kind === 'text' || block.kind === 'paragraph' ? block.text : ''));
  const next = page.blocks.at(-1);
  return { text: words.join('\n\n'), after: next?.kind === 'form' ? next.to.params.after : undefined };
}

// A model's words after they were checked; without a model or consent, a sentence that says so.
async function inWords(
  server: Context['server'],
  profile: string,
  question: string,
  after: string | undefined,
  teach: boolean,
  token: vscode.CancellationToken,
): Promise<Answered> {
  const asked = { profile, ...(question && { question }), ...(after && { after }), ...(teach && { teach }) };
  const words = await answerInWords(server, asked, () => undefined, token);
  if (words.outcome === 'words') return { text: `${words.text}\n\n${words.below}` };
  const agree = words.needsConsent ? '\n\n[Agree or not](command:nsysAi.modelConsent)' : '';
  return { text: `${words.reason ?? ''}${agree}` };
}

// How the last answer of this conversation understood its question.
function afterIn(history: readonly { readonly result?: ChatResult }[]): string | undefined {
  return [...history].reverse().find(({ result }) => result?.metadata?.after)?.result?.metadata?.after;
}

// Links references to the timeline, and names to their cards.
function linked(text: string, profile: string): vscode.MarkdownString {
  const to = (command: string, argument: object) => `(command:${command}?${encodeURIComponent(JSON.stringify([argument]))})`;
  const markdown = new vscode.MarkdownString(
    text
      .replace(/\]\(timeline:([\w:. =~-]{1,300})\)/g, (_, target) => `]${to('nsysAi.showOnTimeline', { profile, target })}`)
      .replace(/\]\(target:([\w:. =~-]{1,300})\)/g, (_, target) =>
        `]${to('workbench.action.chat.open', { query: `@nsys /explain ${target}` })}`),
  );
  markdown.isTrusted = { enabledCommands: kLinks };
  return markdown;
}
