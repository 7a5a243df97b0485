/** What the import repairs in descriptions that are wrong in a known way: each with its warning, and each left alone when switched off. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument, type Repair } from '../../../../core/openapi/index.ts';
import { defined } from '../../../support/defined.ts';
import { codesOf, importValue, openapi } from '../../../support/descriptions.ts';

const PET: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
};

const withBody = (body: JsonObject, verb = 'post') =>
  openapi({ paths: { '/pets': { [verb]: { requestBody: body } } } });
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const withPath = (path: string, parameter: JsonObject) =>
  openapi({ paths: { [path]: { get: { parameters: [{ schema: { type: 'string' }, ...parameter }] } } } });
const withServer = (url: string) => openapi({ servers: [{ url }], paths: { '/a': { get: {} } } });

interface Case {
  readonly repair: Repair;
  readonly document: JsonObject;
  /** What is looked at of the result. */
  readonly of: (result: Awaited<ReturnType<typeof importValue>>) => unknown;
  readonly repaired: unknown;
  readonly left: unknown;
}

const cases: Record<string, Case> = {
  'a body with required members of which nothing is said': {
    repair: 'body_required',
    document: withBody(json(PET)),
    of: ({ tools }) => [defined(tools[0]).inputSchema['required'], defined(tools[0]).body?.required],
    repaired: [['name'], true],
    left: [undefined, false],
  },
  'a default, listed values and an example in quotes that their type does not have': {
    repair: 'value_type',
    document: withBody({
      required: true,
      ...json({
        type: 'object',
        properties: {
          limit: { type: 'integer', default: '10', example: '25' },
          ratio: { type: 'number', nullable: true, default: '0.5' },
          level: { type: 'integer', enum: ['1', '2', 3], default: '2' },
          strict: { type: 'boolean', default: 'true' },
        },
      }),
    }),
    of: ({ tools }) => defined(tools[0]).inputSchema['properties'],
    repaired: {
      limit: { type: 'integer', default: 10, examples: [25] },
      ratio: { type: ['number', 'null'], default: 0.5 },
      level: { type: 'integer', enum: [1, 2, 3], default: 2 },
      strict: { type: 'boolean', default: true },
    },
    left: {
      limit: { type: 'integer' },
      ratio: { type: ['number', 'null'] },
      level: { enum: ['1', '2', 3], default: '2' },
      strict: { type: 'boolean' },
    },
  },
  'parameters of a 3.0 document written as in Swagger 2.0': {
    repair: 'swagger_parameter',
    document: openapi({
      paths: {
        '/pets/{id}': {
          put: {
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer' },
              { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
              { name: 'sizes', in: 'query', items: { type: 'integer' }, type: 'array' },
              { name: 'pet', in: 'body', required: true, schema: PET },
            ],
          },
        },
      },
    }),
    of: ({ tools: [tool] }) => [
      defined(tool).inputSchema['properties'],
      defined(tool).inputSchema['required'],
      defined(tool).parameters.map(({ style, explode }) => `${style} ${explode}`),
      defined(tool).body?.kind,
    ],
    repaired: [
      {
        id: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        sizes: { type: 'array', items: { type: 'integer' } },
        name: { type: 'string' },
        age: { type: 'integer' },
      },
      ['id', 'name'],
      ['simple false', 'pipeDelimited false', 'form true'],
      'json',
    ],
    left: [
      { id: { type: 'string' }, tags: { type: 'string' }, sizes: { type: 'string' } },
      ['id'],
      ['simple false', 'form true', 'form true'],
      undefined,
    ],
  },
  'a form of a 3.0 document written as in Swagger 2.0': {
    repair: 'swagger_parameter',
    document: openapi({
      paths: {
        '/pets': {
          parameters: [{ name: 'photo', in: 'formData', required: true, type: 'file' }],
          post: { parameters: [{ name: 'note', in: 'formData', type: 'string' }] },
        },
      },
    }),
    of: ({ tools: [tool] }) => [
      Object.keys(defined(tool).inputSchema['properties'] as object),
      tool?.body?.contentType,
    ],
    repaired: [['photo', 'note'], 'multipart/form-data'],
    left: [[], undefined],
  },
  'texts that miss their quotes': {
    repair: 'value_type',
    document: withBody({
      required: true,
      ...json({
        type: 'object',
        properties: {
          version: { type: 'string', enum: [1, 2], default: 1 },
          flag: { type: 'string', default: false },
        },
      }),
    }),
    of: ({ tools }) => defined(tools[0]).inputSchema['properties'],
    repaired: {
      version: { type: 'string', enum: ['1', '2'], default: '1' },
      flag: { type: 'string', default: 'false' },
    },
    left: { version: { enum: [1, 2], default: 1 }, flag: { type: 'string' } },
  },
  'a path parameter in another spelling': {
    repair: 'path_parameter_name',
    document: withPath('/pets/{petId}', { name: 'pet_id', in: 'path', schema: { type: 'integer' } }),
    of: ({ tools }) => defined(tools[0]).inputSchema['properties'],
    repaired: { petId: { type: 'integer' } },
    left: { petId: { type: 'string' } },
  },
  'the one path parameter under another name': {
    repair: 'path_parameter_name',
    document: withPath('/pets/{id}', { name: 'pet', in: 'path', schema: { type: 'integer' } }),
    of: ({ tools }) => defined(tools[0]).inputSchema['properties'],
    repaired: { id: { type: 'integer' } },
    left: { id: { type: 'string' } },
  },
  'a variable of the path declared as a query parameter': {
    repair: 'path_parameter_place',
    document: withPath('/pets/{id}', { name: 'id', in: 'query', schema: { type: 'integer' } }),
    of: ({ tools }) => defined(tools[0]).parameters.map(({ in: place, name }) => `${place} ${name}`),
    repaired: ['path id'],
    left: ['path id', 'query id'],
  },
  'a path parameter whose only value is its example': {
    repair: 'path_enum_of_example',
    document: withPath('/pets/{id}', {
      name: 'id',
      in: 'path',
      example: 'rex',
      schema: { type: 'string', enum: ['rex'] },
    }),
    of: ({ tools }) => defined(tools[0]).inputSchema['properties'],
    repaired: { id: { type: 'string', examples: ['rex'] } },
    left: { id: { type: 'string', enum: ['rex'] } },
  },
  'a misspelled media type': {
    repair: 'media_type',
    document: withBody({ content: { 'form-data': { schema: PET } } }),
    of: ({ tools }) => defined(tools[0]).body?.contentType,
    repaired: 'multipart/form-data',
    left: 'application/json',
  },
  'a key taken as an ordinary header': {
    repair: 'credential_parameter',
    document: withPath('/pets', { name: 'X-Api-Key', in: 'header', required: true }),
    of: ({ auth, tools }) => [auth.suggested.type, auth.suggested.name, defined(tools[0]).parameters.length],
    repaired: ['header', 'X-Api-Key', 0],
    left: ['none', undefined, 1],
  },
  'a header Authorization that tells Basic': {
    repair: 'credential_parameter',
    document: withPath('/pets', { name: 'Authorization', in: 'header', description: 'Basic base64(user:password)' }),
    of: ({ auth }) => auth.suggested.type,
    repaired: 'basic',
    left: 'none',
  },
  'the address of a server that is a placeholder': {
    repair: 'server_placeholder',
    document: withServer('https://your-domain.tracker.example'),
    of: ({ baseUrl }) => baseUrl,
    repaired: '',
    left: 'https://your-domain.tracker.example',
  },
};

describe('a repair', () => {
  test.each(Object.entries(cases))('mends %s, and says so', async (_title, { repair, document, of, repaired }) => {
    const result = await importValue(document);

    expect(of(result)).toEqual(repaired);
    expect(codesOf(result)).toContain(`repaired_${repair}`);
  });

  test.each(Object.entries(cases))(
    'leaves %s alone when switched off',
    async (_title, { repair, document, of, left }) => {
      const result = await importDocument(JSON.stringify(document), { withoutRepairs: [repair] });

      expect(of(result)).toEqual(left);
      expect(codesOf(result)).not.toContain(`repaired_${repair}`);
    },
  );
});

const untouched: Record<string, JsonObject> = {
  'a body that is said to be optional': withBody({ ...json(PET), required: false }),
  'a body that is said to be required': withBody({ ...json(PET), required: true }),
  'a body without required members': withBody(json({ type: 'object', properties: { name: { type: 'string' } } })),
  'a body of a DELETE': withBody(json(PET), 'delete'),
  'two path parameters that are both unknown': openapi({
    paths: {
      '/pets/{a}/{b}': {
        get: {
          parameters: ['x', 'y'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        },
      },
    },
  }),
  'a query parameter with the name of a path parameter': openapi({
    paths: {
      '/pets/{id}': {
        get: {
          parameters: ['path', 'query'].map((place) => ({
            name: 'id',
            in: place,
            required: true,
            schema: { type: 'string' },
          })),
        },
      },
    },
  }),
  'a path parameter with one value and another example': withPath('/pets/{kind}', {
    name: 'kind',
    in: 'path',
    example: 'cat',
    schema: { type: 'string', enum: ['dog'] },
  }),
  'a query parameter whose only value is its example': withPath('/pets', {
    name: 'kind',
    in: 'query',
    example: 'dog',
    schema: { type: 'string', enum: ['dog'] },
  }),
  'values that have no spelling, or several, in their type': withBody({
    required: true,
    ...json({
      type: 'object',
      properties: {
        padded: { type: 'integer', default: '010' },
        large: { type: 'integer', default: '9007199254740993' },
        zero: { type: 'number', default: '1.50' },
        word: { type: 'boolean', default: 'yes' },
        fraction: { type: 'string', default: 1.5 },
        mixed: { type: 'integer', enum: ['1', 'all'] },
        either: { type: ['integer', 'string'], default: '10' },
        outside: { type: 'integer', enum: [1, 2], default: '3' },
      },
    }),
  }),
  'a media type of its own': withBody({
    required: true,
    content: { 'application/vnd.form-data+json': { schema: PET } },
  }),
  'a header that is no credential': withPath('/pets', { name: 'X-Request-Id', in: 'header' }),
  'a key beside declared security': {
    ...withPath('/pets', { name: 'X-Api-Key', in: 'header' }),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  },
  'a key that few operations take': openapi({
    paths: {
      '/a': { get: { parameters: [{ name: 'X-Api-Key', in: 'header', schema: { type: 'string' } }] } },
      '/b': { get: {} },
      '/c': { get: {} },
    },
  }),
  'a server whose name begins with "your"': withServer('https://api.yourstory.news'),
};

test.each(Object.entries(untouched))('no repair touches %s', async (_title, document) => {
  const result = await importValue(document);
  expect(codesOf(result).filter((code) => code.startsWith('repaired_'))).toEqual([]);
});

test('a parameter that describes a body is named when the operation has another one', async () => {
  const operation = { parameters: [{ name: 'pet', in: 'body', schema: PET }], requestBody: json({ type: 'object' }) };

  const { warnings } = await importValue(openapi({ paths: { '/pets': { post: operation } } }));

  expect(warnings).toEqual([
    expect.objectContaining({ code: 'parameter_invalid', pointer: '#/paths/~1pets/post/parameters/0' }),
  ]);
});

test('a repair that touches many operations is one warning that names their tools', async () => {
  const paths = Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, { post: { requestBody: json(PET) } }]));

  const { warnings } = await importValue(openapi({ paths }));

  expect(warnings.filter(({ code }) => code === 'repaired_body_required')).toEqual([
    expect.objectContaining({ tools: ['post_a', 'post_b', 'post_c'] }),
  ]);
});
