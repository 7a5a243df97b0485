import { randomBytes } from 'node:crypto';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { itemOf, portionsOf, toolOf } from '../../../../aws/tables/toolItems.ts';
import type { Tool } from '../../../../core/model/tool.ts';

const tool = (more: object = {}) =>
  ({
    serverId: 'srv_000000000000',
    toolId: 'tool_1',
    version: 3,
    verb: 'POST',
    path: '/a',
    name: 'post_a',
    enabled: true,
    annotations: { readOnlyHint: false },
    ...more,
  }) as unknown as Tool;
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { inner: nested(levels - 1) } };
const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
    : 0;
const stored = (whole: Tool) => toolOf(unmarshall(marshall({ ...itemOf(whole) })) as never);

describe('a stored tool', () => {
  test('of an earlier version that let a 64-bit integer be digits has it as the description says', () => {
    const of = (id: object) =>
      tool({ inputSchema: { type: 'object', properties: { id, list: { items: id } } } as never });
    const before = of({ type: ['integer', 'string'], format: 'int64', pattern: '^-?[0-9]+$', minimum: 1 });

    expect(stored(before)).toEqual(of({ type: 'integer', format: 'int64', minimum: 1 }));
  });

  test.each([
    ['a text of digits', { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' }],
    ['an integer or a text of another form', { type: ['integer', 'string'], format: 'int64', pattern: '^[0-9]+$' }],
    ['the bounds of an int64', { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 }],
    ['the largest numbers there are', { default: 1.7976931348623157e308, multipleOf: 5e-324 }],
    ['forty levels of schemas', nested(40)],
    ['a property without a name', { properties: { '': { type: 'string' } } }],
  ])('keeps %s', (_what, inputSchema) => {
    const whole = tool({ inputSchema });

    const item = itemOf(whole);

    expect(stored(whole)).toEqual(whole);
    expect(levelsOf(item)).toBeLessThan(4);
  });

  test('is compressed where it is large, so that one of half a megabyte fits', () => {
    const parameters = Array.from({ length: 3_000 }, (_, at) => ({ argument: `a${at}`, name: `a-long-name-${at}` }));
    const whole = tool({ parameters, description: 'x'.repeat(400_000) });

    const item = itemOf(whole);

    expect(item.tool).toBeInstanceOf(Uint8Array);
    expect(item.tool.length).toBeLessThan(100_000);
    expect(stored(whole)).toEqual(whole);
  });

  test('is refused with the way out when it does not fit even so', () => {
    const whole = tool({ description: randomBytes(600_000).toString('base64') });
    expect(() => itemOf(whole)).toThrow(expect.objectContaining({ code: 'tool_too_large' }));
  });
});

describe('portions of one transaction', () => {
  test('hold 98 at most, all of them, in their order', () => {
    const all = Array.from({ length: 250 }, (_, at) => tool({ at }));

    const portions = portionsOf(all, itemOf);

    expect(portions.map(({ length }) => length)).toEqual([98, 98, 54]);
    expect(portions.flat()).toEqual(all);
  });

  test('stay below what a partition takes in a second, a write in a transaction counting twice', () => {
    const all = Array.from({ length: 40 }, () => tool({ description: randomBytes(30_000).toString('base64') }));

    const portions = portionsOf(all, itemOf);

    const sizes = portions.map((portion) =>
      portion.reduce((sum, each) => sum + Math.ceil(itemOf(each).tool.length / 1_024), 0),
    );
    expect(portions.flat()).toHaveLength(40);
    expect(2 * Math.max(...sizes)).toBeLessThan(1_000);
  });

  test('of nothing are none', () => {
    expect(portionsOf([], itemOf)).toEqual([]);
  });
});
