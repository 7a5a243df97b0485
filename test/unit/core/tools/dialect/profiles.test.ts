import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Vendor, violations } from '../../../../../bench/support/vendors/rules.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../../../../core/lib/json/value.ts';
import { readArguments } from '../../../../../core/mcp/arguments/repairs.ts';
import { PROFILE_NAMES, profileOf, type SchemaProfile } from '../../../../../core/model/schemaProfile.ts';
import { inProfile, listedSchema } from '../../../../../core/tools/dialect/index.ts';
import { argumentSchemas } from '../../../../support/argumentSchemas.ts';
import { bundleTool } from '../../../../support/bundles.ts';

const of = (value: JsonValue, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties: { a: value },
  ...more,
});
const schemaIn = (profile: SchemaProfile, schema: JsonSchema) => inProfile(listedSchema(schema), profile);
/** What a profile lists for an argument. */
const listed = (profile: SchemaProfile, value: JsonValue, more: JsonObject = {}): JsonValue | undefined =>
  (schemaIn(profile, of(value, more))['properties'] as JsonObject)['a'];

const KEPT: Readonly<Record<SchemaProfile, readonly Vendor[]>> = {
  default: ['openai', 'anthropic', 'gemini', 'vscode'],
  gemini: ['geminiParameters', 'openai', 'anthropic', 'gemini', 'vscode'],
  'openai-strict': ['openaiStrict', 'openai', 'anthropic', 'gemini', 'vscode'],
  'no-refs': ['noRefs', 'openai', 'anthropic', 'gemini', 'vscode'],
};
const brokenBy = (profile: SchemaProfile, inputSchema: JsonObject) =>
  KEPT[profile].flatMap((vendor) =>
    violations(vendor, { name: 'tool', description: 'A tool', inputSchema }).map(
      ({ rule, place }) => `${vendor} ${rule} ${place}`,
    ),
  );

/** What a client sends for such a schema is read as this. */
function read(schema: JsonSchema, args: JsonObject) {
  const { arguments: sent, faults } = readArguments(
    bundleTool('t', { schema }),
    { arguments: args, plainArguments: args },
    JSON.stringify(args),
  );
  return { sent, faults };
}

const $defs = { D: { type: 'object', properties: { n: { type: 'integer' }, next: { $ref: '#/$defs/D' } } } };
const ref = { $ref: '#/$defs/D' };

describe('gemini', () => {
  test.each<[what: string, given: JsonValue, expected: JsonValue]>([
    [
      'a reference',
      ref,
      {
        type: 'object',
        properties: {
          n: { type: 'integer' },
          next: { type: 'string', description: 'Its members are not listed. An object as JSON text.' },
        },
      },
    ],
    ['null', { type: ['string', 'null'] }, { type: 'string', description: 'May be null.' }],
    ['listed texts', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['listed numbers', { enum: [1, 2] }, { type: 'integer', description: 'One of 1, 2.' }],
    ['one value', { const: 'x', description: 'D.' }, { type: 'string', description: 'D.', enum: ['x'] }],
    ['a format that it takes', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['another format', { type: 'string', format: 'uuid' }, { type: 'string', description: 'Format: uuid.' }],
    [
      'bounds',
      { type: 'integer', format: 'int64', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
      { type: 'integer', format: 'int64', minimum: 1 },
    ],
    [
      'a union with a description',
      { description: 'D.', anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string', description: 'D.' }, { type: 'integer' }] },
    ],
    [
      'a union beside members',
      {
        type: 'object',
        properties: { b: { type: 'string' } },
        anyOf: [{ required: ['b'] }, { properties: { c: { type: 'integer' } } }],
      },
      { type: 'object', properties: { b: { type: 'string' }, c: { type: 'integer' } } },
    ],
    [
      'an intersection',
      {
        allOf: [{ type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }, { properties: { c: {} } }],
      },
      {
        type: 'object',
        properties: {
          b: { type: 'string' },
          c: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
        },
        required: ['b'],
      },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'string' }, description: 'Labels.' },
      { type: 'string', description: 'Labels. An object as JSON text.' },
    ],
    [
      'a list of anything',
      { type: 'array' },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    ],
    [
      'a member with another name',
      { type: 'object', properties: { 'x-id': { type: 'string' }, b: { type: 'string' } }, required: ['x-id', 'b'] },
      { type: 'object', description: 'Also takes "x-id".', properties: { b: { type: 'string' } }, required: ['b'] },
    ],
  ])('%s is listed as an OpenAPI schema', (_, given, expected) => {
    expect(listed('gemini', given, { $defs })).toEqual(expected);
    expect(brokenBy('gemini', schemaIn('gemini', of(given, { $defs })))).toEqual([]);
  });

  test('arguments with other names are listed under names that it takes, and read back', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { 'filter.id': { type: 'integer' }, 'order-id': { type: 'string' }, '2fa': { type: 'boolean' } },
      required: ['order-id'],
      additionalProperties: false,
    };

    const { properties, required } = schemaIn('gemini', schema);

    expect(Object.keys(properties as object)).toEqual(['filter_id', 'order_id', '_2fa']);
    expect(required).toEqual(['order_id']);
    expect(read(schema, { filter_id: 1, order_id: 'o', _2fa: true })).toEqual({
      sent: { 'filter.id': 1, 'order-id': 'o', '2fa': true },
      faults: [],
    });
  });

  test('two arguments never have one name', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { 'a-b': { type: 'string' }, 'a.b': {}, a_b: { type: 'integer' } },
    };

    const { properties, description } = schemaIn('gemini', schema);

    expect(Object.keys(properties as object)).toEqual(['a_b']);
    expect((properties as JsonObject)['a_b']).toMatchObject({ type: 'integer' });
    expect(description).toBe('Also takes "a-b", "a.b".');
  });
});

describe('openai-strict', () => {
  test.each<[what: string, given: JsonValue, expected: JsonValue]>([
    [
      'a text',
      { type: 'string', minLength: 1, default: 'x', description: 'D.' },
      { description: 'D.', anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'a union',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    [
      'a format that it takes',
      { type: 'string', format: 'uuid' },
      { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
    ],
    [
      'another format',
      { type: 'string', format: 'uri' },
      { description: 'Format: uri.', anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: true },
      { description: 'An object as JSON text.', anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'a pattern that looks around',
      { type: 'string', pattern: '^(?!x)' },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'an object',
      { type: 'object', properties: { b: { type: 'string' }, c: { enum: ['x'] } }, required: ['b'] },
      {
        anyOf: [
          {
            type: 'object',
            properties: { b: { type: 'string' }, c: { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] } },
            required: ['b', 'c'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
    ],
  ])('%s that may be left out may be null', (_, given, expected) => {
    expect(listed('openai-strict', given)).toEqual(expected);
    expect(brokenBy('openai-strict', schemaIn('openai-strict', of(given)))).toEqual([]);
  });

  test('what strict calling fills in is read as what was meant', () => {
    const schema = of(
      {
        type: 'object',
        properties: { b: { type: 'string' }, labels: { type: 'object', additionalProperties: { type: 'integer' } } },
        required: ['labels'],
      },
      { required: ['a'] },
    );

    expect(schemaIn('openai-strict', schema)['required']).toEqual(['a']);
    expect(read(schema, { a: { b: null, labels: '{"x":1}' } })).toEqual({
      sent: { a: { labels: { x: 1 } } },
      faults: [],
    });
  });

  test('objects below the tenth level are text', () => {
    let inner: JsonObject = { type: 'object', properties: { end: { type: 'string' } } };
    for (let level = 0; level < 14; level++) inner = { type: 'object', properties: { inner } };

    const schema = schemaIn('openai-strict', of(inner));

    expect(brokenBy('openai-strict', schema)).toEqual([]);
    expect(JSON.stringify(schema)).toContain('An object as JSON text.');
    expect(JSON.stringify(schema)).not.toContain('"end"');
  });

  test.each([
    ['too many values', { type: 'string', enum: Array.from({ length: 1_200 }, (_, at) => `v${at}`) }],
    [
      'values that are too long',
      { type: 'string', enum: Array.from({ length: 300 }, (_, at) => `${at}${'x'.repeat(60)}`) },
    ],
  ])('%s are not listed', (_, given) => {
    const schema = schemaIn('openai-strict', of(given));

    expect(brokenBy('openai-strict', schema)).toEqual([]);
    expect(listed('openai-strict', given)).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
  });
});

describe('no-refs', () => {
  test('references are replaced by what they mean, and cut where they would not end', () => {
    const schema = schemaIn('no-refs', of({ $ref: '#/$defs/D', description: 'First.' }, { $defs }));

    expect(schema).toEqual(
      of({
        type: 'object',
        description: 'First.',
        properties: { n: { type: 'integer' }, next: { type: 'object', description: 'Its members are not listed.' } },
      }),
    );
    expect(brokenBy('no-refs', schema)).toEqual([]);
  });

  test('what stands beside a reference is added to what it means', () => {
    const beside = { $ref: '#/$defs/D', properties: { x: { type: 'string' } }, required: ['x', 'n', 'lost'] };

    expect(listed('no-refs', beside, { $defs })).toMatchObject({
      properties: { x: { type: 'string' }, n: { type: 'integer' }, next: { type: 'object' } },
      required: ['x', 'n', 'lost'],
    });
    expect(brokenBy('no-refs', schemaIn('no-refs', of(beside, { $defs })))).toEqual([]);
  });

  test('a schema that would grow without bound is cut early', () => {
    const names = Array.from({ length: 30 }, (_, at) => `D${at}`);
    const grown = Object.fromEntries(
      names.map((name, at) => [
        name,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 5 }, (_, of) => [`p${of}`, { $ref: `#/$defs/D${at + 1}` }]),
          ),
        },
      ]),
    );

    const schema = schemaIn('no-refs', of({ $ref: '#/$defs/D0' }, { $defs: { ...grown, D30: { type: 'string' } } }));

    expect(brokenBy('no-refs', schema)).toEqual([]);
    expect(JSON.stringify(schema).length).toBeLessThan(200_000);
    expect(JSON.stringify(schema)).toContain('"p4"');
  });
});

test.each(PROFILE_NAMES)('any schema is listed in %s as its vendors take it', (profile) => {
  fc.assert(
    fc.property(argumentSchemas, (schema) => expect(brokenBy(profile, schemaIn(profile, schema))).toEqual([])),
    { numRuns: 300 },
  );
});

test('the checker finds what vendors refuse', () => {
  const bad: JsonSchema = {
    type: 'object',
    properties: {
      'a b': { type: ['string', 'null'], enum: ['', null], description: 'x'.repeat(1_025) },
      list: { type: 'array' },
      $x: { $ref: '#/$defs/T', description: 'beside' },
    },
    anyOf: [{ required: ['list'] }],
    $defs: { T: { type: 'array', items: { $ref: '#/$defs/T' } } },
  };
  const rulesOf = (vendor: Vendor) => [
    ...new Set(
      violations(vendor, { name: `1${'n'.repeat(64)}`, description: 'x'.repeat(1_025), inputSchema: bad }).map(
        ({ rule }) => rule,
      ),
    ),
  ];

  expect(rulesOf('openai')).toEqual(['name', 'description', 'root', 'items']);
  expect(rulesOf('openaiStrict')).toEqual(expect.arrayContaining(['closed', 'required', 'reference']));
  expect(rulesOf('anthropic')).toEqual(['name', 'keys', 'root']);
  expect(rulesOf('noRefs')).toContain('reference');
  expect(rulesOf('gemini')).toEqual(['name', 'enum', 'empty', 'reference', 'endless']);
  expect(rulesOf('geminiParameters')).toEqual(
    expect.arrayContaining(['type', 'untyped', 'keyword', 'values', 'union', 'names', 'items']),
  );
  expect(rulesOf('vscode')).toEqual(['items', 'root', 'description']);
  expect(rulesOf('cursor')).toEqual(['name']);
});

test.each([
  ['@n8n/n8n-nodes-langchain.mcpClientTool 1.2', 'gemini'],
  ['5ire 0.15.3', 'gemini'],
  ['gemini-cli-mcp-client 0.9', undefined],
  ['claude-code', undefined],
  [undefined, undefined],
])('%s gets the profile %s by its name', (client, profile) => {
  expect(profileOf(client)).toBe(profile);
});
