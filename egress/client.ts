/**
 * The egress client: one request at a time is checked, sent over a guarded connection, followed through allowed redirects
 * and read within its limits. HTTP/1.1 over TLS only; connections are kept and reused, but never past a pause in which the
 * function may have been frozen. Does not retry (the sandbox decides that) and adds no header but Accept-Encoding.
 */
import { Buffer } from 'node:buffer';
import { LIMITS } from '../core/limits.ts';
import { checkDocumentUrl } from '../core/url/baseUrl.ts';
import { UrlRefused } from '../core/url/errors.ts';
import { BodyReader } from './body.ts';
import { Connections } from './connections.ts';
import { asCertificateRefusal, type Resolve, resolveWithSystem } from './connector.ts';
import { EgressError } from './errors.ts';
import { type Agent, type Answer, errors, exchangeWith, type RawHeaders } from './http.ts';
import type { EgressClient, EgressOptions, EgressRequest, EgressResponse } from './types.ts';

const DEFAULTS = { totalMs: LIMITS.upstreamMs.default, maxRedirects: 5 };
const SKIPPED_BYTES = 64 * 1024;

/** Seams of the tests; nothing outside this package's tests passes them. */
export interface EgressSeams {
  readonly resolve?: Resolve;
}

/** Makes a client with its own connections; `close` ends them. See EgressOptions for what may be reached. */
export function createEgressClient(given: EgressOptions, seams: EgressSeams = {}): EgressClient {
  // Without a prototype: a pin or an authority that nobody gave must not be found on Object.prototype.
  const options: EgressOptions = Object.assign(Object.create(null), given);
  const connections = new Connections(options, seams.resolve ?? resolveWithSystem);
  return {
    request: (request) => exchange(request, options, connections),
    close: () => connections.close(),
  };
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Checked origins of this process; the check is pure, so its result for an origin never changes. */
const checkedOrigins = new Map<string, { host: string; port: number; origin: string }>();

/** Takes the URL apart without rewriting its path, which is already encoded as it must go on the wire. */
function targetOf(url: string, options: EgressOptions): Target {
  const match = /^(https?:\/\/[^/?#]+)([/?][^#]*)?(?:#.*)?$/is.exec(url);
  const [, written, path = '/'] = match ?? [];
  if (written === undefined || !/^[\u0021-\u007e]*$/.test(path)) {
    throw new EgressError('url_invalid', 'url: must be an absolute https URL in its encoded form.');
  }
  const checked = checkedOrigin(written);
  if (options.only && (checked.host !== options.only.host || checked.port !== options.only.port)) {
    throw new EgressError(
      'host_not_allowed',
      `Only ${options.only.host}:${options.only.port} may be reached, not ${checked.host}:${checked.port}.`,
    );
  }
  return { origin: checked.origin, path: path.startsWith('?') ? `/${path}` : path };
}

function checkedOrigin(text: string): { host: string; port: number; origin: string } {
  const known = checkedOrigins.get(text);
  if (known) return known;
  try {
    const { host, port } = checkDocumentUrl(text);
    const checked = { host, port, origin: port === 443 ? `https://${host}` : `https://${host}:${port}` };
    if (checkedOrigins.size > 1_000) checkedOrigins.clear();
    checkedOrigins.set(text, checked);
    return checked;
  } catch (error) {
    if (error instanceof UrlRefused) throw new EgressError('url_invalid', error.message);
    throw error;
  }
}

async function exchange(
  request: EgressRequest,
  options: EgressOptions,
  connections: Connections,
): Promise<EgressResponse> {
  if (options.methods && !options.methods.includes(request.method)) {
    throw new EgressError('method_not_allowed', `The method ${request.method} may not be sent here.`);
  }
  const totalMs = options.totalMs ?? DEFAULTS.totalMs;
  const headersMs = options.headersMs ?? totalMs;
  const stop = new AbortController();
  const onAbort = () => stop.abort(new EgressError('aborted', 'The caller went away; the request was abandoned.'));
  if (request.signal?.aborted) onAbort();
  request.signal?.addEventListener('abort', onAbort, { once: true });
  const expire = (code: 'timeout_total' | 'timeout_headers', what: string, ms: number) =>
    setTimeout(() => stop.abort(new EgressError(code, `${what} took longer than ${ms} ms.`)), ms);
  const total = expire('timeout_total', 'The whole exchange', totalMs);
  let headers: NodeJS.Timeout | undefined;
  let isAnswered = false;
  connections.ledger.begin();
  try {
    stop.signal.throwIfAborted();
    let target = targetOf(request.url, options);
    let current: Pick<EgressRequest, 'method' | 'headers' | 'body'> = request;
    for (let redirects = 0; ; redirects++) {
      clearTimeout(headers);
      if (headersMs < totalMs) headers = expire('timeout_headers', 'The answer’s header section', headersMs);
      const onHead = () => {
        clearTimeout(headers);
        isAnswered = true;
      };
      const { way, headers: given } = authorized(request, current, target, options);
      const answer = await send(
        await connections.current(),
        way,
        { ...current, headers: given },
        {
          ...request,
          signal: stop.signal,
          onHead,
        },
      );
      connections.released();
      const location = redirectOf(answer.status, answer.headers);
      if (location === undefined) {
        const { status, body } = answer;
        return { status, headers: headersOf(answer.headers), url: `${target.origin}${target.path}`, ...body };
      }
      if (redirects >= (options.maxRedirects ?? DEFAULTS.maxRedirects)) {
        throw new EgressError('too_many_redirects', `The answer redirects more than ${redirects} times.`);
      }
      target = redirectTarget(location, target, options);
      current = redirected(current, answer.status);
    }
  } catch (error) {
    throw failureOf(
      error,
      stop.signal,
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

/** The request as it leaves; its target stays without what `authorize` puts on the URL, so that no answer and no error has it. */
function authorized(
  { authorize }: EgressRequest,
  current: Pick<EgressRequest, 'method' | 'headers' | 'body'>,
  target: Target,
  options: EgressOptions,
): { readonly way: Target; readonly headers: EgressRequest['headers'] } {
  if (!authorize) return { way: target, headers: current.headers };
  const { method, headers, body } = current;
  const made = authorize({ method, url: `${target.origin}${target.path}`, headers, ...(body && { body }) });
  const way = targetOf(made.url, options);
  if (way.origin !== target.origin) throw new EgressError('host_not_allowed', 'A credential leads to another host.');
  return { way, headers: made.headers };
}

const isBodiless = (status: number): boolean => status === 204 || status === 304;

/** Where the answer sends the client, when it does. */
function redirectOf(status: number, { location }: RawHeaders): string | undefined {
  const isRedirect = status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
  return isRedirect ? [location].flat()[0] : undefined;
}

interface Exchange extends Pick<EgressRequest, 'keepBytes' | 'abortBytes'> {
  readonly signal: AbortSignal;
  /** The head of the answer is there. */
  onHead(): void;
}

function send(
  agent: Agent,
  target: Target,
  request: Pick<EgressRequest, 'method' | 'headers' | 'body'>,
  { signal, onHead, keepBytes, abortBytes = keepBytes }: Exchange,
): Promise<Answer> {
  const headers: string[] = [];
  let encodingSeen = false;
  for (const [name, value] of request.headers) {
    // undici writes header strings byte for byte (latin1); text goes out as UTF-8.
    headers.push(name, /^[\u0000-\u007f]*$/.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1'));
    if (name.toLowerCase() === 'accept-encoding') encodingSeen = true;
  }
  if (!encodingSeen) headers.push('accept-encoding', 'gzip, br, zstd');
  const { method, body = null } = request;
  return exchangeWith(agent, { ...target, method, headers, body, signal }, (status, received, flow) => {
    onHead();
    // A redirect's body is of no use; a short one is read to its end, so that the connection lives on.
    if (redirectOf(status, received) !== undefined)
      return new BodyReader(null, { keepBytes: 0, abortBytes: SKIPPED_BYTES, isSkipped: true }, flow);
    const encoding = method === 'HEAD' || isBodiless(status) ? null : listOf(received['content-encoding']);
    const isEventStream = /^text\/event-stream\b/i.test(listOf(received['content-type']));
    return new BodyReader(encoding, { keepBytes, abortBytes, isEventStream }, flow);
  });
}

/** A header that came more than once is one list. */
const listOf = (value: string | string[] | undefined): string => [value ?? []].flat().join(', ');

/**
 * Where a redirect leads. Under `only` it may move within the same scheme, host and port alone (the credential goes along);
 * without it to any public https host. Throws `redirect_refused`.
 */
function redirectTarget(location: string, from: Target, options: EgressOptions): Target {
  let url: URL;
  try {
    url = new URL(location, `${from.origin}${from.path}`);
  } catch {
    throw new EgressError('redirect_refused', 'The answer redirects to an invalid URL.');
  }
  url.hash = '';
  try {
    if (url.username || url.password) throw new EgressError('url_invalid', 'url: contains a user name or password.');
    return targetOf(url.href, options);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new EgressError(
      'redirect_refused',
      `The answer redirects to ${url.protocol}//${url.host}, which is not allowed.`,
      {
        cause: error,
        context: { host: url.host },
      },
    );
  }
}

/** RFC 9110 section 15.4: 303 turns into GET, 301 and 302 turn POST into GET, 307 and 308 repeat the request. */
function redirected(request: Pick<EgressRequest, 'method' | 'headers' | 'body'>, status: number) {
  const becomesGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  if (!becomesGet) return request;
  return { method: 'GET', headers: request.headers.filter(([name]) => !/^content-/i.test(name)) };
}

function headersOf(raw: RawHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      // What an upstream may send and Headers refuses (a stray control character, an odd name) is left out, not fatal.
      if (item === undefined) continue;
      try {
        headers.append(name, /[^\u0000-\u00ff]/.test(item) ? Buffer.from(item).toString('latin1') : item);
      } catch {}
    }
  }
  return headers;
}

/** @param failure what the connection said when it broke, of which undici tells nothing */
function failureOf(
  error: unknown,
  signal: AbortSignal,
  { only, identity }: EgressOptions,
  isAnswered: boolean,
  failure: Error | undefined,
): EgressError {
  const egressError = asEgressError(error, signal, isAnswered);
  if (egressError.code !== 'connection_lost' || isAnswered) return egressError;
  const refusal = asCertificateRefusal(only?.host ?? 'The host', failure);
  if (refusal || !identity) return refusal ?? egressError;
  const message = `${egressError.message} It was made with a client certificate; some servers hang up when they do not accept it.`;
  return new EgressError(egressError.code, message, { cause: egressError.cause, unanswered: egressError.unanswered });
}

function asEgressError(error: unknown, signal: AbortSignal, isAnswered: boolean): EgressError {
  if (signal.aborted && signal.reason instanceof EgressError) return signal.reason;
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
  // undici's parser gives its errors no code.
  const isParserError = (error as Error).name === 'HTTPParserError';
  return new EgressError(
    'connection_lost',
    isParserError
      ? 'The upstream sent something that is not an HTTP response.'
      : 'The connection was lost before the answer was complete.',
    { cause: error, context: { reason: code }, unanswered: !isParserError && !isAnswered },
  );
}
