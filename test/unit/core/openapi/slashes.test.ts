/** Which path parameters of a document keep their slashes, by what the document says (core/openapi/parameters/slashes.ts). */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { defined } from '../../../support/defined.ts';
import { onlyTool, openapi, swagger } from '../../../support/descriptions.ts';

const VALUE = 'a/b c';

const operation = (path: string, parameter: JsonObject, more: JsonObject = {}): JsonObject =>
  openapi({
    paths: {
      [path]: {
        get: {
          ...more,
          parameters: [{ in: 'path', required: true, schema: { type: 'string' }, ...parameter }],
          responses: {},
        },
      },
    },
  });

async function sentBy(document: JsonObject, argument = 'name'): Promise<string> {
  const tool = await onlyTool(document);
  return buildRequest(tool, 'https://api.example', { [argument]: VALUE }).url.replace('https://api.example', '');
}

describe('slashes are sent as they are', () => {
  test.each<[string, string, JsonObject]>([
    ['{+name} of RFC 6570', '/v2/{+name}:undo', { name: 'name' }],
    ['{name*} of RFC 6570', '/v2/{name*}:undo', { name: 'name' }],
    ['a parameter that is called as the variable', '/v2/{+name}:undo', { name: '+name' }],
    ['{proxy+} of API Gateway', '/v2/{name+}:undo', { name: 'name' }],
    ['{*name} of ASP.NET', '/v2/{*name}:undo', { name: 'name' }],
    ['{**name} of ASP.NET', '/v2/{**name}:undo', { name: 'name' }],
    ['{name:path} of Starlette', '/v2/{name:path}:undo', { name: 'name' }],
    ['{name=projects/*} of google.api.http', '/v2/{name=projects/*}:undo', { name: 'name' }],
    ['Azure', '/v2/{name}:undo', { name: 'name', 'x-ms-skip-url-encoding': true }],
    ['GitHub', '/v2/{name}:undo', { name: 'name', 'x-multi-segment': true }],
    ['APIs.guru', '/v2/{name}:undo', { name: 'name', 'x-reservedExpansion': true }],
    ['allowReserved', '/v2/{name}:undo', { name: 'name', allowReserved: true }],
    [
      'a pattern of a gRPC gateway',
      '/v2/{name}:undo',
      { name: 'name', schema: { type: 'string', pattern: 'projects/[^/]+/places/[^/]+' } },
    ],
    [
      'a pattern of segments',
      '/v2/{name}:undo',
      { name: 'name', schema: { type: 'string', pattern: '^[^\\/]+\\/[^\\/]+$' } },
    ],
    ['a format', '/v2/{name}:undo', { name: 'name', description: 'Required. Format: `projects/{project}/x/{x}`.' }],
    ['a format in words', '/v2/{name}:undo', { name: 'name', description: 'In the form accounts/<account id>' }],
  ])('by %s', async (_, path, parameter) => {
    const sent = await sentBy(operation(path, parameter));

    expect(sent).toBe('/v2/a/b%20c:undo');
  });

  test('by the collections that an operation is named after and its path lacks', async () => {
    const document = operation('/v1/{name}:publish', { name: 'name' }, { operationId: 'queue.shelves.books.publish' });

    const sent = await sentBy(document);

    expect(sent).toBe('/v1/a/b%20c:publish');
  });

  test('of a query by the extension of Azure', async () => {
    const document = openapi({
      paths: {
        '/x': {
          get: {
            parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, 'x-ms-skip-url-encoding': true }],
            responses: {},
          },
        },
      },
    });

    const { url } = buildRequest(await onlyTool(document), 'https://api.example', { q: 'a/b%20c&d' });

    expect(url).toBe('https://api.example/x?q=a/b%20c%26d');
  });

  test('in Swagger 2.0, too', async () => {
    const document = swagger({
      paths: {
        '/v1/{name}': {
          get: {
            parameters: [{ name: 'name', in: 'path', required: true, type: 'string', pattern: 'shelves/[^/]+' }],
            responses: {},
          },
        },
      },
    });

    const sent = await sentBy(document);

    expect(sent).toBe('/v1/a/b%20c');
  });

  test('of one operation, where another shares the parameter', async () => {
    // Prepare
    const get = (operationId: string) => ({
      operationId,
      parameters: [{ $ref: '#/components/parameters/name' }],
      responses: {},
    });
    const document = openapi({
      paths: {
        '/v1/{name}': { get: get('queue.shelves.get') },
        '/v1/shelves/{name}': { get: get('queue.shelves.read') },
      },
      components: { parameters: { name: { name: 'name', in: 'path', required: true, schema: { type: 'string' } } } },
    });

    // Act
    const { tools } = await importDocument(JSON.stringify(document), {});

    // Assess
    expect(tools.map(({ parameters }) => defined(parameters[0]).slashes)).toEqual([true, undefined]);
  });
});

describe('slashes stay encoded', () => {
  test.each<[string, JsonObject, JsonObject?]>([
    ['where nothing is said', {}],
    ['for an ARN', { schema: { type: 'string', pattern: '^arn:aws:x:[^/].{0,99}:job/.*$' } }],
    ['for a pattern that only allows them', { schema: { type: 'string', pattern: '^[\\w/.-]+$' } }],
    ['for an address', { schema: { type: 'string', pattern: '^https?://[^/]+/.*$' } }],
    ['for a date', { schema: { type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$' } }],
    ['for a value that is to be encoded', { description: 'URL-encoded name in the format `host/<host-id>`' }],
    [
      'for a path of another call',
      { description: 'The number from `GET /repos/{owner}/{repo}/alerts`, format: integer.' },
    ],
    ['for markup', { description: 'The format is a <code>text/plain</code> or id/{x}.' }],
    ['for an extension that is off', { 'x-ms-skip-url-encoding': false }],
    ['for an operation whose path has its collections', {}, { operationId: 'api.v1.get' }],
    ['for an operation named without collections', {}, { operationId: 'v1.get' }],
  ])('%s', async (_, parameter, more = {}) => {
    const sent = await sentBy(operation('/v1/{name}', { name: 'name', ...parameter }, more));

    expect(sent).toBe('/v1/a%2Fb%20c');
  });
});
