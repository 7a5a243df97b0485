import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../../../core/lib/json/value.ts';
import { lean } from '../../../../../core/tools/dialect/lean.ts';
import { listedNode } from '../../../../../core/tools/dialect/node.ts';

const shown = (schema: JsonObject, example: JsonValue) => lean({ ...schema, examples: [example] })['examples'];

describe('an example stays in a list', () => {
  test.each<[string, JsonObject, JsonValue]>([
    ['a query', { type: 'string' }, 'status = open AND owner = me'],
    ['a path of a pattern', { type: 'string', format: 'json-pointer' }, '/items/0/name'],
    ['an id with its prefix', { type: 'string' }, 'shelf_9fK2mQ7xW1'],
    ['words that are joined', { type: 'string' }, 'reading-room-with-lamps-2'],
    ['a value of no type', {}, 12],
    ['an object of any members', { type: 'object' }, { colour: 'red' }],
    ['a list of anything', { type: 'array' }, [1, 'a']],
  ])('that shows a form: %s', (_, schema, example) => {
    expect(shown(schema, example)).toEqual([example]);
  });

  test.each<[string, JsonObject, JsonValue]>([
    ['its list of values', { type: 'string', enum: ['red', 'blue'] }, 'red'],
    ['its only value', { const: 'red' }, 'red'],
    ['its default', { type: 'string', default: 'red' }, 'red'],
    ['its format', { type: 'string', format: 'uuid' }, '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    ['its type', { type: 'boolean' }, true],
    ['its type and bounds', { type: 'integer', minimum: 1 }, 10],
    ['its members', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'x' }],
    ['its items', { type: 'array', items: { type: 'string' } }, ['x']],
  ])('not beside %s', (_, schema, example) => {
    expect(shown(schema, example)).toBeUndefined();
  });

  test.each(['{{SHELF_ID}}', '<shelf>', 'string', '', 'f3a9'.repeat(7), 'x '.repeat(30)])(
    'not when it says nothing or too much: %j',
    (example) => {
      expect(shown({ type: 'string' }, example)).toBeUndefined();
    },
  );

  test('and leaves those beside it that say nothing', () => {
    expect(lean({ type: 'string', examples: ['string', 'a/b'] })).toEqual({ type: 'string', examples: ['a/b'] });
  });
});

describe('whether further members are allowed', () => {
  const properties = { a: { type: 'string' } };

  test.each<[string, JsonObject]>([
    ['open, as all are', { type: 'object', properties, additionalProperties: true }],
    ['closed, beside members', { type: 'object', properties, additionalProperties: false }],
  ])('is not listed: %s', (_, schema) => {
    const { additionalProperties: _said, ...rest } = schema;

    expect(lean(schema)).toEqual(rest);
  });

  test.each<[string, JsonObject]>([
    ['no members at all', { type: 'object', properties: {}, additionalProperties: false }],
    ['members by pattern', { properties, patternProperties: { '^x-': {} }, additionalProperties: false }],
    ['members of a kind', { type: 'object', additionalProperties: { type: 'integer' } }],
  ])('is listed for %s', (_, schema) => {
    expect(lean(schema)).toBe(schema);
  });

  test('never makes a negated schema refuse more', () => {
    const closed = { type: 'object', properties, additionalProperties: false };

    expect(listedNode({ type: 'object', not: closed })).toEqual({ type: 'object' });
    expect(listedNode({ anyOf: [closed, { type: 'string' }] })).toEqual({
      anyOf: [{ type: 'object', properties }, { type: 'string' }],
    });
  });
});
