import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type Vendor, violations } from '../../../../../bench/support/vendors/rules.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../../../../core/lib/json/value.ts';
import { listedSchema } from '../../../../../core/tools/dialect/index.ts';
import { argumentSchemas } from '../../../../support/argumentSchemas.ts';
import { verdictOn } from '../../../../support/instances.ts';

const of = (value: JsonValue, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties: { a: value },
  ...more,
});
/** What is listed for a property. */
const listed = (value: JsonValue, more: JsonObject = {}): JsonValue | undefined =>
  (listedSchema(of(value, more))['properties'] as JsonObject)['a'];

const DEFAULTS: readonly Vendor[] = ['openai', 'anthropic', 'gemini', 'vscode'];
const brokenBy = (inputSchema: JsonObject) =>
  DEFAULTS.flatMap((vendor) =>
    violations(vendor, { name: 'tool', description: 'A tool', inputSchema }).map(
      ({ rule, place }) => `${vendor} ${rule} ${place}`,
    ),
  );

const int64 = { type: 'integer', format: 'int64' };

test.each<[what: string, given: JsonValue, expected: JsonValue]>([
  ['one type', { type: 'string', minLength: 1 }, { type: 'string', minLength: 1 }],
  [
    'null beside a type',
    { type: ['string', 'null'], description: 'A note.' },
    { type: 'string', description: 'A note. May be null.' },
  ],
  ['null before a type', { type: ['null', 'integer'] }, { type: 'integer', description: 'May be null.' }],
  ['null alone', { type: 'null' }, { type: 'null' }],
  [
    'null as the default of what is not null any more',
    { type: ['string', 'null'], default: null },
    { type: 'string', description: 'May be null.' },
  ],
  [
    'null as a branch',
    { anyOf: [int64, { type: 'null' }], title: 'T' },
    { ...int64, title: 'T', description: 'May be null.' },
  ],
  [
    'null as a branch beside two',
    { anyOf: [int64, { type: 'boolean' }, { type: 'null' }] },
    { anyOf: [int64, { type: 'boolean' }], description: 'May be null.' },
  ],
  [
    'null among listed values',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'], description: 'May be null.' },
  ],
  ['integer and number', { type: ['integer', 'number'], minimum: 1 }, { type: 'number', minimum: 1 }],
  [
    'several types',
    { type: ['string', 'integer', 'null'], minLength: 1, maximum: 5, description: 'D' },
    {
      description: 'D May be null.',
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'integer', maximum: 5 },
      ],
    },
  ],
  ['several types beside a union', { type: ['string', 'object'], anyOf: [{ minLength: 1 }] }, { minLength: 1 }],
  ['listed booleans', { type: 'boolean', enum: [true, false] }, { type: 'boolean' }],
  ['one listed boolean', { enum: [true] }, { type: 'boolean', const: true }],
  ['listed numbers', { enum: [1, 2.5] }, { type: 'number', enum: [1, 2.5] }],
  [
    'listed values of several types',
    { enum: ['auto', true, 1] },
    {
      anyOf: [
        { type: 'string', enum: ['auto'] },
        { type: 'integer', enum: [1] },
        { type: 'boolean', const: true },
      ],
    },
  ],
  [
    'an empty text among listed values',
    { type: 'string', enum: ['', 'a'] },
    { type: 'string', enum: ['a'], description: 'May be empty.' },
  ],
  ['an empty text as the only listed value', { enum: [''] }, { type: 'string', maxLength: 0 }],
  [
    'listed objects',
    { enum: [{ b: 1 }, 'c'], type: ['object', 'string'] },
    { anyOf: [{ type: 'object' }, { type: 'string' }] },
  ],
  ['a list without items', { type: 'array' }, { type: 'array', items: {} }],
  ['a list of anything', { type: 'array', items: true }, { type: 'array', items: {} }],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: ['string', 'null'] }] },
    { type: 'array', prefixItems: [{ type: 'string', description: 'May be null.' }], items: {} },
  ],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'boolean' }] }, { anyOf: [{ type: 'string' }, { type: 'boolean' }] }],
  [
    'a union in a union',
    { anyOf: [{ type: ['string', 'integer'] }, { type: 'string' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'a union of one',
    { anyOf: [{ type: 'string', description: 'In' }], description: 'Out' },
    { type: 'string', description: 'Out' },
  ],
  [
    'a member that is required and not described',
    { type: 'object', properties: {}, required: ['b'], additionalProperties: { type: 'string' } },
    {
      type: 'object',
      properties: { b: { type: 'string' } },
      required: ['b'],
      additionalProperties: { type: 'string' },
    },
  ],
  [
    'a member whose name a vendor does not take',
    {
      type: 'object',
      properties: { '@odata.type': { const: '#Sql' }, 'x:y': { type: ['string', 'null'] }, a: { type: 'string' } },
      required: ['@odata.type', 'a'],
      additionalProperties: false,
      description: 'A policy.',
    },
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      description:
        'A policy. Needs the member "@odata.type": {"const":"#Sql"}. Also takes the member "x:y": {"type":"string","description":"May be null."}.',
    },
  ],
  [
    'what may not be',
    { type: 'string', not: { enum: ['x'], type: 'string' } },
    { type: 'string', not: { type: 'string', enum: ['x'] } },
  ],
  ['what may not be null', { type: 'string', not: { enum: [null] } }, { type: 'string' }],
  ['false', false, { not: {} }],
])('%s is listed as all vendors take it', (_, given, expected) => {
  const made = listed(given);

  expect(made).toEqual(expected);
  expect(brokenBy(listedSchema(of(given)))).toEqual([]);
});

describe('a reference', () => {
  const $defs = { D: { type: ['object', 'null'], properties: { n: { type: ['integer', 'null'] } } } };

  test('stays as it is, and what it refers to is in the dialect', () => {
    const schema = listedSchema(of({ $ref: '#/$defs/D' }, { $defs }));

    expect(schema).toEqual(
      of(
        { $ref: '#/$defs/D' },
        {
          $defs: {
            D: {
              type: 'object',
              properties: { n: { type: 'integer', description: 'May be null.' } },
              description: 'May be null.',
            },
          },
        },
      ),
    );
  });

  test.each<[string, JsonObject]>([
    ['a description', { $ref: '#/$defs/D', description: 'Of the order.' }],
    ['null', { anyOf: [{ $ref: '#/$defs/D' }, { type: 'null' }] }],
    ['a type', { $ref: '#/$defs/D', type: 'object' }],
    ['a union', { $ref: '#/$defs/D', anyOf: [{ required: ['n'] }, { minProperties: 2 }] }],
  ])('has nothing beside it where %s was', (_, given) => {
    const schema = listedSchema(of(given, { $defs }));

    expect(JSON.stringify(schema)).toContain('{"$ref":"#/$defs/D"}');
    expect(brokenBy(schema)).toEqual([]);
  });

  test.each<[what: string, definition: JsonObject, expected: JsonObject]>([
    ['by a member that may be left out', of({ $ref: '#/$defs/T' }), of({ $ref: '#/$defs/T' })],
    ['by a required member', of({ $ref: '#/$defs/T' }, { required: ['a'] }), of({ $ref: '#/$defs/T' })],
    ['by the items of a list', { type: 'array', items: { $ref: '#/$defs/T' } }, { type: 'array', items: {} }],
    [
      'by a branch',
      { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/T' } }] },
      { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] },
    ],
    ['by another definition', of({ $ref: '#/$defs/U' }, { required: ['a'] }), of({ $ref: '#/$defs/U' })],
  ])('that leads to itself %s ends where Gemini needs an end', (_, definition, expected) => {
    const schema = listedSchema(
      of({ $ref: '#/$defs/T' }, { $defs: { T: definition, U: of({ $ref: '#/$defs/T' }, { required: ['a'] }) } }),
    );

    expect((schema['$defs'] as JsonObject)['T']).toEqual(expected);
    expect(brokenBy(schema)).toEqual([]);
  });
});

test('long descriptions are cut between words, wherever they are', () => {
  const long = `${'word '.repeat(300)}end`;
  const schema = listedSchema({
    ...of({ type: 'array', items: { type: 'string', description: long } }),
    description: long,
  });

  expect(JSON.stringify(schema)).not.toContain('end');
  expect((schema['description'] as string).length).toBeLessThanOrEqual(1_024);
  expect(schema['description']).toMatch(/word…$/);
  expect(brokenBy(schema)).toEqual([]);
});

test('names of members are no keywords', () => {
  const members = {
    type: { type: 'string' },
    enum: { type: 'array' },
    anyOf: { type: ['string', 'null'] },
  };
  const schema = JSON.parse(
    `{"type":"object","properties":{"a":{"type":"object","properties":{"__proto__":{"type":["string","null"]}}}}}`,
  );

  expect(listed({ type: 'object', properties: members })).toMatchObject({
    properties: {
      type: { type: 'string' },
      enum: { type: 'array', items: {} },
      anyOf: { type: 'string' },
    },
  });
  expect(JSON.stringify(listedSchema(schema))).toContain('"__proto__":{"type":"string"');
});

test.each([true, false])(
  'whether there are further arguments is said of all of them alone: %j',
  (additionalProperties) => {
    const schema = listedSchema(of({ ...of({ type: 'string' }), additionalProperties }, { additionalProperties }));

    expect(schema).toEqual(of(of({ type: 'string' }), { additionalProperties }));
  },
);

test('closed arguments of which some cannot be listed are not listed as closed', () => {
  const schema = listedSchema({
    type: 'object',
    properties: { a: { type: 'string' }, '@odata.type': { type: 'string' } },
    additionalProperties: false,
  });

  expect(schema).toMatchObject(of({ type: 'string' }));
  expect(new Ajv2020().validate(schema, { a: 'x', '@odata.type': 'y' })).toBe(true);
});

test('a schema without arguments has an empty list of them', () => {
  expect(listedSchema({ type: 'object' })).toEqual({ type: 'object', properties: {} });
});

describe('any schema', () => {
  test('is listed as all vendors take it', () => {
    fc.assert(
      fc.property(argumentSchemas, (given) => expect(brokenBy(listedSchema(given))).toEqual([])),
      { numRuns: 500 },
    );
  });

  test('listed accepts what it accepts, but for null and the empty text', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    let compared = 0;
    fc.assert(
      fc.property(argumentSchemas, (given) => {
        const { full } = verdictOn(given);
        if (typeof full === 'string' || /null|""/.test(JSON.stringify(full.value))) return;
        compared++;
        expect(ajv.validate(given, full.value)).toBe(true);
        expect({ given, value: full.value, taken: ajv.validate(listedSchema(given), full.value) }).toMatchObject({
          taken: true,
        });
      }),
      { numRuns: 500 },
    );

    expect(compared).toBeGreaterThan(100);
  });
});
