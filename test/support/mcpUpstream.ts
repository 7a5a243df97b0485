/**
 * MCP servers of the official SDKs behind real TLS, as upstreams: version 1 of the TypeScript SDK with sessions, without, and over HTTP+SSE;
 * version 2 for 2026-07-28. What they were sent is recorded.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer as ModernServer } from '@modelcontextprotocol/server';
import { createAuthority } from './certificates.ts';
import type { Upstream } from './upstream.ts';

/** A request as an MCP server got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A running server. */
export interface McpUpstream extends Upstream {
  /** Where it listens in clear text terms: for `at` of a rig. */
  readonly received: Received[];
  /** Forgets all sessions, as a restart does. */
  restart(): void;
  /** Only requests with this Authorization are answered otherwise than by 401. */
  wants: string | undefined;
}

/** Adds tools to a server; both versions of the SDK have the method. */
export type Furnish = (server: McpServer) => void;

interface Meta {
  readonly progressToken?: string | number;
}
/** What a tool of either version of the SDK is given beside its arguments, as far as tests use it. */
export type ToolContext =
  | { readonly _meta?: Meta; readonly signal: AbortSignal; sendNotification(told: object): Promise<void> }
  | { readonly mcpReq: { readonly _meta?: Meta; readonly signal: AbortSignal; notify(told: object): Promise<void> } };

/** Tells progress of a call; undefined where nobody has asked for it. */
export function tellerOf(context: ToolContext): ((progress: object) => Promise<void>) | undefined {
  const [meta, notify] =
    'mcpReq' in context
      ? [context.mcpReq._meta, (told: object) => context.mcpReq.notify(told)]
      : [context._meta, (told: object) => context.sendNotification(told)];
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => notify({ method: 'notifications/progress', params: { progressToken, ...progress } });
}

export type McpKind = 'sessions' | 'json' | 'sessionless' | 'sse' | 'modern';

/** Starts one. Its address is `<baseUrl>` with the path `/mcp`. */
export async function startMcpUpstream(
  kind: McpKind,
  furnish: Furnish,
  { host = 'mcp.upstream.example' } = {},
): Promise<McpUpstream> {
  const authority = await createAuthority();
  const issued = await authority.issue([host]);
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const made = handlerOf(kind, furnish);
  const server = createServer({ key: issued.key, cert: issued.cert }, async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    if (upstream.wants !== undefined && request.headers.authorization !== upstream.wants) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    await made.handle(request, response, body).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: addressPort } = server.address() as AddressInfo;
  const upstream: McpUpstream = {
    wants: undefined,
    host,
    port: 443,
    baseUrl: `https://${host}/mcp`,
    ca: authority.ca,
    pinned: [{ host, port: 443, address: '127.0.0.1', addressPort }],
    requests: [],
    connections: 0,
    get open() {
      return sockets.size;
    },
    respond: () => ({}),
    received,
    restart: () => made.restart(),
    close: async () => {
      made.restart();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return upstream;
}

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void>;

function handlerOf(kind: McpKind, furnish: Furnish): { handle: Handle; restart(): void } {
  if (kind === 'modern') {
    const handler = createMcpHandler(() => {
      const server = new ModernServer({ name: 'modern', version: '2.0.0' }, { capabilities: { tools: {} } });
      furnish(server as unknown as McpServer);
      return server;
    });
    return { handle: (request, response, body) => throughFetch(handler, request, response, body), restart: () => {} };
  }
  return kind === 'sse' ? overSse(furnish) : streamable(kind, furnish);
}

async function throughFetch(
  handler: { fetch(request: Request): Promise<Response> },
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, [value].flat().join());
  const { method = 'GET' } = request;
  // As a host of fetch handlers does: who closes the connection gives the request up.
  const left = new AbortController();
  response.on('close', () => left.abort());
  const answer = await handler.fetch(
    new Request(`https://${request.headers.host}${request.url}`, {
      method,
      headers,
      signal: left.signal,
      ...(method === 'POST' && { body }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const piece of answer.body ?? []) response.write(piece);
  response.end();
}

const newServer = (furnish: Furnish): McpServer => {
  const server = new McpServer(
    { name: 'legacy', title: 'Legacy tools', version: '1.0.0' },
    { instructions: 'Tools to try.' },
  );
  furnish(server);
  return server;
};

function streamable(kind: McpKind, furnish: Furnish): { handle: Handle; restart(): void } {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const handle: Handle = async (request, response, body) => {
    const parsed = body === '' ? undefined : JSON.parse(body);
    const id = request.headers['mcp-session-id'];
    let transport = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && !transport) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return;
    }
    if (!transport) {
      const isSessionless = kind === 'sessionless';
      const own: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: isSessionless ? undefined : () => randomUUID(),
        enableJsonResponse: kind === 'json',
        onsessioninitialized: (session) => void sessions.set(session, own),
      });
      transport = own;
      // As the SDK's examples do without sessions.
      if (isSessionless) response.on('close', () => void own.close());
      await newServer(furnish).connect(own as never);
    }
    await transport.handleRequest(request, response, parsed);
  };
  return { handle, restart: () => sessions.clear() };
}

function overSse(furnish: Furnish): { handle: Handle; restart(): void } {
  const sessions = new Map<string, SSEServerTransport>();
  const handle: Handle = async (request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://any.example');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      await newServer(furnish).connect(transport);
      return;
    }
    const transport = pathname === '/messages' ? sessions.get(searchParams.get('sessionId') ?? '') : undefined;
    if (!transport) return void response.writeHead(405).end();
    await transport.handlePostMessage(request, response, JSON.parse(body));
  };
  return {
    handle,
    restart: () => {
      for (const transport of sessions.values()) void transport.close();
      sessions.clear();
    },
  };
}
