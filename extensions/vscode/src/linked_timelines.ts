// Two profiles whose timelines move together: what one shows is where the other shows the same work.
import * as vscode from 'vscode';
import { Alignment, windowsAt } from '../../web/aligned.js';
import { fileName } from './locate';
import type { TimeWindow } from './page_state';
import type { AlignedPlace } from './protocol';

type Side = 'before' | 'after';

const otherOf = (side: Side): Side => (side === 'before' ? 'after' : 'before');

export class LinkedTimelines implements vscode.Disposable {
  private readonly item_ = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right);
  private readonly alignment_ = new Alignment();
  private paths_: Record<Side, string> | undefined;
  private places_: readonly AlignedPlace[] = [];
  private shown_: Partial<Record<Side, TimeWindow>> = {};
  private together_ = true;

  // `follow` shows a part of a profile on the timelines of its editors.
  constructor(private readonly follow_: (path: string, window: TimeWindow) => void) {
    this.item_.command = 'nsysAi.alignTimelines';
  }

  begin(before: string, after: string, places: readonly AlignedPlace[]): void {
    this.paths_ = { before, after };
    this.places_ = places;
    this.shown_ = {};
    this.together_ = places.length > 0;
    // The first ones warm up.
    if (places.length > 0) this.align(places[Math.floor(places.length / 2)]);
    else this.say('Timelines move apart');
    this.item_.tooltip = `${fileName(before)} and ${fileName(after)}`;
    this.item_.show();
  }

  // A timeline has been drawn that can be moved from now on.
  ready(path: string): void {
    const side = this.sideOf(path);
    const window = side && this.shown_[side];
    if (window) this.follow_(path, window);
  }

  moved(path: string, window: TimeWindow): void {
    const side = this.sideOf(path);
    if (!side) return;
    this.shown_[side] = window;
    if (this.together_) this.show(otherOf(side), this.alignment_.beside(side, window, otherOf(side)));
  }

  async choose(): Promise<void> {
    if (!this.paths_) {
      await vscode.window.showInformationMessage('No two timelines are compared.', 'Compare With…').then((chosen) =>
        chosen && vscode.commands.executeCommand('nsysAi.compareWith'));
      return;
    }
    const choices = [
      this.together_
        ? { label: '$(debug-disconnect) Move each by itself', act: () => this.part() }
        : { label: '$(link) Move together from here on', act: () => this.join() },
      ...this.places_.map((place) => ({ label: place.name, act: () => this.align(place) })),
    ];
    const chosen = await vscode.window.showQuickPick(choices, { title: 'Align both timelines at' });
    chosen?.act();
  }

  dispose(): void {
    this.item_.dispose();
  }

  private align({ name, before, after }: AlignedPlace): void {
    this.together_ = true;
    this.alignment_.at({ before, after });
    const windows = windowsAt({ before, after });
    this.show('before', windows.before);
    this.show('after', windows.after);
    this.say(`Timelines at ${name}`);
  }

  private part(): void {
    this.together_ = false;
    this.say('Timelines move apart');
  }

  private join(): void {
    const { before, after } = this.shown_;
    if (before && after) this.alignment_.at({ before, after });
    this.together_ = true;
    this.say('Timelines move together');
  }

  private show(side: Side, window: TimeWindow): void {
    this.shown_[side] = window;
    if (this.paths_) this.follow_(this.paths_[side], window);
  }

  private sideOf(path: string): Side | undefined {
    if (path === this.paths_?.before) return 'before';
    return path === this.paths_?.after ? 'after' : undefined;
  }

  private say(words: string): void {
    this.item_.text = `$(split-vertical) ${words}`;
  }
}
