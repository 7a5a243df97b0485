/**
 * Requests per second and latency of the MCP endpoint compared with three other gateways in one run: tools/list of a
 * hundred tools, server/discover and tools/call at 1 and 16 connections. Portcullis runs as the whole local stack
 * (edge, token check against the table, isolated sandbox process, governance, audit entry); the others forward and keep
 * no records. All call one upstream over TLS. They alternate in short rounds, so that changes of the machine's speed
 * affect all equally. Also measured: mcp-rpc's own work on a call, without the store and the sandbox.
 */

import { spawn } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { newEntry } from '../core/audit/entry.ts';
import { hashToken, newToken, parseToken } from '../core/auth/tokens/format.ts';
import { presentedToken } from '../core/mcp/access.ts';
import { argumentFaults } from '../core/mcp/arguments/validate.ts';
import { serveMcp } from '../core/mcp/endpoint.ts';
import { listingOf } from '../core/mcp/listing.ts';
import { describe } from '../core/mcp/protocol.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER } from '../test/support/bundles.ts';
import { deploy, startStack } from '../test/support/stack.ts';
import { type LoadResult, type LoadTarget, load } from './support/mcpLoad.ts';
import { type Rival, startRivals } from './support/mcpRivals.ts';
import { type Spread, spreadOf } from './support/percentiles.ts';
import { saveResult, table } from './support/report.ts';
import { CALLED, THINGS_HOST, type ThingsUpstream, thingsApi } from './support/thingsApi.ts';

const ROUNDS = 6;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.5);
const WARM_UP_SECONDS = 4;
const MODERN = '2026-07-28';
const OURS = 'Portcullis';

interface Row {
  readonly server: string;
  readonly request: string;
  readonly connections: number;
  /** Requests per second: the median of the rounds, and each round. */
  readonly perSecond: number;
  readonly rounds: readonly number[];
  readonly latencyMs: Spread;
  readonly errors: number;
}

export async function run(): Promise<void> {
  const ownWork = await measureOwnWork();
  const rows = await measureServers();
  const cells = rows.map(({ server, request, connections, perSecond, latencyMs, errors }) =>
    [server, request, connections, perSecond, latencyMs.p50, latencyMs.p99, errors].map(String),
  );
  console.log(table(['server', 'request', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'errors'], cells));
  console.log(`mcp-rpc's own work on a tools/call: p50 ${ownWork.p50} µs, p99 ${ownWork.p99} µs`);
  saveResult('mcp', {
    rounds: ROUNDS,
    seconds: SECONDS,
    loadAverage: loadavg()[0],
    ownWorkMicroseconds: ownWork,
    rows,
  });
}

async function measureServers(): Promise<Row[]> {
  const stops: (() => unknown)[] = [];
  try {
    const upstream = spawn(process.execPath, [join(import.meta.dirname, 'support', 'thingsApi.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stops.push(() => upstream.kill());
    const line = await new Promise<string>((done) => upstream.stdout.once('data', (text) => done(String(text))));
    const reached = JSON.parse(line) as ThingsUpstream;
    const pinned = [{ host: THINGS_HOST, port: 443, address: '127.0.0.1', addressPort: reached.port }];
    const stack = await startStack({ warm: true, upstreams: [{ pinned, ca: reached.ca }] });
    stops.push(() => stack.stop());
    const hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(thingsApi(`https://${THINGS_HOST}`)) },
      auth: { type: 'bearer', token: 'bench-credential' },
    });
    const rivals = await startRivals(reached);
    for (const rival of rivals) stops.push(() => rival.process.kill());

    const ours = { name: OURS, tool: CALLED, target: modernTarget(new URL(hosted.mcpUrl)) };
    const servers = [ours, ...rivals];
    // Each server once before measuring, so that neither its code nor the client's is still being compiled.
    for (const server of servers) {
      console.error(`${server.name} warms up …`);
      for (const [request, params] of requestsFor(server))
        await load(server.target, request, params, { connections: 16, seconds: WARM_UP_SECONDS });
    }
    const rows: Row[] = [];
    for (const connections of [1, 16]) {
      for (const wanted of ['tools/list', 'server/discover', 'tools/call']) {
        const asked = servers.flatMap((server) => {
          const params = requestsFor(server).find(([request]) => request === wanted)?.[1];
          return params ? [{ server, params, results: [] as LoadResult[] }] : [];
        });
        for (let round = 1; round <= ROUNDS; round++) {
          console.error(`${wanted}, ${connections} connections, round ${round} of ${ROUNDS} …`);
          for (const { server, params, results } of asked)
            results.push(await load(server.target, wanted, params, { connections, seconds: SECONDS }));
        }
        for (const { server, results } of asked) rows.push(rowOf(server.name, wanted, connections, results));
      }
    }
    return rows;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function rowOf(server: string, request: string, connections: number, results: readonly LoadResult[]): Row {
  const rounds = results.map(({ perSecond }) => perSecond);
  return {
    server,
    request,
    connections,
    perSecond: spreadOf(rounds).p50,
    rounds,
    latencyMs: spreadOf(results.flatMap(({ latencies }) => latencies)),
    errors: results.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** Only Portcullis supports `server/discover`. */
function requestsFor({ name, tool }: Pick<Rival, 'name' | 'tool'>): (readonly [request: string, params: object])[] {
  return [
    ['tools/list', {}],
    ...(name === OURS ? [['server/discover', {}] as const] : []),
    ['tools/call', { name: tool, arguments: { id: 7 } }],
  ];
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function modernTarget(url: URL): LoadTarget {
  return {
    url,
    sessions: 'none',
    request: (method, params, id) => ({
      headers: {
        'mcp-protocol-version': MODERN,
        'mcp-method': method,
        ...('name' in params && { 'mcp-name': String(params.name) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } }),
    }),
  };
}

/** Microseconds of everything between the event and the sandbox, and back. */
async function measureOwnWork() {
  const tools = Array.from({ length: 100 }, (_, at) => bundleTool(`tool${at}`));
  const bundle = bundleOf(tools);
  const key = createSecretKey(Buffer.alloc(32, 1));
  const token = newToken(SERVER);
  const { headers, body } = modernTarget(new URL('http://localhost')).request(
    'tools/call',
    { name: 'tool7', arguments: { id: 7, note: 'x' } },
    1,
  );
  const sent = { ...headers, 'content-type': 'application/json' };
  const samples: number[] = [];
  for (let round = 0; round < 20_000; round++) {
    const began = performance.now();
    const presented = presentedToken(`/${token}/mcp`, sent);
    parseToken(presented?.token ?? '');
    hashToken(key, presented?.token ?? '');
    const listing = listingOf(bundle, BUNDLE_ID, { listChanged: true });
    const parsed = JSON.parse(body) as unknown;
    const { era, client } = describe(parsed, sent);
    const signal = new AbortController().signal;
    await serveMcp({ method: 'POST', path: '/t/mcp', headers: sent, body, signal }, parsed, {
      listing,
      async callTool(call) {
        const tool = listing.byName.get(call.name);
        if (!tool) throw new Error('The tool is not there.');
        argumentFaults(tool, call.plainArguments, JSON.stringify(call.arguments).length);
        newEntry({
          kind: 'request',
          serverId: SERVER,
          tokenId: 't',
          tokenLabel: 'l',
          era,
          client,
          method: 'tools/call',
          outcome: 'ok',
          durationMs: 0,
        });
        return { content: [{ type: 'text', text: '{"id":7,"name":"rex"}' }] };
      },
    });
    samples.push((performance.now() - began) * 1_000);
  }
  return spreadOf(samples.slice(2_000));
}
