/** How an import has the lists of a document written, by what the document shows (core/openapi/model/listStyles.ts). */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { defined } from '../../../support/defined.ts';
import { onlyTool, openapi, swagger, withParameters } from '../../../support/descriptions.ts';

const LIST = { type: 'array', items: { type: 'string' } };

const queryOf = async (document: JsonObject, args: JsonObject): Promise<string> =>
  decodeURIComponent(defined(new URL(buildRequest(await onlyTool(document), 'https://api.example', args).url)).search);

const bodyOf = async (document: JsonObject, args: JsonObject): Promise<string> => {
  const { body } = buildRequest(await onlyTool(document), 'https://api.example', args);
  return decodeURIComponent(Buffer.from(defined(body)).toString());
};

const parameter = (given: JsonObject): JsonObject => withParameters([{ name: 'q', in: 'query', ...given }]);
const deep = (schema: JsonObject, given: JsonObject = {}): JsonObject =>
  parameter({ style: 'deepObject', explode: true, schema, ...given });

const introduced = (document: JsonObject, description: string): JsonObject => ({
  ...document,
  info: { title: 'T', version: '1', description },
});

const form = (properties: JsonObject, encoding: JsonObject = {}, type = 'application/x-www-form-urlencoded') =>
  openapi({
    paths: {
      '/things': {
        post: {
          requestBody: { required: true, content: { [type]: { schema: { type: 'object', properties }, encoding } } },
          responses: {},
        },
      },
    },
  });

describe('lists of style deepObject', () => {
  test.each<[string, JsonObject, JsonValue, string]>([
    ['get indices', deep(LIST), ['a', 'b'], '?q[0]=a&q[1]=b'],
    [
      'get indices inside of an object',
      deep({ type: 'object', properties: { ids: LIST, sub: { type: 'object', properties: { tags: LIST } } } }),
      { ids: ['a'], sub: { tags: ['b', 'c'] } },
      '?q[ids][0]=a&q[sub][tags][0]=b&q[sub][tags][1]=c',
    ],
    ['get indices where nothing is said of what is inside', deep({ type: 'object' }), { x: ['a'] }, '?q[x][0]=a'],
    [
      'are written in brackets as the description of the parameter shows',
      deep({ type: 'object', properties: { ids: LIST } }, { description: 'Such as `q[ids][]=a&q[ids][]=b`.' }),
      { ids: ['a', 'b'] },
      '?q[ids][]=a&q[ids][]=b',
    ],
    [
      'are joined as the introduction of the document shows',
      introduced(
        deep({ type: 'object', properties: { name: LIST } }),
        'Several values: `GET /things?q[name]=Brand,Twitch&page=2`.',
      ),
      { name: ['a', 'b'] },
      '?q[name]=a,b',
    ],
    [
      'are written as an example shows, percent-encoded',
      deep(LIST, { examples: { one: { serializedValue: 'q%5B%5D=a&q%5B%5D=b' } } }),
      ['a', 'b'],
      '?q[]=a&q[]=b',
    ],
    [
      'are not written as the text shows it of another parameter',
      deep(LIST, { description: 'Goes with `other_q[]=1`, `q.x[]=1` and `r[q][]=1`.' }),
      ['a'],
      '?q[0]=a',
    ],
  ])('%s', async (_, document, value, expected) => {
    const sent = await queryOf(document, { q: value });

    expect(sent).toBe(expected);
  });

  test.each<[string, JsonObject]>([
    ['an object of single values', { type: 'object', properties: { a: { type: 'string' }, b: { enum: [1, 2] } } }],
    ['an object of texts by name', { type: 'object', additionalProperties: { type: 'string' } }],
    ['an object without more', { type: 'object', additionalProperties: false }],
  ])('are not spoken of for %s', async (_, schema) => {
    const { parameters } = await onlyTool(deep(schema));

    expect(parameters[0]).not.toHaveProperty('lists');
  });
});

describe('lists of queries', () => {
  test.each<[string, JsonObject, string]>([
    ['repeat their name', parameter({ schema: LIST }), '?q=a&q=b'],
    ['are joined without explode', parameter({ schema: LIST, explode: false, description: 'q[]=a' }), '?q=a,b'],
    [
      'stand in brackets as the description shows',
      parameter({ schema: LIST, description: 'e.g. `?q[]=x`' }),
      '?q[]=a&q[]=b',
    ],
    ['have indices as the example shows', parameter({ schema: LIST, example: 'q[0]=x&q[1]=y' }), '?q[0]=a&q[1]=b'],
    ['are not joined by a comma in a text', parameter({ schema: LIST, description: 'q[x]=1,2' }), '?q=a&q=b'],
    [
      'stand in brackets in Swagger 2.0, too',
      swagger({
        paths: {
          '/things': {
            get: {
              parameters: [
                { name: 'q', in: 'query', ...LIST, collectionFormat: 'multi', description: '`q[]=a&q[]=b`' },
              ],
              responses: {},
            },
          },
        },
      }),
      '?q[]=a&q[]=b',
    ],
  ])('%s', async (_, document, expected) => {
    const sent = await queryOf(document, { q: ['a', 'b'] });

    expect(sent).toBe(expected);
  });
});

describe('lists of forms', () => {
  const DEEP = { style: 'deepObject', explode: true };

  test.each<[string, JsonObject, string]>([
    ['repeat their name', form({ a: LIST }), 'a=x&a=y'],
    ['of style deepObject get indices', form({ a: LIST }, { a: DEEP }), 'a[0]=x&a[1]=y'],
    [
      'get indices beside a field of style deepObject',
      form({ a: LIST, b: { type: 'object' } }, { b: DEEP }),
      'a[0]=x&a[1]=y',
    ],
    ['keep a style that is declared', form({ a: LIST, b: LIST }, { a: { explode: false }, b: DEEP }), 'a=x,y'],
    [
      'stand in brackets as the property shows',
      form({ a: { ...LIST, description: 'curl -d "a[]=x"' } }),
      'a[]=x&a[]=y',
    ],
  ])('%s', async (_, document, expected) => {
    const sent = await bodyOf(document, { a: ['x', 'y'] });

    expect(sent).toBe(expected);
  });

  test('hold objects by index in a document that has deepObject elsewhere, and repeat JSON in one that has not', async () => {
    // Prepare
    const items = { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } };
    const document = form({ a: items });
    const other = { get: defined((deep(LIST)['paths'] as Record<string, JsonObject>)['/things'])['get'] as JsonValue };
    const both = { ...document, paths: { ...(document['paths'] as JsonObject), '/others': other } };

    // Act
    const { tools } = await importDocument(JSON.stringify(both), {});
    const alone = await bodyOf(document, { a: [{ n: 1 }] });

    // Assess
    const tool = defined(tools.find(({ verb }) => verb === 'POST'));
    const { body } = buildRequest(tool, 'https://api.example', { a: [{ n: 1 }, { n: 2 }] });
    expect(decodeURIComponent(Buffer.from(defined(body)).toString())).toBe('a[0][n]=1&a[1][n]=2');
    expect(alone).toBe('a={"n":1}');
  });
});

test('a text without end costs no more than its length', async () => {
  const hostile = `${'a[b]'.repeat(50_000)} ${'[x]'.repeat(50_000)} ${'w'.repeat(200_000)}[`;

  const sent = await queryOf(introduced(deep(LIST), hostile), { q: ['a'] });

  expect(sent).toBe('?q[0]=a');
});
