/** The form of an answer: wide enough that governed answers have it, small, and without anything that could take long to judge. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchema } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { defined } from '../../../support/defined.ts';
import { openapi } from '../../../support/descriptions.ts';

const require = createRequire(import.meta.url);
const text = ['string', 'null'];
const number = ['number', 'string', 'null'];
const object = ['object', 'string', 'null'];
const list = ['array', 'string', 'null'];

async function formOf(schema: JsonObject, schemas: JsonObject = {}): Promise<JsonSchema | undefined> {
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } };
  const document = { ...openapi({ paths: { '/pets': { get: { responses } } } }), components: { schemas } };
  const { tools } = await importDocument(JSON.stringify(document), { answerSchemas: true });
  return defined(tools[0]).answerSchema;
}

describe('the form of an answer', () => {
  test('is not read where nobody asks for it', async () => {
    const responses = { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } };
    const { tools } = await importDocument(JSON.stringify(openapi({ paths: { '/pets': { get: { responses } } } })), {});

    expect(defined(tools[0])).not.toHaveProperty('answerSchema');
  });

  test.each<[string, JsonObject, JsonSchema]>([
    [
      'names and wide types',
      {
        type: 'object',
        required: ['id', 'mail'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 1 },
          mail: { type: 'string', format: 'email', pattern: '@' },
          kind: { type: 'string', enum: ['a'] },
          on: { type: 'boolean', const: true },
          tags: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
        },
      },
      {
        type: object,
        properties: {
          id: { type: number },
          mail: { type: text },
          kind: { type: text },
          on: { type: ['boolean', 'string', 'null'] },
          tags: { type: list, items: { type: text } },
        },
      },
    ],
    ['branches as one', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, { type: ['string', 'null', 'number'] }],
    [
      'parts as one',
      {
        allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { properties: { b: { type: 'integer' } } }],
      },
      { type: object, properties: { a: { type: text }, b: { type: number } } },
    ],
    ['anything where a branch may be', { anyOf: [{ type: 'string' }, {}] }, {}],
    ['anything where the type is unknown', { type: 'thing' }, {}],
    ['anything where only items are described', { items: { type: 'string' } }, {}],
    ['anything where the type is a name that every object has', { type: 'constructor' }, {}],
    [
      'maps',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: object, additionalProperties: { type: number } },
    ],
    [
      'maps of anything beside names that are left out',
      { type: 'object', properties: { 'a b': { type: 'string' } }, additionalProperties: { type: 'integer' } },
      { type: object },
    ],
    [
      'lists whose first items are special',
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      { type: list },
    ],
  ])('has %s', async (_what, schema, expected) => {
    expect(await formOf(schema)).toEqual(expected);
  });

  test('of a schema within itself ends', async () => {
    const Node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'integer' } },
    };

    const form = defined(await formOf({ $ref: '#/components/schemas/Node' }, { Node }));

    expect(JSON.stringify(form).match(/"id"/g)).toHaveLength(5);
  });

  test('of a schema that grows with its depth is as deep as there is room', async () => {
    const properties = (at: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, one) => [`m${one}`, { $ref: `#/components/schemas/L${at}` }]));
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`L${at}`, { type: 'object', properties: properties(at + 1) }]),
    );

    const form = defined(await formOf({ $ref: '#/components/schemas/L0' }, schemas as JsonObject));

    expect(JSON.stringify(form).length).toBeLessThanOrEqual(2_000);
    expect(Object.keys(form['properties'] as object)).toHaveLength(20);
  });

  test('of unions of unions is anything when there are too many', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `L${at}`,
        { anyOf: Array.from({ length: 16 }, () => ({ $ref: `#/components/schemas/L${at + 1}` })) },
      ]),
    );

    expect(await formOf({ $ref: '#/components/schemas/L0' }, { ...schemas, L8: { type: 'string' } })).toEqual({});
  });

  test('of real documents compiles as clients compile it, and stays small', async () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false });
    const lengths: number[] = [];
    for (const name of ['3.0/json/star-trek', '3.1/json/webhooks', '3.0/json/petstore', '2.0/json/petstore']) {
      const file = require.resolve(`@readme/oas-examples/${name}.json`);
      const { tools } = await importDocument(readFileSync(file), { answerSchemas: true });
      for (const { answerSchema } of tools) {
        if (!answerSchema) continue;
        ajv.compile(answerSchema);
        lengths.push(JSON.stringify(answerSchema).length);
      }
    }

    expect(lengths.length).toBeGreaterThan(100);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000);
  });
});
