/** Keys that a document has more than once are named with their places, whatever the format and the depth. */
import { describe, expect, test } from '@jest/globals';
import { importDocument } from '../../../../core/openapi/index.ts';

const repeats = async (text: string, options = {}): Promise<Array<[pointer: string, message: string]>> =>
  (await importDocument(text, options)).warnings
    .filter(({ code }) => code === 'key_repeated')
    .map(({ pointer, message }) => [pointer, message]);

const LONG = 'a text that is long enough for this part to be read only when it is needed';
const YAML = `openapi: 3.0.3
info: {title: Boxes, version: "1"}
servers: [{url: "https://api.example.org"}]
paths:
  /boxes:
    get: {operationId: first}
  /bays:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Bay"}}}}
  /boxes:
    get: {operationId: second}
components:
  schemas:
    Bay:
      type: object
      description: ${LONG}
      properties:
        size: {type: string, type: integer}
        note:
          type: string
        note:
          type: integer
    Unused:
      description: ${LONG}
      title: one
      title: two
`;
const JSON_TEXT = `{"openapi": "3.0.3", "info": {"title": "Boxes", "version": "1"}, "servers": [{"url": "https://api.example.org"}],
"paths": {
  "/boxes": {"get": {"operationId": "first"}},
  "/bays": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Bay"}}}}}},
  "/boxes": {"get": {"operationId": "second", "operationId": "third"}}
},
"components": {"schemas": {"Bay": {"type": "object", "description": "${LONG}", "properties": {
  "size": {"type": "string", "type": "integer"},
  "note": {"type": "string"},
  "no\\u0074e": {"type": "integer"}
}}}}}`;

describe('repeated keys', () => {
  test('of YAML', async () => {
    const found = await repeats(YAML);

    expect(found.map(([pointer]) => pointer).sort()).toEqual([
      '#/components/schemas/Bay/properties/note',
      '#/components/schemas/Bay/properties/size/type',
      '#/components/schemas/Unused/title',
      '#/paths/~1boxes',
    ]);
    expect(Object.fromEntries(found)).toMatchObject({
      '#/paths/~1boxes':
        'The key "/boxes" stands 2 times in one object (lines 5 and 10); the last one counts, and the operations of the others are lost.',
      '#/components/schemas/Bay/properties/note':
        'The key "note" stands 2 times in one object (lines 19 and 21); the last one counts.',
      '#/components/schemas/Bay/properties/size/type':
        'The key "type" stands 2 times in one object (line 18); the last one counts.',
    });
  });

  test('of JSON, written with escapes as well', async () => {
    const found = await repeats(JSON_TEXT);

    expect(Object.fromEntries(found)).toEqual({
      '#/paths/~1boxes': expect.stringContaining('"/boxes" stands 2 times in one object (lines 3 and 5)'),
      '#/paths/~1boxes/get/operationId': expect.stringContaining('(line 5)'),
      '#/components/schemas/Bay/properties/size/type': expect.stringContaining('(line 8)'),
      '#/components/schemas/Bay/properties/note': expect.stringContaining('(lines 9 and 10)'),
    });
  });

  test('of a file beside the document, with its name', async () => {
    const root = `${YAML.slice(0, YAML.indexOf('paths:'))}paths: {/bays: {$ref: "parts/bays.json"}}\n`;
    const part = '{"get": {"operationId": "one"}, "get": {"operationId": "two"}}';

    const found = await repeats(root, { files: new Map([['parts/bays.json', Buffer.from(part)]]) });

    expect(found).toEqual([[expect.stringMatching(/parts\/bays\.json#\/get$/), expect.stringContaining('(line 1)')]]);
  });

  test.each([
    [
      'the same keys in different objects',
      YAML.replace('  /boxes:\n    get: {operationId: second}\n', '')
        .replace('type: string, type', 'type')
        .replace('        note:\n          type: integer\n', '')
        .replace('      title: two\n', ''),
    ],
    [
      'the merge key',
      'openapi: 3.0.3\nx-a: &a {b: 1}\nx-c: &c {d: 1}\npaths:\n  /a:\n    <<: *a\n    <<: *c\n    get: {}\n',
    ],
    ['a key that replaces a merged one', 'openapi: 3.0.3\nx-a: &a {get: {}}\npaths:\n  /a:\n    <<: *a\n    get: {}\n'],
  ])('none: %s', async (_, text) => {
    expect(await repeats(text)).toEqual([]);
  });

  test('of hostile documents are told up to a limit', async () => {
    const many = (of: (key: string) => string) => Array.from({ length: 3_000 }, (_, at) => of(`k${at % 1_500}`));
    const json = `{"openapi":"3.0.3","paths":{},"x":{${many((key) => `"${key}":1`).join()}}}`;
    const yaml = `openapi: 3.0.3\npaths: {}\ninfo:\n${many((key) => `  ${key}: 1\n`).join('')}`;
    const deep = `{"openapi":"3.0.3","paths":{},"info":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;

    expect(await repeats(json.replace('"x"', '"info"'))).toHaveLength(100);
    expect(await repeats(yaml)).toHaveLength(100);
    expect(await repeats(deep)).toEqual([]);
  });
});

test('an operation that another spelling repeats is named', async () => {
  const document = { openapi: '3.0.3', paths: { '/boxes': { get: {}, GET: {} }, boxes: { get: {}, put: {} } } };

  const { tools, warnings } = await importDocument(JSON.stringify(document), {});

  expect(tools.map(({ verb, path }) => `${verb} ${path}`)).toEqual(['GET /boxes', 'PUT /boxes']);
  expect(warnings.filter(({ code }) => code === 'operation_repeated').map(({ pointer }) => pointer)).toEqual([
    '#/paths/~1boxes/GET',
    '#/paths/boxes/get',
  ]);
});
