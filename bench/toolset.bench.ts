/**
 * A toolset of 20 servers with 5,000 tools beside a single server with as many, both listed by search: list, search and call, in turns of the
 * same run, as the median of what a client waits. The aim is a ratio of 1.3 at most. `TOOLSET=short` has 4 servers with 2,400 tools.
 */
import { loadavg } from 'node:os';
import { defined } from '../test/support/defined.ts';
import { gaugeName, gaugesDocument } from '../test/support/gauges.ts';
import { deploy, startStack } from '../test/support/stack.ts';
import { until } from '../test/support/until.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { median, saveResult, table } from './support/report.ts';

const IS_SHORT = process.env['TOOLSET'] === 'short';
const MEMBERS = IS_SHORT ? 4 : 20;
const TOOLS = IS_SHORT ? 2_400 : 5_000;
const ROUNDS = 20;
const REQUESTS = 25;
const WAIT_MS = 900_000;
const AIM = 1.3;
/** Told beside the others, and held to no aim. */
const SPREAD = 'call, all members';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let lastId = 0;

/** Sends a request and gives the milliseconds until its whole answer is there. Throws for an answer that is no result. */
async function timed(url: string, method: string, params: object): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: META } });
  const { name } = params as { readonly name?: string };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
  const began = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const took = performance.now() - began;
  if (!response.ok || text.includes('"isError":true') || !text.includes('"result"'))
    throw new Error(text.slice(0, 500));
  return took;
}

const callOf = (url: string, tool: number) =>
  timed(url, 'tools/call', {
    name: 'call_read',
    arguments: { tool: gaugeName(tool), arguments: { id: tool } },
  });

/**
 * Searches are for tools all over the list. Calls are of one member's tools, whose sandbox has then served as many as the single server's, and
 * once more of all members' tools: twenty processes, of which each has served a twentieth.
 */
const REQUEST: Readonly<Record<string, (url: string, at: number) => Promise<number>>> = {
  list: (url) => timed(url, 'tools/list', {}),
  search: (url, at) =>
    timed(url, 'tools/call', { name: 'search', arguments: { query: `read gauge ${(at * 38) % TOOLS}` } }),
  call: (url, at) => callOf(url, (at * 2) % (TOOLS / MEMBERS)),
  [SPREAD]: (url, at) => callOf(url, (at * 38) % TOOLS),
};

export async function run(): Promise<void> {
  const upstream = await startUpstream({ host: 'api.gauges.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"level":1}' });
  const stack = await startStack({ upstreams: [upstream] });
  try {
    const server = (document: object, name: string) =>
      deploy(
        stack,
        {
          source: { kind: 'openapi', document },
          auth: { type: 'none' },
          exposition: 'search',
          name,
          tokenLabel: 'bench',
        },
        WAIT_MS,
      );
    const documentOf = (operations: number, from = 0) =>
      gaugesDocument({ baseUrl: upstream.baseUrl, operations, from, padding: { answers: 0, arguments: 200 } });
    const single = await server(documentOf(TOOLS), 'Single');
    const members = [];
    for (let at = 0; at < MEMBERS; at++) {
      const count = TOOLS / MEMBERS;
      members.push({ serverId: (await server(documentOf(count, at * count), `Member ${at}`)).serverId });
    }
    const made = await deploy(
      stack,
      { name: 'All', source: { kind: 'toolset', members }, auth: { type: 'none' }, exposition: 'search' },
      WAIT_MS,
    );
    await until(async () => {
      const { bundle } = await stack.api<{ bundle?: { tools: number } }>('GET', `/v1/servers/${made.serverId}`);
      return bundle?.tools === TOOLS;
    });
    const rows = [];
    for (const [name, ask] of Object.entries(REQUEST)) {
      const took: Record<'single' | 'toolset', number[]> = { single: [], toolset: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [which, url] of [
          ['single', single.mcpUrl],
          ['toolset', made.mcpUrl],
        ] as const) {
          for (let at = 0; at < REQUESTS; at++) {
            const ms = await ask(url, round * REQUESTS + at * 2);
            // The first round loads what the others find loaded.
            if (round > 0) took[which].push(ms);
          }
        }
      }
      const [one, all] = [median(took.single), median(took.toolset)];
      rows.push({ request: name, singleMs: one, toolsetMs: all, ratio: all / one });
    }
    if (!IS_SHORT) saveResult('toolset', { members: MEMBERS, tools: TOOLS, aim: AIM, rows });
    console.log(
      table(
        ['request', 'single server, ms', 'toolset, ms', 'ratio'],
        rows.map((row) => [row.request, ...[row.singleMs, row.toolsetMs, row.ratio].map((value) => value.toFixed(2))]),
      ),
    );
    console.log(`${MEMBERS} servers, ${TOOLS} tools, load ${defined(loadavg()[0]).toFixed(1)}`);
    const over = rows.filter(({ request, ratio }) => request !== SPREAD && ratio > AIM).map(({ request }) => request);
    if (over.length > 0) throw new Error(`More than ${AIM} times as long: ${over.join(', ')}`);
  } finally {
    await stack.stop();
    await upstream.close();
  }
}
