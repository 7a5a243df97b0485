/** Schemas over the size budget: below the limit afterwards, self-contained, compiling, and cut where it hurts least. */
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchema } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportResult } from '../../../../core/openapi/model/types.ts';
import { defined } from '../../../support/defined.ts';

const LIMIT = 60 * 1024;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const named = (count: number, make: (index: number) => [string, JsonSchema]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

/** An operation whose body has the one property `it`. */
async function importWith(it: JsonSchema, schemas: JsonObject): Promise<ImportResult> {
  const schema = { type: 'object', properties: { it } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    components: { schemas },
  };
  return importDocument(JSON.stringify(document), {});
}

/** One for all, because compiling JSON Schema's own schema takes longer than compiling most others. */
const ajv = new Ajv2020({ strict: false, logger: false });

function schemaOf(result: ImportResult): JsonSchema {
  const schema = defined(result.tools[0]).inputSchema;
  ajv.compile(schema);
  return schema;
}
const sizeOf = (schema: JsonSchema) => Buffer.byteLength(JSON.stringify(schema));

describe('a schema over the size budget', () => {
  test('loses its prose before its structure', async () => {
    const prose = 'A sentence that explains the field at length. '.repeat(10);
    const fields = named(200, (index) => [`field${index}`, { type: 'string', description: prose }]);

    const result = await importWith(ref('Wide'), { Wide: { type: 'object', properties: fields } });

    const schema = schemaOf(result);
    const it = (schema['properties'] as JsonObject)['it'] as JsonObject;
    const wide = '$ref' in it ? ((schema['$defs'] as JsonObject)['Wide'] as JsonObject) : it;
    expect(sizeOf(schema)).toBeLessThanOrEqual(LIMIT);
    expect(Object.keys(wide['properties'] as JsonObject)).toHaveLength(200);
    expect(result.warnings).toEqual([
      expect.objectContaining({ code: 'schema_cut', pointer: '#/paths/~1a/post', tools: ['post_a'] }),
    ]);
  });

  test('tells long value lists instead of listing them', async () => {
    const values = Array.from({ length: 9_000 }, (_, index) => `value-${index}`);

    const schema = schemaOf(await importWith({ type: 'string', enum: values }, {}));

    expect(schema['properties']).toEqual({
      it: { type: 'string', description: expect.stringContaining('One of 9000 values, for example value-0, value-1') },
    });
  });

  test('keeps the definitions near its root and stubs those far away', async () => {
    const level = (index: number): [string, JsonSchema] => [
      `Level${index}`,
      {
        type: 'object',
        properties: {
          ...named(40, (field) => [`level${index}field${field}withALongName`, { type: 'string', maxLength: 1000 }]),
          next: ref(`Level${index + 1}`),
        },
      },
    ];

    const result = await importWith(ref('Level0'), { ...named(60, level), Level60: { type: 'object' } });

    const text = JSON.stringify(schemaOf(result));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain('level3field0');
    expect(text).not.toContain('level59field0');
    expect(text).toMatch(/"Level\d+":\{"type":"object","description":"Details left out\."\}/);
  });

  test('follows references of properties that are called like keywords', async () => {
    const padding = named(300, (index) => [
      `P${index}`,
      { type: 'object', properties: { [`p${index}`.padEnd(300, 'x')]: {} } },
    ]);
    // Too large to be kept: each reference to it has to become a stub.
    const far = { type: 'object', properties: named(100, (index) => [`f${index}`.padEnd(300, 'x'), {}]) };
    const policy = {
      type: 'object',
      properties: {
        ...named(300, (index) => [`to${index}`, ref(`P${index}`)]),
        default: ref('Far'),
        enum: ref('Far'),
        const: ref('Far'),
        examples: { type: 'array', items: ref('Far') },
      },
    };

    const result = await importWith(ref('Policy'), {
      Policy: policy,
      ...padding,
      Far: far,
    });

    expect(sizeOf(schemaOf(result))).toBeLessThanOrEqual(LIMIT);
  });

  test('of a long chain of references stays one that compilers can follow', async () => {
    const chain = named(20_000, (index) => [
      `S${index}`,
      { type: 'object', properties: { next: ref(`S${index + 1}`) } },
    ]);

    const schema = schemaOf(await importWith(ref('S0'), { ...chain, S20000: { type: 'string' } }));

    expect(sizeOf(schema)).toBeLessThanOrEqual(LIMIT);
  });

  test('counts bytes, not characters', async () => {
    const fields = named(400, (index) => [`f${index}`, { type: 'string', enum: ['好'.repeat(30), `${index}`] }]);

    const schema = schemaOf(await importWith({ type: 'object', properties: fields }, {}));

    expect(sizeOf(schema)).toBeLessThanOrEqual(LIMIT);
  });
});
