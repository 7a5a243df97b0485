/** Policies as Cedar's own engine decides them, and what is refused before it is asked. */
import { describe, expect, test } from '@jest/globals';
import { parseExact } from '../../../../core/lib/json/lossless.ts';
import type { JsonSchema, JsonValue } from '../../../../core/lib/json/value.ts';
import type { Policy } from '../../../../core/model/policies.ts';
import { decide, isLiftable, type PolicyCall, policyFaults } from '../../../../core/policies/decide.ts';
import type { Caller, PolicyTool } from '../../../../core/policies/schema.ts';
import { cedarString } from '../../../../core/policies/text.ts';
import { sealedPolicies } from '../../../../core/tools/bundle/build.ts';
import { withCedar } from '../../../../lambdas/shared/cedar.ts';

const ALL = 'permit(principal, action, resource);';
const schema: JsonSchema = {
  type: 'object',
  properties: {
    amount: { type: 'integer' },
    price: { type: ['number', 'null'] },
    currency: { enum: ['EUR', 'USD'] },
    to: { type: 'object', properties: { country: { type: 'string' } }, required: ['country'] },
    ids: { type: 'array', items: { type: 'string' } },
    anything: {},
    __entity: { type: 'string' },
  },
  required: ['amount'],
};
const HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const refund: PolicyTool = { name: 'refund', inputSchema: schema, annotations: HINTS, tags: ['money'] };
const look: PolicyTool = {
  name: 'look',
  inputSchema: { type: 'object', properties: {} },
  annotations: { ...HINTS, readOnlyHint: true, destructiveHint: false },
};
const TOOLS = [refund, look];
const token: Caller = { type: 'Token', id: 'tok_1', label: 'night shift' };
const person: Caller = { type: 'Person', id: 'sub-1', name: 'ann@corp.example', client: 'app', groups: ['finance'] };

const enforced = (text: string, name = 'rule', advice?: string): Policy => ({
  name,
  text,
  mode: 'enforce',
  ...(advice && { advice }),
});
const call = (args: Record<string, JsonValue>, more: Partial<PolicyCall> = {}): PolicyCall => ({
  caller: token,
  tool: refund,
  arguments: args,
  server: { id: 'srv_1', name: 'Shop' },
  now: Date.parse('2026-12-01T10:30:00Z'),
  ...more,
});
const asked = (rules: readonly Policy[], ...args: Parameters<typeof call>) => {
  const tags = { refund: ['money'] };
  return withCedar((cedar) => decide(cedar, { rules, tags }, call(...args)));
};
const decisionOf = async (text: string, ...args: Parameters<typeof call>) =>
  (await asked([enforced(ALL, 'all'), enforced(text)], ...args)).decision;
const faults = (text: string) => withCedar((cedar) => policyFaults(cedar, [enforced(text)], TOOLS));

describe('what a policy can compare', () => {
  test.each([
    ['an integer', 'context.input.amount > 100', { amount: 101 }, { amount: 100 }],
    [
      'a decimal',
      'context.input has price && context.input.price.greaterThan(decimal("9.99"))',
      { amount: 1, price: 10 },
      { amount: 1, price: 9.99 },
    ],
    [
      'one of a list of values',
      'context.input has currency && context.input.currency == "USD"',
      { amount: 1, currency: 'USD' },
      { amount: 1 },
    ],
    [
      'a member of a record',
      'context.input has to && context.input.to.country == "KP"',
      { amount: 1, to: { country: 'KP' } },
      { amount: 1, to: { country: 'NL' } },
    ],
    [
      'a list',
      'context.input has ids && context.input.ids.contains("7")',
      { amount: 1, ids: ['7'] },
      { amount: 1, ids: ['8'] },
    ],
    ['whether an argument is there', 'context.input has ids', { amount: 1, ids: [] }, { amount: 1 }],
  ])('%s', async (_, condition, denied, allowed) => {
    const text = `forbid(principal, action == Action::"refund", resource) when { ${condition} };`;

    expect(await faults(text)).toEqual([]);
    expect(await decisionOf(text, denied)).toBe('deny');
    expect(await decisionOf(text, allowed)).toBe('allow');
  });

  test('the hour and the day of the week, in UTC and shifted', async () => {
    const text = `forbid(principal, action, resource) unless {
      context.weekday <= 5 && context.now.offset(duration("1h")).toTime() >= duration("9h") &&
      context.now.offset(duration("1h")).toTime() < duration("17h") };`;

    expect(await faults(text)).toEqual([]);
    expect(await decisionOf(text, { amount: 1 })).toBe('allow');
    expect(await decisionOf(text, { amount: 1 }, { now: Date.parse('2026-12-01T16:00:00Z') })).toBe('deny');
    expect(await decisionOf(text, { amount: 1 }, { now: Date.parse('2026-12-06T10:30:00Z') })).toBe('deny');
  });

  test('who calls', async () => {
    const text = 'forbid(principal, action, resource) unless { principal in Group::"finance" };';
    expect(await decisionOf(text, { amount: 1 }, { caller: person })).toBe('allow');
    expect(await decisionOf(text, { amount: 1 })).toBe('deny');

    const label = 'forbid(principal is Token, action, resource) when { principal.label like "night*" };';
    expect(await faults(label)).toEqual([]);
    expect(await decisionOf(label, { amount: 1 })).toBe('deny');
    expect(await decisionOf(label, { amount: 1 }, { caller: person })).toBe('allow');
  });

  test('what a tool does, and its tags', async () => {
    for (const group of ['is:destructive', 'tag:money']) {
      const text = `forbid(principal, action in Action::"${group}", resource);`;
      expect(await faults(text)).toEqual([]);
      expect(await decisionOf(text, { amount: 1 })).toBe('deny');
      expect(await decisionOf(text, {}, { tool: look })).toBe('allow');
    }
  });
});

describe('a decision', () => {
  test('names the policies that made it, and none where no policy permits the call', async () => {
    const rules = [enforced(ALL, 'all'), enforced('forbid(principal, action, resource);', 'closed', 'Ask the owner.')];

    expect((await asked(rules, { amount: 1 })).by.map(({ name }) => name)).toEqual(['closed']);
    expect(await asked([enforced('permit(principal, action == Action::"look", resource);')], { amount: 1 })).toEqual({
      decision: 'deny',
      by: [],
    });
  });

  test('is not changed by a policy in shadow mode, which is told', async () => {
    const shadow: Policy = { ...enforced('forbid(principal, action, resource);', 'soon'), mode: 'shadow' };

    expect(await asked([enforced(ALL, 'all'), shadow], { amount: 1 })).toMatchObject({
      decision: 'allow',
      wouldDeny: ['soon'],
    });
    expect(await asked([shadow], { amount: 1 })).toMatchObject({ decision: 'allow', wouldDeny: ['soon'] });
  });

  test.each([
    ['another tool', 'permit(principal, action == Action::"look", resource);'],
    ['another kind of caller', 'permit(principal is Person, action, resource);'],
  ])(
    'that a call would be denied for want of a permit is told where those in shadow mode are about %s',
    async (_, text) => {
      const shadow: Policy = { ...enforced(text, 'soon'), mode: 'shadow' };

      expect(await asked([shadow], { amount: 1 })).toEqual({ decision: 'allow', by: [], wouldDeny: [] });
      expect(await asked([shadow], { amount: 1 }, { tool: look, caller: person })).toEqual({
        decision: 'allow',
        by: [],
      });
      expect(await asked([enforced(ALL, 'all'), shadow], { amount: 1 })).not.toHaveProperty('wouldDeny');
    },
  );

  test.each([
    ['a decimal of more digits than Cedar has', { amount: 1, price: 9.99999 }],
    ['an integer that JavaScript cannot tell from its neighbour', { amount: 2 ** 60 }],
    ['a value of another type', { amount: '1' }],
    ['more than is compared', { amount: 1, currency: 'x'.repeat(300_000) }],
  ])('is not made of %s', async (_, args) => {
    const text =
      'forbid(principal, action, resource) when { context.input.amount > 100 || (context.input has price && context.input.price.greaterThan(decimal("10.0"))) || (context.input has currency && context.input.currency == "USD") };';

    expect(await decisionOf(text, args as Record<string, JsonValue>)).toBe('undecided');
  });

  test('is not made past a policy that fails', async () => {
    const text =
      'forbid(principal, action == Action::"refund", resource) when { context.input.amount + 9223372036854775807 > 5 };';

    expect(await faults(text)).toEqual([]);
    expect(await decisionOf(text, { amount: 1 })).toBe('undecided');
  });

  test.each([
    ['has a member', 'context has input.currency', { amount: 1, currency: 'USD' }],
    ['has members of members', 'context.input has to.country', { amount: 1, to: { country: 'NL' } }],
  ])('knows whether the context %s', async (_, condition, args) => {
    const text = `forbid(principal, action == Action::"refund", resource) when { ${condition} };`;

    expect(await decisionOf(text, args)).toBe('deny');
    expect(await decisionOf(text, { amount: 1 })).toBe('allow');
  });

  test.each([
    ['an argument', 'context.input has anything && context.input.anything == "x"', { anything: 'x' }],
    ['an argument that is only asked for', 'context.input has anything', { anything: 1 }],
    [
      'a member',
      'context.input has to && context.input.to has more && context.input.to.more == 1',
      { to: { more: 1 } },
    ],
    [
      'a member of a record that is compared',
      'context.input has to && context.input.to == {country: "NL"}',
      { to: { country: 'NL', more: 1 } },
    ],
    ['an argument of those that are compared together', '[context.input].contains(context.input)', { anything: 1 }],
    ['an argument that no schema names', 'context.input has other', { other: 1 }],
  ])('is not made past %s of no type', async (_, condition, more) => {
    const text = `forbid(principal, action, resource) when { ${condition} };`;
    const args = { amount: 1, ...more } as Record<string, JsonValue>;

    expect(await faults(text)).toEqual([]);
    expect(await asked([enforced(ALL, 'all'), enforced(text)], args)).toMatchObject({
      decision: 'undecided',
      why: expect.stringMatching(/no type/),
    });
    // Of a policy about other tools it is no matter.
    const other = text.replace('action,', 'action in [Action::"look"],');
    expect(await decisionOf(other, args)).toBe('allow');
    const group = text.replace('action,', 'action in Action::"is:readOnly",');
    expect(await decisionOf(group, args)).toBe('allow');
    expect(await decisionOf(text.replace('action,', 'action in Action::"tag:money",'), args)).toBe('undecided');
  });

  test.each([
    ['{"amount": 100.00000000000000001}', 'undecided'],
    ['{"amount": 1, "price": 10.00000000000000001}', 'undecided'],
    ['{"amount": 1e400}', 'undecided'],
    ['{"amount": 1, "price": 1e-400}', 'undecided'],
    ['{"amount": 101.0}', 'deny'],
    ['{"amount": 1.01e2}', 'deny'],
    ['{"amount": 1, "price": 10.50}', 'deny'],
    ['{"amount": 100.0, "price": 9.990}', 'allow'],
    ['{"amount": -0, "price": 0.00}', 'allow'],
  ])('compares the digits that are sent: %s', async (text, decision) => {
    const policy =
      'forbid(principal, action, resource) when { context.input.amount > 100 || (context.input has price && context.input.price.greaterThan(decimal("10.0"))) };';

    expect(await decisionOf(policy, parseExact(text) as Record<string, JsonValue>)).toBe(decision);
  });

  test('is not made of a placeholder, which is sent as what it stands for', async () => {
    const text =
      'forbid(principal, action, resource) when { context.input has currency && context.input.currency == "USD" };';
    const args = { amount: 1, currency: '[EMAIL:k7m2k7m2k7m2k7m2k7m2k7m2]' };
    const isPlaceholder = (text: string) => text.startsWith('[EMAIL:');

    expect(await decisionOf(text, args, { isPlaceholder })).toBe('undecided');
    expect(await decisionOf(text, args)).toBe('allow');
    expect(await decisionOf(ALL, args, { isPlaceholder })).toBe('allow');
  });

  test('is not made impossible by what a policy in shadow mode cannot compare', async () => {
    const text = 'forbid(principal, action, resource) when { context.input has price };';
    const shadow: Policy = { ...enforced(text, 'soon'), mode: 'shadow' };

    expect(await asked([enforced(ALL, 'all'), shadow], { amount: 1, price: 0.123456789 })).toMatchObject({
      decision: 'allow',
      wouldDeny: [],
    });
  });

  test('that a person can lift needs a permit, and no other policy that fails', async () => {
    const asks: Policy = { ...enforced('forbid(principal, action, resource);', 'asks'), mode: 'approve' };
    const failing = 'forbid(principal, action, resource) when { context.input.amount + 9223372036854775807 > 5 };';

    expect(isLiftable(await asked([enforced(ALL, 'all'), asks], { amount: 1 }))).toBe(true);
    expect(await asked([asks], { amount: 1 })).toEqual({ decision: 'deny', by: [] });
    const look = enforced('permit(principal, action == Action::"look", resource);', 'looks');
    expect(await asked([asks, look], { amount: 1 })).toEqual({ decision: 'deny', by: [] });
    expect((await asked([enforced(ALL, 'all'), asks, enforced(failing)], { amount: 1 })).decision).toBe('undecided');
    const also: Policy = { ...enforced(failing), mode: 'approve' };
    expect((await asked([enforced(ALL, 'all'), asks, also], { amount: 1 })).decision).toBe('undecided');
  });

  test('compares no argument that no policy names', async () => {
    const text = 'forbid(principal, action, resource) when { context.input.amount > 100 };';

    expect(await decisionOf(text, { amount: 1, price: 0.123456789, currency: 'x'.repeat(300_000) })).toBe('allow');
  });

  test('compares all arguments where a policy takes them as a whole', async () => {
    const text = 'forbid(principal, action, resource) when { context.input == {amount: 5} };';

    expect(await decisionOf(text, { amount: 5 })).toBe('deny');
    expect(await decisionOf(text, { amount: 5, currency: 'EUR' })).toBe('allow');
  });

  test('takes no entity from an argument', async () => {
    const text =
      'forbid(principal, action, resource) when { context.input has to && context.input.to.country == "NL" };';
    const to = { __entity: { type: 'Group', id: 'finance' }, country: 'NL' } as unknown as JsonValue;

    expect(await decisionOf(text, { amount: 1, to })).toBe('deny');
  });
});

describe('the tags of a tool', () => {
  test.each([
    ['money', '"tag:money"'],
    ['money', '"tag:\\u{6d}oney"'],
    ['money', '"tag:mone\\x79"'],
    ['money', '// not "this\n"tag:money"'],
    ['new\torders', cedarString('tag:new\torders')],
    ['line\u2028"quoted" \\\\', cedarString('tag:line\u2028"quoted" \\\\')],
    ['zo\u00e9', '"tag:zo\\u{0_0e9}"'],
  ])('%j are known to a policy that writes %s', async (tag, written) => {
    const rules = [enforced(ALL, 'all'), enforced(`forbid(principal, action in Action::${written}, resource);`)];
    const tool = { ...refund, tags: [tag, 'other'] };
    const { policies } = sealedPolicies(rules, [tool]);

    expect(await withCedar((cedar) => policyFaults(cedar, rules, [tool]))).toEqual([]);
    expect(policies?.tags).toEqual({ refund: [tag] });
    const { tags: _, ...sealed } = tool;
    const verdict = await withCedar((cedar) =>
      decide(cedar, policies ?? { rules }, call({ amount: 1 }, { tool: sealed })),
    );
    expect(verdict.decision).toBe('deny');
  });
});

test.each(['constructor', 'toString', '__proto__'])(
  'a tool with the name %s is decided about as any other',
  async (name) => {
    const tool = { ...refund, name, tags: ['money'] };
    const rules = [enforced(ALL, 'all'), enforced('forbid(principal, action in Action::"tag:money", resource);')];
    const sealed = (tools: readonly PolicyTool[]) =>
      JSON.parse(
        JSON.stringify(
          sealedPolicies(
            rules,
            tools.map(({ tags = [], ...rest }) => ({ ...rest, tags })),
          ),
        ),
      );
    const decisionIn = (tools: readonly PolicyTool[]) =>
      withCedar((cedar) => decide(cedar, sealed(tools).policies, call({ amount: 1 }, { tool })).decision);

    expect(await decisionIn([tool])).toBe('deny');
    expect(await decisionIn([refund])).toBe('allow');
  },
);

describe('a policy is refused', () => {
  test.each([
    ['that is no Cedar', 'permit everything;', /unexpected token/],
    ['that is two', `${ALL} ${ALL}`, /unexpected token/],
    ['that names a tool that there is not', 'forbid(principal, action == Action::"gone", resource);', /gone/],
    [
      'that compares an argument of another type',
      'forbid(principal, action == Action::"refund", resource) when { context.input.amount == "x" };',
      /type/,
    ],
    [
      'that compares an argument of no type',
      'forbid(principal, action == Action::"refund", resource) when { context.input.anything == 1 };',
      /anything/,
    ],
    [
      'that takes an optional argument for given',
      'forbid(principal, action == Action::"refund", resource) when { context.input.currency == "EUR" };',
      /currency/,
    ],
    ['that has a slot', 'permit(principal == ?principal, action, resource);', /template|slot/i],
  ])('%s', async (_, text, message) => {
    const [fault] = await faults(text);

    expect(fault).toMatchObject({ policy: 'rule', message: expect.stringMatching(message) });
  });

  test('that is nested so deeply that the engine breaks, and the next is read by another engine', async () => {
    const deep = `permit(principal, action, resource) when { ${'('.repeat(900)}true${')'.repeat(900)} };`;

    await expect(faults(deep)).rejects.toThrow();
    expect(await faults(ALL)).toEqual([]);
  });
});
