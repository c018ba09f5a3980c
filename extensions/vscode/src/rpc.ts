// Requests and replies over postMessage, with the same code on both sides of a webview. Cancelling a request
// cancels it on the other side.

export type Handlers = { [method: string]: (params: never, signal: AbortSignal) => unknown };
export type Params<H extends Handlers, M extends keyof H> = Parameters<H[M]>[0];
export type Result<H extends Handlers, M extends keyof H> = Awaited<ReturnType<H[M]>>;

type Message =
  | { readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly id: number; readonly cancel: true }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

export class Rpc<Local extends Handlers, Remote extends Handlers> {
  private readonly waiting_ = new Map<number, Waiting>();
  private readonly answering_ = new Map<number, AbortController>();
  private next_ = 1;

  constructor(
    private readonly post_: (message: unknown) => void,
    private readonly handlers_: Local,
  ) {}

  call<M extends keyof Remote & string>(
    method: M,
    params: Params<Remote, M>,
    signal?: AbortSignal,
  ): Promise<Result<Remote, M>> {
    const id = this.next_++;
    this.post_({ id, method, params } satisfies Message);
    return new Promise((resolve, reject) => {
      this.waiting_.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.waiting_.delete(id)) return;
        this.post_({ id, cancel: true } satisfies Message);
        reject(signal.reason);
      });
    });
  }

  async receive(data: unknown): Promise<void> {
    const message = data as Message;
    if (typeof message?.id !== 'number') return;
    if ('method' in message) {
      this.post_(await this.answer(message.id, message.method, message.params));
      return;
    }
    if ('cancel' in message) {
      this.answering_.get(message.id)?.abort();
      return;
    }
    const waiting = this.waiting_.get(message.id);
    this.waiting_.delete(message.id);
    if ('error' in message) {
      waiting?.reject(new Error(message.error));
    } else {
      waiting?.resolve(message.result as never);
    }
  }

  private async answer(id: number, method: string, params: unknown): Promise<Message> {
    if (!Object.hasOwn(this.handlers_, method)) return { id, error: `There is no method ${method}.` };
    const stop = new AbortController();
    this.answering_.set(id, stop);
    try {
      return { id, result: await this.handlers_[method](params as never, stop.signal) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    } finally {
      this.answering_.delete(id);
    }
  }
}
