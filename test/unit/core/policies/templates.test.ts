/** Templates of policies: each is valid Cedar and decides as it says, and no text that is typed says more than its value. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../../../../core/lib/json/value.ts';
import { decide, policyFaults } from '../../../../core/policies/decide.ts';
import type { Caller, PolicyTool } from '../../../../core/policies/schema.ts';
import {
  POLICY_TEMPLATES,
  type PolicyTemplate,
  templateFault,
  templateText,
} from '../../../../core/policies/templates.ts';
import type { TypeName } from '../../../../core/policies/text.ts';
import { withCedar } from '../../../../lambdas/shared/cedar.ts';

const HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
const properties = {
  amount: { type: 'integer' },
  price: { type: 'number' },
  owner: { type: 'string' },
  country: { type: 'string' },
  ids: { type: 'array', items: { type: 'string' } },
} as const;
const inputSchema: JsonSchema = { type: 'object', properties };
const write: PolicyTool = { name: 'write', inputSchema, annotations: HINTS, tags: ['money'] };
const drop: PolicyTool = { name: 'drop', inputSchema, annotations: { ...HINTS, destructiveHint: true } };
const read: PolicyTool = { name: 'read', inputSchema, annotations: { ...HINTS, readOnlyHint: true } };

const template = (id: string) => POLICY_TEMPLATES.find((one) => one.id === id) as PolicyTemplate;
const PERMIT = { name: 'permit-all', text: template('permit-all').text, mode: 'enforce' } as const;
const token: Caller = { type: 'Token', id: 'tok_1', label: 'night shift' };
const ann: Caller = { type: 'Person', id: 'sub-1', name: 'ann@corp.example', client: 'app_1', groups: ['finance'] };
const bob: Caller = { type: 'Person', id: 'sub-2', client: 'app_2', groups: [] };
const machine: Caller = { type: 'Client', id: 'app_1', name: 'Robot' };

interface Asked {
  readonly tool?: PolicyTool;
  readonly args?: Record<string, JsonValue>;
  readonly caller?: Caller;
  readonly at?: string;
}
const TUESDAY = '2026-12-01T10:30:00Z';
/** Whether a call passes the template. */
function passes(text: string, { tool = write, args = {}, caller = token, at = TUESDAY }: Asked) {
  const rules = [PERMIT, { name: 'rule', text, mode: 'enforce' } as const];
  const call = { caller, tool, arguments: args, server: { id: 'srv_1', name: 'Shop' }, now: Date.parse(at) };
  return withCedar((cedar) => decide(cedar, { rules, tags: { write: ['money'] } }, call).decision === 'allow');
}

type Row = [string, Record<string, string>, TypeName | undefined, readonly Asked[], readonly Asked[]];
const ROWS: Row[] = [
  ['permit-all', {}, undefined, [{}, { tool: drop }], []],
  [
    'office-hours',
    { zone: '+05:30', from: '9', to: '17:30' },
    undefined,
    [{ at: '2026-12-01T03:30:00Z' }, { at: '2026-12-01T11:59:00Z' }, { tool: read, at: '2026-12-01T20:00:00Z' }],
    [{ at: '2026-12-01T03:29:00Z' }, { at: '2026-12-01T12:00:00Z' }],
  ],
  [
    'office-hours',
    { zone: '-3', from: '9:00', to: '24' },
    undefined,
    [{ at: '2026-12-01T12:00:00Z' }, { at: '2026-12-02T02:59:00Z' }],
    [{ at: '2026-12-01T11:59:00Z' }],
  ],
  [
    'amount-limit',
    { tool: 'write', argument: 'amount', limit: '100' },
    'Long',
    [{ args: { amount: 100 } }, { tool: drop, args: { amount: 500 } }],
    [{ args: { amount: 101 } }, {}],
  ],
  [
    'amount-limit',
    { tool: 'write', argument: 'price', limit: '9.5' },
    'decimal',
    [{ args: { price: 9.5 } }, { args: { price: 3 } }],
    [{ args: { price: 9.51 } }],
  ],
  [
    'own-records',
    { tool: 'write', argument: 'owner', who: 'name' },
    'String',
    [{ caller: ann, args: { owner: 'ann@corp.example' } }],
    [
      { caller: ann, args: { owner: 'bob' } },
      { caller: bob, args: { owner: 'sub-2' } },
      { args: { owner: 'tok_1' } },
      { caller: ann },
    ],
  ],
  [
    'own-records',
    { tool: 'write', argument: 'owner', who: 'id' },
    'String',
    [{ caller: bob, args: { owner: 'sub-2' } }],
    [{ caller: ann, args: { owner: 'sub-2' } }],
  ],
  ['no-bulk', { tool: 'drop', argument: 'ids' }, 'Set', [{ tool: drop }], [{ tool: drop, args: { ids: ['1'] } }]],
  [
    'one-region',
    { tool: 'write', argument: 'country', values: 'NL, DE' },
    'String',
    [{ args: { country: 'DE' } }],
    [{ args: { country: 'KP' } }, {}],
  ],
  ['group-changes', { group: 'finance' }, undefined, [{ caller: ann }, { tool: read }], [{ caller: bob }, {}]],
  ['one-client', { client: 'app_1' }, undefined, [{ caller: ann }, { caller: machine }], [{ caller: bob }, {}]],
  [
    'tag-token',
    { tag: 'money', label: 'night shift' },
    undefined,
    [{}, { caller: ann, tool: drop }],
    [{ caller: ann }],
  ],
  [
    'weekdays',
    {},
    undefined,
    [{}, { at: '2026-12-04T23:59:00Z' }],
    [{ at: '2026-12-05T00:00:00Z' }, { at: '2026-12-06T12:00:00Z' }],
  ],
  ['nothing-destructive', {}, undefined, [{}], [{ tool: drop }, { tool: drop, caller: ann }]],
  ['token-deletes', {}, undefined, [{ tool: drop, caller: ann }, {}], [{ tool: drop }]],
];

describe.each(ROWS)('%s with %j', (id, values, type, passed, refused) => {
  const text = templateText(template(id), values, type);

  test('is valid at a server', async () => {
    const rules = [{ name: 'rule', text, mode: 'enforce' } as const];

    expect(await withCedar((cedar) => policyFaults(cedar, rules, [write, drop, read]))).toEqual([]);
  });

  test('decides as it says', async () => {
    for (const asked of passed) expect([asked, await passes(text, asked)]).toEqual([asked, true]);
    for (const asked of refused) expect([asked, await passes(text, asked)]).toEqual([asked, false]);
  });
});

test('each template is tried', () => {
  expect(new Set(ROWS.map(([id]) => id))).toEqual(new Set(POLICY_TEMPLATES.map(({ id }) => id)));
});

const HOSTILE = [
  '"',
  '\\',
  '"; permit(principal, action, resource); //',
  '\n',
  '{{tool}}',
  '\\u{22}',
  '*',
  '\u202e',
  '$&',
  "$'",
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
);

test('a text that is typed stays one value, whatever is in it', async () => {
  const texts = POLICY_TEMPLATES.filter(({ fields }) => fields.length > 0);
  const typed = fc.record({ of: fc.constantFrom(...texts), text: hostile });

  await fc.assert(
    fc.asyncProperty(typed, async ({ of, text }) => {
      const fixed: Record<string, string> = { limit: '5', zone: '+1', from: '9', to: '17', who: 'name' };
      const values = Object.fromEntries(of.fields.map(({ id }) => [id, fixed[id] ?? text]));
      if (of.fields.some((field) => templateFault(field, values[field.id] ?? '') !== undefined)) return;

      const plain = templateText(of, {
        ...values,
        ...Object.fromEntries(of.fields.filter(({ id }) => !fixed[id]).map(({ id }) => [id, 'x'])),
      });
      const form = (source: string) =>
        withCedar((cedar) => {
          const read = cedar.policyToJson(source);
          if (read.type === 'failure') throw new Error(`${source}: ${read.errors[0]?.message}`);
          return JSON.stringify(read.json);
        });

      // Every string of the policy is either its own or what was typed, and there are as many as of a harmless text.
      const trimmed = text.trim().toWellFormed();
      const kinds = new Map(of.fields.map((field) => [field.kind, field]));
      if (kinds.has('texts')) return expect(await form(templateText(of, values))).toContain('contains');
      const quoted = (value: string) => JSON.stringify(value).slice(1, -1);
      const expected = (await form(plain)).replace(/"(tag:)?x"/g, (_, tag = '') => `"${tag}${quoted(trimmed)}"`);
      expect(JSON.parse(await form(templateText(of, values)))).toEqual(JSON.parse(expected));
    }),
    { numRuns: 400 },
  );
});

describe('a field that is not filled in as it has to be is refused', () => {
  test.each([
    ['amount-limit', 'limit', ['', 'x', '1e3', '1.23456', '1; permit', '--1'], ['0', '-5', '12.5']],
    ['office-hours', 'zone', ['', 'CET', '+15', '+1:75', '+1")'], ['0', '+1', '-03:30', '+0530', '14']],
    ['office-hours', 'from', ['25', '9:60', 'nine', '24:30'], ['0', '9', '09:30', '23:59', '24']],
    ['own-records', 'who', ['', 'groups', 'name || true'], ['name', 'id']],
    ['one-region', 'values', ['', ' , '], ['NL']],
  ])('%s: %s', (id, name, bad, good) => {
    const field = template(id).fields.find((one) => one.id === name);
    if (!field) throw new Error('no such field');

    for (const value of bad) expect([value, templateFault(field, value)]).toEqual([value, expect.any(String)]);
    for (const value of good) expect([value, templateFault(field, value)]).toEqual([value, undefined]);
    expect(() => templateText(template(id), {})).toThrow();
  });

  test('an argument of another type, and a fraction where it has none', () => {
    const [, argument, limit] = template('amount-limit').fields;
    if (!argument || !limit) throw new Error('no such fields');

    expect(templateFault(argument, 'owner', 'String')).toBeDefined();
    expect(templateFault(argument, 'amount', 'Long')).toBeUndefined();
    expect(templateFault(limit, '1.5', 'Long')).toBeDefined();
  });
});
