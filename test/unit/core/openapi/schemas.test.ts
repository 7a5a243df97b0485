/** Schema conversion: what documents of every dialect write, and the JSON Schema 2020-12 that it means. */

import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { defined } from '../../../support/defined.ts';
import {
  codesOf,
  convertedProperty,
  importValue,
  onlyTool,
  propertiesOf,
  swagger,
  withBody,
  withParameters,
} from '../../../support/descriptions.ts';

/** One for all, because compiling JSON Schema's own schema takes longer than compiling most others. */
const ajv = new Ajv2020({ strict: false });
type Case = readonly [what: string, schema: JsonValue, expected: JsonValue, version?: string];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const CASES: readonly Case[] = [
  ['nullable beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['nullable: false', { type: 'string', nullable: false }, { type: 'string' }],
  ['nullable without a type', { nullable: true, description: 'x' }, { description: 'x' }],
  [
    'nullable beside an enum',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['x-nullable', { type: 'integer', 'x-nullable': true }, { type: ['integer', 'null'] }],
  [
    'nullable beside oneOf',
    { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'null' }] },
  ],
  ['a type array', { type: ['string', 'null'] }, { type: ['string', 'null'] }, '3.1.0'],
  [
    'exclusiveMinimum: true',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  ['exclusiveMaximum: false', { type: 'number', maximum: 9, exclusiveMaximum: false }, { type: 'number', maximum: 9 }],
  [
    'a numeric exclusiveMinimum',
    { type: 'number', exclusiveMinimum: 3 },
    { type: 'number', exclusiveMinimum: 3 },
    '3.1.0',
  ],
  ['bounds written as text', { type: 'integer', minimum: '1', maximum: 'many' }, { type: 'integer', minimum: 1 }],
  ['an impossible multipleOf', { type: 'number', multipleOf: 0 }, { type: 'number' }],
  ['a negative minLength', { type: 'string', minLength: -1, maxLength: 5 }, { type: 'string', maxLength: 5 }],
  ['a capitalised type', { type: 'String' }, { type: 'string' }],
  ['type: any', { type: 'any', description: 'x' }, { description: 'x' }],
  ['a format as type', { type: 'datetime' }, { type: 'string', format: 'date-time' }],
  ['an unknown type', { type: 'Frob', title: 'F' }, { title: 'F' }],
  ['a missing type beside properties', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
  ['a missing type beside items', { items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
  [
    'items beside a choice of a list and a text',
    { items: { type: 'string' }, oneOf: [{ type: 'array' }, { type: 'string' }] },
    { items: { type: 'string' }, anyOf: [{ type: 'array', items: {} }, { type: 'string' }] },
  ],
  [
    'an enum whose maxLength refuses every value',
    { type: 'string', enum: ['MALE', 'FEMALE'], maxLength: 1 },
    { type: 'string', enum: ['MALE', 'FEMALE'] },
  ],
  [
    'an enum that lists null without being nullable',
    { type: 'string', enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'a file that may be null',
    { type: ['string', 'null'], format: 'binary' },
    {
      type: ['string', 'null'],
      contentEncoding: 'base64',
      format: 'binary',
      description: 'File content as base64 text.',
    },
    '3.1.0',
  ],
  ['an array without items', { type: 'array' }, { type: 'array', items: {} }],
  [
    'items as a list (draft 4)',
    { type: 'array', items: [{ type: 'string' }] },
    { type: 'array', prefixItems: [{ type: 'string' }] },
  ],
  [
    'texts beside an enum, as OpenAPI Generator writes them',
    {
      type: 'integer',
      enum: [0, 1, 2],
      description: 'State of the door.',
      'x-enum-varnames': ['Open', 'Closed', 'Locked'],
      'x-enum-descriptions': ['Everybody can get in.', 'Who knocks can get in.', null],
    },
    {
      type: 'integer',
      enum: [0, 1, 2],
      description: 'State of the door. 0: Open (Everybody can get in). 1: Closed (Who knocks can get in). 2: Locked.',
    },
  ],
  [
    'texts by value, as Redocly reads them',
    { type: 'string', enum: ['ON', 'OFF'], 'x-enumDescriptions': { ON: 'User account activated', toString: 'x' } },
    { type: 'string', enum: ['ON', 'OFF'], description: 'ON: User account activated.' },
  ],
  [
    'texts of AutoRest',
    {
      type: 'string',
      enum: ['A1', 'B2'],
      'x-ms-enum': {
        name: 'Plan',
        values: [{ value: 'B2', name: 'Large', description: 'Ten seats' }, { value: 'A1' }],
      },
    },
    { type: 'string', enum: ['A1', 'B2'], description: 'B2: Large (Ten seats).' },
  ],
  [
    'names that only repeat the values, and texts that the description has',
    {
      type: 'string',
      enum: ['in_use', 'free'],
      description: 'in_use: somebody works on it',
      'x-enumNames': ['InUse', 'Free'],
      'x-enum-descriptions': ['somebody works on it', ''],
    },
    { type: 'string', enum: ['in_use', 'free'], description: 'in_use: somebody works on it' },
  ],
  ['an integer enum typed as string', { type: 'string', enum: [1, 2] }, { type: 'string', enum: ['1', '2'] }],
  ['an enum with doubles', { enum: ['a', 'a', 'b'] }, { enum: ['a', 'b'] }],
  ['an empty enum', { type: 'string', enum: [] }, { type: 'string' }],
  ['an example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
  ['an Example Object map', { type: 'string', examples: { one: { value: 'x' } } }, { type: 'string' }],
  ['an example of another type', { type: 'integer', example: 'x' }, { type: 'integer' }],
  ['a default of another type', { type: 'integer', default: 'x' }, { type: 'integer' }],
  ['a default that fits', { type: 'integer', default: 3 }, { type: 'integer', default: 3 }],
  ['extensions, xml and external docs', { type: 'string', 'x-a': 1, xml: {}, externalDocs: {} }, { type: 'string' }],
  [
    'format byte',
    { type: 'string', format: 'byte' },
    { type: 'string', contentEncoding: 'base64', description: 'Base64 text.' },
  ],
  [
    'format binary',
    { type: 'string', format: 'binary', maxLength: 10 },
    { type: 'string', contentEncoding: 'base64', format: 'binary', description: 'File content as base64 text.' },
  ],
  ['an unknown format', { type: 'string', format: 'money' }, { type: 'string', format: 'money' }],
  ['a pattern with PCRE delimiters', { type: 'string', pattern: '/^a+$/u' }, { type: 'string', pattern: '^a+$' }],
  [
    'a pattern that ignores case',
    { type: 'string', pattern: '/^a+$/i' },
    { type: 'string', description: 'Pattern: /^a+$/i' },
  ],
  [
    'a pattern of a path',
    { type: 'string', pattern: '/pets/[0-9]+/answer' },
    { type: 'string', pattern: '/pets/[0-9]+/answer' },
  ],
  [
    'a pattern with needless escapes',
    { type: 'string', pattern: '^[\\w\\.\\-]+\\@$' },
    { type: 'string', pattern: '^[\\w\\.\\-]+@$' },
  ],
  [
    'a pattern of another language',
    { type: 'string', pattern: '(?i)^a(' },
    { type: 'string', description: 'Pattern: (?i)^a(' },
  ],
  ['const', { const: 'x' }, { const: 'x' }, '3.1.0'],
  [
    'true and false as schemas',
    { type: 'object', properties: { a: true, b: false } },
    { type: 'object', properties: { a: {}, b: { not: {} } } },
    '3.1.0',
  ],
  [
    '$id, $anchor, $comment and $schema',
    { $id: 'urn:x', $anchor: 'a', $comment: 'c', $schema: 'd', type: 'string' },
    { type: 'string' },
    '3.1.0',
  ],
  ['unevaluatedProperties', { type: 'object', unevaluatedProperties: false }, { type: 'object' }, '3.1.0'],
  [
    'additionalProperties: {}',
    { type: 'object', additionalProperties: {} },
    { type: 'object', additionalProperties: true },
  ],
  [
    'required: true on a property (draft 3)',
    { type: 'object', properties: { a: { type: 'string', required: true } } },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  [
    'required with doubles',
    { type: 'object', properties: { a: {} }, required: ['a', 'a'] },
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'null where a schema is expected',
    { type: 'object', properties: { a: null } },
    { type: 'object', properties: { a: {} } },
  ],
  [
    'a type alone where a schema is expected',
    { type: 'object', properties: { a: 'integer' } },
    { type: 'object', properties: { a: { type: 'integer' } } },
  ],
  [
    'oneOf of open objects, relaxed',
    { oneOf: [{ type: 'object' }, { type: 'string' }] },
    { anyOf: [{ type: 'object' }, { type: 'string' }] },
  ],
  [
    'allOf of one reference with a description',
    { allOf: [ref('Pet')], description: 'Mine' },
    { type: 'object', properties: { name: { type: 'string' } }, description: 'Mine' },
  ],
  [
    'allOf of objects',
    { allOf: [ref('Pet'), { properties: { age: { type: 'integer' } }, required: ['name'] }] },
    { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
  ],
  [
    'allOf with nullable',
    { allOf: [ref('Pet')], nullable: true },
    { anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }] },
  ],
  [
    'a closed part in allOf, opened for the others',
    { allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }] },
    { type: 'object', properties: { a: {}, b: {} } },
  ],
  [
    'a closed part in allOf to which the others add nothing',
    { allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { a: { type: 'string' } } }] },
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  ],
  [
    'a closed object around choices with properties of their own, opened for them',
    { additionalProperties: false, anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    {
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    },
  ],
  [
    'a closed object around choices of what it requires',
    {
      type: 'object',
      properties: { a: {}, b: {} },
      additionalProperties: false,
      oneOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { type: 'string' } } }],
    },
    {
      type: 'object',
      properties: { a: {}, b: {} },
      additionalProperties: false,
      anyOf: [{ required: ['a'] }, { type: 'object', required: ['b'], properties: { b: { type: 'string' } } }],
    },
  ],
  [
    'contradicting bounds in allOf, narrowed',
    {
      allOf: [
        { type: 'integer', minimum: 1 },
        { type: 'number', minimum: 3, maximum: 9 },
      ],
    },
    { type: 'integer', minimum: 3, maximum: 9 },
  ],
  [
    'a description beside a reference',
    { ...ref('Pet'), description: 'Mine' },
    { type: 'object', properties: { name: { type: 'string' } }, description: 'Mine' },
  ],
  [
    'rules beside a reference, ignored in 3.0',
    { ...ref('Pet'), minProperties: 1 },
    { type: 'object', properties: { name: { type: 'string' } } },
  ],
  [
    'rules beside a reference, kept in 3.1',
    { ...ref('Pet'), minProperties: 1 },
    { type: 'object', properties: { name: { type: 'string' } }, minProperties: 1 },
    '3.1.0',
  ],
];

describe('converting schemas', () => {
  const Pet = { type: 'object', properties: { name: { type: 'string' } } };

  test.each(CASES.map(([what, schema, expected, version = '3.0.3']) => [what, schema, expected, version] as const))(
    'reads %s',
    async (_, schema, expected, version) => {
      const converted = await convertedProperty(schema, { Pet }, version);
      expect(converted).toEqual(expected);
    },
  );

  test('leaves out a bound that no JSON can hold', async () => {
    const yaml = `{"openapi": "3.0.3", "paths": {"/x": {"get": {"parameters": [
      {"in": "query", "name": "n", "schema": {"type": "number", "minimum": 1, "maximum": .inf}}]}}}}`;

    const { tools, warnings } = await importDocument(yaml, {});

    expect(propertiesOf(defined(tools[0]))).toEqual({ n: { type: 'number', minimum: 1 } });
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'keyword_invalid' }));
  });

  test('leaves readOnly properties out, also through references and allOf, and keeps writeOnly ones', async () => {
    // Prepare
    const schemas = {
      Stamp: { type: 'string', readOnly: true },
      Base: { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
      User: {
        allOf: [
          ref('Base'),
          {
            type: 'object',
            required: ['id', 'name', 'created'],
            properties: {
              name: { type: 'string' },
              created: ref('Stamp'),
              changed: { allOf: [ref('Stamp')] },
              password: { type: 'string', writeOnly: true },
            },
          },
        ],
      },
    };

    // Act
    const tool = await onlyTool(withBody(ref('User'), schemas));

    // Assess
    expect(Object.keys(propertiesOf(tool))).toEqual(['name', 'password']);
    expect(tool.inputSchema['required']).toEqual(['name']);
  });

  test.each([
    ['JSON', (text: string) => text.replace('readOnly', 'read\\u004fnly')],
    ['YAML', (text: string) => `# ${text.length}\n${text.replace('readOnly', 'read\\x4fnly')}`],
  ])('leaves out what is readOnly by a key with an escape (%s)', async (_, escaped) => {
    const stamp = { type: 'string', readOnly: true };
    const document = withBody({ type: 'object', properties: { created: stamp, name: { type: 'string' } } });

    const { tools } = await importDocument(Buffer.from(escaped(JSON.stringify(document))), {});

    expect(tools.map((tool) => Object.keys(propertiesOf(tool)))).toEqual([['name']]);
  });

  test('moves property names that clients refuse to patternProperties below the root, and still checks them', async () => {
    // Prepare
    const schema = {
      type: 'object',
      properties: {
        inner: { type: 'object', required: ['@type'], properties: { '@type': { type: 'string' }, ok: {} } },
      },
    };

    // Act
    const tool = await onlyTool(withBody(schema));

    // Assess
    const inner = propertiesOf(tool)['inner'] as JsonObject;
    expect(Object.keys(inner['properties'] as JsonObject)).toEqual(['ok']);
    expect(inner['description']).toContain('"@type"');
    const validate = ajv.compile(tool.inputSchema);
    expect([
      validate({ inner: { '@type': 'a' } }),
      validate({ inner: { '@type': 1 } }),
      validate({ inner: {} }),
    ]).toEqual([true, false, false]);
  });

  test('keeps a recursive schema by $defs, self-contained', async () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: ref('Node') },
          parent: { allOf: [ref('Node')], nullable: true },
        },
      },
    };
    const tool = await onlyTool(withBody(ref('Node'), schemas));
    const validate = ajv.compile(tool.inputSchema);

    expect(validate({ name: 'a', children: [{ name: 'b', children: [{ children: [] }] }], parent: null })).toBe(true);
    expect(validate({ children: [{ children: [{ name: 1 }] }] })).toBe(false);
  });

  test.each([
    ['a schema that is one of itself', { A: { anyOf: [ref('A'), { type: 'string' }] } }],
    [
      'two schemas that are all of each other',
      { A: { allOf: [ref('B')] }, B: { allOf: [ref('A')], properties: { z: { type: 'string' } } } },
    ],
    ['an alias of itself', { A: ref('B'), B: ref('A') }],
  ])('cuts %s, so that validation ends', async (_, schemas) => {
    const tool = await onlyTool(withBody({ type: 'object', properties: { value: ref('A') } }, schemas));
    const validate = ajv.compile(tool.inputSchema);

    expect(validate({ value: { z: 'x' } })).toBe(true);
  });

  test('keeps a schema of a megabyte below the limit and says what it did', async () => {
    // Prepare: sixty levels of ten properties each, and prose everywhere.
    const schemas: JsonObject = {};
    for (let level = 0; level < 60; level++) {
      const properties: JsonObject = {};
      for (let index = 0; index < 10; index++)
        properties[`field${index}`] = {
          ...ref(`L${(level + index + 1) % 60}`),
          description: 'Long words. '.repeat(30),
        };
      schemas[`L${level}`] = { type: 'object', description: 'Prose '.repeat(60), properties };
    }

    // Act
    const result = await importValue(
      withBody(
        {
          type: 'object',
          properties: {
            root: ref('L0'),
            currency: { type: 'string', enum: Array.from({ length: 9_000 }, (_, i) => `value-${i}`) },
          },
        },
        schemas,
      ),
    );

    // Assess
    const [tool] = result.tools;
    expect(Buffer.byteLength(JSON.stringify(defined(tool).inputSchema))).toBeLessThanOrEqual(60 * 1024);
    expect(Object.keys(propertiesOf(defined(tool)))).toEqual(['root', 'currency']);
    expect(ajv.compile(defined(tool).inputSchema)({})).toEqual(expect.any(Boolean));
    expect(result.warnings.find(({ code }) => code === 'schema_cut')?.tools).toEqual([defined(tool).name]);
  });

  test('expands references that double at each of forty levels in bounded size', async () => {
    const schemas: JsonObject = { L0: { type: 'string' } };
    for (let level = 1; level <= 40; level++)
      schemas[`L${level}`] = { type: 'object', properties: { a: ref(`L${level - 1}`), b: ref(`L${level - 1}`) } };

    const tool = await onlyTool(withBody(ref('L40'), schemas));

    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(60_000);
  });

  test('merges parts that refer to the next part three times, forty levels deep, in bounded size', async () => {
    // Prepare
    const schemas: JsonObject = { S40: { type: 'object', properties: { x: { type: 'string' } } } };
    for (let level = 0; level < 40; level++) {
      const next = ref(`S${level + 1}`);
      schemas[`S${level}`] = { allOf: [next, { properties: { x: next, [`y${level}`]: {} } }, next] };
    }

    // Act
    const tool = await onlyTool(withBody(ref('S0'), schemas));

    // Assess
    expect(ajv.compile(tool.inputSchema)({})).toEqual(expect.any(Boolean));
    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(60_000);
  });

  test.each([
    ['an enum against its type', { type: 'string', enum: [1.5] }, 'enum_contradicts_type', '/enum'],
    ['a default that does not fit', { type: 'integer', default: 'x' }, 'default_unfit', '/default'],
    [
      'a required name without a property',
      { type: 'object', properties: { a: {} }, required: ['a', 'zz'] },
      'required_unknown',
      '/required',
    ],
    ['a count that is none', { type: 'string', minLength: -1 }, 'keyword_invalid', '/minLength'],
    ['an empty enum', { type: 'string', enum: [] }, 'keyword_invalid', '/enum'],
    ['an unknown type', { type: 'Frob' }, 'type_unknown', '/type'],
  ])('tells the repair of %s with its place', async (_, schema, code, end) => {
    const result = await importValue(withBody({ type: 'object', properties: { value: schema } } as JsonValue));
    const base = '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/value';

    expect(result.warnings).toEqual([
      expect.objectContaining({ code, pointer: `${base}${end}`, tools: ['post_things'] }),
    ]);
  });

  test('a $dynamicRef is read as its static target, and a reference to an $anchor or $id resolves', async () => {
    const schemas = {
      Named: { $anchor: 'named', type: 'integer' },
      Id: { $id: 'https://schemas.example.com/id', type: 'boolean' },
      Dynamic: { $dynamicAnchor: 'node', type: 'string' },
    };

    expect(await convertedProperty({ $ref: '#named' }, schemas, '3.1.0')).toEqual({ type: 'integer' });
    expect(await convertedProperty({ $ref: 'https://schemas.example.com/id' }, schemas, '3.1.0')).toEqual({
      type: 'boolean',
    });
    expect(await convertedProperty({ $dynamicRef: '#node' }, schemas, '3.1.0')).toEqual({ type: 'string' });
  });

  test('warns at the place of the pattern and names the tools it touches', async () => {
    const result = await importValue(
      withBody(ref('Thing'), { Thing: { type: 'object', properties: { code: { type: 'string', pattern: '(?<!' } } } }),
    );

    expect(codesOf(result)).toEqual(['pattern_unusable']);
    expect(result.warnings[0]).toMatchObject({
      pointer: '#/components/schemas/Thing/properties/code/pattern',
      tools: ['post_things'],
    });
  });
});

describe('discriminators', () => {
  const Cat = { type: 'object', properties: { kind: { type: 'string' }, meow: { type: 'boolean' } } };
  const Dog = { type: 'object', properties: { kind: { type: 'string' }, bark: { type: 'boolean' } } };
  const validateWith = async (pet: JsonValue, schemas: JsonObject, version?: string) => {
    const tool = await onlyTool(withBody({ type: 'object', properties: { pet } }, schemas, version));
    expect(JSON.stringify(tool.inputSchema)).not.toContain('discriminator');
    const validate = ajv.compile(tool.inputSchema);
    return (value: JsonValue) => validate({ pet: value });
  };

  test('of a oneOf tell the branches by the mapping', async () => {
    const union = {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', hound: 'Dog' } },
    };

    const check = await validateWith(union, { Cat, Dog });

    expect([
      check({ kind: 'cat', meow: true }),
      check({ kind: 'hound' }),
      check({ kind: 'Dog' }),
      check({ meow: true }),
    ]).toEqual([true, true, false, false]);
  });

  test('without a mapping tell them by the names of the schemas', async () => {
    const check = await validateWith(
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      { Cat, Dog },
    );
    expect([check({ kind: 'Cat' }), check({ kind: 'Dog' }), check({ kind: 'cat' })]).toEqual([true, true, false]);
  });

  test('never contradict what a branch itself says of the property', async () => {
    const schemas = { Cat: { type: 'object', properties: { kind: { type: 'string', enum: ['feline'] } } }, Dog };

    const check = await validateWith(
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      schemas,
    );

    expect([check({ kind: 'feline' }), check({ kind: 'Dog' })]).toEqual([true, true]);
  });

  test('of a parent stand for its children by allOf, without going in circles', async () => {
    const schemas = {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind' },
      },
      Cat: { allOf: [ref('Pet'), { properties: { meow: { type: 'boolean' } } }] },
      Lion: { allOf: [ref('Cat'), { properties: { roar: { type: 'integer' } } }] },
    };

    const check = await validateWith(ref('Pet'), schemas);

    expect([
      check({ kind: 'Cat', meow: true }),
      check({ kind: 'Lion', roar: 1 }),
      check({ kind: 'Lion', roar: 'x' }),
      check({ kind: 'Fish' }),
    ]).toEqual([true, true, false, false]);
  });

  test.each<[what: string, own: boolean, parent: JsonObject]>([
    ['nothing', false, {}],
    ['an enum of the children', false, { properties: { kind: { type: 'string', enum: ['Cat'] } } }],
    ['an enum with its own name', true, { properties: { kind: { type: 'string', enum: ['Cat', 'Pet'] } } }],
    ['its name as default', true, { properties: { kind: { type: 'string', default: 'Pet' } } }],
    ['a value of its own', true, { 'x-ms-discriminator-value': 'Pet' }],
    ['a mapping', true, { discriminator: { propertyName: 'kind', mapping: { Pet: 'Pet', Cat: 'Cat' } } }],
  ])('of a parent that says %s of itself take its own name: %s', async (_, own, said) => {
    const Pet = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
      ...said,
    };
    const few: JsonObject = { Pet, Cat: { allOf: [ref('Pet'), { properties: { meow: { type: 'boolean' } } }] } };
    const many: JsonObject = { ...few };
    if (!JSON.stringify(said).includes('enum')) for (let n = 0; n < 30; n++) many[`P${n}`] = { allOf: [ref('Pet')] };

    for (const schemas of [few, many]) {
      const check = await validateWith(ref('Pet'), schemas);
      expect([check({ kind: 'Pet' }), check({ kind: 'Cat' }), check({ kind: 'Fish' })]).toEqual([own, true, false]);
    }
  });

  test('of a parent stand for a child that adds nothing, too', async () => {
    const schemas = {
      Pet: {
        type: 'object',
        required: ['kind', 'name'],
        properties: { kind: { type: 'string' }, name: { type: 'string' } },
        discriminator: { propertyName: 'kind' },
      },
      Cat: { allOf: [ref('Pet'), { properties: { meow: { type: 'boolean' } } }] },
      Dog: { type: 'object', description: 'A dog.', allOf: [ref('Pet')] },
    };

    const check = await validateWith(ref('Pet'), schemas);

    expect([
      check({ kind: 'Dog', name: 'Rex' }),
      check({ kind: 'Dog', name: 7 }),
      check({ kind: 'Dog' }),
      check('Dog'),
    ]).toEqual([true, false, false, false]);
  });

  test('of two parents that a YAML alias makes one object of leave each its own children', async () => {
    const yaml = `
openapi: 3.0.3
info: {title: T, version: '1'}
servers: [{url: https://api.example.com}]
paths:
  /things:
    post:
      operationId: send
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                pet: {$ref: '#/components/schemas/Pet'}
                car: {$ref: '#/components/schemas/Car'}
                part: {$ref: '#/components/schemas/Part'}
      responses: {}
components:
  schemas:
    Pet: &parent
      type: object
      required: [kind]
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind}
    Car: *parent
    Part: *parent
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {meow: {type: boolean}}}]}
    Van: {allOf: [{$ref: '#/components/schemas/Car'}, {properties: {load: {type: integer}}}]}
`;
    const { tools } = await importDocument(yaml, {});

    const validate = ajv.compile(defined(tools[0]).inputSchema);

    expect([
      validate({ pet: { kind: 'Cat' } }),
      validate({ pet: { kind: 'Van' } }),
      validate({ car: { kind: 'Van', load: 1 } }),
      validate({ car: { kind: 'Van', load: 'much' } }),
      validate({ car: { kind: 'Cat' } }),
      validate({ part: { kind: 'wheel' } }),
    ]).toEqual([true, false, true, false, false, true]);
  });

  test('leave a closed branch closed', async () => {
    const closed = { ...Cat, additionalProperties: false };
    const union = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };

    const check = await validateWith(union, { Cat: closed, Dog });

    expect([check({ kind: 'Cat', meow: true }), check({ kind: 'Cat', purr: true })]).toEqual([true, false]);
  });

  test('of a parent with many children become the values of the property', async () => {
    const schemas: JsonObject = {
      Pet: { type: 'object', properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
    };
    for (let index = 0; index < 30; index++) schemas[`Pet${index}`] = { allOf: [ref('Pet')] };

    const check = await validateWith(ref('Pet'), schemas);

    expect([check({ kind: 'Pet7' }), check({ kind: 'Pet99' })]).toEqual([true, false]);
  });
});

describe('long lines of parents', () => {
  const line = (length: number, properties: (index: number) => JsonObject): JsonObject =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `S${index}`,
        { allOf: [...(index + 1 < length ? [ref(`S${index + 1}`)] : []), { properties: properties(index) }] },
      ]),
    );

  test('are merged to the last', async () => {
    const schemas = line(200, (index) => ({ [`p${index}`]: { type: 'integer' } }));

    const tool = await onlyTool(withBody({ allOf: [ref('S0'), { properties: { own: { type: 'string' } } }] }, schemas));

    expect(Object.keys(propertiesOf(tool))).toHaveLength(201);
    expect(JSON.stringify(tool.inputSchema)).not.toContain('$ref');
  });

  test('are left as references where merging them would copy without end', async () => {
    const many = (index: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${index}-${at}`, { type: 'integer' }]));

    const { tools } = await importValue(withBody(ref('S0'), line(200, many)));

    expect(JSON.stringify(defined(tools[0]).inputSchema).length).toBeLessThan(60_000);
  });
});

describe('repairs that lose something', () => {
  test.each([
    ['a bound that is no number', { type: 'integer', minimum: 'low' }, 'keyword_invalid', 'minimum'],
    [
      'an exclusive bound of nothing',
      { type: 'integer', exclusiveMaximum: true },
      'keyword_invalid',
      'exclusiveMaximum',
    ],
    ['a step of zero', { type: 'integer', multipleOf: 0 }, 'keyword_invalid', 'multipleOf'],
    ['a count that is none', { type: 'string', maxLength: -1 }, 'keyword_invalid', 'maxLength'],
    ['a type in other words', { type: 'Long' }, 'type_respelled', 'type'],
    ['required on the property itself', { type: 'string', required: true }, 'required_misplaced', ''],
  ])('warn at %s', async (_, schema, code, keyword) => {
    const { warnings } = await importValue(withBody({ type: 'object', properties: { value: schema } }));
    const place = '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/value';

    expect(warnings).toEqual([
      expect.objectContaining({
        code,
        pointer: keyword === '' ? place : `${place}/${keyword}`,
        tools: ['post_things'],
      }),
    ]);
  });
});

describe('texts beside an enum', () => {
  const STATES = { type: 'integer', enum: [1, 2], 'x-enum-varnames': ['open', 'closed'] };
  const described = async (document: JsonObject) =>
    (propertiesOf(await onlyTool(document))['state'] as JsonObject)['description'];

  test('stay where the parameter has a description of its own', async () => {
    const parameter = { name: 'state', in: 'query', description: 'Only these.', schema: ref('State') };
    const document = { ...withParameters([parameter]), components: { schemas: { State: STATES } } };

    expect(await described(document)).toBe('Only these. 1: open. 2: closed.');
  });

  test('stay where the reference has a description of its own', async () => {
    const property = { ...ref('State'), description: 'Only these.' };

    const { description } = await convertedProperty(property, { State: STATES }, '3.1.0');

    expect(description).toBe('Only these. 1: open. 2: closed.');
  });

  test('are read from parameters of Swagger 2.0', async () => {
    const parameter = { name: 'state', in: 'query', description: 'Only these.', ...STATES };

    const found = await described(
      swagger({ paths: { '/doors': { get: { parameters: [parameter], responses: {} } } } }),
    );

    expect(found).toBe('Only these. 1: open. 2: closed.');
  });

  test('are left out where they are longer than what they explain', async () => {
    const values = Array.from({ length: 50 }, (_, at) => at);
    const texts = values.map((at) => `${at} `.repeat(30));
    const schema = { type: 'integer', enum: values, description: 'One of fifty.' };

    expect(await convertedProperty({ ...schema, 'x-enum-descriptions': texts })).toEqual(schema);
  });
});
