/**
 * Cedar's own command line beside the engine as the product asks it: the same decisions about forty policies on each call, and the same policies
 * valid. The requests and entities of the command line are written here by hand, not by the code that is judged.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { JsonSchema, JsonValue } from '../../core/lib/json/value.ts';
import { decide, policyFaults } from '../../core/policies/decide.ts';
import { type Caller, type PolicyTool, schemaOf } from '../../core/policies/schema.ts';
import { withCedar } from '../../lambdas/shared/cedar.ts';
import { describeWith } from './support/parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'cedar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    amount: { type: 'integer' },
    price: { type: 'number' },
    country: { type: 'string' },
    urgent: { type: 'boolean' },
    ids: { type: 'array', items: { type: 'integer' } },
    to: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } }, required: ['city'] },
    'odd name"': { type: 'string' },
  },
  required: ['amount'],
};
const hints = (readOnlyHint: boolean, destructiveHint: boolean) => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint: false,
  openWorldHint: true,
});
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  refund: ['is:openWorld', 'tag:money'],
  drop: ['is:destructive', 'is:openWorld'],
  look: ['is:readOnly', 'is:openWorld', 'tag:money'],
};
const TOOLS: readonly PolicyTool[] = [
  { name: 'refund', inputSchema, annotations: hints(false, false), tags: ['money'] },
  { name: 'drop', inputSchema, annotations: hints(false, true), tags: [] },
  { name: 'look', inputSchema, annotations: hints(true, false), tags: ['money'] },
];

const WHEN = [
  'context.input.amount > 100',
  'context.input.amount + 1 == 101',
  'context.input.amount * 2 < 10',
  '-context.input.amount < -100',
  'context.input has price && context.input.price.greaterThan(decimal("9.99"))',
  'context.input has price && context.input.price.lessThanOrEqual(decimal("-0.5"))',
  'context.input has price && context.input.price == decimal("10.0")',
  'context.input has country && context.input.country == "NL"',
  'context.input has country && ["NL", "DE"].contains(context.input.country)',
  'context.input has country && context.input.country like "*\\\\**"',
  'context.input has country && context.input.country like "é*"',
  '!(context.input has country)',
  'context.input has urgent && context.input.urgent',
  'context.input has ids && context.input.ids.contains(7)',
  'context.input has ids && context.input.ids.containsAll([7, 8])',
  'context.input has ids && context.input.ids.containsAny([1, 8])',
  'context.input has ids && context.input.ids.isEmpty()',
  'context.input has ids && context.input.ids == [7, 7, 8]',
  'context.input has to && context.input.to.city == "Delft"',
  'context.input has to.zip && context.input.to.zip > 2000',
  'context.input has "odd name\\"" && context.input["odd name\\""] == "x"',
  'context.input == {amount: 5}',
  'context.weekday > 5',
  'context.weekday == 2',
  'context.now < datetime("2026-12-01T12:00:00Z")',
  'context.now.toTime() >= duration("9h") && context.now.toTime() < duration("17h")',
  'context.now.offset(duration("-10h30m")).toDate() == datetime("2026-12-01")',
  'context.now.durationSince(datetime("2026-01-01")).toDays() > 334',
  'principal in Group::"finance"',
  'principal is Token && principal.label like "night*"',
  'principal is Person && principal has name && principal.name == "ann@corp.example"',
  'principal is Person && principal.client == "app"',
  'principal is Client && principal.id == "app"',
  'principal == Token::"tok_1"',
  'action in Action::"is:readOnly"',
  'action in [Action::"is:destructive", Action::"tag:money"]',
  'action == Action::"drop"',
  'resource.name == "Shop"',
  'resource == Server::"srv_1" && context.input.amount < 9223372036854775807',
  'if principal is Token then context.input.amount > 1 else context.input.amount > 1000',
];

const CALLERS: readonly Caller[] = [
  { type: 'Token', id: 'tok_1', label: 'night shift' },
  { type: 'Person', id: 'sub-1', name: 'ann@corp.example', client: 'app', groups: ['finance', 'all "staff"'] },
  { type: 'Person', id: 'sub-2', client: 'other', groups: [] },
  { type: 'Client', id: 'app', name: 'Robot' },
];
const ARGUMENTS: readonly Record<string, JsonValue>[] = [
  { amount: 5 },
  { amount: 101, price: 10, country: 'NL', ids: [8, 7], urgent: true },
  { amount: -3, price: -0.5, country: 'é*ß', ids: [], to: { city: 'Delft', zip: 2613 } },
  { amount: 100, price: 9.9901, country: 'DE', to: { city: 'Köln' }, 'odd name"': 'x', urgent: false },
];
const TIMES = ['2026-12-01T10:30:00.000Z', '2026-12-05T23:59:59.999Z'];

interface Case {
  readonly caller: Caller;
  readonly tool: PolicyTool;
  readonly args: Record<string, JsonValue>;
  readonly at: string;
}
/** Each caller with each tool, the arguments and times in turn, so that each is met by each caller. */
const CASES: readonly Case[] = CALLERS.flatMap((caller, one) =>
  TOOLS.flatMap((tool, two) =>
    [0, 1].map((three) => ({
      caller,
      tool,
      args: ARGUMENTS[(one + two + three) % ARGUMENTS.length] as Record<string, JsonValue>,
      at: TIMES[(one + two * 2 + three) % TIMES.length] as string,
    })),
  ),
);

const policiesOf = (condition: string) => [
  { name: 'all', text: 'permit(principal, action, resource);', mode: 'enforce' as const },
  { name: 'rule', text: `forbid(principal, action, resource) when { ${condition} };`, mode: 'enforce' as const },
];

/** As the command line takes it: extension values by their functions, everything else as it is. */
const contextOf = ({ args, at }: Case) => ({
  input: {
    ...args,
    ...(typeof args['price'] === 'number' && {
      price: {
        __extn: { fn: 'decimal', arg: Number.isInteger(args['price']) ? `${args['price']}.0` : `${args['price']}` },
      },
    }),
  },
  now: { __extn: { fn: 'datetime', arg: at } },
  weekday: at.startsWith('2026-12-01') ? 2 : 6,
});
function entitiesOf({ caller: { type, id, ...attrs }, tool: { name } }: Case) {
  const { groups = [], ...rest } = attrs as { groups?: readonly string[] };
  return [
    { uid: { type, id }, attrs: { id, ...rest }, parents: groups.map((group) => ({ type: 'Group', id: group })) },
    {
      uid: { type: 'Action', id: name },
      attrs: {},
      parents: (GROUPS[name] ?? []).map((group) => ({ type: 'Action', id: group })),
    },
    { uid: { type: 'Server', id: 'srv_1' }, attrs: { name: 'Shop' }, parents: [] },
  ];
}

describeWith('cedar', 'the engine beside its command line', (program) => {
  const run = (...args: string[]): Promise<{ code: number | null; out: string }> =>
    new Promise((done, failed) => {
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (out += chunk));
      child.on('error', failed).on('close', (code) => done({ code, out }));
    });
  const write = (name: string, value: unknown): string => {
    const file = join(folder, name);
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };
  const cedarText = (condition: string) =>
    policiesOf(condition)
      .map(({ name, text }) => `@id("${name}")\n${text}`)
      .join('\n');

  async function decidedByCommand(condition: string, at: number, policies: string): Promise<string> {
    const { caller, tool } = CASES[at] as Case;
    const request = write(`${at}.request.json`, {
      principal: `${caller.type}::${JSON.stringify(caller.id)}`,
      action: `Action::${JSON.stringify(tool.name)}`,
      resource: 'Server::"srv_1"',
      context: contextOf(CASES[at] as Case),
    });
    const entities = write(`${at}.entities.json`, entitiesOf(CASES[at] as Case));
    const { code, out } = await run(
      'authorize',
      '--policies',
      policies,
      '--entities',
      entities,
      '--request-json',
      request,
    );
    if (code !== 0 && code !== 2) throw new Error(`${condition}: ${out}`);
    if (/error while evaluating|errors? occurred/i.test(out)) return 'undecided';
    return code === 0 ? 'allow' : 'deny';
  }

  test('decides about each call alike', async () => {
    const different: unknown[] = [];
    let compared = 0;
    const seen = { allow: 0, deny: 0 };

    for (const [number, condition] of WHEN.entries()) {
      const policies = write(`${number}.cedar`, cedarText(condition));
      const rules = policiesOf(condition);
      const ours = await withCedar((cedar) =>
        CASES.map(
          ({ caller, tool, args, at }) =>
            decide(
              cedar,
              { rules, tags: { refund: ['money'], look: ['money'] } },
              { caller, tool, arguments: args, server: { id: 'srv_1', name: 'Shop' }, now: Date.parse(at) },
            ).decision,
        ),
      );
      const queue = [...CASES.keys()];
      const lane = async () => {
        for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
          const theirs = await decidedByCommand(condition, at, policies);
          compared++;
          if (theirs === 'allow' || theirs === 'deny') seen[theirs]++;
          if (theirs !== ours[at]) different.push({ condition, call: CASES[at], ours: ours[at], theirs });
        }
      };
      await Promise.all(Array.from({ length: availableParallelism() }, lane));
    }

    console.log(`${compared} decisions compared: ${seen.allow} allow, ${seen.deny} deny`);
    expect(different).toEqual([]);
    expect(compared).toBe(WHEN.length * CASES.length);
    expect(WHEN).toHaveLength(40);
    expect(Math.min(seen.allow, seen.deny)).toBeGreaterThan(100);
  }, 600_000);

  const FAULTY = [
    'context.input.amount > "1"',
    'context.input.country == "NL"',
    'context.input has price && context.input.price > 1',
    'context.input.gone == 1',
    'principal.label == "x"',
    'action == Action::"gone"',
    'context.input has ids && context.input.ids.contains("7")',
    'context.now > 5',
    'principal in Team::"x"',
    'resource.owner == "x"',
  ];

  test('finds the same policies valid', async () => {
    const schema = write('schema.json', schemaOf(TOOLS, []));
    const different: unknown[] = [];

    for (const condition of [...WHEN, ...FAULTY]) {
      const policies = write('valid.cedar', cedarText(condition));
      const { code, out } = await run(
        'validate',
        '--schema',
        schema,
        '--schema-format',
        'json',
        '--policies',
        policies,
      );
      const faults = await withCedar((cedar) => policyFaults(cedar, policiesOf(condition), TOOLS));
      if ((code === 0) !== (faults.length === 0)) different.push({ condition, out, faults });
      if (FAULTY.includes(condition) && code === 0) different.push({ condition, is: 'valid' });
    }

    expect(different).toEqual([]);
  }, 120_000);
});
