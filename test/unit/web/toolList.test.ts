/** What the list of tools shows of each, ranges of it, and what their number costs. */
import { describe, expect, test } from '@jest/globals';
import type { ToolList } from '../../../web/src/api/types.ts';
import { choiceCost } from '../../../web/src/lib/tool-count.ts';
import { rangeOf } from '../../../web/src/lib/tool-selection.ts';
import { groupTools, marksOf, saidOf } from '../../../web/src/lib/tools.ts';

describe('a row', () => {
  test.each([
    [{ readOnlyHint: true, destructiveHint: false, idempotentHint: true }, ['read-only']],
    [{ readOnlyHint: false, destructiveHint: false, idempotentHint: true }, ['writes', 'idempotent']],
    [{ readOnlyHint: false, destructiveHint: true, idempotentHint: true }, ['destructive', 'idempotent']],
    [{ readOnlyHint: false, destructiveHint: false, idempotentHint: false }, ['writes']],
  ])('says in words what a tool with %j does', (annotations, words) => {
    expect(marksOf({ annotations, edited: [], origin: 'import' } as never).map(({ text }) => text)).toEqual(words);
  });

  test.each([
    ['List orders', 'All orders, newest first.', 'Orders of the shop. All orders, newest first.', 'Orders of the shop'],
    ['listOrders', 'List orders. All of them.', 'List orders. All of them.', 'List orders'],
    ['listOrders', 'All of them.', 'All of them.', 'List orders'],
  ])('shows what a model reads of %s', (name, description, said, title) => {
    expect(saidOf({ name, title, description })).toBe(said);
  });
});

describe('tools by tag', () => {
  const tools = ['b2', 'a1', 'b1'].map((name) => ({ name, tag: name[0], enabled: true })) as never;

  test('stand by the alphabet, and by their best tool where they are ranked', () => {
    expect(groupTools(tools).map(({ tag }) => tag)).toEqual(['a', 'b']);
    expect(groupTools(tools, { isRanked: true }).map(({ tag }) => tag)).toEqual(['b', 'a']);
  });
});

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  [undefined, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range goes from %s to %s', (from, to, range) => {
  expect(rangeOf(['a', 'b', 'c', 'd'], from, to)).toEqual(range);
});

describe('what a number of tools costs a model’s choice', () => {
  const list = (enabled: number, groups: number, unapproved = 0) =>
    ({
      ...{ enabled, total: enabled, tokens: 9_000, compact: 5_000, search: 400, grouped: { tokens: 3_000, groups } },
      items: Array.from({ length: enabled }, (_, at) => ({
        enabled: true,
        ...(at < unapproved && { baseUrl: 'https://other.example' }),
      })),
      otherHosts: [{ origin: 'https://other.example', tools: unapproved, approved: false }],
    }) as unknown as ToolList;

  test('is told from ten tools on, with the listing that helps', () => {
    expect(choiceCost(list(9, 3), 'flat')).toBeUndefined();
    expect(choiceCost(list(12, 4), 'flat')).toMatchObject({
      text: expect.stringMatching(/^A model chooses among 12 tools \(≈ 9,000 tokens\), still fewer than 20.*7 to 85 %/),
      better: { exposition: 'grouped', tools: 4 },
    });
    expect(choiceCost(list(40, 6), 'compact')).toMatchObject({
      text: expect.stringMatching(/40 tools \(≈ 5,000 tokens\), where OpenAI advises fewer than 20/),
      better: { exposition: 'grouped', tools: 6 },
    });
  });

  test('names the search for a large pool, also where there are many groups', () => {
    expect(choiceCost(list(400, 60), 'flat')).toMatchObject({
      text: expect.stringMatching(/14 % of the cases, with a search in 43 %/),
      better: { exposition: 'search', tools: 3 },
    });
    expect(choiceCost(list(90, 24), 'grouped')).toMatchObject({
      text: expect.stringContaining('24 groups'),
      better: { exposition: 'search', tools: 3 },
    });
  });

  test('is not told where a listing helps already, and counts what clients see', () => {
    expect(choiceCost(list(40, 6), 'grouped')).toBeUndefined();
    expect(choiceCost(list(40, 6), 'auto')).toBeUndefined();
    expect(choiceCost(list(400, 60), 'search')).toBeUndefined();
    expect(choiceCost(list(12, 4, 3), 'flat')).toBeUndefined();
    // Groups that are no fewer than the tools help nobody.
    expect(choiceCost(list(12, 12), 'flat')).not.toHaveProperty('better');
  });
});
