// What the webview of a profile shows at a moment, and what the two sides may ask of each other.

export type PageState =
  | { readonly kind: 'loading'; readonly title: string; readonly message: string; readonly percentage?: number }
  | {
      readonly kind: 'profile';
      readonly title: string;
      readonly reading: number;  // which one of the file: another one draws all anew
      readonly place?: ViewPlace;
      readonly notice?: Notice;
    }
  | { readonly kind: 'problem'; readonly sentence: string; readonly hint?: string; readonly actions: readonly Action[] };

// Which tab is in front, and what of it is shown.
export interface ViewPlace {
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Action {
  readonly id: string;
  readonly title: string;
}

// A line above the page, with what can be done about it.
export interface Notice {
  readonly text: string;
  readonly action: Action;
}

// A part of the run, on the capture's clock.
export interface TimeWindow {
  readonly startNs: string;
  readonly endNs: string;
}

// The webview draws and answers nothing.
export type ViewMethods = {
  show: (state: PageState) => void;
  // What a language model writes meanwhile, of the question of that id.
  piece: (params: { id: string; text: string; restart: boolean }) => void;
};

export type HostMethods = {
  ready: (params: null) => void;
  act: (params: { id: string; window?: TimeWindow }) => void;
  // A question of the protocol about the profile, by its name without `nsys/`.
  ask: (params: { method: string; params: object }, signal: AbortSignal) => Promise<unknown>;
  copy: (params: { text: string }) => void;
  // Where the webview stands now, to be shown again.
  keep: (params: { place: ViewPlace }) => void;
  open: (params: { target: string }) => void;
  // What a person arranged, for the next time.
  recall: (params: { key: string }) => unknown;
  remember: (params: { key: string; value: unknown }) => void;
  run: (params: { command: string; argument: object }) => Promise<unknown>;
  // A language model's words; pieces of them come under that id.
  words: (params: { id: string; asked: object }, signal: AbortSignal) => Promise<unknown>;
  // A file for the person, who says where.
  save: (params: { name: string; bytes: Uint8Array }) => void;
};

export const kOpenInPerfetto: Action = { id: 'perfetto', title: 'Open in Perfetto' };
export const kOpenAsText: Action = { id: 'text', title: 'Open as Text' };
export const kCancel: Action = { id: 'cancel', title: 'Cancel' };
export const kRetry: Action = { id: 'retry', title: 'Retry' };
