/**
 * What each route of the management API costs that knows tools, on a server of 20,000 tools from a description of 57 MB: processor time of the whole
 * local stack (host, threads, sandboxes), the longest single request, and the size of the largest answer. Fails when a request is answered with
 * another status than expected. `LARGE=short` has 2,100 tools and stores nothing.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '../core/lib/limits.ts';
import type { ToolList } from '../core/tools/schemas/tools.ts';
import { gaugeName, gaugesDocument } from '../test/support/gauges.ts';
import { deploy, type LocalStack, startStack } from '../test/support/stack.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { processorMs } from './support/processorTime.ts';
import { saveResult, table } from './support/report.ts';

const IS_SHORT = process.env['LARGE'] === 'short';
const TOOLS = IS_SHORT ? LIMITS.listedTools + 100 : LIMITS.toolsPerServer;
/** Bytes that each operation has beside its few words; three quarters of them are in every tool. */
const PADDING = {
  arguments: 1_500,
  answers: Math.floor((LIMITS.document.bytes * 0.95) / LIMITS.toolsPerServer) - 1_970,
};
const WAIT_MS = 1_800_000;

interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a route answers
  readonly body: any;
}

/** Sends requests about one server, and keeps what they took. */
class Client {
  private readonly stack: LocalStack;
  readonly path: string;
  answers: Answered[] = [];

  constructor(stack: LocalStack, path: string) {
    this.stack = stack;
    this.path = path;
  }

  async ask(method: string, at: string, body?: object): Promise<Answered> {
    const { apiUrl, accessToken } = this.stack;
    const began = performance.now();
    const response = await fetch(`${apiUrl}${at.startsWith('/v1') ? '' : this.path}${at}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answered = {
      status: response.status,
      ms: performance.now() - began,
      bytes: text.length,
      body: text ? JSON.parse(text) : undefined,
    };
    this.answers.push(answered);
    return answered;
  }

  /** Until the answer is there. */
  async read(method: string, at: string, body?: object): Promise<Answered> {
    let answered = await this.ask(method, at, body);
    while (answered.body?.reading !== undefined) {
      answered = await this.ask(method, `${at}${at.includes('?') ? '&' : '?'}reading=${answered.body.reading}`, body);
    }
    return answered;
  }

  /** All pages of the tools. */
  async tools(): Promise<ToolList['items']> {
    const items: ToolList['items'] = [];
    let after: string | undefined;
    do {
      const { body } = await this.ask('GET', `/tools${after ? `?after=${after}` : ''}`);
      items.push(...body.items);
      after = body.next;
    } while (after);
    return items;
  }
}

/** @returns the status that was answered last */
type Run = (client: Client, tools: ToolList['items']) => Promise<unknown>;
type Operation = readonly [name: string, run: Run];

const get =
  (at: string): Run =>
  (client) =>
    client.ask('GET', at);
const idOf = (tools: ToolList['items'], at: number): string =>
  tools.find(({ name }) => name === gaugeName(at))?.id ?? '';

const OPERATIONS: readonly Operation[] = [
  ['the server', get('')],
  ['tools: a page', get('/tools')],
  ['tools: all pages', (client) => client.tools()],
  ['tools: all pages again', (client) => client.tools()],
  ['the list as clients get it', (client) => client.read('GET', '/tool-list')],
  ['description check', (client) => client.read('GET', '/tools/check?limit=1')],
  ['description check again', (client) => client.read('GET', '/tools/check?limit=1')],
  [
    'selection check of 20 sentences',
    (client, tools) =>
      client.read('POST', '/selection/run', {
        sentences: tools.slice(0, 20).map(({ id, name }) => ({ sentence: `the ${name} of the harbour`, tool: id })),
      }),
  ],
  [
    'a token for 200 tools',
    (client, tools) =>
      client.ask('POST', '/tokens', { label: 'large', scopes: { tools: tools.slice(0, 200).map(({ id }) => id) } }),
  ],
  [
    'edit of one tool',
    (client, tools) => client.ask('PATCH', `/tools/${idOf(tools, 8)}`, { description: 'Tells the lighthouse level' }),
  ],
  ['another name for one', (client, tools) => client.ask('PATCH', `/tools/${idOf(tools, 8)}`, { name: 'lighthouse' })],
  ['a tool by hand', (client) => client.ask('POST', '/tools', { name: 'own', verb: 'GET', path: '/own' })],
  [
    'switch of one tool',
    (client, tools) => client.ask('PATCH', '/tools', { toolIds: [idOf(tools, 10)], enabled: false }),
  ],
  [
    'switch of a tag, looked at',
    (client) => client.ask('PATCH', '/tools', { tag: 'Station 3', enabled: false, preview: true }),
  ],
  ['switch of a tag', (client) => client.ask('PATCH', '/tools', { tag: 'Station 3', enabled: false })],
  ['another base URL', (client) => client.ask('PATCH', '', { baseUrl: 'https://api.gauges.example/v2' })],
  ['scopes of the description', (client) => client.read('GET', '/scopes')],
  ['preview of a re-import', (client) => client.read('POST', '/reimport/preview')],
  [
    'comparison with a version',
    async (client) => {
      const { body } = await client.ask('GET', '/deployments');
      return client.read('GET', `/versions/compare?from=${body.items[0].id}`);
    },
  ],
  [
    'look before a roll back',
    async (client) => {
      const { body } = await client.ask('GET', '/deployments');
      return client.read('GET', `/versions/compare?to=${body.items[0].id}`);
    },
  ],
  [
    'a roll back, begun',
    async (client) => {
      const { body } = await client.ask('GET', '/deployments');
      return client.ask('POST', '/deployments', { rollbackTo: body.items[0].id });
    },
  ],
  ['lockfile', get('/lockfile')],
  ['export', get('/export')],
  ['a duplicate, begun', (client) => client.ask('POST', '/duplicate', {})],
  [
    'an import of the exported file, begun',
    async (client) => {
      const { body: definition } = await client.ask('GET', '/export');
      client.answers = [];
      const base64 = gzipSync(JSON.stringify(definition)).toString('base64');
      return client.ask('POST', '/v1/servers/import', { definition: { base64 }, name: 'Imported' });
    },
  ],
  [
    'deletion',
    async (client) => {
      let answered = await client.ask('DELETE', '');
      while (answered.body?.code === 'deletion_unfinished') answered = await client.ask('DELETE', '');
    },
  ],
];

/** Waits until nothing goes on in the background, which the next row would be charged with. */
async function quiet({ pid }: LocalStack): Promise<void> {
  for (let still = 0; still < 3; ) {
    const before = processorMs(pid);
    await sleep(700);
    still = processorMs(pid) - before < 70 ? still + 1 : 0;
  }
}

interface Row {
  readonly name: string;
  readonly processorMs: number;
  /** In the background too, until nothing goes on. */
  readonly allMs: number;
  /** Of the machine over the last minute. */
  readonly load: number;
  readonly requests: number;
  readonly longestMs: number;
  readonly largestBytes: number;
  readonly status: number;
}

async function measured(client: Client, stack: LocalStack, [name, run]: Operation, tools: ToolList['items']) {
  await quiet(stack);
  client.answers = [];
  const before = processorMs(stack.pid);
  await run(client, tools);
  const answeredAt = processorMs(stack.pid);
  await quiet(stack);
  const { answers } = client;
  const row: Row = {
    name,
    processorMs: answeredAt - before,
    allMs: processorMs(stack.pid) - before,
    load: Math.round(loadavg()[0] ?? 0),
    requests: answers.length,
    longestMs: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    largestBytes: Math.max(...answers.map(({ bytes }) => bytes)),
    status: answers.at(-1)?.status ?? 0,
  };
  console.log(JSON.stringify(row), row.status >= 400 ? JSON.stringify(answers.at(-1)?.body).slice(0, 300) : '');
  return row;
}

export async function run(): Promise<void> {
  const upstream = await startUpstream({ host: 'api.gauges.example' });
  const stack = await startStack({ upstreams: [upstream] });
  try {
    const document = gaugesDocument({ baseUrl: upstream.baseUrl, operations: TOOLS, padding: PADDING });
    const before = processorMs(stack.pid);
    const source = { kind: 'openapi', document };
    const { serverId } = await deploy(stack, { source, auth: { type: 'none' }, exposition: 'search' }, WAIT_MS);
    console.log(`${TOOLS} tools deployed: ${processorMs(stack.pid) - before} ms of processor`);
    const client = new Client(stack, `/v1/servers/${serverId}`);
    const tools = await client.tools();
    const rows: Row[] = [];
    for (const operation of OPERATIONS) rows.push(await measured(client, stack, operation, tools));
    if (!IS_SHORT) saveResult('largeServer', { tools: TOOLS, rows });
    console.log(
      table(
        [
          'request',
          'processor until answered, s',
          'and in the background, s',
          'requests',
          'longest, s',
          'largest, MB',
          'load',
          'status',
        ],
        rows.map((row) => [
          row.name,
          seconds(row.processorMs),
          seconds(row.allMs),
          String(row.requests),
          seconds(row.longestMs),
          (row.largestBytes / 1e6).toFixed(1),
          String(row.load),
          String(row.status),
        ]),
      ),
    );
    if (rows.some(({ status }) => status >= 500)) process.exitCode = 1;
  } finally {
    await stack.stop();
    await upstream.close();
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
