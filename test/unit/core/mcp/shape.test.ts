import { describe, expect, test } from '@jest/globals';
import { refusedShape } from '../../../../core/mcp/messageLimits.ts';

const shapeOf = (value: unknown, body = JSON.stringify(value)) => refusedShape(body, JSON.parse(body));
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('a body', () => {
  test.each<[string, unknown]>([
    ['many values side by side', { a: Array(600).fill([[1], { b: [2] }]) }],
    ['brackets in strings', { a: `${'['.repeat(2_000)}"\\"${'{'.repeat(2_000)}\\`, b: '['.repeat(600) }],
    ['quotes and backslashes in a key', { [`${'\\"['.repeat(900)}\\`]: lists(600) }],
    ['a hundred requests', Array.from({ length: 100 }, (_, id) => ping(id))],
    ['an id as number and as text', [ping(1), ping('1')]],
    ['an answer under the id of a request', [ping(1), { jsonrpc: '2.0', id: 1, result: {} }]],
    ['notifications', Array(3).fill({ jsonrpc: '2.0', method: 'notifications/initialized' })],
  ])('may hold %s', (_what, value) => {
    expect(shapeOf(value)).toBeUndefined();
  });

  test.each<[string, string]>([
    ['body_too_deep', `{"a":${lists(500)}}`],
    ['body_too_deep', `{"a":"${'x'.repeat(2_000)}","b":${'{"c":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['batch_too_large', JSON.stringify(Array(101).fill({ jsonrpc: '2.0', method: 'notifications/cancelled' }))],
    ['batch_ids_repeat', JSON.stringify([ping(1), ping(2), ping(1)])],
    ['batch_ids_repeat', '[{"id":1,"method":"ping"},{"id":1.0,"method":"ping"}]'],
  ])('is refused as %s', (code, body) => {
    expect(refusedShape(body, JSON.parse(body))).toBe(code);
  });

  test('may nest 500 levels deep', () => {
    expect(refusedShape(lists(500), JSON.parse(lists(500)))).toBeUndefined();
    expect(refusedShape(lists(501), JSON.parse(lists(501)))).toBe('body_too_deep');
  });

  test('that is no JSON is left to the protocol', () => {
    expect(refusedShape(`{"${'a'.repeat(2_000)}`, undefined)).toBeUndefined();
  });
});
