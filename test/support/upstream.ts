/**
 * A real upstream on loopback: TLS with a certificate of its own authority, and HTTP/1.1 without a library, so that a test sees the exact
 * bytes received and can answer with any bytes, well-formed or not. Reached through the egress guard by a pin.
 */
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { type Authority, createAuthority } from './certificates.ts';

export interface RecordedRequest {
  readonly method: string;
  /** The request target exactly as in the request line. */
  readonly target: string;
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly body: Buffer;
  /** Every byte of the request. */
  readonly raw: Buffer;
  /** Number of the connection, from 1. */
  readonly connection: number;
  /** All values of a header, in order. */
  all(name: string): string[];
}

/** A response; `raw` replaces everything and may be anything. `hang` sends nothing. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  readonly raw?: string | Uint8Array;
  readonly delayMs?: number;
  /** Closes the connection after the response (or instead of it, with `raw: ''`); `reset` aborts it. */
  readonly end?: 'close' | 'reset';
  /** Time between the response and the end. */
  readonly endDelayMs?: number;
  readonly hang?: boolean;
}

export type Respond = (request: RecordedRequest, socket: Socket) => Reply | Promise<Reply>;

/** Answers as `respond` does, but nothing between `hold` and `release`. */
export function holdable(respond: Respond) {
  let held: PromiseWithResolvers<void> | undefined;
  return {
    respond: async (...asked: Parameters<Respond>) => {
      await held?.promise;
      return respond(...asked);
    },
    hold: () => {
      held ??= Promise.withResolvers();
    },
    release: () => {
      held?.resolve();
      held = undefined;
    },
  };
}

export interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly ca: string;
  /** For EgressOptions. */
  readonly pinned: Array<{ host: string; port: number; address: string; addressPort: number }>;
  readonly requests: RecordedRequest[];
  readonly connections: number;
  /** Number of open sockets. */
  readonly open: number;
  respond: Respond;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  /** The name in the certificate and in the pin. */
  readonly host?: string;
  /** The port in the public URL; the real one is a free port. */
  readonly port?: number;
  readonly respond?: Respond;
  /** Where it listens, instead of loopback, and at which port, instead of a free one. */
  readonly address?: string;
  readonly addressPort?: number;
  readonly authority?: Authority;
  /** A certificate for the host that is there already, with its authority. */
  readonly issued?: { readonly ca: string; readonly cert: string; readonly key: string };
  /** Names in the certificate, if they differ from the host. */
  readonly certificateNames?: readonly string[];
  readonly expired?: boolean;
  /** Requires a client certificate of this authority. */
  readonly clientCa?: string;
  /** Asks for a client certificate of whomever, and talks to everybody. */
  readonly asksForCertificate?: true;
}

export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const host = options.host ?? 'api.upstream.example';
  const { ca, ...tls } = options.issued ?? (await newlyIssued(host, options));
  const sockets = new Set<Socket>();
  const requests: RecordedRequest[] = [];
  let connections = 0;
  const upstream = { respond: options.respond ?? (() => ({ body: '{"ok":true}', headers: JSON_TYPE })) };

  const asking =
    options.clientCa === undefined
      ? options.asksForCertificate && { requestCert: true, rejectUnauthorized: false }
      : { requestCert: true, rejectUnauthorized: true, ca: options.clientCa };
  const server = createServer({ ...tls, ...asking, ALPNProtocols: ['http/1.1'] }, (socket) => {
    const connection = ++connections;
    socket.setNoDelay(true);
    let pending = Buffer.alloc(0);
    let busy = false;
    const next = async () => {
      if (busy) return;
      const request = parseRequest(pending, connection);
      if (!request) return;
      busy = true;
      pending = pending.subarray(request.raw.length);
      requests.push(request);
      await write(socket, await upstream.respond(request, socket), request);
      busy = false;
      if (pending.length > 0) await next();
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      next().catch((error) => socket.destroy(error as Error));
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  const address = options.address ?? '127.0.0.1';
  await new Promise<void>((done) => server.listen(options.addressPort ?? 0, address, done));
  const addressPort = (server.address() as AddressInfo).port;
  const port = options.port ?? 443;

  return {
    host,
    port,
    baseUrl: `https://${host}${port === 443 ? '' : `:${port}`}`,
    ca,
    pinned: [{ host, port, address, addressPort }],
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get respond() {
      return upstream.respond;
    },
    set respond(respond) {
      upstream.respond = respond;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function newlyIssued(host: string, { authority, certificateNames, expired = false }: UpstreamOptions) {
  const by = authority ?? (await createAuthority());
  return { ca: by.ca, ...(await by.issue(certificateNames ?? [host], { expired })) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** One complete request from the start of the bytes, or undefined when more bytes are needed. */
function parseRequest(bytes: Buffer, connection: number): RecordedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const headers = lines.map((text) => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()] as const;
  });
  const all = (name: string) =>
    headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const start = end + 4;
  if (all('transfer-encoding').length > 0) throw new Error('the upstream takes bodies with a length only');
  const length = Number(all('content-length')[0] ?? 0);
  if (bytes.length < start + length) return undefined;
  const raw = Buffer.from(bytes.subarray(0, start + length));
  return { method, target, headers, body: raw.subarray(start), raw, connection, all };
}

async function write(socket: Socket, reply: Reply, request: RecordedRequest): Promise<void> {
  if (reply.hang) return;
  if (reply.delayMs) await new Promise((done) => setTimeout(done, reply.delayMs));
  if (socket.destroyed) return;
  if (reply.raw !== undefined) {
    if (reply.raw.length > 0) socket.write(reply.raw);
  } else {
    const status = reply.status ?? 200;
    const body = Buffer.from(reply.body ?? '');
    const lines = Object.entries(reply.headers ?? {}).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => `${name}: ${item}`),
    );
    const hasLength = status === 204 || status === 304 || /^content-length:/im.test(lines.join('\n'));
    if (!hasLength) lines.push(`Content-Length: ${body.length}`);
    const head = Buffer.from(
      `HTTP/1.1 ${status} Status\r\n${lines.map((text) => `${text}\r\n`).join('')}\r\n`,
      'latin1',
    );
    socket.write(request.method === 'HEAD' ? head : Buffer.concat([head, body]));
  }
  if (reply.endDelayMs) await new Promise((done) => setTimeout(done, reply.endDelayMs));
  if (reply.end === 'close') socket.end();
  if (reply.end === 'reset')
    (socket as unknown as { resetAndDestroy?(): void }).resetAndDestroy?.() ?? socket.destroy();
}
