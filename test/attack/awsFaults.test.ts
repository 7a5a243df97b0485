/**
 * Every operation that a flow asks of AWS fails once in every way: what was acknowledged is kept, what clients see is what is stored,
 * the same works again without a restart, and nobody is told of an internal fault. The short form takes a part of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isLongAttack } from '../support/attack.ts';
import { type Ask, asking, FLOWS, type Flow, listed, liveServer, type Said, type Server } from '../support/awsFlows.ts';
import type { Fault, FaultOrder } from '../support/faultyGateway.ts';
import { type LocalStack, startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

jest.setTimeout(isLongAttack ? 3_600_000 : 300_000);

const FAULTS: readonly Fault[] = ['throttled', 'failing', 'down', 'lost'];
/** Faults of a flow in the short form. */
const SHORT = 4;
const RECOVERY_MS = 60_000;

let stack: LocalStack;
let ask: Ask;
let control: string;
let server: Server;
let round = 0;

beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'portcullis-faults-')), 'port');
  stack = await startStack({
    preload: join(import.meta.dirname, '..', 'support', 'faultyGateway.ts'),
    env: { FAULTS_FILE: file },
  });
  ask = asking(stack);
  await until(async () => existsSync(file));
  control = `http://127.0.0.1:${readFileSync(file, 'utf8')}/`;
  server = await liveServer(ask);
});
afterAll(async () => {
  await stack?.stop();
});

/** Gives an order, or takes it back; what was seen of the one before. */
async function ordered(order?: FaultOrder): Promise<{ seen: string[]; met: number }> {
  const response = await fetch(control, { method: 'POST', ...(order && { body: JSON.stringify(order) }) });
  return (await response.json()) as { seen: string[]; met: number };
}

/** What the flow asks of AWS, up to the time that all of it is true. */
async function operationsOf(flow: Flow): Promise<string[]> {
  await ordered();
  const said = await flow.run(ask, server, ++round);
  expect(said).toMatchObject({ status: expect.any(Number) });
  expect(said.status).toBeLessThan(300);
  const { seen } = await ordered();
  return seen;
}

function ordersOf(operations: readonly string[], hangs: boolean): FaultOrder[] {
  const counts = new Map<string, number>();
  const all = operations.flatMap((operation) => {
    const ordinal = counts.get(operation) ?? 0;
    counts.set(operation, ordinal + 1);
    return [...FAULTS, 'hanging' as const].map((fault) => ({ operation, ordinal, fault }));
  });
  if (isLongAttack) return all;
  const orders = all.filter(({ fault }) => fault !== 'hanging');
  // Odd, and so prime to the number of faults: every kind comes up.
  const stride = Math.max(1, Math.floor(orders.length / SHORT)) | 1;
  const chosen = orders.filter((_, at) => at % stride === 0);
  // A hanging operation takes the SDK three deadlines: one is enough here.
  const [hanging] = all.filter(
    ({ fault, operation }) => fault === 'hanging' && operation.endsWith('TransactWriteItems'),
  );
  return hangs && hanging ? [...chosen, hanging] : chosen;
}

/** What is wrong after the fault; '' when nothing is. */
async function wrongAfter(flow: Flow, order: FaultOrder): Promise<string> {
  await ordered(order);
  const said = await flow.run(ask, server, ++round);
  const { met } = await ordered();
  const wrong = [toldWrong(said)];
  if (met > 0 && said.status < 300 && flow.isDone) {
    const isDone = () => flow.isDone?.(ask, server, round, said) as Promise<boolean>;
    if (!(await eventually(isDone))) wrong.push('acknowledged, but not kept');
  }
  wrong.push(await recovered(flow));
  return wrong.filter(Boolean).join('; ');
}

function toldWrong({ status, retryAfter, body }: Said): string {
  if (body?.code === 'internal') return `answered ${status} internal`;
  if (status === 503 && !retryAfter) return 'answered 503 without Retry-After';
  if (status === 500) return `answered 500 ${JSON.stringify(body)}`;
  return '';
}

/** Whether it comes to be; an answer that is no good counts as not yet. */
async function eventually(fits: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + RECOVERY_MS; Date.now() < end; await sleep(50)) {
    if (await fits().catch(() => false)) return true;
  }
  return false;
}

/** The same again, without a fault and without a restart; then clients see what is stored. */
async function recovered(flow: Flow): Promise<string> {
  let last: Said | undefined;
  const works = await eventually(async () => {
    const said = await flow.run(ask, server, ++round);
    const asked = round;
    last = said;
    return said.status < 300 && (!flow.isDone || (await eventually(() => flow.isDone!(ask, server, asked, said))));
  });
  if (!works) return `does not work again: ${last?.status} ${JSON.stringify(last?.body).slice(0, 300)}`;
  const isServed = await eventually(async () => {
    const stored = await ask('GET', `/v1/servers/${server.id}/tools/${server.toolId}`);
    const seen = (await listed(ask, server)).body.result?.tools[0];
    return seen?.description.startsWith(stored.body.description) === true;
  });
  return isServed ? '' : 'clients see what is not stored';
}

describe('a fault of AWS', () => {
  test.each(FLOWS.map((flow) => [flow.name, flow] as const))('in the way of: %s', async (_name, flow) => {
    const operations = await operationsOf(flow);
    const orders = ordersOf(operations, flow.name === 'make a token');

    const findings: string[] = [];
    for (const order of orders) {
      const wrong = await wrongAfter(flow, order);
      if (wrong) findings.push(`${order.operation} #${order.ordinal} ${order.fault}: ${wrong}`);
    }

    expect(orders.length).toBeGreaterThan(2);
    expect(findings).toEqual([]);
  });
});
