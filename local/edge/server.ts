/**
 * The edge: one address in the role of CloudFront. It selects the behaviour by path, runs its function, and forwards to its origin. It
 * answers only under loopback names (against DNS rebinding) and refuses oversized bodies. Requests begin by turns (turns.ts).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { presentedToken } from '../../core/mcp/access.ts';
import type { EdgeFunctionResult, EdgeResponse } from './edge-function.ts';
import { type EdgeRequest, type Headers, singleHeaders, withoutHopByHop } from './headers.ts';
import { Turns } from './turns.ts';

/** Handles a request of the edge. */
export type Origin = (request: EdgeRequest, response: ServerResponse) => void | Promise<void>;

/** A cache behaviour of the distribution. */
export interface Behaviour {
  /** Undefined for the default behaviour. */
  readonly pattern?: string;
  readonly originId: string;
  readonly methods: readonly string[];
  readonly responseHeaders: Headers;
  readonly viewerRequest?: (request: EdgeRequest) => EdgeFunctionResult;
  readonly viewerResponse?: (response: EdgeResponse) => EdgeResponse;
}

/** Options of the edge. */
export interface EdgeOptions {
  readonly behaviours: readonly Behaviour[];
  readonly origins: ReadonlyMap<string, Origin>;
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
/** CloudFront's limit for a URL. */
const URL_BYTES = 8_192;

/** Rejects with the listen error (EADDRINUSE) when the port is taken. */
export async function startEdge(server: Server, options: EdgeOptions): Promise<Edge> {
  const { origins, hosts } = options;
  const behaviours = options.behaviours.map((behaviour) => ({
    behaviour,
    paths: behaviour.pattern === undefined ? undefined : expressionOf(behaviour.pattern),
  }));
  const behaviourOf = (uri: string) =>
    behaviours.find(({ paths }) => paths === undefined || paths.test(uri))?.behaviour as Behaviour;
  const turns = new Turns();
  const serve = async (incoming: IncomingMessage, response: ServerResponse, party: string) => {
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    if (!hosts.includes(host)) return void plain(response, 403, 'This address serves loopback names only.');
    const [uri = '/', ...rest] = (incoming.url ?? '/').split('?');
    const behaviour = behaviourOf(uri);
    if (!behaviour.methods.includes(incoming.method ?? ''))
      return void plain(response, 403, 'This method is not allowed here.');
    if ((incoming.url ?? '').length > URL_BYTES) return void plain(response, 414, 'The URL is too long.');
    const request: EdgeRequest = {
      method: incoming.method ?? 'GET',
      uri,
      query: rest.join('?'),
      headers: {
        ...withoutHopByHop(singleHeaders(incoming.headers)),
        'x-forwarded-for': incoming.socket.remoteAddress ?? '127.0.0.1',
        'x-forwarded-proto': 'https',
      },
      readBody: (most) => (declaredBytes(incoming) > most ? Promise.resolve(undefined) : readBody(incoming, most)),
      ip: incoming.socket.remoteAddress ?? '127.0.0.1',
      admitted: () => turns.admitted(party),
    };
    const { answer, originId = behaviour.originId } = behaviour.viewerRequest?.(request) ?? {};
    if (answer) {
      // As at CloudFront, the function never gets a body. The body is read and discarded.
      incoming.resume();
      return void plain(response, answer.status, answer.body, answer.headers);
    }
    if (declaredBytes(incoming) > BODY_BYTES)
      return void plain(response, 413, 'The request body is too large.', { connection: 'close' });
    for (const [name, value] of Object.entries(behaviour.responseHeaders)) response.setHeader(name, value);
    if (behaviour.viewerResponse) changeHead(response, behaviour.viewerResponse);
    await (origins.get(originId) as Origin)(request, response);
  };
  const answer = (incoming: IncomingMessage, response: ServerResponse, party: string) => {
    if (incoming.socket.destroyed) return;
    serve(incoming, response, party).catch((error: unknown) => {
      // A client that disconnected while sending its body causes no error and gets no answer.
      if (incoming.destroyed && !incoming.complete) return;
      console.error(error);
      if (!response.headersSent) plain(response, 502, 'The local stack failed to answer; its log has the reason.');
      else response.destroy();
    });
  };
  // Pipelined requests wait until the previous response was sent, so a client that reads no responses causes no work.
  const queues = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  server.on('request', (incoming, response) => {
    const party = partyOf(incoming);
    const begin = () =>
      turns.take(party, (answered) => {
        response.once('close', answered);
        answer(incoming, response, party);
      });
    const queue = queues.get(incoming.socket);
    if (!queue) queues.set(incoming.socket, { last: response, waiting: 0 });
    if (!queue || queue.last.closed) {
      if (queue) queue.last = response;
      return begin();
    }
    if (++queue.waiting > AHEAD) return void incoming.socket.destroy();
    queue.last.once('close', () => {
      queue.waiting--;
      begin();
    });
    queue.last = response;
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on loopback, IPv4. */
export function listenOn(port: number): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 });
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
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.removeAllListeners('data');
  socket.resume();
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  const patience = setTimeout(() => socket.destroy(), 2_000);
  socket.once('close', () => clearTimeout(patience));
}

/** CloudFront path patterns: `*` for any characters, `?` for one; case-sensitive. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );

/** Runs the function on status and headers of the origin's answer. As at CloudFront, not for a status of 400 or more. */
function changeHead(response: ServerResponse, change: (response: EdgeResponse) => EdgeResponse): void {
  const { writeHead } = response;
  response.writeHead = ((status: number, given: Headers = {}) => {
    const changed = status < 400 ? change({ status, headers: given }) : { status, headers: given };
    return writeHead.call(response, changed.status, changed.headers);
  }) as typeof writeHead;
}

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
