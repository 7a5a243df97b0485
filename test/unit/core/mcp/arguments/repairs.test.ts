import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonSchema } from '../../../../../core/lib/json/value.ts';
import { readArguments } from '../../../../../core/mcp/arguments/repairs.ts';
import { ArgumentTooComplex } from '../../../../../core/mcp/arguments/validationBudget.ts';
import { bundleTool } from '../../../../support/bundles.ts';

const BIG = '9007199254740993';
const integer = { type: 'integer', format: 'int64' };
const text = { type: 'string' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const listOf = (items: JsonObject) => ({ type: 'array', items });

function read(schema: JsonSchema, args: JsonObject) {
  const json = JSON.stringify(args);
  const found = readArguments(bundleTool('t', { schema }), { arguments: args, plainArguments: args }, json);
  return {
    sent: JSON.stringify(found.arguments),
    repairs: [...found.repairs].sort(),
    faults: found.faults.map(({ field, message }) => `${field} ${message}`),
  };
}

type Case = [what: string, schema: JsonSchema, args: JsonObject, sent: string];

describe('a number as text', () => {
  test.each<Case>([
    ['of 64 bits', object({ a: integer }), { a: BIG }, `{"a":${BIG}}`],
    ['of 64 bits, small', object({ a: integer }), { a: '5' }, '{"a":5}'],
    ['below zero, with zeros in front', object({ a: integer }), { a: '-007' }, '{"a":-7}'],
    ['without format', object({ a: { type: 'integer' } }), { a: '12' }, '{"a":12}'],
    ['of a list of numbers', object({ a: { enum: [1, 2] } }), { a: '2' }, '{"a":2}'],
    ['with a fraction', object({ a: { type: 'number' } }), { a: '1.50' }, '{"a":1.50}'],
    ['with an exponent', object({ a: { type: 'number' } }), { a: '1e3' }, '{"a":1e3}'],
    ['in a list', object({ a: listOf(integer) }), { a: [BIG, 1] }, `{"a":[${BIG},1]}`],
    ['by position', object({ a: { prefixItems: [text, integer] } }), { a: ['1', '2'] }, '{"a":["1",2]}'],
    ['in a map', object({ a: { type: 'object', additionalProperties: integer } }), { a: { x: '1' } }, '{"a":{"x":1}}'],
    [
      'by a pattern of names',
      object({ a: { type: 'object', patternProperties: { '^x': integer }, additionalProperties: false } }),
      { a: { 'x y': '1' } },
      '{"a":{"x y":1}}',
    ],
    [
      'in a part of allOf',
      { allOf: [object({ a: integer }), object({ b: {} })] },
      { a: '1', b: '1' },
      '{"a":1,"b":"1"}',
    ],
    ['or null', object({ a: { anyOf: [integer, { type: 'null' }] } }), { a: '1' }, '{"a":1}'],
    ['or a boolean', object({ a: { type: ['integer', 'boolean'] } }), { a: '1' }, '{"a":1}'],
    [
      'in a definition that holds itself',
      object({ a: { $ref: '#/$defs/N' } }, { $defs: { N: object({ id: integer, next: { $ref: '#/$defs/N' } }) } }),
      { a: { id: '1', next: { id: '2', next: { id: BIG } } } },
      `{"a":{"id":1,"next":{"id":2,"next":{"id":${BIG}}}}}`,
    ],
    [
      'in a choice of single values and their lists',
      object({ a: { anyOf: [integer, listOf(integer)] } }),
      { a: ['1'] },
      '{"a":[1]}',
    ],
    [
      'in the choice that its kind tells',
      object({
        a: { anyOf: [object({ kind: { const: 'n' }, v: integer }), object({ kind: { const: 't' }, v: text })] },
      }),
      { a: { kind: 'n', v: '1' } },
      '{"a":{"kind":"n","v":1}}',
    ],
  ])('%s is sent as the exact number', (_, schema, args, sent) => {
    expect(read(schema, args)).toEqual({ sent, repairs: ['number_text'], faults: [] });
  });

  test.each<[string, JsonSchema, JsonObject]>([
    ['where a text stands', object({ a: text }), { a: BIG }],
    ['where anything stands', object({ a: {} }), { a: BIG }],
    ['of a field that is not declared', object({}), { a: BIG }],
    ['where a choice has a text', object({ a: { anyOf: [integer, text] } }), { a: '1' }],
    ['where integer and text are two values', object({ a: { type: ['integer', 'string'] } }), { a: BIG }],
    ['where a listed value is a text', object({ a: { anyOf: [integer, { enum: ['1'] }] } }), { a: '1' }],
    ['where digits are a name', object({ a: { type: 'object', additionalProperties: {} } }), { a: { '1': true } }],
  ])('stays a text %s', (_, schema, args) => {
    expect(read(schema, args)).toEqual({ sent: JSON.stringify(args), repairs: [], faults: [] });
  });

  test.each(['1e3', '1.0', '0x10', '١', ' 5', '5 ', '+5', '', '12a'])(
    'is not read of %j where an integer stands',
    (a) => {
      expect(read(object({ a: integer }), { a })).toMatchObject({
        repairs: [],
        faults: ['/a must be integer, not string'],
      });
    },
  );

  test('is checked as a number, so that bounds count', () => {
    const { faults, repairs } = read(object({ a: { type: 'integer', maximum: 10 } }), { a: '11' });

    expect(repairs).toEqual(['number_text']);
    expect(faults).toEqual(['/a must be <= 10']);
  });

  test('is sent beside numbers that keep their digits', () => {
    const json = `{"a":"${BIG}","b":1.0}`;
    const given = { arguments: JSON.parse(json) as JsonObject, plainArguments: JSON.parse(json) as JsonObject };

    const { arguments: exact, plainArguments } = readArguments(
      bundleTool('t', { schema: object({ a: integer }) }),
      given,
      json,
    );

    expect(plainArguments).toEqual({ a: Number(BIG), b: 1 });
    expect(JSON.stringify(exact)).toBe(`{"a":${BIG},"b":1.0}`);
    expect(given.arguments).toEqual({ a: BIG, b: 1 });
  });
});

describe('a boolean as text', () => {
  test('is read where only a boolean fits', () => {
    const schema = object({ a: { type: 'boolean' }, b: { enum: [true] }, c: text, d: { type: ['boolean', 'string'] } });

    expect(read(schema, { a: 'false', b: 'true', c: 'true', d: 'true' })).toEqual({
      sent: '{"a":false,"b":true,"c":"true","d":"true"}',
      repairs: ['boolean_text'],
      faults: [],
    });
  });

  test.each(['True', 'yes', '1', ' true', ''])('is not guessed of %j', (a) => {
    expect(read(object({ a: { type: 'boolean' } }), { a })).toMatchObject({
      repairs: [],
      faults: ['/a must be boolean, not string'],
    });
  });
});

describe('null', () => {
  const address = object({ street: text, zip: { type: ['string', 'null'] } }, { additionalProperties: false });

  test.each<Case>([
    ['of an argument', object({ id: integer, opt: text }), { id: 1, opt: null }, '{"id":1}'],
    [
      'of each kind',
      object({ a: listOf(text), b: object({}), c: { enum: ['x'] } }),
      { a: null, b: null, c: null },
      '{}',
    ],
    ['of a member', object({ to: address }), { to: { street: null, zip: null } }, '{"to":{"zip":null}}'],
    ['of a member in a list', object({ all: listOf(address) }), { all: [{ street: null }] }, '{"all":[{}]}'],
    [
      'of a member of a definition',
      object({ to: { $ref: '#/$defs/A' } }, { $defs: { A: address } }),
      { to: { street: null } },
      '{"to":{}}',
    ],
    [
      'of a member in the choice that fits',
      object({
        a: { anyOf: [object({ kind: { const: 'x' }, v: text }, { required: ['kind'] }), { type: 'integer' }] },
      }),
      { a: { kind: 'x', v: null } },
      '{"a":{"kind":"x"}}',
    ],
  ])('%s that is optional and not nullable is an absent one', (_, schema, args, sent) => {
    expect(read(schema, args)).toEqual({ sent, repairs: ['null_absent'], faults: [] });
  });

  test.each<[string, JsonSchema, JsonObject]>([
    ['of a nullable member', object({ a: { type: ['string', 'null'] }, b: integer }), { a: null, b: 1 }],
    ['of a member that may be null in one choice', object({ a: { anyOf: [text, { type: 'null' }] } }), { a: null }],
    ['where anything fits', object({ a: {} }), { a: null }],
    ['of a field that is not declared', object({}), { a: null }],
    ['in a list of nullable values', object({ a: listOf({ type: ['string', 'null'] }) }), { a: ['x', null] }],
  ])('stays %s', (_, schema, args) => {
    expect(read(schema, args)).toEqual({ sent: JSON.stringify(args), repairs: [], faults: [] });
  });

  test.each<[string, JsonSchema, JsonObject, string]>([
    ['of a required member', object({ a: text }, { required: ['a'] }), { a: null }, '/a is required'],
    ['in a list', object({ a: listOf(text) }), { a: [null] }, '/a/0 must be string, not null'],
    [
      'of an argument that the tool does not have',
      object({}, { additionalProperties: false }),
      { a: null },
      '/a is not an argument of this tool; leave it out or check its spelling',
    ],
  ])('%s stays a fault', (_, schema, args, fault) => {
    expect(read(schema, args).faults).toEqual([fault]);
  });
});

describe('null of a server that lists every member as required', () => {
  const nullable = { type: ['string', 'null'] };
  const readStrictly = (schema: JsonSchema, args: JsonObject) => {
    const { arguments: sent, faults } = readArguments(
      bundleTool('t', { schema }),
      { arguments: args, plainArguments: args },
      JSON.stringify(args),
      { isStrict: true },
    );
    return { sent, faults: faults.length };
  };

  test.each<[string, JsonSchema, JsonObject, JsonObject]>([
    ['an argument', object({ a: nullable, b: text }), { a: null, b: 'x' }, { b: 'x' }],
    [
      'a member',
      object({ o: object({ a: nullable, b: nullable }, { required: ['b'] }) }),
      { o: { a: null, b: null } },
      { o: { b: null } },
    ],
    ['anything', object({ a: {} }), { a: null }, {}],
    ['a member in a list', object({ l: listOf(object({ a: nullable })) }), { l: [{ a: null }] }, { l: [{}] }],
    [
      'a member of a definition',
      object({ o: { $ref: '#/$defs/O' } }, { $defs: { O: object({ a: nullable, b: nullable }, { required: ['a'] }) } }),
      { o: { a: null, b: null } },
      { o: { a: null } },
    ],
    [
      'a member in a choice',
      object({ o: { anyOf: [object({ a: nullable }, { required: ['a'] }), text] } }),
      { o: { a: null } },
      { o: { a: null } },
    ],
    ['a text with the word', object({ a: text }), { a: 'null' }, { a: 'null' }],
  ])('leaves out %s that may be left out, though it may be null', (_, schema, args, sent) => {
    expect(readStrictly(schema, args)).toEqual({ sent, faults: 0 });
  });
});

describe('JSON text', () => {
  const meta = object({ k: integer, note: text }, { required: ['k'], additionalProperties: false });

  test.each<Case>([
    ['an object', object({ meta }), { meta: '{"k":1}' }, '{"meta":{"k":1}}'],
    ['a list', object({ ids: listOf(integer) }), { ids: ' [1, 2]' }, '{"ids":[1,2]}'],
    ['an object in a list', object({ all: listOf(meta) }), { all: ['{"k":1}'] }, '{"all":[{"k":1}]}'],
    ['a list or an object', object({ a: { anyOf: [meta, listOf(meta)] } }), { a: '[{"k":1}]' }, '{"a":[{"k":1}]}'],
    [
      'an object or null',
      object({ meta: { anyOf: [meta, { type: 'null' }] } }),
      { meta: '{"k":1}' },
      '{"meta":{"k":1}}',
    ],
    [
      'exact numbers',
      object({ a: object({ n: { type: 'number' } }) }),
      { a: `{"n":${BIG}.50}` },
      `{"a":{"n":${BIG}.50}}`,
    ],
  ])('is read where only %s fits', (_, schema, args, sent) => {
    expect(read(schema, args)).toEqual({ sent, repairs: ['json_text'], faults: [] });
  });

  test('is read in what it holds, too', () => {
    const schema = object({ outer: object({ inner: meta }) });

    expect(read(schema, { outer: '{"inner":"{\\"k\\":\\"1\\",\\"note\\":null}"}' })).toEqual({
      sent: '{"outer":{"inner":{"k":1}}}',
      repairs: ['json_text', 'null_absent', 'number_text'],
      faults: [],
    });
  });

  test.each<[string, JsonSchema, JsonObject]>([
    ['where a text fits', object({ a: text }), { a: '{"k":1}' }],
    ['where a text or an object fits', object({ a: { anyOf: [text, meta] } }), { a: '{"k":1}' }],
    ['where anything fits', object({ a: {} }), { a: '[1]' }],
  ])('stays a text %s', (_, schema, args) => {
    expect(read(schema, args)).toEqual({ sent: JSON.stringify(args), repairs: [], faults: [] });
  });

  test.each([
    ['no JSON', '{k:1}'],
    ['the other kind', '[1]'],
    ['neither', '7'],
    ['deeper than a request may be', `{"k":${'['.repeat(600)}${']'.repeat(600)}}`],
  ])('that is %s stays a fault', (_, given) => {
    expect(read(object({ meta }), { meta: given })).toMatchObject({
      repairs: [],
      faults: ['/meta must be object, not string'],
    });
  });
});

test('a name that is a member of every object is a name like any other', () => {
  const schema = object({ a: object({ v: integer }) });

  const { sent } = read(schema, { a: '{"__proto__":{"x":1},"constructor":null,"v":"1"}' });

  expect(sent).toBe('{"a":{"__proto__":{"x":1},"constructor":null,"v":1}}');
});

test('reading costs a bounded amount of work, whatever the schema and the value are', () => {
  const $defs = { T: { anyOf: [object({ a: { $ref: '#/$defs/T' } }), listOf({ $ref: '#/$defs/T' }), integer] } };
  const schema = object({ a: { $ref: '#/$defs/T' } }, { $defs });
  let nested: JsonObject = { a: '1' };
  for (let depth = 0; depth < 60; depth++) nested = { a: nested };

  expect(read(schema, nested).sent).toContain('{"a":1}');
  expect(() => read(schema, { a: Array.from({ length: 200_000 }, () => '1') })).toThrow(ArgumentTooComplex);
});
