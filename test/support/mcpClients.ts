/** Every relevant kind of MCP client, connected to one URL, behind one interface. */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { defined } from './defined.ts';

export interface CallAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string; readonly [more: string]: unknown }>;
}

/** Progress, as a client is told of it. */
export interface Told {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface TestClient {
  /** Negotiated protocol version. */
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  readonly serverInfo: object | undefined;
  listTools(): Promise<
    { name: string; title?: string; annotations?: object; inputSchema: object; outputSchema?: object }[]
  >;
  call(
    name: string,
    args: object,
    options?: { signal?: AbortSignal; onprogress?: (told: Told) => void; timeout?: number },
  ): Promise<CallAnswer>;
  /** Calls back for each `notifications/tools/list_changed`. */
  onToolsChanged(heard: () => void): void;
  close(): Promise<void>;
}

export type Connect = (url: string, headers?: Record<string, string>) => Promise<TestClient>;

const open = new Set<() => Promise<void>>();

/** Closes clients that a failed test left open: an HTTP+SSE client would reconnect for ever. */
export async function closeClients(): Promise<void> {
  for (const close of open) await close().catch(() => {});
  open.clear();
}

const info = { name: 'matrix', version: '1' };
type Mode = 'auto' | 'legacy' | { pin: string };

const viaV2 =
  (mode: Mode, transport: 'http' | 'sse'): Connect =>
  async (url, headers = {}) => {
    const client = new Client(info, { versionNegotiation: { mode } });
    const Transport = transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
    open.add(() => client.close());
    await client.connect(new Transport(new URL(url), { requestInit: { headers } }));
    return {
      version: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions(),
      serverInfo: client.getServerVersion(),
      listTools: async () => (await client.listTools()).tools,
      call: async (name, args, options = {}) =>
        (await client.callTool({ name, arguments: args as Record<string, unknown> }, options)) as CallAnswer,
      onToolsChanged: (heard) => client.setNotificationHandler('notifications/tools/list_changed', heard),
      close: () => client.close(),
    };
  };

const viaV1 =
  (transport: 'http' | 'sse'): Connect =>
  async (url, headers = {}) => {
    const client = new ClientV1(info);
    let version: string | undefined;
    const Transport = transport === 'http' ? HttpV1 : SseV1;
    const channel = new Transport(new URL(url), { requestInit: { headers } });
    channel.setProtocolVersion = ((set) => (told: string) => {
      version = told;
      set.call(channel, told);
    })(channel.setProtocolVersion);
    open.add(() => client.close());
    await client.connect(channel);
    return {
      version,
      instructions: client.getInstructions(),
      serverInfo: client.getServerVersion(),
      listTools: async () => (await client.listTools()).tools,
      call: async (name, args, options = {}) =>
        (await client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, options)) as CallAnswer,
      onToolsChanged: (heard) => {
        client.fallbackNotificationHandler = async ({ method }) => {
          if (method === 'notifications/tools/list_changed') heard();
        };
      },
      close: () => client.close(),
    };
  };

/** Name, negotiated version, and how it connects. */
export const CLIENTS: ReadonlyArray<readonly [name: string, version: string, connect: Connect]> = [
  ['v2 auto', '2026-07-28', viaV2('auto', 'http')],
  ['v2 pinned', '2026-07-28', viaV2({ pin: '2026-07-28' }, 'http')],
  ['v2 legacy', '2025-11-25', viaV2('legacy', 'http')],
  ['v1 Streamable HTTP', '2025-11-25', viaV1('http')],
  ['v2 SSE', '2024-11-05', viaV2('legacy', 'sse')],
  ['v2 auto over SSE', '2024-11-05', viaV2('auto', 'sse')],
  ['v1 SSE', '2024-11-05', viaV1('sse')],
];

export const HTTP_CLIENTS = CLIENTS.slice(0, 4);
export const SSE_CLIENTS = CLIENTS.slice(4);

/** A current client, for tests that are not about clients. */
export const [, , connect] = defined(CLIENTS[0]);

/** The tools that such a client sees. */
export async function toolNames(url: string): Promise<string[]> {
  const client = await connect(url);
  const names = (await client.listTools()).map((tool) => tool.name);
  await client.close();
  return names;
}
