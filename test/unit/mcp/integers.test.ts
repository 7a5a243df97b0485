import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonSchema } from '../../../core/json/value.ts';
import { withIntegers } from '../../../core/mcp/integerStrings.ts';
import { ArgumentTooComplex } from '../../../core/mcp/validationBudget.ts';

const BIG = '9007199254740993';
const int64 = { type: ['integer', 'string'], format: 'int64', pattern: '^-?[0-9]+$' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

/** The JSON that is sent for arguments of a schema. */
function sent(schema: JsonSchema, args: JsonObject): string {
  const { arguments: exact } = withIntegers(schema, { arguments: args, plainArguments: args }, JSON.stringify(args));
  return JSON.stringify(exact);
}

describe('an integer as digits in a text', () => {
  test.each<[string, JsonSchema, JsonObject, string]>([
    ['of 64 bits', object({ a: int64 }), { a: BIG }, `{"a":${BIG}}`],
    ['of 64 bits, small', object({ a: int64 }), { a: '5' }, '{"a":5}'],
    ['below zero, with zeros in front', object({ a: int64 }), { a: '-007' }, '{"a":-7}'],
    ['without format', object({ a: { type: 'integer' } }), { a: BIG }, `{"a":${BIG}}`],
    ['in a list', object({ a: { type: 'array', items: int64 } }), { a: [BIG, 1] }, `{"a":[${BIG},1]}`],
    ['by position', object({ a: { prefixItems: [{ type: 'string' }, int64] } }), { a: ['1', '2'] }, '{"a":["1",2]}'],
    ['in a map', object({ a: { type: 'object', additionalProperties: int64 } }), { a: { x: '1' } }, '{"a":{"x":1}}'],
    [
      'by a pattern of names',
      object({ a: { type: 'object', patternProperties: { '^x': int64 }, additionalProperties: false } }),
      { a: { 'x y': '1' } },
      '{"a":{"x y":1}}',
    ],
    ['in a part of allOf', { allOf: [object({ a: int64 }), object({ b: {} })] }, { a: '1', b: '1' }, '{"a":1,"b":"1"}'],
    ['or null', object({ a: { anyOf: [int64, { type: 'null' }] } }), { a: '1' }, '{"a":1}'],
    [
      'in a definition that holds itself',
      object(
        { a: { $ref: '#/$defs/Node' } },
        { $defs: { Node: object({ id: int64, next: { $ref: '#/$defs/Node' } }) } },
      ),
      { a: { id: '1', next: { id: '2', next: { id: BIG } } } },
      `{"a":{"id":1,"next":{"id":2,"next":{"id":${BIG}}}}}`,
    ],
    [
      'in a choice of single values and their lists',
      object({ a: { anyOf: [int64, { type: 'array', items: int64 }] } }),
      { a: ['1'] },
      '{"a":[1]}',
    ],
    [
      'in the choice that its kind tells',
      object({
        a: {
          anyOf: [object({ kind: { const: 'n' }, v: int64 }), object({ kind: { const: 't' }, v: { type: 'string' } })],
        },
      }),
      { a: { kind: 'n', v: '1' } },
      '{"a":{"kind":"n","v":1}}',
    ],
  ])('%s is sent as the exact number', (_, schema, args, expected) => {
    expect(sent(schema, args)).toBe(expected);
  });

  test.each<[string, JsonSchema, JsonObject]>([
    ['where a text stands', object({ a: { type: 'string' } }), { a: BIG }],
    ['where anything stands', object({ a: {} }), { a: BIG }],
    ['of a field that is not declared', object({}), { a: BIG }],
    ['where a choice has a text', object({ a: { anyOf: [int64, { type: 'string' }] } }), { a: '1' }],
    ['where integer and text are two values', object({ a: { type: ['integer', 'string'] } }), { a: BIG }],
    ['below 2^53 where the schema only says integer', object({ a: { type: 'integer' } }), { a: '5' }],
    ['where a listed value is a text', object({ a: { anyOf: [int64, { enum: ['1'] }] } }), { a: '1' }],
    ['where digits are a name', object({ a: { type: 'object', additionalProperties: {} } }), { a: { '1': true } }],
    ['with something else in it', object({ a: int64 }), { a: '1e3', b: '12' }],
  ])('stays a text %s', (_, schema, args) => {
    expect(sent(schema, args)).toBe(JSON.stringify(args));
  });

  test('is checked as a number and sent beside numbers that keep their digits', () => {
    const text = `{"a":"${BIG}","b":1.0}`;
    const given = { arguments: JSON.parse(text), plainArguments: JSON.parse(text) };

    const { arguments: exact, plainArguments } = withIntegers(object({ a: int64 }), given, text);

    expect(plainArguments).toEqual({ a: Number(BIG), b: 1 });
    expect(JSON.stringify(exact)).toBe(`{"a":${BIG},"b":1.0}`);
    expect(given.arguments).toEqual({ a: BIG, b: 1 });
  });

  test('costs a bounded amount of work, whatever the schema and the value are', () => {
    const $defs = { T: { anyOf: [{ $ref: '#/$defs/T' }, object({ a: { $ref: '#/$defs/T' } }), int64] } };
    const schema = object({ a: { $ref: '#/$defs/T' } }, { $defs });
    let nested: JsonObject = { a: '1' };
    for (let depth = 0; depth < 60; depth++) nested = { a: nested };

    expect(sent(schema, nested)).toContain('{"a":1}');
    expect(() => sent(schema, { a: Array.from({ length: 200_000 }, () => '1') })).toThrow(ArgumentTooComplex);
  });
});
