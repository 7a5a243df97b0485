/**
 * The MCP endpoint: answers one message (or batch) with one HTTP response, for all protocol versions and without state
 * between requests. The official SDK implements the protocol; fastPath.ts answers frequent requests from prepared text.
 * Does not check tokens or origins, and does not handle sessions, audit and the calls themselves; the caller does.
 */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { parseLossless } from '../json/lossless.ts';
import { isObject, type JsonObject } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import type { CallRequest, CallResult } from './call.ts';
import { modernResult, recognize } from './fastPath.ts';
import { isCallable, LIST_CACHE, type Listing } from './listing.ts';
import { acceptsJson, type HeaderRecord } from './protocol.ts';

/** An HTTP request whose token and origin the caller has checked. */
export interface Exchange {
  readonly method: string;
  /** Path of the URL, for the Request object of the SDK. */
  readonly path: string;
  readonly headers: HeaderRecord;
  readonly body: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** '' when there is none. Cancelling a stream cancels the request. */
  readonly body: string | ReadableStream<Uint8Array>;
  /** Set when the body is known to contain no error. */
  readonly isResult?: true;
}

/** The server behind the endpoint, provided by the caller. */
export interface Hosted {
  readonly listing: Listing;
  /** True when legacy clients have a stream that announces changed tools: that of their session, or the 2025 GET stream. */
  readonly hasLegacyStream?: boolean;
  /** Makes a call. A failed call is a result with `isError`; a rejection becomes a JSON-RPC internal error. */
  callTool(call: CallRequest): Promise<CallResult>;
  /** Called for each call of a tool that the listing does not have. */
  unknownTool?(call: CallRequest): void;
  /** For `subscriptions/listen`: the source of events of the stream; `ended` closes it. */
  readonly changes?: { readonly bus: ServerEventBus; readonly ended: AbortSignal };
}

/**
 * Answers one request.
 * @param parsed the body as JSON, or undefined when it is not JSON
 */
export async function serveMcp(exchange: Exchange, parsed: unknown, hosted: Hosted): Promise<Answer> {
  const known = recognize(parsed, exchange.headers, hosted.listing);
  if (known?.kind === 'answer') return json(known.text);
  if (known) {
    const call = callRequest(exactOf(exchange, parsed), parsed, known.id, known.name, exchange.signal);
    return json(modernResult(known.id, await hosted.callTool(call), hosted.listing));
  }
  return serveWithSdk(exchange, parsed, hosted);
}

/**
 * A number that JavaScript would change: with many digits, trailing zeros or an exponent. Only before a JSON delimiter, so
 * that the version `"2.0"` of each message does not match.
 */
const SOURCE_NUMBER = /\d{16}|\d(?:\.\d*0|[eE][+-]?\d+)(?=[\s,}\]])/;

const json = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body,
  isResult: true,
});

async function serveWithSdk(exchange: Exchange, parsed: unknown, hosted: Hosted): Promise<Answer> {
  const factory = (context: McpRequestContext) => hostedServer(exchange, parsed, hosted, context);
  const request = webRequest(exchange);
  if (parsed !== undefined && (await isLegacyRequest(request, parsed))) {
    return toAnswer(await serveLegacy(request, parsed, exchange.headers['accept'] ?? '', factory));
  }
  const handler = createMcpHandler(factory, {
    bus: hosted.changes?.bus,
    keepAliveMs: LIMITS.stream.pingMs,
    maxRequestBodySize: LIMITS.mcpRequestBytes,
  });
  hosted.changes?.ended.addEventListener('abort', () => void handler.close(), { once: true });
  return toAnswer(await handler.fetch(request, parsed === undefined ? {} : { parsedBody: parsed }));
}

/**
 * Answers a legacy client with JSON, which the protocol allows and all clients can read, unless it asked for progress or
 * accepts only event streams. (The SDK requires both media types in Accept, which some clients do not send.)
 */
async function serveLegacy(
  request: Request,
  parsed: unknown,
  accept: string,
  factory: (context: McpRequestContext) => Server,
): Promise<Response> {
  const acceptsEvents = accept === '' || /text\/(event-stream|\*)|\*\/\*/i.test(accept);
  const enableJsonResponse = acceptsJson(accept) && !(acceptsEvents && [parsed].flat().some(wantsProgress));
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse,
    keepAliveMs: LIMITS.stream.pingMs,
  });
  if (request.signal.aborted) return clientGone();
  const server = factory({ era: 'legacy', requestInfo: request });
  await server.connect(transport);
  const close = () => void server.close().catch(() => {});
  const { promise: gone, resolve: leave } = Promise.withResolvers<Response>();
  request.signal.addEventListener(
    'abort',
    () => {
      close();
      leave(clientGone());
    },
    { once: true },
  );
  // The SDK never settles a call whose server was closed, so the race ends it.
  const response = await Promise.race([
    transport.handleRequest(request, { parsedBody: withoutCancellations(parsed) }),
    gone,
  ]);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) close();
  return response;
}

/** The response after the client has disconnected, the same as the SDK gives for modern clients. */
const clientGone = () => new Response(null, { status: 499 });

/**
 * The batch without cancellations: calls of other requests are not known here, and the SDK would never answer a batch in
 * which a call is cancelled.
 */
function withoutCancellations(parsed: unknown): unknown {
  if (!Array.isArray(parsed)) return parsed;
  const others = parsed.filter((message) => !isObject(message) || message['method'] !== 'notifications/cancelled');
  return others.length > 0 ? others : parsed;
}

const wantsProgress = (message: unknown): boolean =>
  isObject(message) &&
  isObject(message['params']) &&
  isObject(message['params']['_meta']) &&
  message['params']['_meta']['progressToken'] !== undefined;

function hostedServer(exchange: Exchange, parsed: unknown, hosted: Hosted, context: McpRequestContext): Server {
  const { listing } = hosted;
  const exact = exactOf(exchange, parsed);
  const server = new Server(listing.serverInfo, {
    capabilities: {
      tools: (context.era === 'modern' ? listing.listChanged : hosted.hasLegacyStream) ? { listChanged: true } : {},
    },
    instructions: listing.instructions,
    cacheHints: { 'tools/list': LIST_CACHE, 'server/discover': LIST_CACHE },
  });
  server.setRequestHandler('tools/list', ({ params }) => {
    const page = listing.pages.get(params?.cursor ?? '');
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor. List again from the start.');
    return { tools: [...page.tools], ...(page.nextCursor && { nextCursor: page.nextCursor }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const call = callRequest(exact, parsed, mcpReq.id, params.name, mcpReq.signal);
    if (!isCallable(listing, params.name)) {
      hosted.unknownTool?.(call);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
    const progressToken = mcpReq._meta?.progressToken;
    let progress = 0;
    const notify = () => {
      const params = { progressToken: progressToken as string | number, progress: ++progress };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    };
    const result = await hosted.callTool(progressToken === undefined ? call : { ...call, onProgress: notify });
    // The type of the SDK allows its own members to be changed.
    return { ...result, content: [...result.content] } as CallToolResult;
  });
  return server;
}

/** A function that gives the body with exact numbers; it parses the body at its first call. */
function exactOf({ body }: Exchange, parsed: unknown): () => unknown {
  let exact: unknown;
  return () => {
    exact ??= SOURCE_NUMBER.test(body) ? parseLossless(body) : parsed;
    return exact;
  };
}

/** A call with arguments from the body, not from the SDK, so that large numbers keep their digits. */
function callRequest(
  exactBody: () => unknown,
  parsed: unknown,
  id: string | number,
  name: string,
  signal: AbortSignal,
): CallRequest {
  // By index, because in the exact body the id may be a source number.
  const place = [parsed].flat().findIndex((part) => isObject(part) && part['id'] === id && 'method' in part);
  const plainArguments = argumentsAt(parsed, place);
  const exact = exactBody();
  return { id, name, arguments: exact === parsed ? plainArguments : argumentsAt(exact, place), plainArguments, signal };
}

function argumentsAt(body: unknown, place: number): JsonObject {
  const message = [body].flat()[place];
  const params = isObject(message) ? message['params'] : undefined;
  const given = isObject(params) ? params['arguments'] : undefined;
  return (isObject(given) ? given : {}) as JsonObject;
}

function webRequest({ method, path, headers, body, signal }: Exchange): Request {
  const list = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length') list.set(name, value);
  }
  list.set('accept', 'application/json, text/event-stream');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`https://mcp.invalid${path}`, { method, headers: list, body: hasBody ? body : null, signal });
}

async function toAnswer(response: Response): Promise<Answer> {
  const headers = Object.fromEntries(response.headers);
  const isStream = headers['content-type']?.startsWith('text/event-stream') && response.body;
  return {
    status: response.status,
    headers,
    body: isStream ? (response.body as ReadableStream<Uint8Array>) : await response.text(),
  };
}
