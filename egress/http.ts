/**
 * The part of undici that the guard uses: its pool of HTTP/1.1 connections. undici's main entry would also load fetch,
 * WebSocket, caches and mocks, which adds 300 KB to the bundle and 80 ms to each cold start. The version is pinned.
 *
 * Chunks of a response are passed directly to the reader; a stream between them would cost a tenth of the sandbox's time.
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

/** The errors of undici that are mapped to codes of their own. */
export const errors: Pick<typeof errorTypes, 'HeadersOverflowError' | 'InvalidArgumentError'> = undiciErrors;

/** Header fields as given by undici: an array when a name occurs several times. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A response with the headers of undici. */
export interface Answer {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly body: ReadBody;
}

/** A request in the form that undici takes. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Name, value, name, value, … */
  readonly headers: string[];
  readonly body: Uint8Array | null;
  readonly stop: Stop;
}

/** Ends an exchange early, once. One at a time listens, so it needs neither the events nor the errors of an AbortSignal. */
export class Stop {
  /** Why, once it was ended. */
  reason: EgressError | undefined;
  /** Set by what is under way. */
  onStop: (() => void) | undefined;

  end(reason: EgressError): void {
    if (this.reason) return;
    this.reason = reason;
    this.onStop?.();
  }
}

/** Interim responses (1xx) allowed before the final one; an upstream could send them endlessly, and no other limit counts them. */
const MAX_INTERIM = 32;

/**
 * Sends one request and reads its response.
 * @param readerFor makes the reader of the body when the header section has arrived
 * @throws the reason of the stop, the error of the reader, or an error of undici
 */
export function exchangeWith(
  agent: AgentType,
  { stop, ...request }: OutgoingRequest,
  readerFor: (status: number, headers: RawHeaders, flow: Flow) => BodyReader,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (stop.reason) throw stop.reason;
    let controller: Dispatcher.DispatchController | undefined;
    let reader: BodyReader | undefined;
    let interim = 0;
    const abort = () => {
      controller?.abort(stop.reason as EgressError);
      // The request is still waiting for a connection; it will not be sent.
      if (!controller) reject(stop.reason as EgressError);
    };
    const settle = () => {
      stop.onStop = undefined;
    };
    stop.onStop = abort;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (stop.reason) abort();
      },
      onResponseStart(flow, status, headers) {
        if (status < 200) {
          if (++interim > MAX_INTERIM) flow.abort(tooManyInterim());
          return;
        }
        reader = readerFor(status, headers, flow);
        reader.result.then((body) => resolve({ status, headers, body }), reject);
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
