/**
 * The egress client: checks each request, sends it over a guarded connection, follows allowed redirects and reads the response within
 * its limits. HTTP/1.1 over TLS only. Connections are reused, but not after a pause in which the function may have been frozen. Does
 * not retry (the sandbox does), adds no header but Accept-Encoding.
 */
import { Buffer } from 'node:buffer';
import { PortcullisError } from '../core/lib/errors.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { answerHeaders } from '../core/response/headers.ts';
import { BodyReader } from './body.ts';
import { Connections } from './connections.ts';
import { asCertificateRefusal, type Resolve, resolveWithSystem } from './connector.ts';
import { EgressError } from './errors.ts';
import { type Agent, type Answer, errors, exchangeWith, type RawHeaders, Stop } from './http.ts';
import { redirectOf, redirectTarget, type Target, targetOf } from './target.ts';
import type { EgressClient, EgressOptions, EgressRequest, EgressResponse } from './types.ts';

const DEFAULTS = { totalMs: LIMITS.upstreamMs.default, maxRedirects: 5 };
const SKIPPED_BYTES = 64 * 1024;

/** What a client keeps of its options. */
type ClientOptions = Omit<EgressOptions, 'identity'> & { readonly isIdentified: boolean };

/** Parts that tests replace; only they pass them. */
export interface EgressSeams {
  readonly resolve?: Resolve;
}

/** Makes a client with its own connections, which `close` ends. EgressOptions says what it may connect to. */
export function createEgressClient(given: EgressOptions, seams: EgressSeams = {}): EgressClient {
  // Without a prototype, so that a polluted Object.prototype cannot add a pinned address or a trusted certificate.
  const whole: EgressOptions = Object.assign(Object.create(null), given);
  const connections = new Connections(whole, seams.resolve ?? resolveWithSystem);
  // The key of the identity would stay as a text as long as the client.
  const isIdentified = whole.identity !== undefined;
  const options: ClientOptions = Object.assign(Object.create(null), whole, { identity: undefined, isIdentified });
  return {
    request: (request) => exchange(request, options, connections),
    close: () => connections.close(),
  };
}

async function exchange(
  request: EgressRequest,
  options: ClientOptions,
  connections: Connections,
): Promise<EgressResponse> {
  if (options.methods && !options.methods.includes(request.method)) {
    throw new EgressError('method_not_allowed', `The method ${request.method} may not be sent here.`);
  }
  const totalMs = request.totalMs ?? options.totalMs ?? DEFAULTS.totalMs;
  const headersMs = options.headersMs ?? totalMs;
  const stop = new Stop();
  const onAbort = () => stop.end(new EgressError('aborted', 'The caller went away; the request was abandoned.'));
  if (request.signal?.aborted) onAbort();
  request.signal?.addEventListener('abort', onAbort, { once: true });
  const expire = (code: 'timeout_total' | 'timeout_headers', what: string, ms: number) =>
    setTimeout(() => stop.end(new EgressError(code, `${what} took longer than ${ms} ms.`)), ms);
  const total = expire('timeout_total', 'The whole exchange', totalMs);
  let headers: NodeJS.Timeout | undefined;
  let isAnswered = false;
  connections.ledger.begin();
  try {
    if (stop.reason) throw stop.reason;
    let target = targetOf(request.url, options);
    let current: Pick<EgressRequest, 'method' | 'headers' | 'body'> = request;
    let becameGet: number | undefined;
    for (let redirects = 0; ; redirects++) {
      clearTimeout(headers);
      if (headersMs < totalMs) headers = expire('timeout_headers', 'The answer’s header section', headersMs);
      const onHead = () => {
        clearTimeout(headers);
        isAnswered = true;
      };
      const { outgoing, headers: given } = authorized(request, current, target, options);
      const answer = await send(
        await connections.current(),
        outgoing,
        { ...current, headers: given },
        {
          ...request,
          stop,
          onHead,
        },
      );
      connections.released();
      const location = redirectOf(answer.status, answer.headers);
      if (location === undefined) {
        const { status, body } = answer;
        const url = `${target.origin}${target.path}`;
        return {
          status,
          headers: answerHeaders(fieldsOf(answer.headers)),
          url,
          ...(becameGet && { becameGet }),
          ...body,
        };
      }
      if (redirects >= (options.maxRedirects ?? DEFAULTS.maxRedirects)) {
        throw new EgressError('too_many_redirects', `The answer redirects more than ${redirects} times.`);
      }
      const next = redirected(current, answer.status);
      const other = next.method === 'GET' ? clientElsewhere(request, location, target) : undefined;
      if (other) {
        const { onStatus, keepBytes, abortBytes } = request;
        const forwarded = next.headers.filter(([name]) => FORWARDED.has(name.toLowerCase()));
        const stopped = new AbortController();
        stop.onStop = () => stopped.abort();
        if (stop.reason) throw stop.reason;
        const given = { method: 'GET', url: other.url, headers: forwarded, signal: stopped.signal, keepBytes, totalMs };
        const response = await other.client.request({
          ...given,
          ...(onStatus && { onStatus }),
          ...(abortBytes !== undefined && { abortBytes }),
        });
        if (next !== current) becameGet = answer.status;
        return { ...response, isElsewhere: true, ...(becameGet && { becameGet }) };
      }
      target = redirectTarget(location, target, options);
      if (next !== current) becameGet = answer.status;
      current = next;
    }
  } catch (error) {
    // What `onEvents` has thrown.
    if (error instanceof PortcullisError && !(error instanceof EgressError)) throw error;
    throw failureOf(
      error,
      stop.reason,
      options,
      connections.ledger.hadAnswer() || isAnswered,
      connections.ledger.failure,
    );
  } finally {
    connections.ledger.end();
    clearTimeout(total);
    clearTimeout(headers);
    request.signal?.removeEventListener('abort', onAbort);
  }
}

/** The request with its credential. `target` stays without what `authorize` adds to the URL; responses and errors use it. */
function authorized(
  { authorize }: EgressRequest,
  current: Pick<EgressRequest, 'method' | 'headers' | 'body'>,
  target: Target,
  options: EgressOptions,
): { readonly outgoing: Target; readonly headers: EgressRequest['headers'] } {
  if (!authorize) return { outgoing: target, headers: current.headers };
  const { method, headers, body } = current;
  const made = authorize({ method, url: `${target.origin}${target.path}`, headers, ...(body && { body }) });
  const outgoing = targetOf(made.url, options);
  if (outgoing.origin !== target.origin)
    throw new EgressError('host_not_allowed', 'A credential leads to another host.');
  return { outgoing, headers: made.headers };
}

const isBodiless = (status: number): boolean => status === 204 || status === 304;

interface Exchange extends Pick<EgressRequest, 'keepBytes' | 'abortBytes' | 'onStatus' | 'onEvents'> {
  readonly stop: Stop;
  /** Called when the header section of the response has arrived. */
  onHead(): void;
}

function send(
  agent: Agent,
  target: Target,
  request: Pick<EgressRequest, 'method' | 'headers' | 'body'>,
  { stop, onHead, onStatus, onEvents, keepBytes, abortBytes = keepBytes }: Exchange,
): Promise<Answer> {
  const headers: string[] = [];
  let encodingSeen = false;
  for (const [name, value] of request.headers) {
    // undici sends header strings as Latin-1; this makes it send UTF-8.
    headers.push(name, /^[\u0000-\u007f]*$/.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1'));
    if (name.toLowerCase() === 'accept-encoding') encodingSeen = true;
  }
  if (!encodingSeen) headers.push('accept-encoding', 'gzip, br, zstd');
  const { method, body = null } = request;
  return exchangeWith(agent, { ...target, method, headers, body, stop }, (status, received, flow) => {
    onHead();
    // The body of a redirect is not needed; a short one is read to its end, so that the connection can be reused.
    if (redirectOf(status, received) !== undefined)
      return new BodyReader(null, { keepBytes: 0, abortBytes: SKIPPED_BYTES, isSkipped: true }, flow);
    onStatus?.(status);
    const encoding = method === 'HEAD' || isBodiless(status) ? null : listOf(received['content-encoding']);
    const isEventStream = /^text\/event-stream\b/i.test(listOf(received['content-type']));
    return new BodyReader(
      encoding,
      { keepBytes, abortBytes, isEventStream, ...(isEventStream && onEvents && { onEvents }) },
      flow,
    );
  });
}

/** The value of a header; several occurrences are one comma-separated list (RFC 9110 section 5.3). */
const listOf = (value: string | string[] | undefined): string => [value ?? []].flat().join(', ');

/** What a request to another origin has of the first one's headers. */
const FORWARDED = new Set(['accept', 'user-agent', 'range', 'if-range']);

/** The client and URL of a redirect to another origin, where the caller has one for it. */
function clientElsewhere({ elsewhere }: EgressRequest, location: string, from: Target) {
  if (!elsewhere) return undefined;
  const base = `${from.origin}${from.path}`;
  const url = URL.parse(location, base);
  if (url === null || url.username || url.password || url.origin === new URL(base).origin) return undefined;
  url.hash = '';
  const client = elsewhere(url);
  return client && { client, url: url.href };
}

/** The request to send after a redirect (RFC 9110 section 15.4): GET after 303, and for POST after 301 and 302; else the same. */
function redirected(request: Pick<EgressRequest, 'method' | 'headers' | 'body'>, status: number) {
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  if (!becomesGet) return request;
  return { method: 'GET', headers: request.headers.filter(([name]) => !/^content-/i.test(name)) };
}

function fieldsOf(raw: RawHeaders): Array<readonly [name: string, value: string]> {
  const fields: Array<readonly [name: string, value: string]> = [];
  const add = (name: string, value: string) =>
    fields.push([name, /[^\u0000-\u00ff]/.test(value) ? Buffer.from(value).toString('latin1') : value]);
  for (const name in raw) {
    const value = raw[name];
    if (typeof value === 'string') add(name, value);
    else for (const each of value ?? []) add(name, each);
  }
  return fields;
}

/**
 * The EgressError for an error of an exchange.
 * @param reason why it was ended early, if it was
 * @param failure the error of the socket, which undici's errors do not contain
 */
function failureOf(
  error: unknown,
  reason: EgressError | undefined,
  { only, isIdentified }: ClientOptions,
  isAnswered: boolean,
  failure: Error | undefined,
): EgressError {
  const mapped = asEgressError(error, reason, isAnswered);
  if (mapped.code !== 'connection_lost' || isAnswered) return mapped;
  const refusal = asCertificateRefusal(only?.host ?? 'The host', failure);
  if (refusal || !isIdentified) return refusal ?? mapped;
  const message = `${mapped.message} It was made with a client certificate; some servers hang up when they do not accept it.`;
  return new EgressError(mapped.code, message, { cause: mapped.cause, unanswered: mapped.unanswered });
}

function asEgressError(error: unknown, reason: EgressError | undefined, isAnswered: boolean): EgressError {
  if (reason) return reason;
  if (error instanceof EgressError) return error;
  const { cause, code = '' } = error as { cause?: unknown; code?: string };
  if (cause instanceof EgressError) return cause;
  if (error instanceof errors.HeadersOverflowError) {
    return new EgressError('headers_too_large', 'The answer’s header section is larger than allowed.', {
      cause: error,
    });
  }
  if (error instanceof errors.InvalidArgumentError) {
    return new EgressError('url_invalid', 'The request cannot be written as HTTP/1.1.', { cause: error });
  }
  // Errors of undici's parser have no code.
  const isParserError = (error as Error).name === 'HTTPParserError';
  return new EgressError(
    'connection_lost',
    isParserError
      ? 'The upstream sent something that is not an HTTP response.'
      : 'The connection was lost before the answer was complete.',
    { cause: error, context: { reason: code }, unanswered: !isParserError && !isAnswered },
  );
}
