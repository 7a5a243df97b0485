/** Policies on recorded calls: what is decided, and what is not guessed. */
import { describe, expect, test } from '@jest/globals';
import type { CallEntry } from '../../../../core/audit/entry.ts';
import {
  countVerdicts,
  isAskedAbout,
  recordedCall,
  type TriedCall,
  tellingVerdicts,
  tryPolicies,
} from '../../../../core/audit/policyTrial.ts';
import type { JsonSchema } from '../../../../core/lib/json/value.ts';
import type { Policy } from '../../../../core/model/policies.ts';
import { cedarPattern, cedarString, recordText } from '../../../../core/policies/text.ts';
import { inputType } from '../../../../core/policies/types.ts';
import { withCedar } from '../../../../lambdas/shared/cedar.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: { amount: { type: 'integer' }, note: { type: 'string' } },
  required: ['amount'],
};
const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const tools = new Map([['refund', { name: 'refund', inputSchema, annotations }]]);
const SERVER = { id: 'srv_1', name: 'Shop', tools };
const rule = (name: string, text: string, mode: Policy['mode'] = 'enforce'): Policy => ({ name, text, mode });
const ALL = rule('all', 'permit(principal, action, resource);');
const SMALL = rule('small', 'forbid(principal, action, resource) when { context.input.amount > 100 };');
const FINANCE = rule('finance', 'forbid(principal, action, resource) unless { principal in Group::"finance" };');

const entry = (more: Partial<CallEntry> = {}) =>
  ({
    entryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    at: '2026-12-01T10:00:01.000Z',
    durationMs: 1_000,
    tool: 'refund',
    tokenId: 'tok_1',
    tokenLabel: 'night',
    arguments: '{"amount":200}',
    ...more,
  }) as CallEntry;
const recorded = (more: Partial<CallEntry>, groups?: readonly string[]) => recordedCall(entry(more), () => groups);
const tried = (rules: readonly Policy[], ...calls: TriedCall[]) =>
  withCedar((cedar) => tryPolicies(cedar, { rules }, SERVER, calls));
const decisions = async (...args: Parameters<typeof tried>) =>
  (await tried(...args)).map(({ decision, why }) => why ?? decision);

describe('a recorded call', () => {
  test('is decided with the arguments, the caller and the time of its entry', async () => {
    const label = rule('label', 'forbid(principal is Token, action, resource) when { principal.label == "night" };');
    const hour = rule(
      'hour',
      'forbid(principal, action, resource) when { context.now == datetime("2026-12-01T10:00:00.000Z") };',
    );

    const [verdict] = await tried([ALL, SMALL, label, hour], recorded({}));

    expect(verdict).toMatchObject({ decision: 'deny', policies: ['hour', 'label', 'small'] });
  });

  test.each([
    ['that holds a marker', '{"amount":"[REDACTED:card]"}'],
    ['that holds a marker in a part', '{"amount":1,"note":"to [REDACTED:email:k7m2c4x]"}'],
    ['that was too long', '{"tooLong":70000,"sha256":"ab"}'],
    ['that was withheld', '{"withheld":"not redacted"}'],
    ['of a call that policies refused', ''],
  ])('is not decided by an argument %s', async (_, text) => {
    const note = rule(
      'note',
      'forbid(principal, action, resource) when { context.input has note && context.input.note like "*x*" };',
    );

    expect(await decisions([ALL, SMALL, note], recorded({ arguments: text }))).toEqual(['arguments']);
    expect(await decisions([ALL], recorded({ arguments: text }))).toEqual(['allow']);
  });

  test('is decided where no policy compares what is redacted', async () => {
    expect(await decisions([ALL, SMALL], recorded({ arguments: '{"amount":1,"note":"[REDACTED:email]"}' }))).toEqual([
      'allow',
    ]);
  });

  test('of a person is decided by groups where they are known', async () => {
    const person = { person: 'sub', clientId: 'app' };

    expect(await decisions([ALL, FINANCE], recorded(person))).toEqual(['groups']);
    expect(await decisions([ALL, FINANCE], recorded(person, ['finance']), recorded(person, []))).toEqual([
      'allow',
      'deny',
    ]);
    expect(await decisions([ALL, FINANCE], recorded({}))).toEqual(['deny']);
  });

  test('that ended before policies were asked is left out', () => {
    expect(isAskedAbout(entry({ arguments: '', errorCode: 'argument_invalid' }))).toBe(false);
    expect(isAskedAbout(entry({ arguments: '', errorCode: 'policy_denied' }))).toBe(true);
    expect(isAskedAbout(entry({}))).toBe(true);
  });

  test('of a tool that is gone is not decided', async () => {
    expect(await decisions([ALL], recorded({ tool: 'gone' }))).toEqual(['tool']);
  });
});

test('verdicts are counted by policy, and those with another end come first', async () => {
  const shadow = rule('soon', 'forbid(principal, action, resource) when { context.input.amount == 5 };', 'shadow');
  const rules = [ALL, SMALL, shadow];
  const verdicts = await tried(
    rules,
    recorded({ arguments: '{"amount":5}' }),
    recorded({}),
    recorded({ arguments: '{"amount":1}', errorCode: 'policy_denied' }),
    recorded({ errorCode: 'policy_denied' }),
    recorded({ arguments: '' }),
  );

  const { calls, policies } = countVerdicts(rules, verdicts);

  expect(calls).toEqual({
    tried: 5,
    allowed: 2,
    approved: 0,
    denied: 2,
    undecided: 0,
    unknown: 1,
    unpermitted: 0,
    wouldDeny: 1,
    newlyRefused: 1,
    newlyAllowed: 1,
  });
  expect(policies).toEqual([
    { name: 'all', mode: 'enforce', decided: 2, wouldDeny: 0 },
    { name: 'small', mode: 'enforce', decided: 2, wouldDeny: 0 },
    { name: 'soon', mode: 'shadow', decided: 0, wouldDeny: 1 },
  ]);
  expect(tellingVerdicts(verdicts, 100).map((verdict) => verdicts.indexOf(verdict))).toEqual([1, 2, 0]);
  expect(tellingVerdicts(verdicts, 1)).toHaveLength(1);
});

test('a call that only policies forbid which a person can lift would wait for one', async () => {
  const large = rule('large', SMALL.text, 'approve');
  const rules = [ALL, large];

  const verdicts = await tried(rules, recorded({}), recorded({ arguments: '{"amount":1}' }));

  expect(verdicts).toMatchObject([{ decision: 'approve', policies: ['large'] }, { decision: 'allow' }]);
  expect(countVerdicts(rules, verdicts).calls).toMatchObject({ approved: 1, denied: 0, newlyRefused: 1 });
  expect((await tried([...rules, SMALL], recorded({})))[0]).toMatchObject({ decision: 'deny' });
  expect(recorded({ errorCode: 'approval_required' }).passed).toBe(false);
});

test('trying ends when it may not go on', async () => {
  let left = 2;

  const verdicts = await withCedar((cedar) =>
    tryPolicies(
      cedar,
      { rules: [ALL] },
      SERVER,
      Array.from({ length: 9 }, () => recorded({})),
      () => left-- > 0,
    ),
  );

  expect(verdicts).toHaveLength(2);
});

describe('text of Cedar', () => {
  test('is read by the engine as the value that it stands for, whatever that holds', async () => {
    const points = [...Array(0x100).keys(), 0x2028, 0x202e, 0xfeff, 0xfffd, 0x1f600, 0x10ffff];
    const texts = [
      ...points.map((point) => String.fromCodePoint(point)),
      '"; permit(principal',
      '\\',
      '\\"',
      '*',
      '\\*',
    ];

    for (const text of texts) {
      const rules = [
        rule('equal', `permit(principal is Token, action, resource) when { principal.label == ${cedarString(text)} };`),
        rule(
          'like',
          `permit(principal is Token, action, resource) when { principal.label like "x${cedarPattern(text)}" };`,
        ),
      ];
      const [same, other, like] = await tried(
        rules,
        recorded({ tokenLabel: text }),
        recorded({ tokenLabel: `${text}y` }),
        recorded({ tokenLabel: `x${text}` }),
      );
      expect([text, same?.policies, other?.policies, like?.policies]).toEqual([text, ['equal'], [], ['like']]);
    }
  });

  test('has the types of arguments as schemas of Cedar have them', async () => {
    const type = inputType({
      type: 'object',
      properties: {
        amount: { type: 'integer' },
        price: { type: 'number' },
        'odd "name"': { type: 'boolean' },
        to: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
        none: { type: 'object', properties: {} },
      },
      required: ['amount'],
    });

    const text = recordText(type);

    expect(text).toBe(
      '{\n  "amount": Long,\n  "price"?: decimal,\n  "odd \\"name\\""?: Bool,\n  "to"?: {\n    "tags"?: Set<String>,\n  },\n  "none"?: {},\n}',
    );
    const schema = `entity E; action "a" appliesTo { principal: E, resource: E, context: { "input": ${text} } };`;
    const found = await withCedar((cedar) => cedar.validate({ schema, policies: { staticPolicies: {} } }));
    expect(found.type).toBe('success');
  });
});
