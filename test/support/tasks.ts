/** Clients that follow tasks: messages of the extension as they are on the wire, and the official client of the extension. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';

const VERSION = '2026-07-28';
const CLIENT = { name: 'tasks', version: '1' };
const CAPABILITIES = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

interface Message {
  readonly result?: { readonly [member: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** One message of a client that takes tasks; `name` is what the header Mcp-Name has. */
export async function ask(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Message> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': CAPABILITIES,
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      'mcp-name': String(params['name'] ?? params['taskId'] ?? ''),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return text.startsWith('{') ? (JSON.parse(text) as Message) : { error: { code: response.status, message: text } };
}

/** Calls a tool by the official client of the extension, over its own requests. */
export async function callByExtension(url: string, name: string, args: Readonly<Record<string, unknown>>) {
  const client = new Client(CLIENT, { versionNegotiation: { mode: { pin: VERSION } }, capabilities: CAPABILITIES });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const session = createTaskSessionFromClient(client, {
    endpointId: 'test',
    rawDispatch: async (request) => {
      const { method, params } = request as { method: string; params: Record<string, unknown> };
      const { result, error } = await ask(url, method, params);
      return error ? { kind: 'error', error } : { kind: 'result', result: result as never };
    },
    v2RequestFraming: { protocolVersion: VERSION, clientInfo: CLIENT, clientCapabilities: CAPABILITIES },
  });
  try {
    const execution = await session.callTool(name, args as Parameters<typeof session.callTool>[1]);
    return (await execution.settle()).outcome;
  } finally {
    await session.close();
    await client.close();
  }
}
