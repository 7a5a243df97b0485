/** The forms of stored rows and bundles: earlier ones are brought to the present one, later ones are refused. */
import { describe, expect, test } from '@jest/globals';
import { isNewer, numbered, type StoredKind, schemaOf, upgraded } from '../../../../core/model/migrations.ts';

const KINDS: readonly StoredKind[] = [
  'server',
  'tool',
  'token',
  'deployment',
  'settings',
  'webhook',
  'invitation',
  'bundle',
];
const memberOf = (kind: StoredKind) => (kind === 'bundle' ? 'format' : 'schema');
const attempt = (kind: StoredKind, stored: object) => {
  try {
    return upgraded(kind, stored);
  } catch (error) {
    return error;
  }
};

describe.each(KINDS)('a stored %s', (kind) => {
  test('of the present form is read as it is', () => {
    const row = { ...numbered(kind, { serverId: 'srv_1', version: 3, tool: '{}' }) };
    expect(upgraded(kind, row)).toEqual(row);
  });

  test.each([1, 7])('of a form %i higher is refused with the way out', (more) => {
    const error = attempt(kind, { [memberOf(kind)]: schemaOf(kind) + more, tool: '{}' });

    expect(isNewer(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'schema_newer',
      message: expect.stringMatching(/rolled out, try again in a minute.*deploy the later version again/),
      context: { kind, known: schemaOf(kind) },
    });
  });

  test.each([
    ['text', '1'],
    ['no number', Number.NaN],
    ['zero', 0],
    ['a negative number', -1],
    ['a fraction', 0.5],
    ['a fraction above the first', 1.5],
  ])('with %s in its place is refused', (_what, number) => {
    expect(isNewer(attempt(kind, { [memberOf(kind)]: number, tool: '{}' }))).toBe(true);
  });
});

describe('steps', () => {
  const steps = [
    ({ first, ...row }: Record<string, unknown>) => ({ ...row, second: row['second'] ?? first }),
    ({ second, ...row }: Record<string, unknown>) => ({ ...row, third: row['third'] ?? [second] }),
  ];

  test.each([
    ['without a number, from the first', { first: 'a' }],
    ['of the first form', { schema: 1, first: 'a' }],
    ['of the second form', { schema: 2, second: 'a' }],
    ['that an update has brought to the new form in part', { schema: 2, second: 'b', third: ['a'] }],
  ])('are taken by a row %s', (_what, stored) => {
    expect(upgraded('server', stored, steps)).toEqual({ schema: 3, third: ['a'] });
  });

  test('are none for a row of the present form, and too few for a later one', () => {
    const present = { schema: 3, third: ['a'] };

    expect(upgraded('server', present, steps)).toBe(present);
    expect(() => upgraded('server', { schema: 4 }, steps)).toThrow(expect.objectContaining({ code: 'schema_newer' }));
  });
});

describe('a tool of the first form, whose members were attributes', () => {
  const stored = { serverId: 'srv_1', toolId: 'tool_1', version: 4, name: 'get_order', tags: ['orders'] };

  test('has them as text in one attribute', () => {
    expect(upgraded('tool', stored)).toEqual({
      serverId: 'srv_1',
      toolId: 'tool_1',
      version: 4,
      tool: JSON.stringify({ name: 'get_order', tags: ['orders'] }),
      schema: 2,
    });
  });

  test('stays as it is when it is read again before it was written', () => {
    const once = upgraded<object>('tool', stored);
    const { schema: _, ...unnumbered } = once as { schema: number };

    expect(upgraded('tool', once)).toEqual(once);
    expect(upgraded('tool', unnumbered)).toEqual(once);
  });
});
