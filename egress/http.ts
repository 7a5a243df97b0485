/**
 * The part of undici that the guard uses: its pool of HTTP/1.1 connections and one request. Its main entry would load fetch,
 * WebSocket, caches and mocks as well: 300 KB more in the bundle and 80 ms of every cold start. The version is pinned.
 *
 * The pieces of an answer go straight to their reader: a stream between them would cost a tenth of the sandbox's time.
 */
import type { Agent as AgentType, Dispatcher, errors as errorTypes } from 'undici';
import undiciErrors from 'undici/lib/core/errors.js';
import UndiciAgent from 'undici/lib/dispatcher/agent.js';
import type { BodyReader, Flow, ReadBody } from './body.ts';
import { EgressError } from './errors.ts';

/** undici's pool of connections. */
export type Agent = AgentType;
/** Makes a pool of connections. */
export const Agent: typeof AgentType = UndiciAgent;

/** The two of undici's errors that are told apart. */
export const errors: Pick<typeof errorTypes, 'HeadersOverflowError' | 'InvalidArgumentError'> = undiciErrors;

/** Header fields as undici gives them: a list where a name came several times. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A response before its headers are read. */
export interface Answer {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly body: ReadBody;
}

/** A request as it goes to undici. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

/** Interim answers (1xx) that may come before the answer; an upstream could send them without end, and no other limit counts them. */
const MAX_INTERIM = 32;

/**
 * One request with its answer; `readerFor` is asked for a reader once the head of the answer is there. Rejects with the
 * signal's reason, with what the reader rejects with, or with an error of undici.
 */
export function exchangeWith(
  agent: AgentType,
  { signal, ...request }: OutgoingRequest,
  readerFor: (status: number, headers: RawHeaders, flow: Flow) => BodyReader,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let controller: Dispatcher.DispatchController | undefined;
    let reader: BodyReader | undefined;
    let interim = 0;
    const abort = () => {
      controller?.abort(signal.reason as Error);
      // Still waiting for a connection: it is not sent any more.
      if (!controller) reject(signal.reason as Error);
    };
    const settle = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) abort();
      },
      onResponseStart(flow, status, headers) {
        if (status < 200) {
          if (++interim > MAX_INTERIM) flow.abort(tooManyInterim());
          return;
        }
        reader = readerFor(status, headers, flow);
        reader.whole.then((body) => resolve({ status, headers, body }), reject);
      },
      onResponseData(_flow, chunk) {
        reader?.push(chunk);
      },
      onResponseEnd() {
        settle();
        reader?.end();
      },
      onResponseError(_flow, error) {
        settle();
        if (reader) reader.fail(error);
        else reject(error);
      },
    };
    agent.dispatch({ ...request, method: request.method as Dispatcher.HttpMethod }, handler);
  });
}

const tooManyInterim = (): EgressError =>
  new EgressError('headers_too_large', `The answer is preceded by more than ${MAX_INTERIM} interim answers (1xx).`);
