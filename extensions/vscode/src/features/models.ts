// A person's choices about language models, and the log of what was sent to them.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import * as protocol from '../protocol';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.setModelKey', telling(() => setKey(context))),
    vscode.commands.registerCommand('nsysAi.modelConsent', telling(() => decide(context))),
    vscode.commands.registerCommand('nsysAi.showSent', telling(async () => {
      const { text } = await context.server.request(protocol.methods.modelSent, {});
      const document = await vscode.workspace.openTextDocument({ content: text, language: 'plaintext' });
      await vscode.window.showTextDocument(document);
    })),
  ];
}

async function decide({ server }: Context): Promise<void> {
  const status = await server.request(protocol.methods.modelStatus, {});
  if (!status.available) {
    void vscode.window.showInformationMessage(status.reason ?? '');
    return;
  }
  const act = status.consent ? 'Withdraw' : 'Agree';
  const chosen = await vscode.window.showInformationMessage(status.sends ?? '', { modal: true }, act);
  if (chosen) await server.request(protocol.methods.modelConsent, { given: !status.consent });
}

async function setKey({ modelKeys }: Context): Promise<void> {
  const other = 'Another address…';
  const known = [...new Set(['https://api.anthropic.com', 'https://api.openai.com', ...modelKeys.services])];
  const choices = [...known, other].map((label) => ({
    label,
    description: modelKeys.services.includes(label) ? 'has a key' : '',
  }));
  const chosen = await vscode.window.showQuickPick(choices, { title: 'Which service is the key for?' });
  const service = chosen?.label === other ? await serviceOfAddress() : chosen?.label;
  if (!service) return;
  const key = await vscode.window.showInputBox({
    title: `The key for ${service}`,
    prompt: 'It stays in the secret store of this editor. When empty, the key is forgotten.',
    password: true,
    ignoreFocusOut: true,
  });
  if (key !== undefined) await modelKeys.set(service, key.trim());
}

async function serviceOfAddress(): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: 'The address of the service',
    prompt: 'As in the setting nsysAi.ai.baseUrl, such as https://models.example.org/v1',
    validateInput: (text) => (originOf(text) ? undefined : 'https://HOST, or http://localhost:PORT'),
  });
  return address && originOf(address);
}

function originOf(address: string): string | undefined {
  try {
    const { origin, protocol: scheme } = new URL(address);
    return /^https?:$/.test(scheme) ? origin : undefined;
  } catch {
    return undefined;
  }
}
