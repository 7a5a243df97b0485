/**
 * The edge: one address in the role of CloudFront. It selects the behaviour by path, runs its function, asks the cache, and forwards to
 * its origin what the policies let through. It answers only under loopback names (against DNS rebinding) and refuses oversized requests.
 * Requests begin by turns (turns.ts).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { presentedToken } from '../../core/mcp/access.ts';
import { begin, refuseWhileStarting } from '../lib/starting.ts';
import { type AnswerRules, finished, sendStored, throughEdge } from './answers.ts';
import { acceptedEncoding, cacheKey, EdgeCache, type ErrorTtls, ttlOf } from './cache.ts';
import type { EdgeFunctionResult } from './edge-function.ts';
import type { Forward } from './forward.ts';
import { EdgeFunctionFailed } from './function-run.ts';
import { type EdgeRequest, endToEndHeaders, type Headers } from './headers.ts';
import { COUNTRY } from './key-values.ts';
import type { Origin } from './origins.ts';
import { type CachePolicy, VIEWER_COUNTRY } from './policies.ts';
import { SilenceLimit } from './silence.ts';
import { Turns } from './turns.ts';

/** A cache behaviour of the distribution. */
export interface Behaviour extends AnswerRules {
  /** Undefined for the default behaviour. */
  readonly pattern?: string;
  readonly originId: string;
  readonly methods: readonly string[];
  /** Methods whose answers are cached. */
  readonly cachedMethods: readonly string[];
  readonly cache: CachePolicy;
  readonly compress: boolean;
  readonly forward: Forward;
  /** Without a distribution: answers go to the client as they come. */
  readonly isDirect?: boolean;
  readonly viewerRequest?: (request: EdgeRequest) => EdgeFunctionResult;
}

/** Options of the edge. */
export interface EdgeOptions {
  readonly behaviours: readonly Behaviour[];
  readonly origins: ReadonlyMap<string, Origin>;
  readonly errorTtls: ErrorTtls;
  /** Host names that the edge answers to, without port. */
  readonly hosts: readonly string[];
}

/** A running edge. */
export interface Edge {
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES = 20 * 1024 * 1024;
/** Pipelined requests that may wait on one connection; one more closes it. */
const AHEAD = 100;
/** CloudFront's limits for a URL, and for a request without its body. */
const URL_BYTES = 8_192;
const HEAD_BYTES = 20_480;

/** Too Many Requests (RFC 6585): a limit refused the request. */
const TOO_MANY = 429;

/** Rejects with the listen error (EADDRINUSE) when the port is taken. */
export async function startEdge(server: Server, options: EdgeOptions): Promise<Edge> {
  const { origins, hosts, errorTtls } = options;
  const behaviours = options.behaviours.map((behaviour) => ({
    behaviour,
    paths: behaviour.pattern === undefined ? undefined : expressionOf(behaviour.pattern),
  }));
  const behaviourOf = (uri: string) =>
    behaviours.find(({ paths }) => paths === undefined || paths.test(uri))?.behaviour as Behaviour;
  const turns = new Turns();
  const cache = new EdgeCache();
  const silence = new SilenceLimit((response) =>
    plain(response, 504, 'The origin did not answer in time.', { 'x-cache': 'Error from cloudfront' }),
  );
  const serve = async (incoming: IncomingMessage, response: ServerResponse, party: string) => {
    const method = incoming.method ?? 'GET';
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    if (!hosts.includes(host)) return void plain(response, 403, 'This address serves loopback names only.');
    if (isTooLong(incoming)) return void plain(response, 413, 'The request is too long.', { connection: 'close' });
    const { url = '/' } = incoming;
    const mark = url.indexOf('?');
    const uri = mark < 0 ? url : url.slice(0, mark);
    const behaviour = behaviourOf(uri);
    if (!behaviour.methods.includes(method)) return void plain(response, 403, 'This method is not allowed here.');
    if (method === 'GET' && hasBody(incoming))
      return void plain(response, 403, 'A GET request has no body.', { connection: 'close' });
    const forwarded = incoming.headers['x-forwarded-for'];
    const ip = incoming.socket.remoteAddress ?? '127.0.0.1';
    const headers = endToEndHeaders(incoming.headers);
    headers['x-forwarded-for'] = forwarded === undefined ? ip : `${String(forwarded)}, ${ip}`;
    headers['x-forwarded-proto'] = 'https';
    const request: EdgeRequest = {
      method,
      uri,
      query: mark < 0 ? '' : url.slice(mark + 1),
      headers,
      readBody: (most) => (declaredBytes(incoming) > most ? Promise.resolve(undefined) : readBody(incoming, most)),
      ip,
      admitted: () => turns.admitted(party),
    };
    tellCountry(request.headers, behaviour.cache);
    const { answer, originId = behaviour.originId } = behaviour.viewerRequest?.(request) ?? {};
    if (answer) {
      // As at CloudFront, the function never gets a body. The body is read and discarded.
      incoming.resume();
      const { responseHeaders } = behaviour;
      const made = finished({ responseHeaders }, 'FunctionGeneratedResponse', answer);
      return void plain(response, made.status, answer.body, made.headers as Headers);
    }
    if (declaredBytes(incoming) > BODY_BYTES)
      return void plain(response, 413, 'The request body is too large.', { connection: 'close' });
    const origin = origins.get(originId);
    if (!origin) throw new EdgeFunctionFailed('FunctionExecutionError', `There is no origin ${originId}.`);
    const isCached = behaviour.cachedMethods.includes(method);
    const key = isCached ? cacheKey(behaviour.cache, request) : '';
    const stored = isCached ? cache.find(key) : undefined;
    if (stored) return sendStored(response, behaviour, request, stored);
    const encoding = behaviour.compress ? acceptedEncoding(behaviour.cache, request.headers) : undefined;
    const keeping =
      isCached && method !== 'HEAD'
        ? {
            cache,
            key,
            ttlOf: (status: number, headers: Headers) => ttlOf(behaviour.cache, status, headers, errorTtls),
            encoding,
          }
        : undefined;
    behaviour.forward(request, origin.domain);
    Object.assign(request.headers, origin.headers);
    if (!behaviour.isDirect) throughEdge(response, behaviour, keeping);
    silence.limit(response, origin.readTimeoutMs);
    await origin.serve(request, response);
  };
  const answer = (incoming: IncomingMessage, response: ServerResponse, party: string) => {
    serve(incoming, response, party).catch((error: unknown) => {
      // A client that disconnected while sending its body causes no error and gets no answer.
      if (incoming.destroyed && !incoming.complete) return;
      const isOfFunction = error instanceof EdgeFunctionFailed;
      console.error(isOfFunction ? error.message : error);
      if (response.headersSent) response.destroy();
      else if (isOfFunction)
        plain(response, error.status, 'The CloudFront Function failed.', {
          'x-cache': `${error.kind} from cloudfront`,
        });
      else plain(response, 502, 'The local stack failed to answer; its log has the reason.');
    });
  };
  // Pipelined requests wait until the previous response was sent, so a client that reads no responses causes no work.
  const queues = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  begin(server).on('request', (incoming, response) => {
    const party = partyOf(incoming);
    const takeTurn = () =>
      turns.take(party, (answered) => {
        // Whoever left while it waited does not hold up the party's next request.
        if (incoming.socket.destroyed) return answered();
        response.once('close', () => answered({ isRefused: response.statusCode === TOO_MANY }));
        answer(incoming, response, party);
      });
    const queue = queues.get(incoming.socket);
    if (!queue) queues.set(incoming.socket, { last: response, waiting: 0 });
    if (!queue || queue.last.closed) {
      if (queue) queue.last = response;
      return takeTurn();
    }
    if (++queue.waiting > AHEAD) return void incoming.socket.destroy();
    queue.last.once('close', () => {
      queue.waiting--;
      takeTurn();
    });
    queue.last = response;
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        silence.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on loopback, IPv4, and refuses every request until {@link startEdge}. */
export function listenOn(port: number): Promise<Server> {
  const server = refuseWhileStarting(createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 }));
  return new Promise((resolve, reject) => {
    server.on('clientError', refuseUnreadable);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/**
 * Handles input that is not valid HTTP. The connection is closed only after the response was sent and the remaining input was read;
 * otherwise the client would see a reset connection instead of the response.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy(error);
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '413 Request Entity Too Large' : '400 Bad Request';
  socket.removeAllListeners('data');
  socket.resume();
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  const patience = setTimeout(() => socket.destroy(), 2_000);
  socket.once('close', () => clearTimeout(patience));
}

/**
 * CloudFront tells a viewer's country where the cache key contains it. A viewer on this machine has none, so the request may say which one
 * it stands for; what it says elsewhere, or what is no country, is dropped.
 */
function tellCountry(headers: Headers, { headers: inKey }: CachePolicy): void {
  const country = headers[VIEWER_COUNTRY];
  if (country !== undefined && !(inKey.includes(VIEWER_COUNTRY) && COUNTRY.test(country)))
    delete headers[VIEWER_COUNTRY];
}

/** CloudFront path patterns: `*` for any characters, `?` for one; case-sensitive. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );

/** Whether the URL or the whole head is longer than CloudFront takes. */
function isTooLong({ url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (url.length + (headers.host ?? '').length + 'https://'.length > URL_BYTES) return true;
  let size = url.length;
  for (const text of rawHeaders) size += text.length;
  return size > HEAD_BYTES;
}

const hasBody = (incoming: IncomingMessage): boolean =>
  declaredBytes(incoming) > 0 || incoming.headers['transfer-encoding'] !== undefined;

const plain = (response: ServerResponse, status: number, text: string, headers: Headers = {}) =>
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);

/** The credential in the request; '' for none. */
function partyOf({ url = '/', headers: { authorization } }: IncomingMessage): string {
  const path = url.split('?', 1)[0] as string;
  return presentedToken(path, authorization === undefined ? {} : { authorization })?.token ?? authorization ?? '';
}

/** The declared length of the body; 0 when it is not declared. */
const declaredBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    incoming.on('error', reject);
  });
}
