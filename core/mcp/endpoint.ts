/**
 * One MCP message (or batch) in, one HTTP response out, for every protocol version, without state between requests. The
 * official SDK speaks the protocol; the fast path (fastPath.ts) answers frequent, exact requests from prepared text.
 * Tokens, origins, sessions, audit and the call itself are not handled here: the caller has admitted the request and
 * passes the rest in.
 */
import {
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

/** One admitted HTTP request. */
export interface Exchange {
  readonly method: string;
  /** Only for the SDK's Request; its host is never used. */
  readonly path: string;
  readonly headers: HeaderRecord;
  readonly body: string;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** The HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. A stream has been started; cancelling it cancels the request. */
  readonly body: string | ReadableStream<Uint8Array>;
  /** It is known that no error stands in the body. */
  readonly isResult?: true;
}

/** What the endpoint serves, and how calls are made. */
export interface Hosted {
  readonly listing: Listing;
  /** Legacy clients have a stream on which they hear of changed tools: their session's, or the standalone one of 2025. */
  readonly hasLegacyStream?: boolean;
  /** Failures of the call are results with `isError`; a rejection becomes a JSON-RPC internal error. */
  callTool(call: CallRequest): Promise<CallResult>;
  /** Told of each call of what the listing does not have; the client is told that it is unknown. */
  unknownTool?(call: CallRequest): void;
  /** Given for `subscriptions/listen`: sources the events of this one request's stream; `ended` closes it gracefully. */
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
 * A number in the text that JavaScript would round or rewrite: many digits, zeros at its end, an exponent. Only before
 * a JSON delimiter, because every message has the version `"2.0"`.
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
 * Legacy clients get plain JSON, which the protocol allows and every client reads, unless they asked for progress or
 * accept nothing but events. The SDK requires both media types in Accept, which some clients do not send.
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
  // Of a call whose server was closed the SDK never says anything.
  const response = await Promise.race([transport.handleRequest(request, { parsedBody: cancelNothing(parsed) }), gone]);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) close();
  return response;
}

/** Nobody reads it; the SDK answers modern clients the same. */
const clientGone = () => new Response(null, { status: 499 });

/**
 * The batch without its cancellations: calls of earlier requests are not known here, and the SDK would never answer a
 * batch in which a call is cancelled.
 */
function cancelNothing(parsed: unknown): unknown {
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
      tools: listing.listChanged && (context.era === 'modern' || hosted.hasLegacyStream) ? { listChanged: true } : {},
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
    return { ...result, content: [...result.content] };
  });
  return server;
}

/** The body with the digits of its numbers, parsed when the first call of it asks. */
function exactOf({ body }: Exchange, parsed: unknown): () => unknown {
  let exact: unknown;
  return () => {
    exact ??= SOURCE_NUMBER.test(body) ? parseLossless(body) : parsed;
    return exact;
  };
}

/** A call, with arguments from the body itself and not from the SDK, so that large numbers keep their digits. */
function callRequest(
  exactBody: () => unknown,
  parsed: unknown,
  id: string | number,
  name: string,
  signal: AbortSignal,
): CallRequest {
  // By its place: in the exact body the id may be a source number as well.
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
