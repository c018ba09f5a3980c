// The state that the webview of a profile shows, and the requests that the two sides send to each other.

export type PageState =
  | { readonly kind: 'loading'; readonly title: string; readonly message: string; readonly percentage?: number }
  | {
      readonly kind: 'profile';
      readonly title: string;
      readonly reading: number;  // number of the load; another one redraws everything
      readonly place?: ViewPlace;
      readonly notice?: Notice;
    }
  | { readonly kind: 'problem'; readonly sentence: string; readonly hint?: string; readonly actions: readonly Action[] };

// The tab in front, and the part of it that is shown.
export interface ViewPlace {
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Action {
  readonly id: string;
  readonly title: string;
}

// A line above the page, with a button for its action.
export interface Notice {
  readonly text: string;
  readonly action: Action;
}

// A part of the run, on the capture's clock.
export interface TimeWindow {
  readonly startNs: string;
  readonly endNs: string;
}

// The webview only draws and returns nothing.
export type ViewMethods = {
  show: (state: PageState) => void;
  // A piece of a language model's output, for the request of that id.
  piece: (params: { id: string; text: string; restart: boolean }) => void;
  // Moves the timeline, because another one moved with which it is compared.
  follow: (params: { window: TimeWindow }) => void;
};

export type HostMethods = {
  ready: (params: null) => void;
  act: (params: { id: string; window?: TimeWindow }) => void;
  // A method of the protocol about the profile, by its name without `nsys/`.
  ask: (params: { method: string; params: object }, signal: AbortSignal) => Promise<unknown>;
  copy: (params: { text: string }) => void;
  // Stores the place that the webview shows.
  keep: (params: { place: ViewPlace }) => void;
  open: (params: { target: string }) => void;
  // Shows a place in another open profile, named by its handle.
  other: (params: { handle: string; place: ViewPlace }) => void;
  // Shows the timelines of this profile and of another one, named by its path or handle, which is the base, or
  // compared with this one as the base.
  timelines: (params: { against: string; isBase: boolean }) => void;
  // Shows the timelines of these ranks of the run, one below the other.
  rankTimelines: (params: { ranks: string }) => void;
  // The timeline can be moved from now on, and a person moved it.
  timelineReady: (params: null) => void;
  timelineMoved: (params: { window: TimeWindow }) => void;
  // Reads a stored arrangement.
  recall: (params: { key: string }) => unknown;
  remember: (params: { key: string; value: unknown }) => void;
  run: (params: { command: string; argument: object }) => Promise<unknown>;
  // A language model's words; pieces of them arrive with that id.
  words: (params: { id: string; asked: object }, signal: AbortSignal) => Promise<unknown>;
  // Saves a file where the person chooses.
  save: (params: { name: string; bytes: Uint8Array }) => void;
};

export const kOpenInPerfetto: Action = { id: 'perfetto', title: 'Open in Perfetto' };
export const kOpenAsText: Action = { id: 'text', title: 'Open as Text' };
export const kCancel: Action = { id: 'cancel', title: 'Cancel' };
export const kRetry: Action = { id: 'retry', title: 'Retry' };
