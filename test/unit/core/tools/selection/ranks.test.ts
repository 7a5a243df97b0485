/** The ranks of tools for sentences, over the words of each way of listing. */
import { describe, expect, test } from '@jest/globals';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import { MOST_RANKED, NOT_FOUND, ranksOf } from '../../../../../core/tools/selection/ranks.ts';
import { TELLING } from '../../../../../core/tools/selection/told.ts';
import { tool } from '../../../../support/tools.ts';

const refund = tool({
  toolId: 'tool_refund',
  name: 'op_17',
  title: 'Operation 17',
  description: 'Second sentences are left out. Gives a customer the money back.',
  verb: 'POST',
  path: '/orders/{orderId}/refunds',
  tag: 'Payments',
  tags: ['Payments'],
  annotations: annotationsOf({ verb: 'POST' }),
  inputSchema: {
    type: 'object',
    properties: { orderId: { type: 'string', description: 'From the letterhead' } },
    required: ['orderId'],
  },
});
const others = Array.from({ length: 20 }, (_, at) =>
  tool({
    toolId: `tool_${at}`,
    name: `list_shelves_${at}`,
    title: 'List shelves',
    description: 'Lists shelves of a warehouse.',
    tag: 'Stock',
    tags: ['Stock'],
  }),
);
const tools = [...others, refund];
const rank = (sentence: string, all = tools) => ranksOf(all, [{ sentence, toolId: 'tool_refund' }])[0];

describe('a tool is found by', () => {
  test('words of its description, in the lists that have all of it', () => {
    expect(rank('give the customer money back')).toEqual({ flat: 1, compact: null, grouped: null, search: 1 });
  });

  test('its path and its tags by a search alone, and its group’s title in groups', () => {
    expect(rank('refunds')).toEqual({ flat: null, compact: null, grouped: null, search: 1 });
    expect(rank('payments')).toEqual({ flat: null, compact: null, grouped: 1, search: 1 });
  });

  test('what is said of its arguments, where a list has it', () => {
    expect(rank('letterhead')).toEqual({ flat: 1, compact: 1, grouped: null, search: null });
  });

  test('its new words after an edit', () => {
    const edited = { ...refund, name: 'refund_order', description: 'Refund an order.' };

    expect(rank('refund an order', [...others, edited])).toEqual({ flat: 1, compact: 1, grouped: 1, search: 1 });
  });
});

test('a group tells the lines that fit, and of others only the name', () => {
  const many = Array.from({ length: 90 }, (_, at) =>
    tool({
      toolId: `tool_${at}`,
      name: `read_record_${at}`,
      description: `Reads the record number ${at} with everything that is known of it.`,
      tag: 'Records',
      tags: ['Records'],
    }),
  );

  const few = TELLING.grouped(many.slice(0, 3));
  const told = TELLING.grouped(many);

  expect(few.every(({ description }) => description.includes('Reads the record number'))).toBe(true);
  expect(told.every(({ title }) => title.startsWith('Records'))).toBe(true);
  expect(told.some(({ description }) => description.includes('Reads the record'))).toBe(false);
});

test('what is far behind, or not listed, is not found', () => {
  const crowd = Array.from({ length: MOST_RANKED + 5 }, (_, at) =>
    tool({ toolId: `tool_${at}`, name: `list_refunds_${at}`, description: 'Refund list of money.' }),
  );

  expect(rank('list refunds', [...crowd, refund])).toMatchObject({ flat: null });
  expect(ranksOf([], [{ sentence: 'x', toolId: 'tool_refund' }])).toEqual([NOT_FOUND]);
  expect(ranksOf(tools, [])).toEqual([]);
});
