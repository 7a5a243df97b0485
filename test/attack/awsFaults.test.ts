/**
 * Every operation that a flow asks of AWS fails once in every way: what was acknowledged is kept, what clients see is what is stored,
 * the same works again without a restart, nobody waits for ever and nobody is told of an internal fault. The short form takes a part of
 * them. `ATTACK_FLOW` names flows (a pattern), `ATTACK_FAULT` faults, `ATTACK_STAGES` how many stacks at once.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isLongAttack } from '../support/attack.ts';
import { FLOWS, type Flow } from '../support/awsFlows.ts';
import { type FaultStage, faultStage } from '../support/faultStage.ts';
import type { Fault, FaultOrder } from '../support/faultyGateway.ts';

const TIME_LIMIT = isLongAttack ? 7_200_000 : 900_000;
jest.setTimeout(TIME_LIMIT);

/** These wait for deadlines: the short form meets them once each. */
const WAITING: readonly Fault[] = ['hanging', 'stalled'];
const FAULTS = (['throttled', 'failing', 'denied', 'disabled', 'down', 'lost', ...WAITING] as const).filter((fault) =>
  new RegExp(process.env['ATTACK_FAULT'] ?? '').test(fault),
);
/** What these say must reach nobody: they are tried on functions that answer people and clients. */
const TOLD: readonly Fault[] = ['denied', 'disabled'];
const isTold = (operation: string): boolean => /^(Management|DataPlane)/.test(operation);
const CHOSEN = FLOWS.filter(({ name }) => new RegExp(process.env['ATTACK_FLOW'] ?? '').test(name));
/** Faults of a flow in the short form. */
const SHORT = 1;
/** Stacks at once. Most of the time is waiting. */
const STAGES = isLongAttack ? Number(process.env['ATTACK_STAGES'] ?? 5) : 2;

interface Tried {
  readonly flow: Flow;
  readonly order: FaultOrder;
}

const findings = new Map<string, string[]>(CHOSEN.map(({ name }) => [name, []]));
const tried = new Map<string, { orders: number; met: number }>();
const stages: FaultStage[] = [];

function ordersOf(flow: Flow, operations: readonly string[]): Tried[] {
  const counts = new Map<string, number>();
  const all = operations.flatMap((operation) => {
    const ordinal = counts.get(operation) ?? 0;
    counts.set(operation, ordinal + 1);
    return FAULTS.filter((fault) => !TOLD.includes(fault) || isTold(operation)).map((fault) => ({
      flow,
      order: { operation, ordinal, fault },
    }));
  });
  // Waiting takes a quarter of a minute: once for each operation, however often the flow asks for it.
  if (isLongAttack) return all.filter(({ order }) => order.ordinal === 0 || !WAITING.includes(order.fault));
  const orders = all.filter(({ order }) => !WAITING.includes(order.fault));
  // Others for each flow, so that every kind of fault comes up.
  const at = CHOSEN.indexOf(flow);
  const chosen = Array.from({ length: SHORT }, (_, nth) => orders[(31 * at + 17 * nth) % orders.length]);
  const waiting =
    flow.name === 'make a token' ? WAITING.map((fault) => all.find(({ order }) => order.fault === fault)) : [];
  return [...chosen, ...waiting].filter((each) => each !== undefined);
}

async function tryOn(stage: FaultStage, { flow, order }: Tried): Promise<void> {
  const told = findings.get(flow.name) as string[];
  const count = tried.get(flow.name) ?? { orders: 0, met: 0 };
  const result = await stage.wrongAfter(flow, order).catch((error: Error) => ({ wrong: String(error), met: 0 }));
  tried.set(flow.name, { orders: count.orders + 1, met: count.met + Math.min(1, result.met) });
  if (!result.wrong) return;
  told.push(`${order.operation} #${order.ordinal} ${order.fault}: ${result.wrong}`);
  // The long form takes hours: what is found is told at once.
  if (isLongAttack) process.stderr.write(`${flow.name}: ${told.at(-1)}\n`);
}

beforeAll(async () => {
  // One after the other: a stack that starts needs the machine for itself.
  while (stages.length < STAGES) stages.push(await faultStage());
  // The last first: a change of the settings reaches all servers, of which there are more and more.
  const flows = CHOSEN.toReversed();
  const queue: Tried[] = [];
  await Promise.all(
    stages.map(async (stage) => {
      for (let flow = flows.shift(); flow; flow = flows.shift())
        queue.push(...ordersOf(flow, await stage.operationsOf(flow)));
    }),
  );
  await Promise.all(
    stages.map(async (stage) => {
      for (let next = queue.shift(); next; next = queue.shift()) await tryOn(stage, next);
    }),
  );
}, TIME_LIMIT);
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

test('most of the faults are met', () => {
  const all = [...tried.values()];
  const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);

  // What is in an instance's memory is not asked for.
  expect(sum(all.map(({ met }) => met))).toBeGreaterThan(sum(all.map(({ orders }) => orders)) / 2);
});

describe('a fault of AWS', () => {
  test.each(CHOSEN.map(({ name }) => name))('in the way of: %s', (name) => {
    expect({ name, ...tried.get(name), findings: findings.get(name) }).toEqual({
      name,
      orders: expect.any(Number),
      met: expect.any(Number),
      findings: [],
    });
  });
});
