/** What an import may not lose in silence: operations that are references, files of one's own, and arguments that lead nowhere. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportOptions } from '../../../../core/openapi/model/types.ts';
import { defined } from '../../../support/defined.ts';
import { codesOf, importValue, openapi, propertiesOf, swagger } from '../../../support/descriptions.ts';

const ROOT = 'https://docs.example.com/api/openapi.json';

const files = (entries: Readonly<Record<string, JsonObject>>): ImportOptions => ({
  files: new Map(Object.entries(entries).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))])),
});

const query = (name: string): JsonObject => ({ name, in: 'query', schema: { type: 'string' } });

describe('an operation that is a reference', () => {
  test('is the one that it refers to, in another file too, with what stands in that file', async () => {
    // Prepare
    const upload = files({
      'things/list.json': {
        operationId: 'listThings',
        parameters: [{ $ref: '../shared.json#/page' }, { $ref: '#/own' }],
        own: query('own'),
        requestBody: { content: { 'application/json': { schema: { $ref: 'thing.json' } } } },
      },
      'things/thing.json': { type: 'object', properties: { size: { type: 'integer' } } },
      'shared.json': { page: query('page') },
    });

    // Act
    const { tools, warnings } = await importValue(
      openapi({ paths: { '/things': { parameters: [query('all')], post: { $ref: 'things/list.json' } } } }),
      upload,
    );

    // Assess
    expect(warnings).toEqual([]);
    expect(tools[0]).toMatchObject({ name: 'listThings', verb: 'POST' });
    expect(Object.keys(propertiesOf(defined(tools[0]))).sort()).toEqual(['all', 'own', 'page', 'size']);
  });

  test('is followed inside of the document, through other references, in Swagger 2.0 and beside words of its own', async () => {
    const shared = { summary: 'Lists', parameters: [query('page')], responses: {} };

    const inside = await importValue(
      openapi({
        'x-operations': { list: { $ref: '#/x-operations/real' }, real: shared },
        paths: { '/a': { get: { $ref: '#/x-operations/list', summary: 'Lists all of A' } } },
      }),
    );
    const old = await importValue(
      swagger({
        'x-list': { parameters: [{ name: 'page', in: 'query', type: 'integer' }], responses: {} },
        paths: { '/a': { get: { $ref: '#/x-list' } } },
      }),
    );

    expect(inside.tools[0]).toMatchObject({ description: 'Lists all of A' });
    expect(propertiesOf(defined(inside.tools[0]))).toHaveProperty('page');
    expect(propertiesOf(defined(old.tools[0]))).toEqual({ page: { type: 'integer' } });
  });

  test('that leads nowhere or in a circle gives a tool that is switched off, and a warning that names it', async () => {
    const result = await importValue(
      openapi({ paths: { '/a': { get: { $ref: '#/paths/~1a/get' } }, '/b': { get: { $ref: 'gone.json' } } } }),
    );

    expect(result.tools.map(({ enabled }) => enabled)).toEqual([false, false]);
    const missing = result.warnings.filter(({ code }) => code === 'reference_missing');
    expect(missing.map(({ tools }) => tools)).toEqual([['get_a'], ['get_b']]);
  });
});

describe('arguments that references do not lead to', () => {
  const lost = (count: number, operation: JsonObject): JsonObject =>
    openapi({ paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { post: operation }])) });

  test.each<[string, JsonObject]>([
    ['the operation', { $ref: 'operation.json' }],
    ['a parameter', { parameters: [{ $ref: 'page.json' }] }],
    ['the body', { requestBody: { $ref: 'body.json' } }],
    ['what is in the body', { requestBody: { content: { 'application/json': { $ref: 'media.json' } } } }],
    [
      'the schema of the body',
      { requestBody: { content: { 'application/json': { schema: { $ref: 'thing.json' } } } } },
    ],
  ])('of more than a few operations are an error before all warnings: %s', async (_, operation) => {
    const many = await importValue(lost(5, operation));
    const few = await importValue(lost(3, operation));

    expect(many.warnings[0]).toMatchObject({ code: 'import_incomplete', severity: 'error' });
    expect(defined(many.warnings[0]).message).toMatch(/^5 of 5 operations /);
    expect(defined(many.warnings[0]).tools).toHaveLength(5);
    expect(codesOf(few)).toEqual(['reference_missing']);
  });

  test('of the path are lost by each of its operations, and a path item counts as one operation at least', async () => {
    const operation = { responses: {} };

    const shared = await importValue(
      openapi({
        paths: {
          '/a': { parameters: [{ $ref: 'page.json' }], get: operation, put: operation, post: operation },
          '/b': { $ref: 'b.json' },
          '/c': { get: operation },
        },
      }),
    );

    expect(defined(shared.warnings[0]).message).toMatch(/^4 of 5 operations /);
  });
});

describe('files of one’s own', () => {
  const wide = (count: number) =>
    openapi({
      paths: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`/p${at}`, { get: { $ref: `o${at}.json` } }]),
      ),
    });
  const operation = Buffer.from(JSON.stringify({ parameters: [query('page')] }));

  test('in a folder are not counted: the limit on external documents is for the network', async () => {
    const result = await importDocument(JSON.stringify(wide(400)), {
      url: 'file:///api/openapi.json',
      fetchDocument: async (url) => ({ url, bytes: operation }),
    });

    expect(result.warnings).toEqual([]);
    expect(result.tools.every((tool) => 'page' in propertiesOf(tool))).toBe(true);
  });

  test('of a folder are bounded by their bytes, as an archive is', async () => {
    const big = Buffer.from(JSON.stringify({ description: 'x'.repeat(9 * 1024 * 1024) }));

    const result = await importDocument(JSON.stringify(wide(12)), {
      url: 'file:///api/openapi.json',
      fetchDocument: async (url) => ({ url, bytes: big }),
    });
    const limit = (LIMITS.document.bytes + LIMITS.document.externalBytes) / 1024 / 1024;

    expect(result.warnings.filter(({ message }) => message.includes(`exceed ${limit} MB`))).toHaveLength(4);
  });

  test('beside ones of the network leave the limit on those as it is', async () => {
    const far = openapi({
      paths: Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [`/p${at}`, { get: { $ref: `https://far.example.com/o${at}.json` } }]),
      ),
    });
    let asked = 0;
    const fetchDocument = async (url: string) => {
      asked++;
      return { url, bytes: operation };
    };
    await importValue(far, { ...files({ 'other.json': {} }), fetchDocument });

    await importValue(far, { url: ROOT, fetchDocument });

    expect(asked).toBe(2 * LIMITS.document.externalDocuments);
  });
});
