/** What of a change needs a second person: each setting in both directions, tools, places, and rules of the floor. */
import { describe, expect, test } from '@jest/globals';
import type { FloorRuleId } from '../../../../core/model/floorRules.ts';
import { DEFAULT_GOVERNANCE, type GovernanceSettings } from '../../../../core/model/governance/settings.ts';
import { type ChangeRequestRow, stateOf, undecidable } from '../../../../core/model/secondPerson.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import type { Tool } from '../../../../core/model/tool.ts';
import {
  lowerFloor,
  serverMatters,
  toolMatters,
  weakerGovernance,
  weakerTool,
} from '../../../../core/tools/secondPerson.ts';

/** By setting: a stricter and a weaker value; undefined where neither direction lets anything through. */
const PAIRS: { readonly [Name in keyof GovernanceSettings]: readonly [strict: unknown, weak: unknown] | undefined } = {
  pii: [true, false],
  mode: ['strict', 'minimal'],
  keepParts: [[], ['town']],
  dryRun: [false, true],
  prose: [true, false],
  actions: [{ email: 'refuse' }, { email: 'report' }],
  detectors: [{ email: true }, { email: false }],
  allowFields: [['a'], ['a', 'b']],
  customFields: [['a', 'b'], ['a']],
  customPatterns: [[{ name: 'x', pattern: 'a' }], []],
  wordLists: [[{ name: 'x', words: ['a', 'b'] }], [{ name: 'x', words: ['a'] }]],
  keptWords: [[], ['Acme']],
  answerDays: [7, 30],
  holdAnswers: [false, true],
  pseudonyms: [false, true],
  placeholders: [[], ['email']],
  placeholderTools: [['a'], ['a', 'b']],
  placeholderQueries: [false, true],
  checkArguments: ['refuse', 'off'],
  truncation: undefined,
  maxItems: undefined,
  maxBytes: undefined,
  systemRules: undefined,
  chooseFields: undefined,
  dropNulls: undefined,
  tables: undefined,
  outputSchemas: undefined,
};
const NAMES = Object.keys(PAIRS) as (keyof GovernanceSettings)[];

describe('governance', () => {
  test.each(NAMES.filter((name) => PAIRS[name]))('%s is weaker in one direction alone', (name) => {
    const [strict, weak] = (PAIRS[name] as readonly [unknown, unknown]).map((value) => ({
      ...DEFAULT_GOVERNANCE,
      [name]: value,
    })) as [GovernanceSettings, GovernanceSettings];

    expect(weakerGovernance(strict, weak)).toEqual([expect.objectContaining({ what: `governance ${name}` })]);
    expect(weakerGovernance(weak, strict)).toEqual([]);
    expect(weakerGovernance(weak, weak)).toEqual([]);
  });

  test.each([
    ['a detector that is not named any more', { detectors: { email: true } }, { detectors: {} }, 1],
    ['one that was off', { detectors: { email: false } }, { detectors: {} }, 0],
    ['a refusal that is a redaction again', { actions: { email: 'refuse' } }, { actions: {} }, 1],
    ['a report that is a redaction again', { actions: { email: 'report' } }, { actions: {} }, 0],
    ['size and form', {}, { maxItems: 500, truncation: false, tables: true, systemRules: 'Be kind.' }, 0],
  ] as const)('%s', (_, before, after, count) => {
    const governed = (own: object) => ({ ...DEFAULT_GOVERNANCE, ...own }) as GovernanceSettings;

    expect(weakerGovernance(governed(before), governed(after))).toHaveLength(count);
  });
});

const tool = (more: object = {}) =>
  ({ toolId: 't', name: 'get', verb: 'GET', path: '/a', enabled: true, inputSchema: {}, ...more }) as unknown as Tool;
const server = (more: object = {}) =>
  ({
    serverId: 's',
    baseUrl: 'https://a.example.com/v1',
    auth: { type: 'none' },
    source: { kind: 'manual' },
    signed: true,
    governance: {},
    ...more,
  }) as unknown as ServerRow;

describe('a tool', () => {
  test.each([
    ['its own weaker mode', undefined, { mode: 'minimal' }, true],
    ['its own stricter mode', undefined, { mode: 'closed' }, false],
    ['a stricter mode that goes', { mode: 'closed' }, undefined, true],
    ['a dry run', undefined, { dryRun: true }, true],
    ['names in sentences that pass', { prose: true }, { prose: false }, true],
    ['a dry run that ends', { dryRun: true }, undefined, false],
    ['a field that is kept', undefined, { fields: { a: 'keep' } }, true],
    ['a field that is redacted', { fields: { a: 'email' } }, { fields: { a: 'redact' } }, false],
    ['a field with an inherited name that is redacted', undefined, { fields: { constructor: 'email' } }, false],
    ['a mark that goes', { fields: { a: 'redact' } }, { fields: {} }, true],
    ['an exception that goes', { fields: { a: 'keep' } }, { fields: {} }, false],
    ['a field in which only what is found goes', undefined, { fields: { a: 'found' } }, true],
    ['the same instead of all kept', { fields: { a: 'keep' } }, { fields: { a: 'found' } }, false],
    ['the same instead of all redacted', { fields: { a: 'redact' } }, { fields: { a: 'found' } }, true],
    ['records that are about things', undefined, { about: 'place' }, true],
    ['records that are about people', undefined, { about: 'person' }, false],
    ['listed values', undefined, { values: { a: ['x'] } }, true],
  ] as const)('with %s', (_, before, after, isWeaker) => {
    const changes = weakerTool(
      tool(before && { redaction: before }),
      tool(after && { redaction: after }),
      DEFAULT_GOVERNANCE,
    );

    expect(changes.length > 0).toBe(isWeaker);
  });

  test.each([
    ['new words', tool(), tool({ description: 'Other words' }), 1],
    ['one that is new', undefined, tool(), 1],
    ['one that is switched on', tool({ enabled: false }), tool(), 1],
    ['one that is switched off', tool(), tool({ enabled: false }), 0],
    ['one that goes', tool(), undefined, 0],
    ['one that stays hidden', tool({ enabled: false }), tool({ enabled: false, description: 'x' }), 0],
    ['what models do not read', tool(), tool({ maxItems: 5, cacheHint: 'none' }), 0],
  ] as const)('of a locked server: %s', (_, before, after, count) => {
    const told = (row: ServerRow) => toolMatters([{ before, after }], { row, governance: DEFAULT_GOVERNANCE });

    expect(told(server()).flatMap(({ values }) => values)).toHaveLength(count);
    expect(told(server({ signed: false }))).toEqual([]);
  });
});

describe('a server', () => {
  const governed = (row: ServerRow) => ({ row, governance: DEFAULT_GOVERNANCE });
  const kinds = (before: ServerRow, after: ServerRow) =>
    serverMatters(governed(before), governed(after)).map(({ kind }) => kind);

  test.each([
    ['another host', { hosts: { 'https://b.example.com': {} } }, ['hosts']],
    ['another base URL', { baseUrl: 'https://b.example.com' }, ['hosts']],
    ['another path', { baseUrl: 'https://a.example.com/v2' }, []],
    ['a token endpoint', { auth: { type: 'oauth2', tokenUrl: 'https://b.example.com/token' } }, ['hosts']],
    ['a host of the private network', { privateHosts: { 'https://a.example.com': {} } }, ['hosts']],
    ['a list that is unlocked', { signed: false }, ['toolList']],
    ['another name', { name: 'Other' }, []],
  ] as const)('%s', (_, change, wanted) => {
    expect(kinds(server(), server(change))).toEqual(wanted);
    // Whatever is taken away lets nothing further through, but for a place that takes the place of another.
    if (!('baseUrl' in change)) expect(kinds(server(change), server())).toEqual([]);
  });

  test('that the floor locks is locked all the same', () => {
    const floor = { version: 1, lockedTools: true };

    expect(kinds(server({ floor }), server({ floor, signed: false }))).toEqual([]);
  });

  test('whose base URL the description will give calls where another description says', () => {
    const unknown = (url: string) => server({ baseUrl: '', source: { kind: 'openapi', url } });

    expect(kinds(unknown('https://a.example.com/a'), unknown('https://a.example.com/a'))).toEqual([]);
    expect(kinds(unknown('https://a.example.com/a'), unknown('https://b.example.com/b'))).toEqual(['hosts']);
  });
});

describe('a floor', () => {
  const LOWER: readonly (readonly [FloorRuleId, unknown, unknown, string])[] = [
    ['redactionMode', 'strict', 'balanced', 'governance'],
    ['redactedKinds', ['email', 'phone'], ['phone'], 'governance'],
    ['lockedTools', true, undefined, 'toolList'],
    ['tokenDays', 30, 90, 'tokens'],
    ['hosts', ['a.example.com'], ['*.example.com'], 'hosts'],
    ['answerDays', 7, 30, 'governance'],
    ['secondPerson', ['hosts', 'tokens'], ['tokens'], 'rules'],
  ];

  test.each(LOWER)('with a lower %s', (id, before, after, kind) => {
    expect(lowerFloor({ [id]: before }, { [id]: after })).toMatchObject([{ kind }]);
    expect(lowerFloor({ [id]: after }, { [id]: before })).toEqual([]);
    expect(lowerFloor({ [id]: before }, {})).toMatchObject([{ kind }]);
    expect(lowerFloor({}, { [id]: before })).toEqual([]);
  });

  test('with the same in another order, or a lower limit of calls, needs nobody', () => {
    expect(lowerFloor({ redactedKinds: ['email', 'phone'] }, { redactedKinds: ['phone', 'email'] })).toEqual([]);
    expect(lowerFloor({ limits: { server: { callsPerDay: 5 } } }, {})).toEqual([]);
  });
});

describe('a request', () => {
  const row = (more: object) =>
    ({ status: 'waiting', until: 100, state: 'a', asker: { id: 'ann' }, ...more }) as unknown as ChangeRequestRow;

  test.each([
    [{}, 99, 'a', 'waiting'],
    [{}, 100, 'a', 'expired'],
    [{}, 99, 'b', 'withdrawn'],
    [{ status: 'approved' }, 99, 'b', 'withdrawn'],
    [{ status: 'approved' }, 99, undefined, 'approved'],
    [{ status: 'done' }, 200, 'b', 'done'],
    [{ status: 'running', decidedAt: 0 }, 60_000, 'b', 'running'],
    [{ status: 'running', decidedAt: 0 }, 60_001, 'a', 'failed'],
  ] as const)('%j at %s with %s is %s', (more, now, state, wanted) => {
    expect(stateOf(row(more), now, state)).toBe(wanted);
  });

  test('is decided by a person who has not asked for it, themselves or by a key', () => {
    const byKey = row({ asker: { id: 'key_1', maker: 'ann' } });

    expect(undecidable(row({}), { id: 'ann' })).toBe('own');
    expect(undecidable(byKey, { id: 'ann' })).toBe('own');
    expect(undecidable(byKey, { id: 'key_2', maker: 'ben' })).toBe('key');
    expect(undecidable(byKey, { id: 'ben' })).toBeUndefined();
  });
});
