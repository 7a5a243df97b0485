/**
 * CloudFront's answer for an origin that is silent for too long; an answer that has begun is broken off. One timer looks at all answers
 * that are under way, because a timer for each cost as much as the whole way through the edge.
 */
import type { ServerResponse } from 'node:http';
import { Pending } from '../functions/runtime/pending.ts';

/** How much later than its limit an answer may be given up. */
const LOOK_MS = 250;

interface Waiting {
  readonly response: ServerResponse;
  readonly most: number;
  /** When the origin was last heard of (milliseconds of the monotonic clock). */
  heard: number;
}

/** The limit of all answers of an edge. */
export class SilenceLimit {
  private readonly waiting = new Pending<Waiting>();
  private readonly refuse: (response: ServerResponse) => void;
  /** Set while answers are under way. */
  private timer: NodeJS.Timeout | undefined;

  /** `refuse` answers a request whose origin has said nothing. */
  constructor(refuse: (response: ServerResponse) => void) {
    this.refuse = refuse;
  }

  /** `most`: milliseconds until the origin's answer begins, and between two pieces of it. */
  limit(response: ServerResponse, most: number): void {
    const waiting: Waiting = { response, most, heard: performance.now() };
    const id = this.waiting.add(waiting);
    const { write } = response;
    response.write = ((...chunk: Parameters<typeof write>) => {
      waiting.heard = performance.now();
      return write.apply(response, chunk);
    }) as typeof write;
    response.once('close', () => this.waiting.delete(id));
    this.timer ??= setInterval(() => this.look(), Math.min(LOOK_MS, most)).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    for (const id of this.waiting.present()) {
      const { response, most, heard } = this.waiting.get(id) as Waiting;
      if (now - heard < most) continue;
      this.waiting.delete(id);
      const nothing = () => response;
      if (response.headersSent) response.destroy();
      else this.refuse(response);
      // The origin may still answer; nobody takes it.
      Object.assign(response, { writeHead: nothing, write: nothing, end: nothing });
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
