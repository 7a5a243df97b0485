/** Reads a held event stream without a client library, to see exactly what arrives and when it ends. */

/** One event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  /** Time of arrival (performance.now). */
  readonly at: number;
}

/** An open stream and what has arrived on it. */
export interface HeldStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly ServerSentEvent[];
  /** Number of comments, such as pings. */
  readonly comments: number;
  /** Resolves to the time (performance.now) at which the stream ended, for any reason. */
  readonly ended: Promise<number>;
  /** The next matching event, or one that arrived already. Rejects when the stream ends before. */
  find(fits: (event: ServerSentEvent) => boolean): Promise<ServerSentEvent>;
  close(): void;
}

/** Opens a stream and reads it until it ends or is closed. Rejects when the request fails. */
export async function holdStream(url: string | URL, init: RequestInit = {}): Promise<HeldStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'text/event-stream', ...(init.headers as Record<string, string>) },
    signal: controller.signal,
  });
  const events: ServerSentEvent[] = [];
  const waiting = new Set<() => void>();
  let comments = 0;
  let over = false;
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const read = async () => {
    let pending = '';
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? []) {
        const blocks = (pending + decoder.decode(piece, { stream: true })).split('\n\n');
        pending = blocks.pop() as string;
        for (const block of blocks) {
          const lines = block.split('\n');
          const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
          const data = field('data');
          if (data !== undefined) events.push({ event: field('event') ?? 'message', data, at: performance.now() });
          else comments++;
        }
        wake();
      }
    } catch {
      // A broken connection counts as an end.
    }
    over = true;
    wake();
    return performance.now();
  };
  const ended = read();
  return {
    status: response.status,
    headers: response.headers,
    events,
    get comments() {
      return comments;
    },
    ended,
    async find(fits) {
      for (;;) {
        const found = events.find(fits);
        if (found) return found;
        if (over) throw new Error(`The stream ended after ${JSON.stringify(events).slice(0, 500)}`);
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    close: () => controller.abort(),
  };
}
