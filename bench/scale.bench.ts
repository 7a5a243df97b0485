/**
 * Whether a stack with 500 servers, 30,000 tools, 2,000 tokens and 200,000 audit entries works as fast as one with a single server: both run
 * at the same time and do the same in turns. What is compared is the processor time of the host, its threads and its sandboxes for each
 * operation, because the machine may have other work. Fails when something takes more than 1.5 times as much, unless its row says why. `SCALE=short` is a tenth of the size in fewer rounds, which
 * judges nothing.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { answerThings, thingsDocument } from '../test/support/things.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { fillStack, type Size } from './support/fillStack.ts';
import { processorMs } from './support/processorTime.ts';
import { median, saveResult, table } from './support/report.ts';

const IS_SHORT = process.env['SCALE'] === 'short';
const SIZE: Size = IS_SHORT
  ? { servers: 50, tools: 3_000, tokens: 200, entries: 20_000 }
  : { servers: 500, tools: 30_000, tokens: 2_000, entries: 200_000 };
const ROUNDS = IS_SHORT ? 3 : 5;
const LIMIT = 1.5;
/** The page's own size. */
const PAGE = 25;

interface Subject {
  readonly stack: LocalStack;
  readonly hosted: HostedServer;
  readonly document: string;
}

interface Operation {
  readonly name: string;
  /** In one round, since a single one is too short to be measured. */
  readonly times: number;
  readonly run: (subject: Subject) => Promise<unknown>;
  /** Why it takes more, or answers more. */
  readonly grows?: string;
}

const get =
  (path: (subject: Subject) => string): Operation['run'] =>
  (subject) =>
    subject.stack.api('GET', path(subject));

const OPERATIONS: readonly Operation[] = [
  {
    name: 'list: a page of servers',
    times: 10,
    run: get(() => `/v1/servers?limit=${PAGE}`),
    grows: `answers with ${PAGE} servers instead of one`,
  },
  { name: 'list: all servers', times: 4, run: get(() => '/v1/servers'), grows: 'answers with every server' },
  { name: 'one server', times: 20, run: get(({ hosted }) => `/v1/servers/${hosted.serverId}`) },
  { name: 'tools of a server', times: 20, run: get(({ hosted }) => `/v1/servers/${hosted.serverId}/tools`) },
  { name: 'tokens of a server', times: 20, run: get(({ hosted }) => `/v1/servers/${hosted.serverId}/tokens`) },
  { name: 'MCP tools/list', times: 40, run: ({ hosted }) => rpc(hosted.mcpUrl, 'tools/list', {}) },
  { name: 'MCP call', times: 40, run: ({ hosted }) => call(hosted.mcpUrl, 'getThing', { id: 7 }) },
  {
    name: 'audit: a page of one server',
    times: 10,
    run: get(({ hosted }) => `/v1/servers/${hosted.serverId}/audit?limit=${PAGE}`),
  },
  {
    name: 'audit: a page of all',
    times: 4,
    run: get(() => `/v1/audit/all?limit=${PAGE}`),
    grows: 'a query for each server',
  },
  {
    name: 'figures of the day',
    times: 4,
    run: get(() => '/v1/stats'),
    grows: 'a query for each server, and adds up every call',
  },
  { name: 'client set-ups of a server', times: 10, run: get(({ hosted }) => `/v1/servers/${hosted.serverId}/clients`) },
  { name: 'token: create and revoke', times: 10, run: createAndRevoke },
  { name: 'sessions of a person', times: 10, run: get(() => '/v1/me/sessions') },
  { name: 'deploy: new server, live, deleted', times: 1, run: deployAndDelete },
];

async function rpc(url: string, method: string, params: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"result"')) throw new Error(`${method}: ${response.status} ${text}`);
}

const call = (url: string, name: string, args: object) => rpc(url, 'tools/call', { name, arguments: args });

async function createAndRevoke({ stack, hosted }: Subject): Promise<void> {
  const path = `/v1/servers/${hosted.serverId}/tokens`;
  const { token } = await stack.api<{ token: { id: string } }>('POST', path, { label: 'scale' });
  await stack.api('DELETE', `${path}/${token.id}`);
}

async function deployAndDelete({ stack, document }: Subject): Promise<void> {
  const { serverId } = await deploy(stack, { source: { kind: 'openapi', document }, auth: { type: 'none' } });
  await stack.api('DELETE', `/v1/servers/${serverId}`);
}

interface Row {
  readonly name: string;
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
  readonly grows?: string;
}

/** Processor time of one operation in milliseconds. */
async function measured(subject: Subject, { times, run }: Operation): Promise<number> {
  const before = processorMs(subject.stack.pid);
  for (let time = 0; time < times; time++) await run(subject);
  return (processorMs(subject.stack.pid) - before) / times;
}

export async function run(): Promise<void> {
  const upstream = await startUpstream({ host: 'api.scale.example' });
  upstream.respond = answerThings(upstream);
  const document = JSON.stringify(thingsDocument(upstream.baseUrl));
  const begun: LocalStack[] = [];
  const subjectOf = async (stack: LocalStack): Promise<Subject> => {
    begun.push(stack);
    const hosted = await deploy(stack, { source: { kind: 'openapi', document }, auth: { type: 'none' } });
    return { stack, hosted, document };
  };
  const start = { warm: true, upstreams: [upstream] };
  try {
    const small = await subjectOf(await startStack(start));
    const first = await subjectOf(await startStack(start));
    await first.stack.kill();
    await fillStack(join(first.stack.data, 'state'), SIZE);
    const stack = await startStack({ ...start, data: first.stack.data });
    begun.push(stack);
    // It has another port.
    const large = {
      ...first,
      stack,
      hosted: { ...first.hosted, mcpUrl: `${stack.edgeUrl}/${first.hosted.token.value}/mcp` },
    };
    const rows: Row[] = [];
    // Rests of the starts would be counted in the first rows.
    await setTimeout(10_000);
    for (const operation of OPERATIONS) {
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        const taken = { small: await measured(small, operation), large: await measured(large, operation) };
        // The first round starts functions and fills caches.
        if (round === 0) continue;
        times.small.push(taken.small);
        times.large.push(taken.large);
      }
      const [smallMs, largeMs] = [median(times.small), median(times.large)];
      const row = {
        name: operation.name,
        smallMs: rounded(smallMs),
        largeMs: rounded(largeMs),
        ratio: rounded(largeMs / smallMs),
      };
      rows.push({ ...row, ...(operation.grows !== undefined && { grows: operation.grows }) });
      console.log(JSON.stringify(rows.at(-1)));
    }
    if (!IS_SHORT) saveResult('scale', { ...SIZE, rounds: ROUNDS, processorMs: rows });
    console.log(
      table(
        ['operation', 'one server, ms of processor', `${SIZE.servers} servers`, 'ratio', 'because'],
        rows.map(({ name, smallMs, largeMs, ratio, grows = '' }) => [
          name,
          `${smallMs}`,
          `${largeMs}`,
          `${ratio}`,
          grows,
        ]),
      ),
    );
    if (!IS_SHORT && rows.some(({ ratio, grows }) => ratio > LIMIT && grows === undefined)) process.exitCode = 1;
  } finally {
    for (const stack of new Set(begun)) await stack.stop();
    await upstream.close();
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
