/** Values of documents as their authors wrote them: scalars of YAML where a text is declared, and integers above 2^53. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { defined } from '../../../support/defined.ts';

const HEAD = 'openapi: 3.1.0\ninfo: {title: Boxes, version: "1"}\nservers: [{url: "https://api.example.org"}]\n';

/** The schemas of the parameters of the only operation. */
async function propertiesOf(document: string | object, options = {}): Promise<Record<string, JsonObject>> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { tools } = await importDocument(text, options);
  return defined(tools[0]).inputSchema['properties'] as Record<string, JsonObject>;
}

const withSchema = (schema: string, more = ''): string =>
  `${HEAD}paths:\n  /boxes:\n    get:\n      parameters:\n        - {name: bay, in: query${more}, schema: {${schema}}}\n`;

describe('where a text is declared, a plain scalar of YAML is its source text', () => {
  test.each<[string, JsonObject]>([
    ["enum: ['07', 08, 09, '10']", { enum: ['07', '08', '09', '10'] }],
    ['enum: [1.0, 1.10, 1.1]', { enum: ['1.0', '1.10', '1.1'] }],
    ['enum: [8, 08, 0o10, 0x8]', { enum: ['8', '08', '0o10', '0x8'] }],
    ['enum: [True, FALSE, false]', { enum: ['True', 'FALSE', 'false'] }],
    ['enum: [1e3, +1, -0, .5]', { enum: ['1e3', '+1', '-0', '.5'] }],
    // Texts by the core schema.
    [
      'enum: [yes, No, on, 1_000, 2024-01-02, 12:30, 0b11, .inf]',
      {
        enum: ['yes', 'No', 'on', '1_000', '2024-01-02', '12:30', '0b11', '.inf'],
      },
    ],
    ['default: 007', { default: '007' }],
    ['const: 0100', { const: '0100' }],
    ['example: 01234', { examples: ['01234'] }],
    ['examples: [01234, 3.10]', { examples: ['01234', '3.10'] }],
    ['example: 12345678901234567890', { examples: ['12345678901234567890'] }],
  ])('%s', async (schema, told) => {
    const { bay } = await propertiesOf(withSchema(`type: string, ${schema}`));

    expect(bay).toEqual({ type: 'string', ...told });
  });

  test('beside the schema and in the example of a body', async () => {
    const body = `${HEAD}paths:
  /boxes:
    post:
      parameters: [{name: 010, in: query, example: 0042, schema: {type: string}}]
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {zip: {type: string}, 08: {type: string}}}
            example: {zip: 01234, 08: 1.20}
`;

    expect(await propertiesOf(body)).toEqual({
      '010': { type: 'string', examples: ['0042'] },
      '08': { type: 'string', examples: ['1.20'] },
      zip: { type: 'string', examples: ['01234'] },
    });
  });

  test('in the parameters of Swagger 2.0', async () => {
    const document = `swagger: "2.0"
info: {title: Boxes, version: 1.10}
host: api.example.org
paths:
  /boxes:
    post:
      parameters:
        - {name: bay, in: query, type: string, enum: [08, 09], default: 08}
        - {name: code, in: formData, type: string, default: 0010}
`;

    const { tools, version } = await importDocument(document, {});

    expect(version).toBe('1.10');
    expect(defined(tools[0]).inputSchema['properties']).toEqual({
      bay: { type: 'string', enum: ['08', '09'], default: '08' },
      code: { type: 'string', default: '0010' },
    });
  });

  test('in the parts of a server’s address', async () => {
    const document = `openapi: 3.0.3
info: {title: Boxes, version: 2}
servers:
  - url: "https://api.example.org/v{version}/{edition}"
    variables:
      version: {default: 1.10}
      edition: {default: 07, enum: [07, 08]}
paths: {/boxes: {get: {}}}
`;

    expect((await importDocument(document, {})).baseUrl).toBe('https://api.example.org/v1.10/07');
  });

  test('of a number it is the number', async () => {
    expect(await propertiesOf(withSchema('type: integer, enum: [08, 0x1F, 0o7], default: 08'))).toEqual({
      bay: { type: 'integer', enum: [8, 31, 7], default: 8 },
    });
  });

  test('not when the repair is switched off', async () => {
    const { bay } = await propertiesOf(withSchema('type: string, enum: [08]'), { withoutRepairs: ['value_type'] });

    expect(bay).toEqual({ enum: [8] });
  });
});

describe('an integer above 2^53 keeps its digits', () => {
  const json = (schema: string, more = ''): string =>
    `{"openapi":"3.0.0","info":{"title":"a","version":"1"},"servers":[{"url":"https://api.example.org"}],"paths":{"/boxes":{"get":{
      "parameters":[{"name":"bay","in":"query"${more},"schema":{${schema}}}]}}}}`;
  const INT64 = '"type":"integer","format":"int64"';

  test.each([
    ['an example of JSON', json(`${INT64},"example":12345678901234567890`), 'examples', ['12345678901234567890']],
    ['one beside the schema', json(INT64, ',"example":-9007199254740993'), 'examples', ['-9007199254740993']],
    ['a default', json(`${INT64},"default":9223372036854775807`), 'default', '9223372036854775807'],
    [
      'an integer without a format',
      json('"type":"integer","example":9007199254740993'),
      'examples',
      ['9007199254740993'],
    ],
    [
      'an example of YAML',
      withSchema('type: integer, format: int64, example: 12345678901234567891'),
      'examples',
      ['12345678901234567891'],
    ],
    [
      'in a list',
      json('"type":"array","items":{"type":"integer"},"example":[1,12345678901234567890]'),
      'examples',
      [[1, '12345678901234567890']],
    ],
  ])('%s', async (_, document, key, told) => {
    const { bay } = await propertiesOf(document);

    expect(defined(bay)[key]).toEqual(told);
  });

  test.each([
    ['one that is not rounded', json(`${INT64},"example":9007199254740992`), [9007199254740992]],
    ['one with an exponent', json('"type":"integer","example":1.8e19'), [1.8e19]],
    ['one of any numbers', json('"type":"number","example":12345678901234567890'), [Number('12345678901234567890')]],
  ])('%s stays a number', async (_, document, told) => {
    expect(defined((await propertiesOf(document))['bay'])['examples']).toEqual(told);
  });

  test('two that are rounded to the same are left out', async () => {
    const document = json(`${INT64},"example":12345678901234567890`, ',"x-other":12345678901234567891');

    expect(defined((await propertiesOf(document))['bay'])['examples']).toBeUndefined();
  });

  test('of the two in YAML each is known', async () => {
    const document = withSchema(
      'type: integer, format: int64, example: 12345678901234567890, x-other: 12345678901234567891',
    );

    expect(defined((await propertiesOf(document))['bay'])['examples']).toEqual(['12345678901234567890']);
  });
});
