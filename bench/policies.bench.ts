/**
 * What policies cost: the decision alone, in this process; a call through the stack with ten policies and without, in turns of the same run; the
 * first call of a process; policies tried on 1,000 recorded calls. The aim is 0.3 ms of processor time a decision.
 */
import { loadavg } from 'node:os';
import { tryPolicies } from '../core/audit/policyTrial.ts';
import type { Policy } from '../core/model/policies.ts';
import { decide, type PolicyCall } from '../core/policies/decide.ts';
import type { PolicyTool } from '../core/policies/schema.ts';
import { withCedar } from '../lambdas/shared/cedar.ts';
import { defined } from '../test/support/defined.ts';
import { connect } from '../test/support/mcpClients.ts';
import { deploy, startStack } from '../test/support/stack.ts';
import { startUpstream } from '../test/support/upstream.ts';
import { median, saveResult, table } from './support/report.ts';

const AIM_MS = 0.3;
const DECISIONS = 2_000;
const ROUNDS = 9;
const RECORDED = 1_000;
/** A call through the stack takes milliseconds, of which a decision is a small part. */
const CALLS = 60;

const tool: PolicyTool = {
  name: 'refund',
  inputSchema: {
    type: 'object',
    properties: {
      amount: { type: 'integer' },
      currency: { type: 'string' },
      to: { type: 'object', properties: { country: { type: 'string' } } },
      note: { type: 'string' },
    },
    required: ['amount'],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  tags: ['money'],
};

const rule = (name: string, text: string, mode: Policy['mode'] = 'enforce'): Policy => ({ name, text, mode });
/** Nothing of them forbids the calls that are measured, so each is evaluated. */
const policies = (count: number): Policy[] => [
  rule('all', 'permit(principal, action, resource);'),
  ...Array.from({ length: count - 1 }, (_, at) =>
    rule(
      `rule-${at}`,
      at % 2 === 0
        ? `forbid(principal, action == Action::"refund", resource) when { context.input.amount > ${1_000 + at} };`
        : `forbid(principal is Token, action in Action::"tag:money", resource) when { principal.label like "night-${at}*" };`,
    ),
  ),
];
const call = (amount: number): PolicyCall => ({
  caller: { type: 'Token', id: 'tok_1', label: 'bench' },
  tool,
  arguments: { amount, currency: 'EUR', to: { country: 'NL' }, note: 'x'.repeat(200) },
  server: { id: 'srv_1', name: 'Shop' },
  now: Date.now(),
});

/** Milliseconds of processor time of this process. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function decisionMs(rules: readonly Policy[]): Promise<number> {
  const sealed = { rules, tags: { refund: ['money'] } };
  return withCedar((cedar) => {
    const round = () => {
      const began = processor();
      for (let at = 0; at < DECISIONS; at++) {
        if (decide(cedar, sealed, call(at % 1_000)).decision !== 'allow') throw new Error('A call was refused.');
      }
      return (processor() - began) / DECISIONS;
    };
    round();
    return median(Array.from({ length: ROUNDS }, round));
  });
}

/** Loading the engine, reading the policies and the first decision. Of this process, so it is measured before anything else. */
async function coldMs(): Promise<{ readonly engine: number; readonly first: number }> {
  const began = processor();
  return withCedar((cedar) => {
    const loaded = processor();
    decide(cedar, { rules: policies(10), tags: { refund: ['money'] } }, call(1));
    return { engine: loaded - began, first: processor() - loaded };
  });
}

async function trialMs(): Promise<number> {
  const tools = new Map([[tool.name, tool]]);
  const calls = Array.from({ length: RECORDED }, (_, at) => ({
    entryId: `${at}`,
    tool: tool.name,
    caller: call(at).caller,
    arguments: call(at).arguments,
    now: Date.now(),
    hasGroups: true,
    passed: true,
  }));
  const rules = [
    ...policies(10),
    rule('shadow', 'forbid(principal, action, resource) when { context.weekday > 0 };', 'shadow'),
  ];
  return withCedar((cedar) => {
    const began = processor();
    const verdicts = tryPolicies(
      cedar,
      { rules, tags: { refund: ['money'] } },
      { id: 'srv_1', name: 'Shop', tools },
      calls,
    );
    if (verdicts.filter(({ wouldDeny }) => wouldDeny).length !== RECORDED) throw new Error('Shadow mode was not told.');
    return processor() - began;
  });
}

/** Median milliseconds that a client waits for a call, without policies and with ten, in turns. */
async function throughStack(): Promise<{ readonly without: number; readonly with: number }> {
  const upstream = await startUpstream({ host: 'api.refunds.example' });
  upstream.respond = () => ({ headers: { 'content-type': 'application/json' }, body: '{"done":true}' });
  const stack = await startStack({ upstreams: [upstream] });
  try {
    const schema = { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] };
    const operation = {
      operationId: 'refund',
      tags: ['money'],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {},
    };
    const document = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Refunds', version: '1' },
      servers: [{ url: upstream.baseUrl }],
      paths: { '/refunds': { post: operation } },
    });
    const make = (more: object) =>
      deploy(stack, { source: { kind: 'openapi', document }, auth: { type: 'none' }, ...more });
    const plain = await connect((await make({ name: 'Plain' })).mcpUrl);
    const ruled = await connect((await make({ name: 'Ruled', policies: policies(10) })).mcpUrl);
    const times = { plain: [] as number[], ruled: [] as number[] };
    for (let at = 0; at < CALLS; at++) {
      for (const [name, client] of [
        ['plain', plain],
        ['ruled', ruled],
      ] as const) {
        const began = performance.now();
        const { isError } = await client.call('refund', { amount: at });
        if (isError) throw new Error('A call was refused.');
        // The first calls load the server.
        if (at >= 10) times[name].push(performance.now() - began);
      }
    }
    await plain.close();
    await ruled.close();
    return { without: median(times.plain), with: median(times.ruled) };
  } finally {
    await stack.stop();
    await upstream.close();
  }
}

export async function run(): Promise<void> {
  const cold = await coldMs();
  const decisions: { readonly policies: number; readonly ms: number }[] = [];
  for (const count of [1, 10, 50]) decisions.push({ policies: count, ms: await decisionMs(policies(count)) });
  const trial = await trialMs();
  const stack = await throughStack();
  const ms = (value: number) => value.toFixed(3);
  console.log(
    table(
      ['what', 'ms'],
      [
        ['engine loaded (cold)', ms(cold.engine)],
        ['ten policies read, first decision (cold)', ms(cold.first)],
        ...decisions.map(({ policies: count, ms: each }) => [`decision, ${count} policies`, ms(each)]),
        [`${RECORDED} recorded calls, ten policies and one in shadow mode`, ms(trial)],
        ['call through the stack, without (by the clock)', ms(stack.without)],
        ['call through the stack, ten policies (by the clock)', ms(stack.with)],
      ],
    ),
  );
  const ten = defined(decisions.find(({ policies: count }) => count === 10)).ms;
  console.log(
    `${ten <= AIM_MS ? 'Within' : 'Above'} the aim of ${AIM_MS} ms a decision; load ${defined(loadavg()[0]).toFixed(1)}.`,
  );
  // On a busy machine times say nothing.
  if (process.env['BENCH_DRY'] !== 'yes') saveResult('policies', { aimMs: AIM_MS, cold, decisions, trial, stack });
}
