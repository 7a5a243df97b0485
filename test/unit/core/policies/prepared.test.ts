/** What the engine is asked: parts of the policies with what they look at decide as all policies do that are handed everything. */
import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import type { Policy } from '../../../../core/model/policies.ts';
import { decide, type PolicyCall } from '../../../../core/policies/decide.ts';
import type { Cedar } from '../../../../core/policies/prepared.ts';
import {
  type Caller,
  callerEntity,
  type PolicyTool,
  serverEntity,
  toolEntity,
} from '../../../../core/policies/schema.ts';
import { withCedar } from '../../../../lambdas/shared/cedar.ts';

const hints = (readOnlyHint: boolean) => ({
  readOnlyHint,
  destructiveHint: !readOnlyHint,
  idempotentHint: false,
  openWorldHint: true,
});
const inputSchema = {
  type: 'object',
  properties: { amount: { type: 'integer' }, country: { type: 'string' } },
  required: ['amount'],
};
const TOOLS: readonly PolicyTool[] = [
  { name: 'refund', inputSchema, annotations: hints(false), tags: ['money'] },
  { name: 'look', inputSchema, annotations: hints(true) },
];
const CALLERS: readonly Caller[] = [
  { type: 'Token', id: 'tok_1', label: 'night shift' },
  { type: 'Person', id: 'sub-1', name: 'ann@corp.example', client: 'app', groups: ['finance'] },
  { type: 'Person', id: 'sub-2', client: 'other', groups: [] },
  { type: 'Client', id: 'app', name: 'Robot' },
];
const ARGUMENTS: readonly Record<string, JsonValue>[] = [{ amount: 5 }, { amount: 101, country: 'NL' }];
const TIMES = ['2026-12-01T10:30:00.000Z', '2026-12-05T23:00:00.000Z'];

/** Heads and conditions that look at each part of a call in each way. */
const HEADS = [
  'principal, action, resource',
  'principal is Token, action, resource',
  'principal is Person in Group::"finance", action, resource',
  'principal in Group::"finance", action, resource',
  'principal == Person::"sub-1", action, resource',
  'principal, action == Action::"refund", resource',
  'principal, action == Action::"is:readOnly", resource',
  'principal, action in Action::"tag:money", resource',
  'principal, action in [Action::"look", Action::"is:destructive"], resource',
  'principal, action, resource == Server::"srv_1"',
  'principal, action, resource in Server::"srv_1"',
  'principal, action, resource is Server',
];
const CONDITIONS = [
  'true',
  'context.input.amount > 100',
  'context.input == {amount: 5}',
  'context has input.country',
  'context.weekday > 5',
  'context.now.toTime() < duration("12h")',
  '[context].contains(context)',
  'principal in Group::"finance"',
  'principal is Token && principal.label like "night*"',
  'principal has name',
  'Person::"sub-1" in Group::"finance"',
  'Token::"tok_1" has label',
  'Server::"srv_1" has name',
  'action in Action::"is:readOnly"',
  'Action::"refund" in Action::"tag:money"',
  'resource.name == "Shop"',
  '(if principal is Token then context.input.amount else context.weekday) > 5',
  'context.input.amount + 9223372036854775803 > 5',
];
const RULES: readonly Policy[] = HEADS.flatMap((head, one) =>
  CONDITIONS.map((condition, two) => ({
    name: `rule-${one}-${two}`,
    text: `${(one + two) % 3 === 0 ? 'permit' : 'forbid'}(${head}) when { ${condition} };`,
    mode: 'enforce' as const,
  })),
);

const callOf = (at: number): PolicyCall => ({
  caller: CALLERS[at % CALLERS.length] as Caller,
  tool: TOOLS[Math.floor(at / 4) % TOOLS.length] as PolicyTool,
  arguments: ARGUMENTS[Math.floor(at / 8) % ARGUMENTS.length] as Record<string, JsonValue>,
  server: { id: 'srv_1', name: 'Shop' },
  now: Date.parse(TIMES[Math.floor(at / 16) % TIMES.length] as string),
});
const CALLS = [...Array(32).keys()].map(callOf);

/** All policies at once, with everything of the call. */
function wholly(cedar: Cedar, rules: readonly Policy[], { caller, tool, server, ...call }: PolicyCall) {
  const entities = [callerEntity(caller), toolEntity(tool), serverEntity(server.id, server.name)];
  const [principal, action, resource] = entities.map(({ uid }) => uid) as [object, object, object];
  const now = { __extn: { fn: 'datetime', arg: new Date(call.now).toISOString() } };
  const context = { input: call.arguments, now, weekday: new Date(call.now).getUTCDay() || 7 };
  const asked = { principal, action, resource, context, entities, preparsedPolicySetId: 'whole' };
  const answer = cedar.statefulIsAuthorized(asked as Parameters<Cedar['statefulIsAuthorized']>[0]);
  if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
  const { decision, diagnostics } = answer.response;
  const failed = diagnostics.errors.map(({ policyId }) => policyId);
  const isPassedOver =
    decision === 'allow' && rules.some(({ name, text }) => /^forbid/.test(text) && failed.includes(name));
  return { decision: isPassedOver ? 'undecided' : decision, by: isPassedOver ? [] : [...diagnostics.reason].sort() };
}

describe('the policies that are about a call, with what they look at', () => {
  test.each([
    [
      'one by one, with a permit',
      RULES.map((rule) => [
        { name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' as const },
        rule,
      ]),
    ],
    ['by eights', [...Array(27).keys()].map((at) => RULES.filter((_, number) => number % 27 === at))],
  ])('decide as all of them do that are handed everything: %s', async (_, sets) => {
    const different: unknown[] = [];
    const seen = new Set<string>();

    await withCedar((cedar) => {
      for (const rules of sets) {
        const policies = { rules, tags: { refund: ['money'] } };
        const staticPolicies = Object.fromEntries(rules.map(({ name, text }) => [name, text]));
        cedar.preparsePolicySet('whole', { staticPolicies });
        for (const call of CALLS) {
          const { decision, by } = decide(cedar, policies, call);
          const ours = { decision, by: decision === 'undecided' ? [] : by.map(({ name }) => name) };
          const whole = wholly(cedar, rules, call);
          seen.add(whole.decision);
          if (JSON.stringify(ours) !== JSON.stringify(whole)) different.push({ rules, call, ours, whole });
        }
      }
    });

    expect(different).toEqual([]);
    expect(seen).toEqual(new Set(['allow', 'deny', 'undecided']));
  });
});

describe('the engine', () => {
  const counted = (cedar: Cedar) => {
    const asked: Parameters<Cedar['statefulIsAuthorized']>[0][] = [];
    const { policyToJson, preparsePolicySet, validate, statefulIsAuthorized } = cedar;
    const counting: Cedar = {
      policyToJson,
      preparsePolicySet,
      validate,
      statefulIsAuthorized: (call) => {
        asked.push(call);
        return statefulIsAuthorized(call);
      },
    };
    return { asked, counting };
  };
  const rules: readonly Policy[] = [
    { name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' },
    {
      name: 'labels',
      text: 'forbid(principal is Token, action in Action::"tag:money", resource) when { principal.label like "day*" };',
      mode: 'enforce',
    },
    {
      name: 'amounts',
      text: 'forbid(principal, action == Action::"refund", resource) when { context.input.amount > 100 };',
      mode: 'enforce',
    },
  ];

  test('is asked once about who calls which tool, and about arguments with each call', async () => {
    const call = callOf(0);

    const asked = await withCedar((cedar) => {
      const { asked: of, counting } = counted(cedar);
      const policies = { rules, tags: { refund: ['money'] } };
      for (const amount of [1, 2, 3]) decide(counting, policies, { ...call, arguments: { amount, country: 'NL' } });
      const other: Caller = { type: 'Token', id: 'tok_2', label: 'day shift' };
      return { of, other: decide(counting, policies, { ...call, caller: other }).by.map(({ name }) => name) };
    });

    expect(asked.of.map(({ context, entities }) => [context, (entities as object[]).length])).toEqual([
      [{ input: {} }, 2],
      [{ input: { amount: 1 } }, 0],
      [{ input: { amount: 2 } }, 0],
      [{ input: { amount: 3 } }, 0],
      [{ input: {} }, 2],
      [{ input: { amount: 5 } }, 0],
    ]);
    expect(asked.other).toEqual(['labels']);
  });

  test('is asked about no policy of another tool or kind of caller, and not at all where none is left', async () => {
    const [look, person] = [callOf(4), callOf(1).caller];

    const asked = await withCedar((cedar) => {
      const { asked: of, counting } = counted(cedar);
      const one = decide(counting, { rules: rules.slice(1), tags: { refund: ['money'] } }, look);
      const two = decide(
        counting,
        { rules: rules.slice(1, 2), tags: { refund: ['money'] } },
        { ...callOf(0), caller: person },
      );
      return { of, verdicts: [one, two] };
    });

    expect(asked).toEqual({
      of: [],
      verdicts: [
        { decision: 'deny', by: [] },
        { decision: 'deny', by: [] },
      ],
    });
  });

  test('reads a set anew where others have taken its place', async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({
      rules: [
        {
          name: `only-${at}`,
          text: 'permit(principal, action, resource) when { context.input.amount > 1 };',
          mode: 'enforce' as const,
        },
      ],
    }));

    const first = await withCedar((cedar) => {
      for (const policies of many) decide(cedar, policies, callOf(0));
      return many.map((policies) => decide(cedar, policies, callOf(0)).by[0]?.name);
    });

    expect(first).toEqual(many.map((_, at) => `only-${at}`));
  });

  test('is asked anew about who calls which tool once 2,000 others were asked about, of whichever tools', async () => {
    const tags = Array.from({ length: 9 }, (_, at) => `t${at}`);
    const tagged = tags.map((tag) => ({
      name: tag,
      text: `permit(principal is Token, action in Action::"tag:${tag}", resource);`,
      mode: 'enforce' as const,
    }));
    // Each has other policies that are about it.
    const tools = Array.from({ length: 511 }, (_, at) => ({ ...(TOOLS[1] as PolicyTool), name: `tool-${at + 1}` }));
    const ofTool = tools.map(({ name }, at) => [name, tags.filter((_, bit) => ((at + 1) >> bit) % 2 === 1)]);
    const policies = { rules: tagged, tags: Object.fromEntries(ofTool) };

    const asked = await withCedar((cedar) => {
      const { asked: of, counting } = counted(cedar);
      const call = (at: number) =>
        decide(counting, policies, {
          ...callOf(0),
          caller: { type: 'Token', id: `tok_${at % 4}`, label: '' },
          tool: tools[Math.floor(at / 4)] as PolicyTool,
        });
      const counts = [0, 0].map(() => call(0) && of.length);
      for (let at = 1; at <= 2_000; at++) call(at);
      return [...counts, of.length, call(2_000) && of.length, call(0) && of.length];
    });

    expect(asked).toEqual([1, 1, 2_001, 2_001, 2_002]);
  });

  test('takes policies of a hundred alternatives, and integers by all their digits', async () => {
    const long = Array.from({ length: 100 }, (_, at) => `context.input.amount == ${9_000 + at}`).join(' || ');
    const exact = 'context.input.amount + 9223372036854775802 == 9223372036854775807';

    const verdicts = await withCedar((cedar) =>
      [long, exact].map(
        (condition) =>
          decide(
            cedar,
            {
              rules: [
                { name: 'rule', text: `permit(principal, action, resource) when { ${condition} };`, mode: 'enforce' },
              ],
            },
            { ...callOf(0), arguments: { amount: condition === long ? 9_099 : 5 } },
          ).decision,
      ),
    );

    expect(verdicts).toEqual(['allow', 'allow']);
  });
});
