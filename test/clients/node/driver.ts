/**
 * One MCP client of npm that calls and lists for as long as it runs, and tells what becomes of it, a line of JSON each:
 *   node driver.ts <library> <http|sse> <url> <milliseconds between calls> [<listed tool> <its argument that names another>]
 * It calls getThing, by its own name or through a tool that is listed in its place.
 * All drivers, of whatever language, do the same and say the same (see ../matrix.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** What every library comes down to. */
interface Connected {
  call(id: number): Promise<{ isError?: boolean; content?: unknown }>;
  list(): Promise<string[]>;
  close(): Promise<void>;
}
type Transport = 'http' | 'sse';
type Connect = (url: string, transport: Transport, changed: () => void) => Promise<Connected>;

const info = { name: 'matrix', version: '1' };
const [library = '', transport = '', url = '', every = '', listed = 'getThing', selector = ''] = process.argv.slice(2);
const argumentsFor = (id: number) => (selector === '' ? { id } : { [selector]: 'getThing', arguments: { id } });
const CHANGED = 'notifications/tools/list_changed';

const LIBRARIES: Readonly<Record<string, Connect>> = {
  async v1(url, transport, changed) {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client(info);
    client.fallbackNotificationHandler = async ({ method }) => {
      if (method === CHANGED) changed();
    };
    const Channel = transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
    await client.connect(new Channel(new URL(url)) as never);
    return {
      call: (id) => client.callTool({ name: listed, arguments: argumentsFor(id) }) as never,
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: () => client.close(),
    };
  },

  /** The protocol of 2026, or what is spoken over HTTP+SSE. */
  v2: (url, transport, changed) => viaV2(url, transport, changed, 'auto'),
  /** The protocol of 2025, with the newer library. */
  'v2-2025': (url, transport, changed) => viaV2(url, transport, changed, 'legacy'),

  async 'ai-sdk'(url, transport) {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: transport, url }, onUncaughtError: () => {} });
    return {
      call: (id) => client.callTool({ name: listed, arguments: argumentsFor(id) }) as never,
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: () => client.close(),
    };
  },

  async langchain(url, transport, changed) {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({
      mcpServers: { things: { transport, url, reconnect: { enabled: true, maxAttempts: 100, delayMs: 500 } } },
      onToolsListChanged: changed,
      useStandardContentBlocks: true,
    } as never);
    const tools = await client.getTools();
    const tool = tools.find(({ name }) => name === listed);
    if (!tool) throw new Error(`${listed} is not there`);
    return {
      call: async (id) => ({ content: (await tool.invoke(argumentsFor(id))) as unknown }),
      list: async () => {
        const own = await client.getClient('things');
        return (await own?.listTools())?.tools.map(({ name }) => name) ?? [];
      },
      close: () => client.close(),
    };
  },
};

async function viaV2(
  url: string,
  transport: Transport,
  changed: () => void,
  mode: 'auto' | 'legacy',
): Promise<Connected> {
  const { Client, SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(info, { versionNegotiation: { mode } });
  client.setNotificationHandler(CHANGED, changed);
  const Channel = transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
  await client.connect(new Channel(new URL(url)));
  let isOpen = true;
  /** The subscription of the 2026 protocol; the library leaves it to its program to open it again. */
  const listen = async () => {
    while (isOpen) {
      await client.listen({ toolsListChanged: true }).then(
        ({ closed }) => closed,
        () => {},
      );
      await sleep(500);
    }
  };
  if (client.getProtocolEra() === 'modern') void listen();
  return {
    call: (id) => client.callTool({ name: listed, arguments: argumentsFor(id) }) as never,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    async close() {
      isOpen = false;
      await client.close();
    },
  };
}

/** What a program gives a call; libraries wait for a minute. */
const HANGS_AFTER_MS = 4_000;
const connect = LIBRARIES[library];
if (!connect) throw new Error(`There are ${Object.keys(LIBRARIES).join(', ')}.`);
const say = (line: object) => console.log(JSON.stringify(line));
const textOf = (error: unknown) => String((error as Error)?.message ?? error).slice(0, 200);

async function bounded<T>(work: Promise<T>, ms = HANGS_AFTER_MS): Promise<T> {
  const late = new Error('hung');
  const timer = Promise.withResolvers<never>();
  const handle = setTimeout(() => timer.reject(late), ms);
  try {
    return await Promise.race([work, timer.promise]);
  } finally {
    clearTimeout(handle);
  }
}

// What a library throws outside of any call is for its program to catch.
process.on('uncaughtException', () => {});

const open = (ms?: number) =>
  bounded(
    connect(url, transport as Transport, () => say({ is: 'changed' })),
    ms,
  );

// The first time the library is loaded, on a machine that may be busy.
let client = await open(60_000);
say({ is: 'ready', tools: await client.list() });
for (let id = 1, failed = 0; ; id++) {
  const began = performance.now();
  try {
    const answer = await bounded(client.call(id));
    const text = JSON.stringify(answer);
    if (answer.isError || !/\bid\\*":\s*\d/.test(text)) throw new Error(text);
    say({ is: 'called', ok: true });
    failed = 0;
    if (id % 2 === 0) say({ is: 'listed', tools: await bounded(client.list()) });
  } catch (error) {
    say({
      is: 'called',
      ok: false,
      hung: textOf(error) === 'hung',
      ms: Math.round(performance.now() - began),
      error: textOf(error),
    });
    // A program gives its client a second chance, and then makes a new one.
    if (++failed >= 2) {
      void client.close().catch(() => {});
      try {
        client = await open();
        say({ is: 'renewed', ok: true });
        failed = 0;
      } catch (why) {
        say({ is: 'renewed', ok: false, error: textOf(why) });
      }
    }
  }
  await sleep(Number(every));
}
