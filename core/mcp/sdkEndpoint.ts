/**
 * Answers by the official SDK: every request that the fast path does not know, in all protocol versions. A module of its own that is loaded at
 * the first such request: with its schemas it takes a third of the time in which mcp-rpc starts.
 */
import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  isLegacyRequest,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { visibleText } from '../lib/visible.ts';
import { type Answer, callRequest, type Exchange, exactOf, type Hosted, withObjectArguments } from './exchange.ts';
import { isCallable, LIST_CACHE } from './listing.ts';
import { capabilitiesOf } from './passedKinds.ts';
import { acceptsJson, SUPPORTED_VERSIONS } from './protocol.ts';
import { answerReads, withProgress } from './readRequests.ts';
import { createdTask, TASKS_EXTENSION } from './task.ts';
import { answerTasks, LEGACY_TASKS } from './taskRequests.ts';

/** Answers one request by the SDK. */
export async function serveWithSdk(exchange: Exchange, parsed: unknown, hosted: Hosted): Promise<Answer> {
  const factory = (context: McpRequestContext) => hostedServer(exchange, parsed, hosted, context);
  const request = webRequest(exchange);
  const body = withObjectArguments(parsed);
  if (body !== undefined && (await isLegacyRequest(request, body))) {
    return toAnswer(await serveLegacy(request, body, exchange.headers['accept'] ?? '', factory));
  }
  const handler = createMcpHandler(factory, {
    bus: hosted.changes?.bus,
    keepAliveMs: LIMITS.stream.pingMs,
    maxRequestBodySize: LIMITS.mcpRequestBytes,
  });
  hosted.changes?.ended.addEventListener('abort', () => void handler.close(), { once: true });
  const answer = await toAnswer(await handler.fetch(request, body === undefined ? {} : { parsedBody: body }));
  return isObject(parsed) && parsed['method'] === 'server/discover' ? withAllVersions(answer) : answer;
}

/**
 * Answers a legacy client with JSON, which the protocol allows and all clients can read, unless it asked for progress, waits for a
 * task or accepts only event streams. (The SDK requires both media types in Accept, which some clients do not send.)
 */
async function serveLegacy(
  request: Request,
  parsed: unknown,
  accept: string,
  factory: (context: McpRequestContext) => Server,
): Promise<Response> {
  const acceptsEvents = accept === '' || /text\/(event-stream|\*)|\*\/\*/i.test(accept);
  const enableJsonResponse = acceptsJson(accept) && !(acceptsEvents && [parsed].flat().some(mayTakeLong));
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

/** The SDK names modern versions only, although legacy clients are served at the same address; it has no option for it. */
function withAllVersions(answer: Answer): Answer {
  const message: unknown = typeof answer.body === 'string' ? JSON.parse(answer.body || 'null') : undefined;
  if (!isObject(message) || !isObject(message['result'])) return answer;
  const result = { ...message['result'], supportedVersions: SUPPORTED_VERSIONS };
  return { ...answer, body: JSON.stringify({ ...message, result }) };
}

/** Wants progress, or waits for the end of a task. */
const mayTakeLong = (message: unknown): boolean =>
  isObject(message) &&
  isObject(message['params']) &&
  (message['method'] === 'tasks/result' ||
    (isObject(message['params']['_meta']) && message['params']['_meta']['progressToken'] !== undefined));

const CACHE_HINTS = Object.fromEntries(
  ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'server/discover'].map((method) => [
    method,
    LIST_CACHE,
  ]),
);

function hostedServer(exchange: Exchange, parsed: unknown, hosted: Hosted, context: McpRequestContext): Server {
  const { listing, tasks } = hosted;
  const isModern = context.era === 'modern';
  const exact = exactOf(exchange, parsed);
  const listChanged = (isModern ? listing.listChanged : hosted.hasLegacyStream) === true;
  const server = new Server(listing.serverInfo, {
    capabilities: {
      tools: listChanged ? { listChanged } : {},
      // A stream of an older client tells of its own server's alone.
      ...capabilitiesOf(listing.bundle, listChanged && (isModern || !listing.bundle.toolset)),
      ...(tasks && (isModern ? { extensions: { [TASKS_EXTENSION]: {} } } : { tasks: LEGACY_TASKS })),
    },
    instructions: listing.instructions,
    cacheHints: CACHE_HINTS,
  });
  if (tasks) answerTasks(server, tasks, isModern);
  if (listing.bundle.resourcesAndPrompts) answerReads(server, hosted);
  server.setRequestHandler('tools/list', ({ params }) => {
    const page = listing.pages.get(params?.cursor ?? '');
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor. List again from the start.');
    const { tools } = isModern ? page : page.legacy;
    return { tools: [...tools], ...(page.nextCursor && { nextCursor: page.nextCursor }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const call = callRequest(exact, parsed, mcpReq.id, params.name, mcpReq.signal);
    if (!isCallable(listing, params.name)) {
      hosted.unknownTool?.(call);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, visibleText(`Unknown tool: ${params.name}`));
    }
    const { inputRequired, isStateRefused, task, ...result } = await hosted.callTool(withProgress(call, mcpReq));
    if (isStateRefused)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
        reason: 'invalid_request_state',
      });
    if (task) return createdTask(task, isModern) as CallToolResult;
    if (inputRequired) return inputRequired as InputRequiredResult;
    // The type of the SDK allows its own members to be changed.
    return { ...result, content: [...result.content] } as CallToolResult;
  });
  return server;
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
