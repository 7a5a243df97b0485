/**
 * Function URL handlers with a streamed response (payload format 2.0). Before anything else the secret header of the
 * distribution is compared in constant time; then the body is decoded under the size cap. An unexpected failure becomes a 503
 * that says nothing about its cause; the cause goes to the log, which never gets a path (it may hold a token) or a body.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { requireEnvironment } from '../../aws/environment.ts';
import { logFailure } from '../../aws/log.ts';
import { TooManyStreams } from '../../aws/tables/streams.ts';
import { LIMITS } from '../../core/limits.ts';
import { corsHeaders, isOriginAllowed, preflightHeaders } from '../../core/mcp/access.ts';
import { type RefusalCode, refusal } from '../../core/mcp/errors.ts';
import { type HeaderRecord, requestId } from '../../core/mcp/protocol.ts';
import { STREAM_LEASE_MS } from '../../core/tokens/streams.ts';

declare const awslambda: {
  streamifyResponse(handler: (event: LambdaFunctionURLEvent, responseStream: Writable) => Promise<void>): unknown;
  HttpResponseStream: {
    from(stream: Writable, prelude: { statusCode: number; headers: Record<string, string> }): Writable;
  };
};

/** A request as a function URL got it, its body decoded. */
export interface UrlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderRecord;
  readonly body: string;
  /** Aborted when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
}

/** How a request is answered: once, by `send` or by `open`. */
export interface Reply {
  /** Sends a whole answer. */
  send(status: number, headers: Readonly<Record<string, string>>, body: string): void;
  /** Opens an answer that is written piece by piece; end it. */
  open(status: number, headers: Readonly<Record<string, string>>): Writable;
}

/** After this a stream whose holder died counts no more. */
const STREAMS_RETRY_SECONDS = STREAM_LEASE_MS / 1_000;

/** Every answer: never stored, and the capability URL never leaks as a referrer. */
const COMMON = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };

/** Makes the handler of a function URL. `serve` may throw: the client then gets a 503. */
export function functionUrl(serve: (request: UrlRequest, reply: Reply) => Promise<void>): unknown {
  return awslambda.streamifyResponse(async (event, responseStream) => {
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
      if (!knowsDistribution(headers['x-origin-verify'])) return reply.send(403, {}, '');
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
      // Lambda breaks the answer off, and the environment goes on; a destroyed stream would end its process.
      if (reply.opened()) throw new Error('The answer broke off; the line before says why.');
      refuse(reply, 'unavailable', { id: requestId(body) });
    }
  });
}

/** Seconds after which somebody who met 503 may ask again. */
const RETRY_AFTER = '5';

/** Answers with one of the stable refusals of core/catalogue. */
export function refuse(
  reply: Reply,
  code: RefusalCode,
  {
    status,
    headers = {},
    id,
  }: { status?: number; headers?: Record<string, string>; id?: string | number | undefined } = {},
): void {
  const { status: usual, body } = refusal(code, id);
  const told = status ?? usual;
  const again = told === 503 && { 'retry-after': RETRY_AFTER };
  reply.send(told, { 'content-type': 'application/json', ...again, ...headers }, body);
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Two values are valid at once while the secret is being rotated: the distribution changes later than the functions, and slowly. */
function knowsDistribution(given: string | undefined): boolean {
  const presented = digest(given ?? '');
  let known = false;
  for (const secret of originSecrets()) if (timingSafeEqual(presented, secret)) known = true;
  return known;
}

let secrets: { readonly text: string; readonly digests: readonly Buffer[] } | undefined;

function originSecrets(): readonly Buffer[] {
  const text = requireEnvironment('ORIGIN_SECRET');
  if (secrets?.text !== text) {
    const { current, previous } = JSON.parse(text) as { current: string; previous?: string };
    secrets = { text, digests: [current, previous ?? ''].filter(Boolean).map(digest) };
  }
  return secrets.digests;
}

const allowedOrigins = () => (process.env['ALLOWED_ORIGINS'] ?? '').split(',').filter(Boolean);

function decodeBody({ body = '', isBase64Encoded }: LambdaFunctionURLEvent): string | undefined {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  if (Buffer.byteLength(bytes) > LIMITS.mcpRequestBytes) return undefined;
  const text = bytes.toString();
  // A byte order mark is no JSON but may be ignored (RFC 8259 section 8.1); half of those who read the body later would.
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function replyOver(responseStream: Writable, requestHeaders: HeaderRecord): Reply & { opened(): boolean } {
  let opened = false;
  /** Lambda's runtime sends status and headers from within the first `write`, be it of nothing. An `end` with a text in it goes out without them. */
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
