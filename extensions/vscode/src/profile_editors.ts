// The open editors of profiles by path, and navigation to a place in one of them.
import * as vscode from 'vscode';
import { LinkedTimelines } from './linked_timelines';
import { editorOf } from './locate';
import type { TimeWindow, ViewPlace } from './page_state';

export interface ShownProfile {
  readonly active: boolean;
  readonly place: ViewPlace | undefined;
  show(place: ViewPlace): void;
  follow(window: TimeWindow): void;
}

export class ProfileEditors {
  private readonly open_ = new Map<string, Set<ShownProfile>>();
  private readonly wanted_ = new Map<string, ViewPlace>();
  readonly linked = new LinkedTimelines((path, window) => {
    for (const editor of this.open_.get(path) ?? []) editor.follow(window);
  });

  add(path: string, editor: ShownProfile): void {
    const known = this.open_.get(path) ?? new Set();
    this.open_.set(path, known.add(editor));
  }

  remove(path: string, editor: ShownProfile): void {
    this.open_.get(path)?.delete(editor);
  }

  isOpen(path: string): boolean {
    return (this.open_.get(path)?.size ?? 0) > 0;
  }

  // The place in front as parameters of a link.
  targetOf(path: string): Record<string, string> {
    const place = [...(this.open_.get(path) ?? [])].find((editor) => editor.active)?.place;
    return place && place.view !== 'overview' ? { view: place.view, ...place.params } : {};
  }

  // The place at which a new editor begins; returned once.
  wanted(path: string): ViewPlace | undefined {
    const place = this.wanted_.get(path);
    this.wanted_.delete(path);
    return place;
  }

  // Uses the profile's editor in front, otherwise any of its editors, otherwise a new one.
  async show(path: string, place: ViewPlace): Promise<void> {
    const open = [...(this.open_.get(path) ?? [])];
    const editor = open.find((each) => each.active) ?? open[0];
    if (editor) {
      editor.show(place);
      return;
    }
    await this.begin(path, place);
  }

  // Uses a new editor.
  async begin(path: string, place: ViewPlace, options?: vscode.TextDocumentShowOptions, editor = editorOf(path)): Promise<void> {
    this.wanted_.set(path, place);
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(path), editor, options);
  }
}
