/**
 * Handlers with a streamed response, behind a function URL or a REST API (./restEvent.ts). First it is checked that they came by the entrance
 * (./entrance.ts); then the body is decoded within the size limit. An unexpected failure becomes a 503 without its cause, which is logged.
 * Neither path (it may contain a token) nor body is ever logged.
 */

import type { Writable } from 'node:stream';
import { logFailure } from '../../aws/lib/log.ts';
import { TooManyStreams } from '../../aws/tables/streams.ts';
import { STREAM_LEASE_MS } from '../../core/auth/tokens/streams.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { corsHeaders, isOriginAllowed, preflightHeaders } from '../../core/mcp/access.ts';
import { CHALLENGE_HEADERS, type RefusalCode, refusal } from '../../core/mcp/errors.ts';
import { type HeaderRecord, requestId } from '../../core/mcp/protocol.ts';
import { isNewer } from '../../core/model/migrations.ts';
import { cameThroughEntrance, isPrivate } from './entrance.ts';
import { type HttpEvent, inFormat2 } from './restEvent.ts';

declare const awslambda: {
  streamifyResponse(handler: (event: HttpEvent, responseStream: Writable) => Promise<void>): unknown;
  HttpResponseStream: {
    from(stream: Writable, prelude: { statusCode: number; headers: Record<string, string> }): Writable;
  };
};

/** A request, with its body decoded. */
export interface UrlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderRecord;
  readonly body: string;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
}

/** How a request is answered: once, by `send` or by `open`. */
export interface Reply {
  /** Sends a whole response. */
  send(status: number, headers: Readonly<Record<string, string>>, body: string): void;
  /** Starts a response that is written piece by piece; the caller must end it. */
  open(status: number, headers: Readonly<Record<string, string>>): Writable;
}

/** After this time a stream whose holder died is not counted any more. */
const STREAMS_RETRY_SECONDS = STREAM_LEASE_MS / 1_000;

/** Headers of every response: never cached, and the URL with its token is never sent as a referrer. */
const COMMON = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

/** Creates the handler. `serve` may throw: the client then gets a 503. */
export function functionUrl(serve: (request: UrlRequest, reply: Reply) => Promise<void>): unknown {
  return awslambda.streamifyResponse(async (given, responseStream) => {
    const event = inFormat2(given);
    const headers = event.headers as HeaderRecord;
    const gone = new AbortController();
    responseStream.on('close', () => {
      if (!responseStream.writableFinished) gone.abort();
    });
    responseStream.on('error', () => gone.abort());
    const isWelcome = isOriginAllowed(headers, allowedOrigins());
    const reply = replyOver(responseStream, isWelcome ? headers : {});
    let body: string | undefined;
    try {
      if (!cameThroughEntrance(event)) return reply.send(403, {}, '');
      if (!isWelcome) return refuse(reply, 'origin_not_allowed');
      const { method } = event.requestContext.http;
      if (method === 'OPTIONS') return reply.send(204, preflightHeaders(headers), '');
      body = decodeBody(event);
      if (body === undefined) return refuse(reply, 'body_too_large');
      const query = new URLSearchParams(event.rawQueryString);
      await serve({ method, path: event.rawPath, query, headers, body, signal: gone.signal }, reply);
    } catch (error) {
      if (error instanceof TooManyStreams && !reply.opened()) {
        const again = { 'retry-after': String(STREAMS_RETRY_SECONDS) };
        return refuse(reply, 'too_many_streams', { headers: again, id: requestId(body) });
      }
      logFailure('request_failed', error);
      // Throwing makes Lambda end the response and keep the environment; destroying the stream would end the process.
      if (reply.opened()) throw new Error('The answer broke off; the line before says why.');
      refuse(reply, isNewer(error) ? 'schema_newer' : 'unavailable', { id: requestId(body) });
    }
  });
}

/** Seconds to wait after a 503. */
const RETRY_AFTER = '5';

interface RefusalOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `WWW-Authenticate`, which the edge sends: function URLs and REST APIs would rename it. */
  readonly challenge?: string;
  /** Of the request, when it is known. */
  readonly id?: string | number | undefined;
}

/** Answers with one of the stable refusals of core/errorCatalog. */
export function refuse(
  reply: Reply,
  code: RefusalCode,
  { status, headers = {}, challenge, id }: RefusalOptions = {},
): void {
  const { status: usual, body } = refusal(code, id);
  const sentStatus = status ?? usual;
  const again = sentStatus === 503 && { 'retry-after': RETRY_AFTER };
  const all = { 'content-type': 'application/json', ...again, ...headers };
  if (challenge === undefined) reply.send(sentStatus, all, body);
  // Without a distribution nothing gives it its name back. Clients look for the metadata where RFC 9728 has it.
  else if (isPrivate()) reply.send(sentStatus, { ...all, 'www-authenticate': challenge }, body);
  else {
    const asHeaders = { [CHALLENGE_HEADERS.status]: String(sentStatus), [CHALLENGE_HEADERS.challenge]: challenge };
    reply.send(200, { ...all, ...asHeaders }, body);
  }
}

const allowedOrigins = () => (process.env['ALLOWED_ORIGINS'] ?? '').split(',').filter(Boolean);

function decodeBody({ body = '', isBase64Encoded }: HttpEvent): string | undefined {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  if (Buffer.byteLength(bytes) > LIMITS.mcpRequestBytes) return undefined;
  const text = bytes.toString();
  // A byte order mark is not JSON but may be ignored (RFC 8259 section 8.1); not every later parser would accept it.
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function replyOver(responseStream: Writable, requestHeaders: HeaderRecord): Reply & { opened(): boolean } {
  let opened = false;
  /**
   * Lambda's runtime sends status and headers with the first `write`, even an empty one. An `end` that has text would be sent without
   * them.
   */
  const begin = (statusCode: number, headers: Readonly<Record<string, string>>, text: string): Writable => {
    opened = true;
    const all = { ...COMMON, ...corsHeaders(requestHeaders), ...headers };
    const stream = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers: all });
    stream.write(text);
    return stream;
  };
  return {
    open: (status, headers) => begin(status, headers, ''),
    send: (status, headers, body) => void begin(status, headers, body).end(),
    opened: () => opened,
  };
}
