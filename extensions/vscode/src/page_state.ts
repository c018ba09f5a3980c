// What a page's webview shows at a moment, and what the two sides may ask of each other.
import type { Page } from './protocol.generated';

export type PageState =
  | { readonly kind: 'loading'; readonly title: string; readonly message: string; readonly percentage?: number }
  | { readonly kind: 'page'; readonly page: Page; readonly actions: readonly Action[]; readonly notice?: Notice }
  | { readonly kind: 'problem'; readonly sentence: string; readonly hint?: string; readonly actions: readonly Action[] };

export interface Action {
  readonly id: string;
  readonly title: string;
}

// A line above the page, with what can be done about it.
export interface Notice {
  readonly text: string;
  readonly action: Action;
}

// The webview draws a state and answers nothing.
export type ViewMethods = { show: (state: PageState) => void };

export type HostMethods = {
  ready: (params: null) => void;
  act: (params: { id: string }) => void;
  explain: (params: { target: string }) => Promise<string>;
  open: (params: { target: string }) => void;
};

export const kOpenInPerfetto: Action = { id: 'perfetto', title: 'Open in Perfetto' };
export const kOpenTimeline: Action = { id: 'timeline', title: 'Timeline' };
export const kOpenAsText: Action = { id: 'text', title: 'Open as Text' };
export const kCancel: Action = { id: 'cancel', title: 'Cancel' };
export const kRetry: Action = { id: 'retry', title: 'Retry' };
