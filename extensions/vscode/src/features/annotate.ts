// The rounds of `nsys-ai annotate loop`: the page that shows them, and the loop as a task in a terminal.
import * as vscode from 'vscode';
import type { Context } from '../context';
import { telling } from '../problem';
import { findServerProgram } from '../server_program';

const kTask = 'nsys-ai';

export function activate(context: Context): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('nsysAi.showAnnotationRounds', telling(() => showRounds(context))),
    vscode.commands.registerCommand('nsysAi.annotateLoop', telling(() => startLoop(context))),
    vscode.tasks.onDidEndTaskProcess(telling(async ({ execution, exitCode }: vscode.TaskProcessEndEvent) => {
      if (execution.task.source === kTask && exitCode === 0) await showRounds(context);
    })),
  ];
}

async function showRounds({ editors, server }: Context): Promise<void> {
  const { profile } = (await server.execute('nsys-ai.annotationRounds', {})) as { profile: string };
  await editors.show(profile, { view: 'annotate', params: {} });
}

// The command line is the person's; it runs in the folder in which the server looks for rounds.
async function startLoop({ extension }: Context): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('The rounds are kept in a folder. Open that of the program first.');
  const line = await vscode.window.showInputBox({
    title: 'Find the line of each kernel: profile with ranges, again and again',
    prompt: 'The sources, then -- and the program. No source changes.',
    value: 'src/ --entry Model.forward -- python train.py',
    ignoreFocusOut: true,
  });
  if (!line) return;
  const { path } = await findServerProgram(extension.extensionPath);
  const run = new vscode.ShellExecution(`"${path}" annotate loop ${line}`, { cwd: folder.uri.fsPath });
  const task = new vscode.Task({ type: 'shell' }, folder, 'annotate loop', kTask, run);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}
