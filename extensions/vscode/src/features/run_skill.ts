// Chooses one of the server's skills and runs it in the profile's editor.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { subject } from '../locate';
import { telling } from '../problem';
import * as protocol from '../protocol';
import { opened } from './perfetto';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.runSkill', telling(async (clicked?: unknown) => {
      const path = await subject(context, clicked);
      if (path === undefined) return;
      await opened(context, path);
      const skill = await pickSkill(context);
      if (skill) await context.editors.show(path, { view: 'skill', params: { name: skill.name } });
    })),
  ];
}

async function pickSkill({ server }: Context): Promise<protocol.SkillInfo | undefined> {
  const { skills } = await server.request(protocol.methods.skills, {});
  const items = skills.map((skill) => ({
    label: skill.title,
    description: skill.name,
    detail: skill.doc.split('\n')[0],
    skill,
  }));
  const options = { title: 'Run Skill', placeHolder: 'A question to the profile', matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, { ...options, matchOnDetail: true }))?.skill;
}
