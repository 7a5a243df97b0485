/**
 * What stands before a server that is tried: TLS with a certificate of its own authority, one Authorization that every request must have, and
 * the Host that the server expects, as a reverse proxy in front of it has. It records what it was asked, and can have the server speak an older
 * version, by asking it for that one in place of ours.
 */
import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAuthority } from '../support/certificates.ts';
import type { Upstream } from '../support/upstream.ts';

/** One request that we sent to the server. */
export interface Sent {
  /** Of JSON-RPC; that of HTTP for a request without a message. */
  readonly method: string;
  readonly tool: string | undefined;
  readonly cursor: string | undefined;
  /** What the header says. */
  readonly version: string | undefined;
  status?: number;
  /** We left before the answer had ended. */
  isLeft?: boolean;
}

export interface Front extends Pick<Upstream, 'pinned' | 'ca'> {
  readonly baseUrl: string;
  /** Where the server listens on 127.0.0.1. */
  port: number;
  /** What the server is asked to speak; what we offer, when undefined. */
  speaks: string | undefined;
  readonly sent: Sent[];
  close(): Promise<void>;
}

export const AUTHORIZATION = 'Bearer planted-upstream-key';

interface Message {
  readonly method?: string;
  readonly params?: { name?: string; cursor?: string; protocolVersion?: string };
}

/** @param path of the server's endpoint */
export async function startFront(host: string, path: string): Promise<Front> {
  const authority = await createAuthority();
  const issued = await authority.issue([host]);
  const sockets = new Set<Socket>();
  const server = createServer({ key: issued.key, cert: issued.cert }, (request, response) => {
    pass(front, request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const front: Front = {
    baseUrl: `https://${host}${path}`,
    ca: authority.ca,
    pinned: [{ host, port: 443, address: '127.0.0.1', addressPort: port }],
    port: 0,
    speaks: undefined,
    sent: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return front;
}

async function pass(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  let body = Buffer.concat(pieces);
  const message = (body.length > 0 ? JSON.parse(body.toString()) : {}) as Message;
  const { method = request.method ?? '', params = {} } = message;
  const version = request.headers['mcp-protocol-version'] as string | undefined;
  const sent: Sent = { method, tool: params.name, cursor: params.cursor, version };
  front.sent.push(sent);
  const refuse = (status: number, text: string) => {
    sent.status = status;
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32000, message: text } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
  };
  if (request.headers.authorization !== AUTHORIZATION) return refuse(401, 'Who is there?');
  if (front.speaks !== undefined) {
    if (version === '2026-07-28') return refuse(400, 'Bad Request: Unsupported protocol version');
    if (method === 'initialize') {
      const asked = { ...message, params: { ...params, protocolVersion: front.speaks } };
      body = Buffer.from(JSON.stringify(asked));
    }
  }
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const forwarded = requestOf(
    {
      host: '127.0.0.1',
      port: front.port,
      method: request.method,
      path: request.url,
      // A connection that is kept may be closed by the server at the moment it is used again.
      agent: false,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
    },
    (answer) => {
      sent.status = answer.statusCode ?? 0;
      const { connection: _own, 'transfer-encoding': _encoding, ...rest } = answer.headers;
      response.writeHead(sent.status, rest).flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  forwarded.on('error', () => (response.headersSent ? response.destroy() : refuse(502, 'The server is not there.')));
  response.on('close', () => {
    if (!response.writableFinished) sent.isLeft = true;
    forwarded.destroy();
  });
  forwarded.end(body);
}
