// The tabs of a profile: pages in one pane, and the timeline in another, which starts when it is first shown.
import { AskPane } from '../../../web/ask.js';
import { AskPlace } from '../../../web/ask_place.js';
import type { Completions as AskCompletions } from '../../../web/ask_complete.js';
import type { CardBlock } from '../../../web/card_nodes.js';
import { drawTabs, type ViewLink } from '../../../web/tabs.js';
import { feed } from '../../../web/timeline_feed.js';
import { linkThrough } from '../../../web/timeline_linked.js';
import { pictures } from '../../../web/timeline_picture.js';
import { store } from '../../../web/timeline_store.js';
import { surroundWith } from '../../../web/timeline_surroundings.js';
import { ViewPane } from '../../../web/view_pane.js';
import { cardWords, type ModelStatus, type Words } from '../../../web/words.js';
import timelineHtml from '../../../web/timeline.html';
import {
  kOpenAsText,
  kOpenInPerfetto,
  type Action,
  type HostMethods,
  type PageState,
  type TimeWindow,
  type ViewMethods,
  type ViewPlace,
} from '../page_state';
import type { Rpc } from '../rpc';
import { buttons, element } from './elements';

// The state of a view that survives hiding it and restarting the editor.
export interface Kept {
  readonly place: ViewPlace;
  readonly timeline: string;  // the shown part
  readonly scroll: number;
  readonly asked: Record<string, string>[];  // of the conversation
  readonly beside: boolean;  // whether the conversation is beside the other views
}

interface Around {
  readonly host: Rpc<ViewMethods, HostMethods>;
  readonly act: (action: Action) => void;
  readonly kept: Kept | undefined;
  readonly keep: (kept: Kept) => void;
}

const kOverview: ViewPlace = { view: 'overview', params: {} };

export class ProfileTabs {
  private readonly notice_ = element('aside', 'view-notice');
  private readonly nav_ = element('nav', '');
  private readonly page_ = element('main', 'view-page');
  private readonly timeline_ = element('section', 'nsys-page nsys-launcher view-timeline');
  private readonly ask_ = element('section', 'nsys-page nsys-ask');
  private readonly askBeside_ = element('button', 'view-button view-quiet', 'Ask Beside');
  private readonly pane_: ViewPane;
  private readonly conversation_: AskPlace;
  private readonly pieces_ = new Map<string, (text: string, restart: boolean) => void>();
  private asked_: Record<string, string>[];
  private beside_: boolean;
  private reading_ = -1;
  private place_: ViewPlace;
  private timelinePlace_: string;
  private scroll_: number;
  private began_ = false;
  private title_ = '';
  private goTimeline_: () => void = () => undefined;
  private follow_: (shown: TimeWindow) => void = () => undefined;

  constructor(
    root: HTMLElement,
    private readonly around_: Around,
  ) {
    this.place_ = around_.kept?.place ?? kOverview;
    this.timelinePlace_ = around_.kept?.timeline ?? '';
    this.scroll_ = around_.kept?.scroll ?? 0;
    this.asked_ = around_.kept?.asked ?? [];
    this.beside_ = around_.kept?.beside ?? false;
    const top = element('header', 'nsys-page nsys-top view-top');
    const actions = buttons([kOpenAsText], 'view-quiet', around_.act);
    actions.prepend(this.askBeside_);
    actions.append(...buttons([kOpenInPerfetto], '', () => this.openPerfetto()).children);
    top.append(this.nav_, actions);
    this.notice_.setAttribute('role', 'status');
    root.append(this.notice_, top, this.page_, this.timeline_, this.ask_);
    this.pane_ = this.makePane();
    this.conversation_ = this.makeConversation(root);
    this.page_.addEventListener('scroll', () => this.remember({ scroll: this.page_.scrollTop }), { passive: true });
    feed.through((method: string, params: object, signal?: AbortSignal) =>
      around_.host.call('ask', { method, params }, signal));
    this.surround();
  }

  show({ notice, place, reading, title }: Extract<PageState, { kind: 'profile' }>): void {
    this.title_ = title;
    this.notice_.hidden = !notice;
    if (notice) {
      this.notice_.replaceChildren(
        element('span', '', notice.text),
        buttons([notice.action], 'view-quiet', this.around_.act),
      );
    }
    const again = reading !== this.reading_;
    this.reading_ = reading;
    // A question is asked even if the conversation is already in front.
    if (place && (place.view === 'ask' || !samePlace(place, this.current()))) this.go(place);
    else if (again) this.draw();
  }

  private makePane(): ViewPane {
    return new ViewPane(this.page_, {
      ...this.questions(),
      words: cardWords(this.wordsOfModel(), (target: string) => this.go({ view: 'ask', params: { target } })),
      shown: () => {
        this.page_.scrollTop = this.scroll_;
      },
    });
  }

  private makeConversation(root: HTMLElement): AskPlace {
    this.ask_.id = 'ask';
    this.ask_.setAttribute('aria-label', 'Ask');
    this.askBeside_.type = 'button';
    this.askBeside_.setAttribute('aria-controls', 'ask');
    const place: AskPlace = new AskPlace({
      box: this.ask_,
      button: this.askBeside_,
      room: root,
      beside: this.beside_,
      keepBeside: (beside: boolean) => this.remember({ beside }),
      make: (box: HTMLElement) => new AskPane(box, {
        ...this.questions(),
        kept: () => this.asked_,
        keep: (asked: Record<string, string>[]) => this.remember({ asked }),
        words: this.wordsOfModel(),
        close: () => place.leave(),
      }),
    });
    return place;
  }

  follow(shown: TimeWindow): void {
    this.follow_(shown);
  }

  piece(id: string, text: string, restart: boolean): void {
    this.pieces_.get(id)?.(text, restart);
  }

  private wordsOfModel() {
    const { host } = this.around_;
    const ask = (method: string, params: object) => host.call('ask', { method, params });
    return {
      status: async () => (await ask('modelStatus', {})) as ModelStatus,
      agree: async (given: boolean) => (await ask('modelConsent', { given })) as ModelStatus,
      sent: async () => ((await ask('modelSent', {})) as { text: string }).text,
      answer: async (asked: object, onPiece: (text: string, restart: boolean) => void, signal?: AbortSignal) => {
        const id = crypto.randomUUID();
        this.pieces_.set(id, onPiece);
        try {
          return (await host.call('words', { id, asked }, signal)) as Words;
        } finally {
          this.pieces_.delete(id);
        }
      },
    };
  }

  // The view's requests to the server, and the targets of its links.
  private questions() {
    const { host } = this.around_;
    const ask = (method: string, params: object, signal?: AbortSignal) => host.call('ask', { method, params }, signal);
    return {
      read: async (link: ViewLink, signal?: AbortSignal) => ((await ask('viewOpen', link, signal)) as { page: never }).page,
      explain: async (target: string) => ((await ask('explain', { target })) as { blocks: CardBlock[] }).blocks,
      open: (target: string) => void host.call('open', { target }),
      host: {
        hrefOf: ({ view }: ViewLink) => `#tab-${view}`,
        go: (link: ViewLink) => this.go(link),
        copy: (text: string) => host.call('copy', { text }),
        complete: async (question: string, signal: AbortSignal) =>
          (await ask('askComplete', { question }, signal)) as AskCompletions,
        run: async (command: string, round: string) => {
          await host.call('run', { command, argument: { round } });
          this.draw();
        },
        suppress: async (finding: string, reason: string) => {
          await host.call('run', { command: 'nsys-ai.suppressFinding', argument: { finding, reason } });
          this.draw();
        },
      },
    };
  }

  private surround(): void {
    const { host } = this.around_;
    store.through({
      read: (key: string) => host.call('recall', { key }),
      write: (key: string, value: unknown) => void host.call('remember', { key, value }),
    });
    pictures.save = async (name: string, picture: Blob) =>
      host.call('save', { name, bytes: new Uint8Array(await picture.arrayBuffer()) });
    surroundWith({
      title: () => this.title_,
      place: () => this.timelinePlace_,
      keep: (timeline: string) => {
        this.timelinePlace_ = timeline;
        this.remember({});
      },
      onPlace: (go: () => void) => {
        this.goTimeline_ = go;
      },
      perfetto: () => '',
      go: (link: ViewLink) => this.go(link),
    });
    linkThrough({
      ready: () => void host.call('timelineReady', null),
      moved: (shown: TimeWindow) => void host.call('timelineMoved', { window: shown }),
      onShow: (show: (shown: TimeWindow) => void) => {
        this.follow_ = show;
      },
    });
  }

  // Opens the part that the timeline shows, otherwise the entire run.
  private openPerfetto(): void {
    const part = this.place_.view === 'timeline' ? /^start=(-?\d+)&end=(-?\d+)$/.exec(this.timelinePlace_) : null;
    const window = part ? { startNs: part[1], endNs: part[2] } : undefined;
    void this.around_.host.call('act', { id: kOpenInPerfetto.id, window });
  }

  private go(place: ViewPlace): void {
    const { host } = this.around_;
    // A target in the profile that this one is compared with has the handle of that profile before it.
    const [, handle, target] = /^at=(\d+)\/(.+)$/s.exec(place.params.place ?? '') ?? [];
    if (handle) return void host.call('other', { handle, place: { view: 'timeline', params: { place: `at=${target}` } } });
    const { against, as, ranks } = place.params;
    if (place.view === 'timelines' && ranks) return void host.call('rankTimelines', { ranks });
    if (place.view === 'timelines') return void host.call('timelines', { against, isBase: as === 'base' });
    if (place.view !== 'timeline' && !samePlace(place, this.place_)) this.scroll_ = 0;
    const wanted = place.view === 'timeline' ? place.params.place : undefined;
    // Does not repeat a question; the timeline stores its own place.
    this.place_ = place.view === 'timeline' || place.view === 'ask' ? { view: place.view, params: {} } : place;
    if (wanted !== undefined) this.timelinePlace_ = wanted;
    this.remember({});
    this.draw();
    if (place.view === 'ask') this.conversation_.go(place.params);
    if (wanted !== undefined && this.began_) this.goTimeline_();
  }

  private draw(): void {
    const { view } = this.place_;
    const isTimeline = view === 'timeline';
    const isAsk = view === 'ask';
    drawTabs(this.nav_, { current: view, hrefOf: (link: ViewLink) => `#tab-${link.view}`, go: (link: ViewLink) => this.go(link) });
    this.page_.hidden = isTimeline || isAsk;
    this.timeline_.hidden = !isTimeline;
    this.conversation_.show(isAsk);
    if (isAsk) return;
    if (!isTimeline) void this.pane_.show(this.place_);
    else if (!this.began_) void this.beginTimeline();
  }

  // The page of the browser, without the parts that the editor provides around it.
  private async beginTimeline(): Promise<void> {
    this.began_ = true;
    const { body } = new DOMParser().parseFromString(timelineHtml, 'text/html');
    for (const other of body.querySelectorAll('script, noscript, img, .nsys-top')) other.remove();
    // The editor's tab shows the title already.
    const heading = body.querySelector('h1')!;
    heading.textContent = this.title_;
    heading.className = 'nsys-unseen';
    this.timeline_.append(...body.children);
    await import('../../../web/timeline.js');
  }

  // Includes the part of the run that the timeline shows.
  private current(): ViewPlace {
    const part = this.place_.view === 'timeline' && this.timelinePlace_;
    return part ? { view: 'timeline', params: { place: part } } : this.place_;
  }

  private remember(now: { scroll?: number; asked?: Record<string, string>[]; beside?: boolean }): void {
    this.scroll_ = now.scroll ?? this.scroll_;
    this.asked_ = now.asked ?? this.asked_;
    this.beside_ = now.beside ?? this.beside_;
    this.around_.keep({
      place: this.current(),
      timeline: this.timelinePlace_,
      scroll: this.scroll_,
      asked: this.asked_,
      beside: this.beside_,
    });
  }
}

function samePlace(one: ViewPlace, other: ViewPlace): boolean {
  return one.view === other.view && JSON.stringify(one.params) === JSON.stringify(other.params);
}
