import { expect, test } from '@jest/globals';
import { unusedTools } from '../../../../core/audit/unusedTools.ts';

const tool = (name: string, createdAt: string, enabled = true) => ({ id: name, name, createdAt, enabled });

test('enabled tools without a call are unused if they are older than the figures, else too young to tell', () => {
  const tools = [
    tool('called', '2026-01-01T00:00:00.000Z'),
    tool('silent', '2026-01-01T00:00:00.000Z'),
    tool('off', '2026-01-01T00:00:00.000Z', false),
    tool('new', '2026-03-02T00:00:00.000Z'),
    tool('as old as the figures', '2026-03-01T00:00:00.000Z'),
  ];

  const { unused, young } = unusedTools(tools, ['called', 'deleted since'], '2026-03-01T00:00:00.000Z');

  expect(unused.map(({ name }) => name)).toEqual(['silent', 'as old as the figures']);
  expect(young.map(({ name }) => name)).toEqual(['new']);
});
