/**
 * What AWS charges for calls: counts the operations of the running local stack (bench/support/cost/counter.ts), takes memory sizes, log
 * formats and functions at the edge from the synthesized template, and multiplies list prices. The counts are measured. Times on AWS are
 * not: the assumptions are the constants below, and the result states them. Free tiers, storage and the fee for new tenant environments are
 * left out.
 */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSynthesized } from '../local/synth.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../test/support/stack.ts';
import { until } from '../test/support/until.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { type Deployment, deployment, PLATFORM_LOG_BYTES } from './support/cost/deployment.ts';
import { PRICES } from './support/cost/prices.ts';
import { saveResult, table } from './support/report.ts';

const CALLS = 200;
const MILLION = 1_000_000;
/** Milliseconds of an upstream. */
const LATENCIES = [100, 300, 1_000] as const;
/**
 * Assumed: milliseconds at the median until AWS has answered an operation in the same region, for those that mcp-rpc makes one after the
 * other. Of InvokeWithResponseStream, the way there and back without the function's own time.
 */
const STEP_MS: Readonly<Record<string, number>> = { BatchGetItem: 4, PutItem: 5, InvokeWithResponseStream: 10 };
/**
 * Assumed: milliseconds of a function's own work and its runtime's. The processor time of a call is 0.34 and 0.24 ms here (design/mcp.md),
 * which is some 1 ms at the share of a core that 512 MB have.
 */
const OWN_MS = { rpc: 2, sandbox: 3 };
const MONTH_MINUTES = 43_800;
/** Entries of one batch of the archiver, and its operations: two puts and a signature. */
const BATCH = 1_000;
const BATCH_COST = 2 * PRICES.s3Put + PRICES.kmsSign;

type Counts = Readonly<Record<string, number>>;

/** Counts per call. */
interface Operation {
  readonly name: string;
  readonly counts: Counts;
  /** Bytes of the answer. */
  readonly bytes: number;
}

/** What one call costs beside Lambda's time, in dollars, by part. */
type Parts = Readonly<Record<string, number>>;

export async function run(): Promise<void> {
  const deployed = deployment(await ensureSynthesized(() => {}, {}));
  const operations = await measure();
  const [read] = operations;
  if (!read) throw new Error('Nothing was measured.');
  const rest = {
    keys: 5 * PRICES.kmsKeyMonth,
    secret: PRICES.secretMonth,
    alarm: 2 * PRICES.alarmMonth,
  };
  const perCall = operations.map((operation) => {
    const parts = partsOf(operation, deployed);
    const time = LATENCIES.map((ms) => timeCost(operation, deployed, ms));
    const { name, counts, bytes } = operation;
    return { name, counts, bytes, ownMs: rpcMs(counts) + sandboxMs(counts), parts, time };
  });
  const rows = perCall.map(({ name, parts, time }) => [
    name,
    ...Object.values(parts).map((dollars) => dollar(dollars * MILLION)),
    ...time.map((dollars) => dollar((dollars + sum(parts)) * MILLION)),
  ]);
  const heads = Object.keys(perCall[0]?.parts ?? {});
  console.log(table(['a million of', ...heads, ...LATENCIES.map((ms) => `all, ${ms} ms`)], rows));
  const months = [0, MILLION, 100 * MILLION].map((calls) => ({
    calls,
    dollars: LATENCIES.map((ms) => {
      const each = sum(partsOf(read, deployed)) + timeCost(read, deployed, ms);
      return sum(rest) + calls * each + archive(calls);
    }),
  }));
  console.log(
    table(
      ['calls a month', ...LATENCIES.map((ms) => `${ms} ms upstream`), 'of it archive'],
      months.map(({ calls, dollars }) => [
        calls.toLocaleString('en'),
        ...dollars.map((each) => dollar(each)),
        dollar(archive(calls)),
      ]),
    ),
  );
  const { rpc, sandbox } = deployed;
  console.log(
    `Own time of a call, on paper: ${rpcMs(read.counts)} ms in mcp-rpc (${rpc.memory} MB) and ${sandboxMs(read.counts)} ms in the sandbox (${sandbox.memory} MB) beside the upstream.`,
  );
  saveResult('cost', { assumed: { STEP_MS, OWN_MS, PLATFORM_LOG_BYTES }, deployed, rest, perCall, months });
}

const sum = (parts: Parts): number => Object.values(parts).reduce((all, each) => all + each, 0);
const dollar = (amount: number): string => `$${amount.toFixed(2)}`;

/** The archiver runs once a minute while there is traffic, taken as spread evenly, or for each full batch. */
const archive = (calls: number): number =>
  calls === 0 ? 0 : Math.max(MONTH_MINUTES, calls / BATCH) * (BATCH_COST + PRICES.invocation);

/** The sum of counts whose name has this form. */
const countOf = (counts: Counts, form: RegExp): number =>
  Object.entries(counts).reduce((all, [what, each]) => (form.test(what) ? all + each : all), 0);

function partsOf({ counts, bytes }: Operation, { rpc, sandbox, edgeFunctions }: Deployment): Parts {
  const of = (form: RegExp) => countOf(counts, form);
  const invocations = { rpc: of(/^invocation DataPlaneRpc/), sandbox: of(/^invocation SandboxCalls/) };
  const platformBytes = invocations.rpc * rpc.logBytes + invocations.sandbox * sandbox.logBytes;
  return {
    edge: PRICES.edgeRequest + edgeFunctions * PRICES.edgeFunction + (bytes / 1e9) * PRICES.edgeGb,
    invocations: (invocations.rpc + invocations.sandbox) * PRICES.invocation,
    reads: of(/^unit DYNAMODB read/) * PRICES.readUnit,
    writes: of(/^unit DYNAMODB write/) * PRICES.writeUnit,
    'KMS, S3':
      of(/^operation KMS/) * PRICES.kmsRequest +
      of(/^operation S3 PUT/) * PRICES.s3Put +
      of(/^operation S3 GET/) * PRICES.s3Get,
    logs: ((of(/^log bytes/) + platformBytes) / 1e9) * PRICES.logGb,
  };
}

/** Milliseconds that mcp-rpc runs beside the sandbox's: its steps, one after the other. */
const rpcMs = (counts: Counts): number =>
  Object.entries(STEP_MS).reduce(
    (all, [operation, ms]) => all + ms * countOf(counts, new RegExp(`^operation \\w+ ${operation} DataPlaneRpc`)),
    OWN_MS.rpc,
  );

/** Milliseconds that the sandbox runs beside the upstream's. */
const sandboxMs = (counts: Counts): number => OWN_MS.sandbox * countOf(counts, /^invocation SandboxCalls/);

/** The time of both functions; mcp-rpc waits for the sandbox, and the sandbox for the upstream. */
function timeCost({ counts }: Operation, { rpc, sandbox }: Deployment, upstreamMs: number): number {
  const waits = countOf(counts, /^invocation SandboxCalls/) > 0 ? upstreamMs + sandboxMs(counts) : 0;
  const megabyteMs = rpc.memory * (waits + rpcMs(counts)) + sandbox.memory * waits;
  return (megabyteMs / 1_024 / 1_000) * PRICES.gbSecond;
}

async function measure(): Promise<Operation[]> {
  const upstream = await startUpstream({ host: 'api.cost.example' });
  const order = (id: number) => ({
    id,
    status: 'shipped',
    total: 19.9 + id,
    customer: { firstName: 'Ada', lastName: 'Byron', email: `ada${id}@mail.example` },
  });
  const bodies = [order(1), { items: Array.from({ length: 10 }, (_, id) => order(id)) }].map((each) =>
    JSON.stringify(each),
  );
  upstream.respond = ({ target }) => ({
    headers: { 'content-type': 'application/json' },
    body: bodies[target.includes('page=') ? 1 : 0] ?? '',
  });
  const file = join(tmpdir(), `portcullis-cost-${process.pid}.json`);
  const stack = await startStack({
    warm: true,
    upstreams: [upstream],
    preload: join(import.meta.dirname, 'support', 'cost', 'counter.ts'),
    env: { COST_COUNTS: file },
  });
  try {
    const ok = { responses: { 200: { description: 'OK' } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      servers: [{ url: upstream.baseUrl }],
      paths: {
        '/orders/{id}': {
          get: {
            operationId: 'getOrder',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            ...ok,
          },
        },
        '/orders': {
          get: {
            operationId: 'listOrders',
            parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
            ...ok,
          },
          post: {
            operationId: 'createOrder',
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', properties: { total: { type: 'number' } } } },
              },
            },
            ...ok,
          },
        },
      },
    };
    const hosted = await deploy(stack, {
      source: { kind: 'openapi', document: JSON.stringify(document) },
      auth: { type: 'bearer', token: 'secret-of-the-bench' },
    });
    const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });
    return [
      await counted(stack, hosted, file, 'calls that read a record', call('getOrder', { id: 1 })),
      await counted(stack, hosted, file, 'calls that list ten people', call('listOrders', { page: 1 })),
      await counted(stack, hosted, file, 'calls that change', call('createOrder', { total: 1 })),
      await counted(stack, hosted, file, 'lists of tools', { method: 'tools/list', params: {} }),
    ];
  } finally {
    await stack.stop();
    await upstream.close();
    rmSync(file, { force: true });
  }
}

/** Counts of one kind of request: warm, one after the other, divided by their number. */
async function counted(
  stack: LocalStack,
  { mcpUrl }: HostedServer,
  file: string,
  name: string,
  message: object,
): Promise<Operation> {
  let bytes = 0;
  const ask = async (id: number) => {
    const response = await fetch(mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('"result"') || text.includes('"isError":true'))
      throw new Error(`${name}: ${text}`);
    bytes = Buffer.byteLength(text) + 500;
  };
  const reset = async (): Promise<Counts> => {
    rmSync(file, { force: true });
    process.kill(stack.pid, 'SIGUSR2');
    let counts: Counts | undefined;
    await until(async () => {
      try {
        counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
      } catch {
        counts = undefined;
      }
      return counts !== undefined;
    });
    return counts ?? {};
  };
  for (let id = 0; id < 4; id++) await ask(id);
  await reset();
  for (let id = 0; id < CALLS; id++) await ask(id);
  const counts = await reset();
  return {
    name,
    bytes,
    counts: Object.fromEntries(Object.entries(counts).map(([what, each]) => [what, each / CALLS])),
  };
}
