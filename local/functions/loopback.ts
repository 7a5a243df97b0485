/**
 * The way from handler code to the twins inside of an environment: requests to their origin go over the channel to the host as
 * messages instead of over a socket. It stands where aws/direct/dispatcher.ts looks for a shorter way; a request to any other
 * origin fails. Imports nothing but what lies beside it, because a child process may read this folder only.
 */
import { Pending } from './pending.ts';
import type { FromEnvironment, TwinAnswer } from './protocol.ts';

const HOST = Symbol.for('portcullis.aws.dispatcher');

interface Controller {
  aborted: boolean;
  reason: Error | null;
  paused: boolean;
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** The part of undici's DispatchHandler that is used. */
export interface Handler {
  onRequestStart?(controller: Controller, context: object): void;
  onResponseStart?(controller: Controller, status: number, headers: Record<string, string>, text?: string): void;
  /** Text comes as text: who wants bytes makes them. */
  onResponseData?(controller: Controller, piece: Buffer | string): void;
  onResponseEnd?(controller: Controller, trailers: object): void;
  onResponseError?(controller: Controller, error: Error): void;
}

export interface Options {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

interface Exchange {
  readonly handler: Handler;
  readonly controller: Controller;
}

export class Loopback {
  private readonly origin: string;
  private readonly send: (message: FromEnvironment) => void;
  private readonly open = new Pending<Exchange>();

  constructor(origin: string, send: (message: FromEnvironment) => void) {
    this.origin = origin;
    this.send = send;
  }

  install(): void {
    offerDispatcher(this);
  }

  dispatch({ origin, path, method, headers, body }: Options, handler: Handler): boolean {
    const controller: Controller = {
      aborted: false,
      reason: null,
      paused: false,
      // Whoever reads slowly holds the pieces in memory; a twin's answers are small.
      pause() {},
      resume() {},
      abort: (reason) => {
        if (controller.aborted || !this.open.delete(id)) return;
        Object.assign(controller, { aborted: true, reason });
        this.send({ type: 'leave', id });
        handler.onResponseError?.(controller, reason);
      },
    };
    const id = this.open.add({ handler, controller });
    handler.onRequestStart?.(controller, {});
    if (controller.aborted) return true;
    if (String(origin) !== this.origin) {
      controller.abort(new Error(`This function has no way to ${String(origin)}.`));
      return true;
    }
    const message = { type: 'request', id, method, path, headers: headers as Record<string, string> } as const;
    this.send({ ...message, body: typeof body === 'string' ? body : '' });
    return true;
  }

  receive({ id, status, headers, text, bytes, ends, broken }: TwinAnswer): void {
    const exchange = this.open.get(id);
    if (!exchange) return;
    const { handler, controller } = exchange;
    try {
      if (status !== undefined) handler.onResponseStart?.(controller, status, headers ?? {});
      const piece = pieceOf(text, bytes);
      if (piece !== undefined) handler.onResponseData?.(controller, piece);
    } catch (error) {
      controller.abort(error as Error);
      return;
    }
    if (!ends || !this.open.delete(id)) return;
    if (broken) handler.onResponseError?.(controller, new Error('The answer broke off.'));
    else handler.onResponseEnd?.(controller, {});
  }
}

/** Puts a dispatcher where aws/direct/dispatcher.ts looks for one; nothing can take its place. */
export function offerDispatcher(dispatcher: Pick<Loopback, 'dispatch'>): void {
  Object.defineProperty(globalThis, HOST, { value: dispatcher });
}

function pieceOf(text: string | undefined, bytes: Uint8Array | string | undefined): Buffer | string | undefined {
  if (text !== undefined) return text;
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
