/** The few MCP requests that the checks send, without a client library, so that status, headers and times are seen as they are. */
import { type HeldStream, holdStream } from './eventStream.ts';

/** A server's MCP URL, which contains a connection token. */
export interface Connection {
  readonly mcpUrl: string;
}

/** The result of a tool call. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content?: ReadonlyArray<{ readonly type: string; readonly text?: string }>;
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

/** Sends one message to an MCP URL. */
export const post = (
  url: string,
  message: object,
  { headers = {}, signal }: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(message),
    ...(signal && { signal }),
  });

/** A `ping` request. */
export const ping = (id: number | string): object => ({ jsonrpc: '2.0', id, method: 'ping' });

/** A call of a tool; with `progress` the answer is an event stream. */
export const toolCall = (
  id: number | string,
  name: string,
  args: object,
  { progress = false }: { readonly progress?: boolean } = {},
): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(progress && { _meta: { progressToken: id } }) },
});

/**
 * Calls a tool.
 * @throws Error when the answer is no result; its message has the status and nothing of the answer
 */
export async function callTool(
  { mcpUrl }: Connection,
  name: string,
  args: object,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const response = await post(mcpUrl, toolCall(1, name, args), { ...(signal && { signal }) });
  const answer = (await response.json().catch(() => ({}))) as { result?: ToolResult };
  if (!response.ok || !answer.result) throw new Error(`A call of ${name} was answered with status ${response.status}.`);
  return answer.result;
}

/** The texts of a result. */
export const textOf = ({ content = [] }: ToolResult): string => content.map(({ text = '' }) => text).join('\n');

/** An HTTP+SSE session: its stream, and the address for its messages. */
export interface Session {
  readonly stream: HeldStream;
  readonly endpoint: string;
}

/**
 * Opens an HTTP+SSE session (MCP 2024-11-05).
 * @throws Error when the answer is no event stream with an endpoint
 */
export async function openSession({ mcpUrl }: Connection, signal: AbortSignal): Promise<Session> {
  const stream = await holdStream(mcpUrl);
  signal.addEventListener('abort', () => stream.close(), { once: true });
  if (!stream.headers.get('content-type')?.includes('text/event-stream')) {
    stream.close();
    throw new Error(`GET was answered with status ${stream.status} and no event stream.`);
  }
  const { data } = await stream.find(({ event }) => event === 'endpoint');
  return { stream, endpoint: new URL(data, mcpUrl).href };
}
