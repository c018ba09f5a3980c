// The tabs of a profile: pages in one pane, the timeline in another, which begins when it is first looked at.
import { drawTabs, type ViewLink } from '../../../web/tabs.js';
import { feed } from '../../../web/timeline_feed.js';
import { pictures } from '../../../web/timeline_picture.js';
import { store } from '../../../web/timeline_store.js';
import { surroundWith } from '../../../web/timeline_surroundings.js';
import { ViewPane } from '../../../web/view_pane.js';
import timelineHtml from '../../../web/timeline.html';
import {
  kOpenAsText,
  kOpenInPerfetto,
  type Action,
  type HostMethods,
  type PageState,
  type ViewMethods,
  type ViewPlace,
} from '../page_state';
import type { Rpc } from '../rpc';
import { buttons, element } from './elements';

// What is remembered of a view while it is hidden, and over a restart of the editor.
export interface Kept {
  readonly place: ViewPlace;
  readonly timeline: string;  // the part that was shown
  readonly scroll: number;
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
  private readonly pane_: ViewPane;
  private reading_ = -1;
  private place_: ViewPlace;
  private timelinePlace_: string;
  private scroll_: number;
  private began_ = false;
  private title_ = '';
  private goTimeline_: () => void = () => undefined;

  constructor(
    root: HTMLElement,
    private readonly around_: Around,
  ) {
    this.place_ = around_.kept?.place ?? kOverview;
    this.timelinePlace_ = around_.kept?.timeline ?? '';
    this.scroll_ = around_.kept?.scroll ?? 0;
    const top = element('header', 'nsys-page nsys-top view-top');
    const actions = buttons([kOpenAsText], 'view-quiet', around_.act);
    actions.append(...buttons([kOpenInPerfetto], '', () => this.openPerfetto()).children);
    top.append(this.nav_, actions);
    this.notice_.setAttribute('role', 'status');
    root.append(this.notice_, top, this.page_, this.timeline_);
    this.pane_ = this.makePane();
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
    if (place && !samePlace(place, this.current())) this.go(place);
    else if (again) this.draw();
  }

  private makePane(): ViewPane {
    const { host } = this.around_;
    const ask = (method: string, params: object, signal?: AbortSignal) => host.call('ask', { method, params }, signal);
    return new ViewPane(this.page_, {
      read: async (link: ViewLink, signal?: AbortSignal) => ((await ask('viewOpen', link, signal)) as { page: never }).page,
      explain: async (target: string) => ((await ask('explain', { target })) as { markdown: string }).markdown,
      open: (target: string) => void host.call('open', { target }),
      shown: () => {
        this.page_.scrollTop = this.scroll_;
      },
      host: {
        hrefOf: ({ view }: ViewLink) => `#${view}`,
        go: (link: ViewLink) => this.go(link),
        copy: (text: string) => host.call('copy', { text }),
        suppress: async (finding: string, reason: string) => {
          await host.call('run', { command: 'nsys-ai.suppressFinding', argument: { finding, reason } });
          this.draw();
        },
      },
    });
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
    });
  }

  // Of the part that the timeline shows, else of the whole run.
  private openPerfetto(): void {
    const part = this.place_.view === 'timeline' ? /^start=(-?\d+)&end=(-?\d+)$/.exec(this.timelinePlace_) : null;
    const window = part ? { startNs: part[1], endNs: part[2] } : undefined;
    void this.around_.host.call('act', { id: kOpenInPerfetto.id, window });
  }

  private go(place: ViewPlace): void {
    if (place.view !== 'timeline' && !samePlace(place, this.place_)) this.scroll_ = 0;
    const wanted = place.view === 'timeline' ? place.params.place : undefined;
    this.place_ = place.view === 'timeline' ? { view: 'timeline', params: {} } : place;
    if (wanted !== undefined) this.timelinePlace_ = wanted;
    this.remember({});
    this.draw();
    if (wanted !== undefined && this.began_) this.goTimeline_();
  }

  private draw(): void {
    const { view } = this.place_;
    const isTimeline = view === 'timeline';
    drawTabs(this.nav_, { current: view, hrefOf: (link: ViewLink) => `#${link.view}`, go: (link: ViewLink) => this.go(link) });
    this.page_.hidden = isTimeline;
    this.timeline_.hidden = !isTimeline;
    if (!isTimeline) void this.pane_.show(this.place_);
    else if (!this.began_) void this.beginTimeline();
  }

  // The page of the browser, without what the editor has around it.
  private async beginTimeline(): Promise<void> {
    this.began_ = true;
    const { body } = new DOMParser().parseFromString(timelineHtml, 'text/html');
    for (const other of body.querySelectorAll('script, noscript, img, .nsys-top')) other.remove();
    // The editor's tab shows it already.
    const heading = body.querySelector('h1')!;
    heading.textContent = this.title_;
    heading.className = 'nsys-unseen';
    this.timeline_.append(...body.children);
    await import('../../../web/timeline.js');
  }

  // With the part of the run that the timeline shows.
  private current(): ViewPlace {
    const part = this.place_.view === 'timeline' && this.timelinePlace_;
    return part ? { view: 'timeline', params: { place: part } } : this.place_;
  }

  private remember(now: { scroll?: number }): void {
    this.scroll_ = now.scroll ?? this.scroll_;
    this.around_.keep({ place: this.current(), timeline: this.timelinePlace_, scroll: this.scroll_ });
  }
}

function samePlace(one: ViewPlace, other: ViewPlace): boolean {
  return one.view === other.view && JSON.stringify(one.params) === JSON.stringify(other.params);
}
