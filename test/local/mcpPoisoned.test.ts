/**
 * An MCP server that changes its tools after they were approved, in every way of test/support/poisonings.ts: what clients list stays as it is
 * until a person approves the change, and an import that finds it stops.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeClients, connect } from '../support/mcpClients.ts';
import { APPROVED_PAGES, type Pages, POISONINGS, WORDS } from '../support/poisonings.ts';
import { deploy, type HostedServer, type LocalStack, reimported, startStack } from '../support/stack.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let pages: Pages = APPROVED_PAGES;
let upstream: Upstream;
let stack: LocalStack;
let hosted: HostedServer;

interface Rpc {
  readonly id?: string;
  readonly method: string;
  readonly params?: { readonly cursor?: string };
}

function resultOf({ method, params }: Rpc): object | undefined {
  if (method === 'initialize') {
    const serverInfo = { name: 'vendor', version: '1' };
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  }
  if (method !== 'tools/list') return undefined;
  const at = Number(params?.cursor ?? 0);
  return { tools: pages[at], ...(at + 1 < pages.length && { nextCursor: String(at + 1) }) };
}

beforeAll(async () => {
  upstream = await startUpstream({
    host: 'mcp.vendor.example',
    respond: ({ body }) => {
      const asked = JSON.parse(body.toString() || '{"method":""}') as Rpc;
      if (asked.id === undefined) return { status: 202 };
      const result = resultOf(asked);
      const told = result ? { result } : { error: { code: -32601, message: 'Unknown' } };
      return {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...told }),
      };
    },
  });
  stack = await startStack({ upstreams: [upstream] });
  hosted = await deploy(stack, { source: { kind: 'mcp' }, baseUrl: `${upstream.baseUrl}/mcp`, auth: { type: 'none' } });
}, 180_000);
afterAll(async () => {
  await closeClients();
  await stack?.stop();
  await upstream?.close();
});

async function listed(): Promise<string> {
  const client = await connect(hosted.mcpUrl);
  const tools = await client.listTools();
  await client.close();
  return JSON.stringify(tools);
}

test('there are fifty of them', () => {
  expect(POISONINGS.length).toBeGreaterThanOrEqual(50);
  expect(new Set(POISONINGS.map(({ pages: own }) => JSON.stringify(own))).size).toBe(POISONINGS.length);
});

test.each(POISONINGS.map((each) => [each.what, each] as const))('%s', async (_what, poisoning) => {
  const before = await listed();
  expect(before).toContain('find_customer');
  expect(before).not.toContain(WORDS);
  pages = poisoning.pages;
  try {
    expect(await listed()).toBe(before);
    const { status, error } = await reimported(stack, hosted.serverId);
    expect([status, error?.code]).toEqual(poisoning.isUnseen ? ['live', undefined] : ['failed', 'surface_changed']);
    expect(await listed()).toBe(before);
  } finally {
    pages = APPROVED_PAGES;
  }
});
