/** From operations to tools: which there are, their parameters and bodies on the wire, in every dialect. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { WireBody } from '../../../../core/model/tool.ts';
import { defined } from '../../../support/defined.ts';
import {
  codesOf,
  importValue,
  onlyTool,
  openapi,
  propertiesOf,
  swagger,
  toolAt,
  withBody,
  withParameters,
} from '../../../support/descriptions.ts';

const LABEL: JsonObject = { type: 'object', properties: { label: { type: 'string' } } };
const endpoints = async (document: JsonObject) =>
  (await importValue(document)).tools.map(({ verb, path }) => `${verb} ${path}`);

describe('operations', () => {
  test('are those under paths: webhooks, callbacks, links and x- keys give no tools', async () => {
    const callbacks = { done: { '{$request.body#/url}': { post: {} } } };
    const document = openapi(
      {
        paths: { '/a': { get: { callbacks }, 'x-get': {}, parameters: [] }, 'x-more': { get: {} } },
        webhooks: { event: { post: {} } },
      },
      '3.1.0',
    );

    expect(await endpoints(document)).toEqual(['GET /a']);
  });

  test('of a document with webhooks only are none, and a warning says so', async () => {
    const result = await importValue({ openapi: '3.1.0', info: {}, webhooks: { event: { post: {} } } });

    expect(result.tools).toEqual([]);
    expect(result.warnings.find(({ code }) => code === 'no_operations')?.message).toContain('webhooks only');
  });

  test('of 3.2 include query and additional ones, which older versions do not know', async () => {
    const paths = { '/a': { query: {}, additionalOperations: { COPY: {}, purge: {} } } };

    expect(await endpoints(openapi({ paths }, '3.2.0'))).toEqual(['QUERY /a', 'COPY /a', 'PURGE /a']);
    expect(await endpoints(openapi({ paths }, '3.1.0'))).toEqual([]);
  });

  test('stand in path items that are references, which may have members of their own', async () => {
    const document = openapi(
      {
        paths: { '/a': { $ref: '#/components/pathItems/A', post: {} } },
        components: { pathItems: { A: { get: {} } } },
      },
      '3.1.0',
    );
    expect((await endpoints(document)).sort()).toEqual(['GET /a', 'POST /a']);
  });

  test('with the same path and different fragments or queries are tools of their own', async () => {
    const document = openapi({ paths: { '/#Action=Create': { post: {} }, '/#Action=Delete': { post: {} } } });

    const { tools } = await importValue(document);

    expect(new Set(tools.map(({ name }) => name)).size).toBe(2);
  });

  test.each([
    ['GET', true, false, true],
    ['HEAD', true, false, true],
    ['OPTIONS', true, false, true],
    ['TRACE', true, false, true],
    ['QUERY', true, false, true],
    ['POST', false, false, false],
    ['PATCH', false, false, false],
    ['PUT', false, false, true],
    ['DELETE', false, true, true],
    ['MOVE', false, true, false],
  ])('%s has its annotations', async (verb, readOnlyHint, destructiveHint, idempotentHint) => {
    const item = verb === 'MOVE' ? { additionalOperations: { MOVE: {} } } : { [verb.toLowerCase()]: {} };

    const tool = await onlyTool(openapi({ paths: { '/a': item as JsonObject } }, '3.2.0'));

    expect(tool.annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: true });
  });

  test.each(['//evil.example.com/x', '/a/../b', '/a\\\\b'])(
    'with the path %s, which leaves the base URL, are there but switched off',
    async (path) => {
      const result = await importValue(openapi({ paths: { [path]: { get: {} } } }));

      expect(result.tools[0]).toMatchObject({ path, enabled: false });
      expect(codesOf(result)).toEqual(['path_unusable']);
    },
  );

  test('take name, description and hiding from vendor hints', async () => {
    const paths = {
      '/a': {
        get: {
          operationId: 'a',
          'x-mcp': { name: 'find things', description: 'Finds.', annotations: { idempotentHint: false } },
        },
      },
      '/b': { get: { operationId: 'b', 'x-speakeasy-mcp': { disabled: true } } },
    };

    const result = await importValue(openapi({ paths }));

    expect(toolAt(result, 'GET /a')).toMatchObject({
      name: 'find_things',
      description: 'Finds.',
      enabled: true,
      annotations: { idempotentHint: false },
    });
    expect(toolAt(result, 'GET /b').enabled).toBe(false);
  });
});

describe('what a document says of how dangerous an operation is', () => {
  const annotatedAs = (verb: string, annotations: JsonObject, extension = 'x-mcp') =>
    importValue(openapi({ paths: { '/a': { [verb]: { [extension]: { annotations } } } } }));

  test.each([
    ['post', { readOnlyHint: true }, 'readOnlyHint: true'],
    ['delete', { destructiveHint: false }, 'destructiveHint: false'],
    ['delete', { readOnlyHint: true, destructiveHint: false }, 'readOnlyHint: true, destructiveHint: false'],
    ['patch', { idempotentHint: true }, 'idempotentHint: true'],
    ['get', { openWorldHint: false }, 'openWorldHint: false'],
  ])('is told and not taken where it says less than the verb (%s %j)', async (verb, annotations, told) => {
    for (const extension of ['x-mcp', 'x-speakeasy-mcp']) {
      const { tools, warnings } = await annotatedAs(verb, annotations, extension);

      expect(tools[0]?.annotations).toEqual(annotationsOf({ verb }));
      expect(warnings).toEqual([
        expect.objectContaining({ code: 'annotation_not_taken', message: expect.stringContaining(told) }),
      ]);
    }
  });

  test.each([
    ['get', { readOnlyHint: false }, { readOnlyHint: false }],
    ['get', { destructiveHint: true }, { readOnlyHint: false, destructiveHint: true }],
    ['post', { destructiveHint: true }, { destructiveHint: true }],
    ['put', { idempotentHint: false }, { idempotentHint: false }],
    ['put', { destructiveHint: true }, { destructiveHint: true }],
    ['patch', { destructiveHint: true }, { destructiveHint: true }],
  ])('is taken where it says more than the verb (%s %j)', async (verb, annotations, taken) => {
    const { tools, warnings } = await annotatedAs(verb, annotations);

    expect(tools[0]?.annotations).toEqual({ ...annotationsOf({ verb }), ...taken });
    expect(warnings).toEqual([]);
  });
});

describe('parameters of 3.x', () => {
  test('have the defaults of their place, and an explode that follows the style', async () => {
    const tool = await onlyTool(
      withParameters(
        [
          { name: 'p', in: 'path', schema: { type: 'array' } },
          { name: 'q', in: 'query', schema: { type: 'array' } },
          { name: 's', in: 'query', style: 'pipeDelimited' },
          { name: 'd', in: 'query', style: 'deepObject', explode: false },
          { name: 'h', in: 'header' },
          { name: 'c', in: 'cookie' },
        ],
        '/a/{p}',
      ),
    );

    expect(
      tool.parameters.map(({ in: place, name, style, explode, required }) => [place, name, style, explode, required]),
    ).toEqual([
      ['path', 'p', 'simple', false, true],
      ['query', 'q', 'form', true, false],
      ['query', 's', 'pipeDelimited', false, false],
      ['query', 'd', 'deepObject', true, false],
      ['header', 'h', 'simple', false, false],
      ['cookie', 'c', 'form', true, false],
    ]);
    expect(propertiesOf(tool)['h']).toEqual({ type: 'string' });
  });

  test('of the path are replaced by the operation’s, headers whatever their case', async () => {
    const item = {
      parameters: [
        { name: 'a', in: 'query', schema: { type: 'string' } },
        { name: 'X-Mode', in: 'header' },
        { name: 'b', in: 'query' },
      ],
      get: {
        parameters: [
          { name: 'a', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'x-mode', in: 'header', schema: { type: 'boolean' } },
        ],
      },
    };

    const tool = await onlyTool(openapi({ paths: { '/a': item as JsonObject } }));

    expect(propertiesOf(tool)).toEqual({
      a: { type: 'integer' },
      b: { type: 'string' },
      'x-mode': { type: 'boolean' },
    });
    expect(tool.inputSchema['required']).toEqual(['a']);
  });

  test('that the template needs and nobody declares are made; those it does not have are left out', async () => {
    const result = await importValue(
      withParameters(
        [
          { name: 'other', in: 'path' },
          { name: 'ID', in: 'path', schema: { type: 'integer' } },
        ],
        '/a/{id}/{x}.{y}',
      ),
    );

    const [tool] = result.tools;
    expect(propertiesOf(defined(tool))).toEqual({
      id: { type: 'integer' },
      x: { type: 'string' },
      y: { type: 'string' },
    });
    expect(defined(tool).inputSchema['required']).toEqual(['id', 'x', 'y']);
    expect(codesOf(result)).toEqual(['path_parameter_unused', 'path_parameter_undeclared']);
  });

  test('that one path takes elsewhere stay what they are at the others', async () => {
    const parameters = [
      { name: 'action', in: 'query', description: 'What is to be done.', schema: { type: 'string' } },
    ];
    const paths = {
      '/a': { get: { parameters } },
      '/b?do={action}': { get: { parameters } },
      '/c': { get: { parameters } },
    };

    const { tools } = await importValue(openapi({ paths }));

    expect(tools.map(({ parameters }) => parameters.map((one) => [one.in, one.required]))).toEqual([
      [['query', false]],
      [['path', true]],
      [['query', false]],
    ]);
  });

  test('in the same words warn at each place', async () => {
    const wrong = { name: 'size', in: 'query', description: 'How many at most.', schema: { type: 'Integer' } };
    const lost = { name: 'lost', in: 'path', description: 'In no path at all.', schema: { type: 'string' } };
    const paths = { '/a': { get: { parameters: [wrong, lost] } }, '/b': { get: { parameters: [wrong, lost] } } };

    const { warnings } = await importValue(openapi({ paths }));

    expect(warnings.map(({ pointer }) => pointer).sort()).toEqual([
      '#/paths/~1a/get/parameters/0/schema/type',
      '#/paths/~1a/get/parameters/1',
      '#/paths/~1b/get/parameters/0/schema/type',
      '#/paths/~1b/get/parameters/1',
    ]);
  });

  test.each([
    ['3.0.3', [undefined, true]],
    ['3.1.0', [undefined, true]],
    ['3.2.0', [true, true]],
  ])('of %s may keep reserved characters where that version says so', async (version, expected) => {
    const parameter = (place: string) => ({ name: place, in: place, required: true, allowReserved: true });

    const tool = await onlyTool(withParameters([parameter('path'), parameter('query')], '/a/{path}', version));

    expect(tool.parameters.map(({ allowReserved }) => allowReserved)).toEqual(expected);
  });

  test('of a URI template with operators are the declared ones', async () => {
    const tool = await onlyTool(
      withParameters([{ name: 'path', in: 'path', schema: { type: 'string', minLength: 1 } }], '/files/{+path}'),
    );

    expect(tool.parameters).toEqual([expect.objectContaining({ name: '+path', argument: 'path', slashes: true })]);
    expect(propertiesOf(tool)).toEqual({ path: { type: 'string', minLength: 1 } });
  });

  test('named body leave that name to the body', async () => {
    const tool = await onlyTool(withParameters([{ name: 'body', in: 'query' }]));
    expect(tool.parameters[0]).toMatchObject({ name: 'body', argument: 'body__query' });
  });

  test('described by content keep their media type', async () => {
    const tool = await onlyTool(
      withParameters([
        { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      ]),
    );

    expect(tool.parameters[0]).toMatchObject({ contentType: 'application/json' });
    expect(propertiesOf(tool)['filter']).toEqual({ type: 'object' });
  });

  test('described by content take any JSON value where nothing is said, and finished text where it is XML', async () => {
    const schema = { type: 'object', description: 'A pet.', properties: { id: { type: 'string' } } };

    const result = await importValue(
      withParameters([
        { name: 'any', in: 'query', content: { 'application/vnd.example+json': {} } },
        { name: 'words', in: 'query', content: { 'text/plain': {} } },
        { name: 'pet', in: 'query', content: { 'application/xml': { schema } } },
        { name: 'c', in: 'cookie', content: { 'application/json': { schema } } },
      ]),
    );

    expect(propertiesOf(defined(result.tools[0]))).toMatchObject({
      any: {},
      words: { type: 'string' },
      pet: { type: 'string', description: 'A pet. The finished application/xml text. Its elements: id.' },
      c: { type: 'object' },
    });
    expect(propertiesOf(defined(result.tools[0]))['any']).not.toHaveProperty('type');
    expect(codesOf(result)).not.toContain('cookie_exploded');
  });

  test('with names that clients refuse get other argument keys and keep their wire names', async () => {
    const long = 'n'.repeat(80);

    const tool = await onlyTool(
      withParameters(['filter[x]', 'ids[]', '$top', 'größe', '日本', long].map((name) => ({ name, in: 'query' }))),
    );

    expect(tool.parameters.map(({ name, argument }) => [name, argument])).toEqual([
      ['filter[x]', 'filter_x'],
      ['ids[]', 'ids'],
      ['$top', 'top'],
      ['größe', 'gro_e'],
      ['日本', 'value'],
      [long, 'n'.repeat(64)],
    ]);
  });

  test('with the same name in several places and in the body all get through', async () => {
    const operation = {
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'id', in: 'query' },
        { name: 'id', in: 'header' },
        { name: 'id', in: 'cookie' },
      ],
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
      },
    };

    const tool = await onlyTool(openapi({ paths: { '/a/{id}': { put: operation as JsonObject } } }));

    expect(tool.parameters.map(({ in: place, name, argument }) => [place, name, argument])).toEqual([
      ['path', 'id', 'id__path'],
      ['query', 'id', 'id__query'],
      ['header', 'id', 'id__header'],
      ['cookie', 'id', 'id__cookie'],
    ]);
    expect(tool.body).toMatchObject({ layout: 'fields', fields: [{ name: 'id', argument: 'id' }] });
  });

  test('that only the client may set are left out; the credential’s own header too', async () => {
    const document = {
      ...withParameters(
        ['Accept', 'Content-Type', 'Authorization', 'Host', 'X-Api-Key', 'X-Fine'].map((name) => ({
          name,
          in: 'header',
          required: true,
        })),
      ),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ key: [] }],
    };

    const result = await importValue(document as JsonObject);

    expect(defined(result.tools[0]).parameters.map(({ name }) => name)).toEqual(['X-Fine']);
    expect(result.warnings.filter(({ code }) => code === 'header_forbidden').map(({ pointer }) => pointer)).toEqual([
      '#/paths/~1things/get/parameters/3',
    ]);
  });

  test('in the querystring (3.2) are one argument', async () => {
    const tool = await onlyTool(
      withParameters(
        [
          {
            name: 'all',
            in: 'querystring',
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object' },
                encoding: { ids: { style: 'pipeDelimited', explode: false } },
              },
            },
          },
        ],
        '/a',
        '3.2.0',
      ),
    );
    expect(tool.parameters[0]).toMatchObject({
      in: 'querystring',
      argument: 'all',
      contentType: 'application/x-www-form-urlencoded',
      encoding: { ids: { style: 'pipeDelimited', explode: false } },
    });
  });

  test('that are broken cost only themselves', async () => {
    const result = await importValue(
      withParameters([
        null,
        {},
        { name: 'x' },
        { name: 'y', in: 'nowhere' },
        { $ref: '#/components/parameters/None' },
        { name: 'ok', in: 'query' },
      ]),
    );

    expect(Object.keys(propertiesOf(defined(result.tools[0])))).toEqual(['ok']);
    expect(codesOf(result)).toEqual(['parameter_invalid', 'reference_missing']);
  });
});

describe('bodies of 3.x', () => {
  const bodyOf = (content: JsonObject, required = true) =>
    onlyTool(openapi({ paths: { '/a': { post: { requestBody: { required, content } } } } }));
  const object = { schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } };

  test.each([
    [
      'application/json before others',
      { 'text/plain': object, 'multipart/form-data': object, 'application/json': object },
      'application/json',
      'json',
    ],
    [
      'any +json',
      { 'application/xml': object, 'application/vnd.api+json; version=1': object },
      'application/vnd.api+json; version=1',
      'json',
    ],
    [
      'urlencoded before multipart',
      { 'multipart/form-data': object, 'application/x-www-form-urlencoded': object },
      'application/x-www-form-urlencoded',
      'urlencoded',
    ],
    ['a wildcard as JSON', { '*/*': object }, 'application/json', 'json'],
    ['an unknown type with an object as JSON', { 'application/vnd.odd': object }, 'application/vnd.odd', 'json'],
  ])('choose %s', async (_, content, contentType, kind) => {
    const tool = await bodyOf(content as JsonObject);

    expect(tool.body).toMatchObject({
      contentType,
      kind,
      layout: 'fields',
      fields: [{ name: 'a', argument: 'a', required: true }],
    });
    expect(tool.inputSchema).toMatchObject({ required: ['a'], additionalProperties: true });
  });

  test.each([
    ['octet-stream', { 'application/octet-stream': {} }, 'binary', { type: 'string', contentEncoding: 'base64' }],
    [
      'an image of any kind',
      { 'image/*': { schema: { type: 'string', format: 'binary' } } },
      'binary',
      { type: 'string', contentEncoding: 'base64' },
    ],
    ['text', { 'text/plain': { schema: { type: 'string' } } }, 'text', { type: 'string' }],
    [
      'text with a broken parameter',
      { 'text/plain; utf-8': { schema: { type: 'string' } } },
      'text',
      { type: 'string' },
    ],
    [
      'XML, telling its elements',
      { 'application/xml': object },
      'text',
      { type: 'string', description: 'The finished application/xml text. Its elements: a.' },
    ],
    [
      'a CSV file, which is written as text and not as base64',
      { 'text/csv': { schema: { type: 'string', format: 'binary', description: 'Rows.' } } },
      'text',
      { type: 'string', description: 'Rows. The finished text/csv text.' },
    ],
    [
      'an array',
      { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
      'json',
      { type: 'array', items: { type: 'integer' } },
    ],
    ['a scalar', { 'application/json': { schema: { type: 'integer' } } }, 'json', { type: 'integer' }],
    [
      'a union',
      { 'application/json': { schema: { oneOf: [object.schema, { type: 'string' }] } } },
      'json',
      { anyOf: [{ type: 'object' }, { type: 'string' }] },
    ],
    [
      'a free-form object',
      { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      'json',
      { type: 'object', additionalProperties: true },
    ],
    ['anything', { 'application/json': {} }, 'json', {}],
    [
      'a form of a list of files, whose fields nobody names',
      { 'multipart/form-data': { schema: { type: 'array', items: { type: 'string', format: 'binary' } } } },
      'multipart',
      { type: 'object', description: expect.stringMatching(/^The form fields by name\. A file is/) },
    ],
    [
      'a form of one file, whose field nobody names',
      { 'multipart/form-data': { schema: { type: 'string', format: 'binary', description: 'The picture.' } } },
      'multipart',
      { type: 'object', description: expect.stringMatching(/^The picture\. The form fields by name\. A file is/) },
    ],
  ])('that are %s are the one argument body', async (_, content, kind, schema) => {
    const tool = await bodyOf(content as JsonObject);

    expect(tool.body).toMatchObject({ kind, layout: 'whole', argument: 'body', required: true });
    expect(tool.inputSchema).toMatchObject({ type: 'object', required: ['body'], properties: { body: schema } });
    expect(['oneOf', 'anyOf', 'allOf'].filter((key) => key in tool.inputSchema)).toEqual([]);
  });

  test('that may be left out require nothing, and the description says what belongs together', async () => {
    const tool = await bodyOf({ 'application/json': object }, false);

    expect(tool.inputSchema['required']).toBeUndefined();
    expect(tool.body).toMatchObject({ required: false, fields: [{ required: true }] });
    expect(tool.description).toBe('POST /a. When a body is sent it needs: a.');
  });

  const openBody = (type: string, required?: boolean): JsonObject => {
    const requestBody = { content: { [type]: { schema: LABEL } }, ...(required !== undefined && { required }) };
    return openapi({ paths: { '/a': { post: { requestBody } } } });
  };

  test.each<[string, JsonObject, boolean]>([
    ['says so', openBody('application/json', false), true],
    ['leaves it open', openBody('application/json'), false],
    ['requires it', openBody('application/json', true), false],
    ['says so of a form', openBody('application/x-www-form-urlencoded', false), false],
    [
      'is of Swagger 2.0, where generators say so of every body',
      swagger({
        consumes: ['application/json'],
        paths: { '/a': { post: { parameters: [{ in: 'body', name: 'b', required: false, schema: LABEL }] } } },
      }),
      false,
    ],
  ])('may be absent where the description %s', async (_, document, expected) => {
    const { body } = await onlyTool(document);

    expect(body).toMatchObject({ layout: 'fields' });
    expect(body && 'mayBeAbsent' in body).toBe(expected);
  });

  test('with further properties of any name send unknown arguments along', async () => {
    const tool = await bodyOf({
      'application/json': { schema: { ...object.schema, additionalProperties: { type: 'integer' } } },
    });

    expect(tool.body).toMatchObject({ layout: 'fields', extra: true });
    expect(tool.inputSchema['additionalProperties']).toEqual({ type: 'integer' });
  });

  test('keep odd names of their own properties on the wire', async () => {
    const tool = await bodyOf({
      'application/json': { schema: { type: 'object', properties: { '@type': {}, 'a b': {} } } },
    });
    expect(tool.body).toMatchObject({
      fields: [
        { name: '@type', argument: 'type' },
        { name: 'a b', argument: 'a_b' },
      ],
    });
  });

  test('in multipart know which fields are files, and how each is encoded', async () => {
    const schema = {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        more: { type: 'array', items: { type: 'string', format: 'binary' } },
        meta: { type: 'object' },
      },
    };
    const encoding = {
      meta: {
        contentType: 'application/json',
        headers: { 'X-Part': { schema: { const: 'one' } }, 'Content-Type': { schema: { const: 'x' } } },
      },
      unknown: { contentType: 'a/b' },
    };

    const tool = await bodyOf({ 'multipart/form-data': { schema, encoding } });

    expect(tool.body).toEqual({
      kind: 'multipart',
      contentType: 'multipart/form-data',
      required: true,
      layout: 'fields',
      extra: true,
      fields: [
        { argument: 'file', name: 'file', required: false, binary: true },
        { argument: 'more', name: 'more', required: false, binary: true },
        {
          argument: 'meta',
          name: 'meta',
          required: false,
          encoding: { contentType: 'application/json', headers: { 'X-Part': 'one' } },
        },
      ],
    });
  });

  test.each<[string, JsonObject, JsonObject?]>([
    ['file', { file: { type: 'string', description: 'What to upload.' }, purpose: { type: 'string', enum: ['logo'] } }],
    ['files', { files: { type: 'array', items: { type: 'string' } }, note: { type: 'string' } }],
    ['file', { file: { type: 'string' }, meta: { type: 'object' } }, { meta: { contentType: 'application/json' } }],
  ])('in multipart take the text %s for a file where nothing else is one', async (name, properties, encoding = {}) => {
    const tool = await bodyOf({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } });

    const { fields } = tool.body as WireBody & { layout: 'fields' };
    expect(fields.filter(({ binary }) => binary)).toEqual([{ argument: name, name, required: false, binary: true }]);
    expect(JSON.stringify((tool.inputSchema['properties'] as JsonObject)[name])).toContain('base64 text');
  });

  test.each<[string, JsonObject, JsonObject?]>([
    ['beside a file', { file: { type: 'string' }, data: { type: 'string', format: 'binary' } }],
    ['beside a part of a type of files', { file: { type: 'string' }, a: {} }, { a: { contentType: 'image/png' } }],
    ['with a list of values', { file: { type: 'string', enum: ['a.csv'] } }],
    ['with a format', { file: { type: 'string', format: 'uri' } }],
    ['with a media type of texts', { file: { type: 'string' } }, { file: { contentType: 'text/csv' } }],
    ['that is a number', { file: { type: 'integer' } }],
    ['of another name', { document: { type: 'string' } }],
  ])('in multipart leave a text as it is that is one %s', async (_title, properties, encoding = {}) => {
    const tool = await bodyOf({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } });

    const { fields } = tool.body as WireBody & { layout: 'fields' };
    const [first] = fields;
    expect(first).not.toHaveProperty('binary');
  });

  test('in forms leave a text named file as it is', async () => {
    const schema = { type: 'object', properties: { file: { type: 'string' } } };

    const tool = await bodyOf({ 'application/x-www-form-urlencoded': { schema } });

    expect(tool.body).toMatchObject({ fields: [{ argument: 'file', name: 'file', required: false }] });
    expect(tool.body).not.toHaveProperty('fields.0.binary');
  });

  test('in multipart send files as what their schema says that they are, unless the encoding says it', async () => {
    const file = (more: JsonObject): JsonObject => ({ type: 'string', contentMediaType: 'image/png', ...more });
    const properties = {
      one: file({}),
      many: { type: 'array', items: file({}) },
      told: file({}),
      odd: file({ contentMediaType: 'image/png\r\nX: y' }),
    };
    const encoding = { told: { contentType: 'image/webp' } };
    const content = { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } };

    const tool = await onlyTool(openapi({ paths: { '/a': { post: { requestBody: { content } } } } }, '3.1.0'));

    expect(tool.body).toMatchObject({
      fields: [
        { name: 'one', encoding: { contentType: 'image/png' } },
        { name: 'many', encoding: { contentType: 'image/png' } },
        { name: 'told', encoding: { contentType: 'image/webp' } },
        { name: 'odd', binary: true },
      ],
    });
    expect(JSON.stringify(tool.body)).not.toContain('X: y');
  });

  test('in a form with a style keep it', async () => {
    const schema = { type: 'object', properties: { tags: { type: 'array' }, deep: { type: 'object' } } };

    const tool = await bodyOf({
      'application/x-www-form-urlencoded': {
        schema,
        encoding: { tags: { style: 'spaceDelimited', explode: false }, deep: { style: 'deepObject' } },
      },
    });

    expect(tool.body).toMatchObject({
      fields: [
        { encoding: { style: 'spaceDelimited', explode: false } },
        { encoding: { style: 'deepObject', explode: true } },
      ],
    });
  });

  test('named body beside a parameter named body both get through', async () => {
    const operation = { parameters: [{ name: 'body', in: 'query' }], requestBody: { content: { 'text/plain': {} } } };

    const tool = await onlyTool(openapi({ paths: { '/a': { post: operation } } }));

    expect(tool.parameters[0]).toMatchObject({ name: 'body', argument: 'body__query' });
    expect(tool.body).toMatchObject({ argument: 'body' });
  });

  test('that are or null keep their properties', async () => {
    const tool = await onlyTool(withBody({ ...object.schema, nullable: true }));
    expect(tool.body).toMatchObject({ layout: 'fields', fields: [{ name: 'a' }] });
  });

  test('that are XML tell the elements of all parts of their schema, but for those that no request has', async () => {
    const schemas: JsonObject = {
      Base: { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
      Thing: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { size: { type: 'integer' } } }] },
    };
    const content = { 'text/xml': { schema: { $ref: '#/components/schemas/Thing' } } };

    const tool = await onlyTool(
      openapi({ paths: { '/a': { post: { requestBody: { content } } } }, components: { schemas } }),
    );

    expect(propertiesOf(tool)['body']).toEqual({
      type: 'string',
      description: 'The finished text/xml text. Its root element: Thing. Its elements: name, size.',
    });
  });

  test('that are XML tell the names that the XML Objects give, attributes, and lists with and without an element', async () => {
    const texts = (xml: JsonObject, item: JsonObject): JsonObject => ({
      type: 'array',
      xml,
      items: { type: 'string', ...(Object.keys(item).length > 0 && { xml: item }) },
    });
    const schema = {
      type: 'object',
      xml: { name: 'pet', prefix: 'p', namespace: 'https://example.com/pet' },
      properties: {
        id: { type: 'integer', xml: { attribute: true, name: 'ID' } },
        lang: { type: 'string', xml: { nodeType: 'attribute' } },
        kind: { $ref: '#/components/schemas/Kind' },
        tags: texts({ wrapped: true, name: 'Tags' }, { name: 'Tag' }),
        names: texts({ nodeType: 'element' }, {}),
        notes: texts({ name: 'unused' }, { name: 'note' }),
        odd: { type: 'string', xml: { name: 'a b\n<c>' } },
      },
    };
    const schemas = { Kind: { type: 'string', xml: { name: 'PetKind' } } };
    const content = { 'application/xml': { schema } };

    const tool = await onlyTool(
      openapi({ paths: { '/a': { post: { requestBody: { content } } } }, components: { schemas } }),
    );

    expect(propertiesOf(tool)['body']).toEqual({
      type: 'string',
      description:
        'The finished application/xml text. Its root element: p:pet (namespace https://example.com/pet). ' +
        'Its elements: ID (attribute), lang (attribute), PetKind, Tags (of Tag), names (of names), note, odd.',
    });
  });

  test('that are XML of parts that refer to each other in circles and tenfold at every level end', async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas: JsonObject = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `L${level}`,
        { allOf: Array.from({ length: 10 }, () => ref(`L${(level + 1) % 40}`)), anyOf: [ref('L0')] },
      ]),
    );
    const content = { 'text/xml': { schema: ref('L0') } };

    const tool = await onlyTool(
      openapi({ paths: { '/a': { post: { requestBody: { content } } } }, components: { schemas } }),
    );

    expect(propertiesOf(tool)['body']).toEqual({
      type: 'string',
      description: 'The finished text/xml text. Its root element: L0.',
    });
  });

  test('that are XML of a schema that cannot be found warn all the same', async () => {
    const content = { 'text/xml': { schema: { $ref: '#/components/schemas/Gone' } } };

    const result = await importValue(openapi({ paths: { '/a': { post: { requestBody: { content } } } } }));

    expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'reference_missing', tools: ['post_a'] }));
  });

  const body32 = (contentType: string, media: JsonObject) =>
    onlyTool(openapi({ paths: { '/a': { post: { requestBody: { content: { [contentType]: media } } } } } }, '3.2.0'));

  test.each([
    ['application/jsonl', { itemSchema: { type: 'object' } }],
    ['application/x-ndjson', { schema: { type: 'array', items: { type: 'object' } } }],
    ['application/geo+json-seq', { schema: { type: 'array', items: { type: 'object' } } }],
  ])('of a sequence of JSON values (%s) are their list', async (contentType, media) => {
    const tool = await body32(contentType, media);

    expect(tool.body).toMatchObject({ kind: 'json', contentType, argument: 'body' });
    expect(propertiesOf(tool)['body']).toEqual({ type: 'array', items: { type: 'object' } });
  });

  test('of a sequence that is described as anything else are finished text', async () => {
    const tool = await body32('application/x-ndjson', { schema: { type: 'object', properties: { a: {} } } });
    expect(tool.body).toMatchObject({ kind: 'text', argument: 'body' });
  });

  test('in multipart by position (3.2) are the list of their parts', async () => {
    const schema: JsonObject = {
      type: 'array',
      description: 'A picture.',
      prefixItems: [{ type: 'object', properties: { author: { type: 'string' } } }, {}],
    };
    const headers = { 'X-Part': { $ref: '#/components/headers/Part' } };
    const content: JsonObject = {
      'multipart/mixed': { schema, prefixEncoding: [{}, { contentType: 'image/*', headers }] },
    };
    const components = { headers: { Part: { content: { 'text/plain': { schema: { const: 2 } } } } } };

    const tool = await onlyTool(
      openapi({ paths: { '/a': { post: { requestBody: { content } } } }, components }, '3.2.0'),
    );

    expect(tool.body).toEqual({
      kind: 'multipart',
      contentType: 'multipart/mixed',
      required: false,
      layout: 'whole',
      argument: 'body',
      parts: { prefix: [{}, { contentType: 'image/*', headers: { 'X-Part': '2' }, binary: true }] },
    });
    expect(propertiesOf(tool)['body']).toMatchObject({
      type: 'array',
      description: 'A picture. The parts of the body in their order.',
      prefixItems: [{ type: 'object' }, { type: 'string', contentEncoding: 'base64' }],
    });
  });

  test('in multipart of a stream of items (3.2) are the list of their parts', async () => {
    const tool = await body32('multipart/mixed', { itemSchema: {}, itemEncoding: { contentType: 'image/jpeg' } });

    expect(tool.body).toMatchObject({ parts: { prefix: [], rest: { contentType: 'image/jpeg', binary: true } } });
    expect(propertiesOf(tool)['body']).toMatchObject({
      type: 'array',
      items: { type: 'string', contentEncoding: 'base64' },
    });
  });

  test('in multipart of parts of any kind leave the choice of text or file to the value', async () => {
    const items: JsonObject = { anyOf: [{ type: 'string' }, {}] };

    const tool = await body32('multipart/related; type=text/html', {
      schema: { prefixItems: [{ type: 'string' }], items },
      prefixEncoding: [{ contentType: 'text/html' }],
      itemEncoding: { contentType: 'text/css,image/*' },
    });

    expect(tool.body).toMatchObject({
      contentType: 'multipart/related; type=text/html',
      parts: { prefix: [{ contentType: 'text/html' }], rest: { contentType: 'text/css,image/*' } },
    });
  });

  test('in multipart keep the encodings of parts that are forms or multipart bodies themselves', async () => {
    const xml = { type: 'object', properties: { id: { type: 'string' } } };
    const mixed = await body32('multipart/mixed', {
      schema: {
        type: 'array',
        prefixItems: [{ type: 'array' }, { type: 'array', prefixItems: [xml, { type: 'string' }, {}] }],
      },
      prefixEncoding: [
        {},
        {
          contentType: 'multipart/mixed',
          prefixEncoding: [{ contentType: 'application/xml' }, {}, { contentType: 'image/png' }],
        },
      ],
    });
    const inner = { prefix: [{ contentType: 'application/xml' }, {}, { contentType: 'image/png', binary: true }] };
    expect(mixed.body).toMatchObject({ parts: { prefix: [{}, { contentType: 'multipart/mixed', parts: inner }] } });
    expect(propertiesOf(mixed)['body']).toMatchObject({
      prefixItems: [
        { type: 'array' },
        { prefixItems: [{ type: 'string', description: expect.stringContaining('id') }, { type: 'string' }, {}] },
      ],
    });

    const form = await body32('multipart/form-data', {
      schema: { type: 'object', properties: { f: { type: 'object' } } },
      encoding: {
        f: { contentType: 'application/x-www-form-urlencoded', encoding: { l: { style: 'form', explode: false } } },
      },
    });
    expect(form.body).toMatchObject({ fields: [{ encoding: { fields: { l: { style: 'form', explode: false } } } }] });
  });

  test('in multipart take objects as finished text where their parts are XML', async () => {
    const one = { type: 'object', description: 'An address.', properties: { city: { type: 'string' } } };
    const tool = await body32('multipart/form-data', {
      schema: { type: 'object', properties: { one, many: { type: 'array', items: one }, json: one } },
      encoding: {
        one: { contentType: 'application/xml; charset=utf-8' },
        many: { contentType: 'text/xml' },
        json: { contentType: 'application/json' },
      },
    });
    const description = 'An address. The finished application/xml text. Its elements: city.';

    expect(propertiesOf(tool)).toMatchObject({
      one: { type: 'string', description },
      many: { type: 'array', items: { type: 'string' } },
      json: { type: 'object' },
    });
  });

  test('in multipart take a text or anything as a file when its part has the type of one', async () => {
    const properties = {
      zip: { type: 'string', maxLength: 10 },
      image: {},
      images: { type: 'array', items: {} },
      note: { type: 'string' },
      any: { description: 'Anything.' },
      anys: { type: 'array', items: {} },
    };
    const encoding = {
      zip: { contentType: 'application/zip' },
      image: { contentType: 'image/png, image/jpeg' },
      images: { contentType: 'image/png' },
      note: { contentType: 'text/markdown' },
    };
    const content = { 'multipart/form-data': { schema: { type: 'object', properties }, encoding } };
    const tool = await onlyTool(openapi({ paths: { '/a': { post: { requestBody: { content } } } } }, '3.1.0'));

    const files = tool.body?.layout === 'fields' ? tool.body.fields.filter(({ binary }) => binary) : [];

    expect(files.map(({ name }) => name)).toEqual(['zip', 'image', 'images']);
    expect(propertiesOf(tool)).toMatchObject({
      zip: { type: 'string', contentEncoding: 'base64' },
      image: { type: 'string', contentEncoding: 'base64' },
      images: { type: 'array', items: { type: 'string', contentEncoding: 'base64' } },
      note: { type: 'string' },
      any: { description: expect.stringContaining('Anything. A file is {"data"') },
      anys: { description: expect.stringContaining('A file is {"data"') },
    });
    expect(propertiesOf(tool)['zip']).not.toHaveProperty('maxLength');
  });

  const file: JsonObject = { type: 'string', format: 'binary' };
  const form31 = (schema: JsonObject) =>
    onlyTool(
      openapi(
        { paths: { '/a': { post: { requestBody: { content: { 'multipart/form-data': { schema } } } } } } },
        '3.1.0',
      ),
    );
  const filesOf = ({ body }: { body?: WireBody }) =>
    body?.layout === 'fields' ? body.fields.filter(({ binary }) => binary).map(({ name }) => name) : body?.files;

  test.each<[string, JsonObject]>([
    ['a file or null', { anyOf: [file, { type: 'null' }] }],
    ['a text of two types', { type: ['string', 'null'], format: 'binary' }],
    ['a list of files or null', { oneOf: [{ type: 'array', items: file }, { type: 'null' }] }],
    ['a file or a list of files', { anyOf: [file, { type: 'array', items: file }] }],
    ['a list of files that may be null', { type: 'array', items: { anyOf: [file, { type: 'null' }] } }],
    [
      'a text of a media type or null',
      { anyOf: [{ type: 'string', contentMediaType: 'image/png' }, { type: 'null' }] },
    ],
  ])('in multipart take %s as a file', async (_title, property) => {
    const tool = await form31({ type: 'object', properties: { a: property, b: { type: ['string', 'null'] } } });
    expect(filesOf(tool)).toEqual(['a']);
  });

  test('in multipart take a file beside other choices as an object, which nothing else is taken for', async () => {
    const tool = await form31({
      type: 'object',
      properties: {
        one: { anyOf: [{ type: 'string', format: 'uri' }, file] },
        many: { type: 'array', items: { oneOf: [file, { type: 'string' }] } },
      },
    });
    const asObject = expect.objectContaining({ type: 'object', required: ['data'] });

    expect(filesOf(tool)).toEqual([]);
    expect(propertiesOf(tool)).toMatchObject({
      one: { anyOf: [{ type: 'string', format: 'uri' }, asObject] },
      many: { items: { anyOf: [asObject, { type: 'string' }] } },
    });
  });

  test('in multipart know the files of a form with choices, and of properties of any name', async () => {
    const choice = await form31({
      oneOf: [
        { type: 'object', properties: { image: { type: 'string', contentMediaType: 'image/png' } } },
        { type: 'object', properties: { url: { type: 'string' } } },
      ],
    });
    expect(choice.body).toMatchObject({ files: ['image'], encoding: { image: { contentType: 'image/png' } } });

    const map = await form31({ type: 'object', additionalProperties: file });
    expect(propertiesOf(map)['body']).toMatchObject({ additionalProperties: { type: 'object', required: ['data'] } });

    const open = await form31({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: file });
    expect(open.inputSchema['additionalProperties']).toMatchObject({ type: 'object', required: ['data'] });
  });

  test('in multipart send the part headers that a reference or a number fixes', async () => {
    const headers = { 'X-A': { $ref: '#/components/headers/A' }, 'X-B': { schema: { type: 'integer', enum: [3] } } };
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const content = { 'multipart/form-data': { schema, encoding: { a: { headers } } } };
    const components = { headers: { A: { schema: { type: 'string', default: 'x' } } } };

    const tool = await onlyTool(openapi({ paths: { '/a': { post: { requestBody: { content } } } }, components }));

    expect(tool.body).toMatchObject({ fields: [{ encoding: { headers: { 'X-A': 'x', 'X-B': '3' } } }] });
  });
});

describe('Swagger 2.0', () => {
  test.each([
    ['csv', 'query', 'form', false],
    [undefined, 'query', 'form', false],
    ['ssv', 'query', 'spaceDelimited', false],
    ['tsv', 'query', 'tabDelimited', false],
    ['pipes', 'query', 'pipeDelimited', false],
    ['multi', 'query', 'form', true],
    ['csv', 'header', 'simple', false],
    ['multi', 'header', 'simple', false],
    ['pipes', 'header', 'pipeDelimited', false],
  ])('collectionFormat %s in %s', async (collectionFormat, place, style, explode) => {
    const parameter = {
      name: 'ids',
      in: place,
      type: 'array',
      items: { type: 'integer' },
      ...(collectionFormat && { collectionFormat }),
    };

    const tool = await onlyTool(swagger({ paths: { '/a': { get: { parameters: [parameter] } } } }));

    expect(tool.parameters[0]).toMatchObject({ style, explode });
    expect(propertiesOf(tool)['ids']).toEqual({ type: 'array', items: { type: 'integer' } });
  });

  test('keeps the formats of lists inside lists, csv where none is said', async () => {
    const nested = { type: 'array', collectionFormat: 'pipes', items: { type: 'array', items: { type: 'string' } } };
    const list = (place: string) => ({ name: place, in: place, type: 'array', items: nested, collectionFormat: 'ssv' });
    const operation = { parameters: [list('query'), list('formData')] };

    const tool = await onlyTool(swagger({ paths: { '/a': { post: operation } } }));

    expect(tool.parameters[0]).toMatchObject({ style: 'spaceDelimited', itemStyles: ['pipeDelimited', 'simple'] });
    expect(tool.body).toMatchObject({
      fields: [{ encoding: { style: 'spaceDelimited', itemStyles: ['pipeDelimited', 'simple'] } }],
    });
  });

  test('takes a list of files as a form with files, and "true" as required', async () => {
    const files = { name: 'f', in: 'formData', type: 'array', items: { type: 'file' }, required: 'true' };
    const body = { name: 'b', in: 'body', required: 'true', schema: { type: 'array' } };

    const { tools } = await importValue(
      swagger({ paths: { '/a': { post: { parameters: [files] } }, '/b': { post: { parameters: [body] } } } }),
    );

    expect(defined(tools[0]).body).toMatchObject({
      contentType: 'multipart/form-data',
      fields: [{ name: 'f', required: true, binary: true }],
    });
    expect(defined(tools[1]).body).toMatchObject({ required: true });
  });

  test('lifts the schema keywords of a parameter into its schema', async () => {
    const parameter = {
      name: 'n',
      in: 'query',
      type: 'integer',
      format: 'int32',
      minimum: 1,
      exclusiveMinimum: true,
      maximum: 9,
      default: 3,
      'x-nullable': true,
      description: 'N',
    };

    const tool = await onlyTool(swagger({ paths: { '/a': { get: { parameters: [parameter] } } } }));

    expect(propertiesOf(tool)['n']).toEqual({
      type: ['integer', 'null'],
      format: 'int32',
      exclusiveMinimum: 1,
      maximum: 9,
      default: 3,
      description: 'N',
    });
  });

  test('reads a body with the media types of the operation before those of the document', async () => {
    const parameters = [{ name: 'thing', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } }];
    const definitions = {
      Thing: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', readOnly: true } } },
    };

    const tool = await onlyTool(
      swagger({
        consumes: ['application/xml'],
        definitions,
        paths: { '/a': { post: { consumes: ['application/vnd.x+json'], parameters } } },
      }),
    );

    expect(tool.body).toMatchObject({ kind: 'json', contentType: 'application/vnd.x+json', fields: [{ name: 'a' }] });
  });

  test('merges formData of the path, the operation and global parameters into one form', async () => {
    const document = swagger({
      parameters: { Shared: { name: 'shared', in: 'formData', type: 'string' } },
      paths: {
        '/a': {
          parameters: [{ name: 'level', in: 'formData', type: 'integer', required: true }],
          post: {
            parameters: [
              { $ref: '#/parameters/Shared' },
              { name: 'ids', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
            ],
          },
        },
      },
    });

    const tool = await onlyTool(document);

    expect(tool.body).toEqual({
      kind: 'urlencoded',
      contentType: 'application/x-www-form-urlencoded',
      required: true,
      layout: 'fields',
      fields: [
        { argument: 'level', name: 'level', required: true },
        { argument: 'shared', name: 'shared', required: false },
        { argument: 'ids', name: 'ids', required: false, encoding: { style: 'form', explode: true } },
      ],
    });
  });

  test('makes a form with a file multipart, whatever it consumes', async () => {
    const parameters = [
      { name: 'file', in: 'formData', type: 'file' },
      { name: 'note', in: 'formData', type: 'string' },
    ];

    const tool = await onlyTool(
      swagger({ consumes: ['application/x-www-form-urlencoded'], paths: { '/a': { post: { parameters } } } }),
    );

    expect(tool.body).toMatchObject({
      kind: 'multipart',
      contentType: 'multipart/form-data',
      fields: [{ name: 'file', binary: true }, { name: 'note' }],
    });
  });
});

describe('parameters that are hard to give', () => {
  const int64 = (more: JsonObject = {}) => ({ type: 'integer', format: 'int64', ...more });

  test('of 64 bits are integers and nothing else, as the document says', async () => {
    // Prepare
    const parameters: JsonObject[] = [
      { name: 'id', in: 'path', required: true, schema: int64() },
      { name: 'limit', in: 'query', schema: int64({ maximum: 100 }) },
      { name: 'body', in: 'query', schema: { type: 'integer' } },
    ];
    const requestBody = { content: { 'application/json': { schema: { properties: { size: int64() } } } } };

    // Act
    const tool = await onlyTool(openapi({ paths: { '/things/{id}': { put: { parameters, requestBody } } } }));

    // Assess
    expect(propertiesOf(tool)).toEqual({
      id: int64(),
      limit: int64({ maximum: 100 }),
      body__query: { type: 'integer' },
      size: int64(),
    });
  });

  test('of 64 bits have that one type behind a reference, beside null, in a list, in a choice and in a content parameter', async () => {
    const query = (name: string, more: JsonObject): JsonObject => ({ name, in: 'query', ...more });
    const document = withParameters(
      [
        query('ref', { schema: { $ref: '#/components/schemas/Id' } }),
        query('null', { schema: int64({ type: ['integer', 'null'] }) }),
        query('list', { schema: { type: 'array', items: int64() } }),
        query('choice', { schema: { anyOf: [int64(), { type: 'boolean' }] } }),
        query('content', { content: { 'application/json': { schema: int64() } } }),
      ],
      '/things',
      '3.1.0',
    );
    const tool = await onlyTool({ ...document, components: { schemas: { Id: int64() } } });

    expect(propertiesOf(tool)).toEqual({
      ref: int64(),
      null: int64({ type: ['integer', 'null'] }),
      list: { type: 'array', items: int64() },
      choice: { anyOf: [int64(), { type: 'boolean' }] },
      content: int64(),
    });
  });

  test.each([
    ['is the suggested one until the owner has chosen', undefined, ['q']],
    ['is none when the credential goes elsewhere', [], ['q', 'X-Api-Key']],
    ['is the one that the owner has chosen', [{ in: 'header' as const, name: 'x-api-key' }], ['q']],
    ['is the key in the query that the owner has chosen', [{ in: 'query' as const, name: 'q' }], ['X-Api-Key']],
  ])('what the credential fills %s', async (_, filled, expected) => {
    const document = {
      ...withParameters([
        { name: 'X-Api-Key', in: 'header', schema: { type: 'string' } },
        { name: 'q', in: 'query', schema: { type: 'string' } },
      ]),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
      security: [{ key: [] }],
    };

    const tool = await onlyTool(document, filled === undefined ? {} : { filled });

    expect(tool.parameters.map(({ name }) => name)).toEqual(expected);
  });

  test('in their thousands leave the schema open, with the required ones in it', async () => {
    // Prepare
    const parameters = Array.from({ length: 8_000 }, (_, index) => ({
      name: `parameter-${index}`,
      in: 'query',
      required: index >= 7_990,
      schema: { type: 'string', description: 'One of very many.' },
    }));

    // Act
    const { tools, warnings } = await importValue(withParameters(parameters));

    // Assess
    const { inputSchema, parameters: wired } = defined(tools[0]);
    expect(JSON.stringify(inputSchema).length).toBeLessThan(60_000);
    expect(inputSchema['additionalProperties']).toBe(true);
    expect(Object.keys(propertiesOf(defined(tools[0])))).toEqual(
      expect.arrayContaining(inputSchema['required'] as string[]),
    );
    expect(inputSchema['required']).toHaveLength(10);
    expect(wired).toHaveLength(8_000);
    expect(warnings.map(({ code }) => code)).toEqual(['schema_cut']);
  });

  test('that are files of a form say how a file gets a name', async () => {
    const schema = { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } };
    const requestBody = { content: { 'multipart/form-data': { schema } } };

    const tool = await onlyTool(openapi({ paths: { '/photos': { post: { requestBody } } } }));

    expect(propertiesOf(tool)).toMatchObject({
      photo: { description: expect.stringContaining('data:image/png;name=a.png;base64,') },
    });
  });
});

describe('argument keys', () => {
  test('stay the same in whatever order names that clients refuse are listed', async () => {
    const wires = async (names: readonly string[]) => {
      const tool = await onlyTool(
        openapi({
          paths: {
            '/things': {
              post: {
                parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
                requestBody: {
                  content: {
                    'application/json': {
                      schema: {
                        type: 'object',
                        properties: Object.fromEntries(names.map((name) => [`of ${name}`, { type: 'string' }])),
                      },
                    },
                  },
                },
              },
            },
          },
        }),
      );
      const fields = tool.body?.layout === 'fields' ? tool.body.fields : [];
      return Object.fromEntries([...tool.parameters, ...fields].map(({ name, argument }) => [name, argument]));
    };
    const names = ['date<', 'date>', 'date', 'top', '$top'];

    const keys = await wires(names);

    expect(keys).toMatchObject({ date: 'date', 'date<': 'date__query', 'date>': 'date__query_2', top: 'top' });
    expect(await wires([...names].reverse())).toEqual(keys);
  });
});
