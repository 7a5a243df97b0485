/** What checking arguments may cost: counted in units, so these tests are the same on every machine. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonSchema } from '../../../../core/lib/json/value.ts';
import { expandedSize } from '../../../../core/mcp/arguments/patternSize.ts';
import { argumentFaults } from '../../../../core/mcp/arguments/validate.ts';
import { ArgumentTooComplex } from '../../../../core/mcp/arguments/validationBudget.ts';
import { bundleTool } from '../../../support/bundles.ts';

/** The faults, or why they could not be found. */
function judge(schema: JsonSchema, value: unknown) {
  try {
    return argumentFaults(bundleTool('t', { schema }), value, JSON.stringify(value).length);
  } catch (error) {
    if (!(error instanceof ArgumentTooComplex)) throw error;
    return error.fault;
  }
}

const tooComplex = (rule: string, field: string) => ({
  rule,
  field: expect.stringMatching(new RegExp(`^${field}`)),
  message: expect.stringContaining('limit argumentWork'),
});

const kind = (type: string): JsonObject => ({
  type: 'object',
  properties: { filters: { type: 'array', items: { $ref: '#/$defs/Filter' } }, type: { const: type } },
  required: ['type'],
});
/** A filter that may hold filters, of four kinds. */
const filters = (beside: JsonObject, within: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties: { filter: { $ref: '#/$defs/Filter' }, ...beside },
  $defs: { Filter: { anyOf: ['and', 'or', 'not', 'leaf'].map(kind), ...within } },
});
function nested(levels: number) {
  let filter: object = { type: 'wrong' };
  for (let level = 0; level < levels; level++) filter = { filters: [filter], type: 'not' };
  return { filter };
}

describe('the budget of a check', () => {
  test.each(['unevaluatedProperties', 'unevaluatedItems', '$id', '$anchor', '$dynamicRef'])(
    'a property that is called %s changes nothing: forty levels of a union are judged once',
    (name) => {
      expect(judge(filters({ [name]: { type: 'string' } }), nested(40))).toHaveLength(10);
    },
  );

  test.each<[string, JsonSchema]>([
    ['unevaluatedProperties', filters({}, { unevaluatedProperties: false })],
    ['$anchor', filters({ named: { $anchor: 'named', type: 'string' } })],
    ['$id', { $id: 'https://example.com/filters', ...filters({}) }],
  ])('a schema that really uses %s refuses what is exponential, and says where', (_keyword, schema) => {
    expect(judge(schema, nested(3))).toContainEqual(expect.objectContaining({ rule: 'anyOf' }));
    expect(judge(schema, nested(40))).toMatchObject(tooComplex('schema', '/filter/filters/0'));
  });

  test('definitions that name one another twice are exponential for a text, too', () => {
    const $defs: JsonObject = { A0: { type: 'string', maxLength: 1 } };
    for (let at = 1; at < 40; at++) {
      const before = { $ref: `#/$defs/A${at - 1}` };
      $defs[`A${at}`] = { anyOf: [before, before] };
    }

    expect(judge({ type: 'object', properties: { s: { $ref: '#/$defs/A39' } }, $defs }, { s: 'ab' })).toMatchObject(
      tooComplex('schema', '/s'),
    );
  });

  test('a definition that is itself has no end and is refused', () => {
    const schema: JsonSchema = {
      $id: 'https://example.com/circle',
      type: 'object',
      properties: { s: { $ref: '#/$defs/A' } },
      $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'number' }] } },
    };

    expect(judge(schema, { s: 'x' })).toMatchObject(tooComplex('schema', 'arguments'));
  });

  test('a pattern costs its size times the length of the text', () => {
    const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^([a-z]+[0-9]?){1,200}$' } } };

    expect(judge(schema, { s: 'ab'.repeat(1_000) })).toEqual([]);
    expect(judge(schema, { s: 'ab'.repeat(500_000) })).toMatchObject(tooComplex('pattern', '/s'));
  });

  test('so do the names of properties that are patterns', () => {
    const schema = { type: 'object', patternProperties: { '^([a-z]+[0-9]?){1,200}$': {}, '^(x+x+)+$': {} } };

    expect(judge(schema, { ['ab'.repeat(500_000)]: 1 })).toMatchObject(tooComplex('patternProperties', 'arguments'));
  });

  test('items are compared at every level, each time with all that is in them', () => {
    const schema = {
      type: 'object',
      properties: { list: { $ref: '#/$defs/List' } },
      $defs: { List: { uniqueItems: true, items: { $ref: '#/$defs/List' } } },
    };
    let list: unknown = 'x'.repeat(100_000);
    for (let level = 0; level < 400; level++) list = [list];

    expect(judge(schema, { list })).toMatchObject(tooComplex('uniqueItems', '/list'));
  });

  test.each<[string, JsonSchema, unknown]>([
    [
      '100,000 rows',
      {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 100 } },
              required: ['id'],
              additionalProperties: false,
            },
          },
        },
      },
      { rows: Array.from({ length: 100_000 }, (_, id) => ({ id, name: `name of ${id}` })) },
    ],
    [
      '3 MB of text without a pattern',
      { type: 'object', properties: { text: { type: 'string', maxLength: 4_000_000 } } },
      { text: 'x'.repeat(3_000_000) },
    ],
    [
      '100 KB of Base64',
      { type: 'object', properties: { file: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' } } },
      { file: 'aB3d'.repeat(25_000) },
    ],
  ])('%s are within it', (_what, schema, value) => {
    expect(judge(schema, value)).toEqual([]);
  });
});

test.each([
  ['abc', 3],
  ['[a-z]{1,1000}', 1_000],
  ['(?:a{30}){30}', 960],
  ['\\p{L}{1000}\\d{1000}', 2_000],
  ['a{2}{3', 4],
  ['(?:(?:a{30}){30}){9}x', 8_658],
])('%s is blown up to about %d instructions', (pattern, least) => {
  expect(expandedSize(pattern)).toBeGreaterThanOrEqual(least);
  expect(expandedSize(pattern)).toBeLessThanOrEqual(2 * least + 10);
});

test('a pattern that is blown up beyond use is left to the upstream', () => {
  const schema = { type: 'object', properties: { s: { type: 'string', pattern: '^(?:a{30}){30}(?:b{90}){90}$' } } };

  expect(judge(schema, { s: 'anything' })).toEqual([]);
});
