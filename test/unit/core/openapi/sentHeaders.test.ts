/** The headers of every call that a description gives a tool: Accept by its success responses, and parameters that have one value. */
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { onlyTool, openapi, swagger } from '../../../support/descriptions.ts';

const media = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
const operation = (members: JsonObject) => openapi({ paths: { '/things': { get: { responses: {}, ...members } } } });
const answering = (...types: string[]) =>
  operation({ responses: { 200: { description: 'x', content: media(types) } } });
const acceptOf = async (document: JsonObject) => (await onlyTool(document)).headers?.['Accept'];
const header = (name: string, schema: JsonObject, more: JsonObject = {}) => ({ name, in: 'header', schema, ...more });

describe('Accept by the success responses', () => {
  test.each([
    [['application/vnd.depot.v2+json'], 'application/vnd.depot.v2+json, */*;q=0.1'],
    [['text/calendar'], 'text/calendar, */*;q=0.1'],
    [['image/png', 'image/*'], 'image/png, image/*;q=0.5, */*;q=0.1'],
    [['application/octet-stream'], 'application/octet-stream, */*;q=0.1'],
    [
      ['application/json', 'application/vnd.simplyrets-v0.1+json'],
      'application/vnd.simplyrets-v0.1+json, application/json;q=0.9, */*;q=0.1',
    ],
    [['application/json;version=2019-12-16'], 'application/json;version=2019-12-16, */*;q=0.1'],
    [
      ['application/hal+json', 'application/problem+json'],
      'application/hal+json, application/problem+json;q=0.9, */*;q=0.1',
    ],
    [['application/pdf', 'application/geo+json'], 'application/geo+json, application/pdf;q=0.9, */*;q=0.1'],
    [
      ['application/json; charset=utf-8; profile="https://a.example/Items/1.0"'],
      'application/json; charset=utf-8; profile="https://a.example/Items/1.0", */*;q=0.1',
    ],
  ])('of %j is %s', async (types, expected) => {
    expect(await acceptOf(answering(...types))).toBe(expected);
  });

  test.each([
    [['application/json']],
    [['application/json; charset=UTF-8', 'text/csv']],
    [['text/json', 'application/xml']],
    [
      [
        'application/json',
        'application/stream+json',
        'application/vnd.kubernetes.protobuf',
        'application/json;stream=watch',
      ],
    ],
    [['*/*']],
    [[]],
    [['json', 'a b/c', `text/${'x'.repeat(200)}`, 'text/plain\r\nx: y']],
  ])('of %j is the one of every request', async (types) => {
    expect((await onlyTool(answering(...types))).headers).toBeUndefined();
  });

  test('is that of all of them, also in a response that is referred to, and not of errors', async () => {
    const document = {
      ...operation({
        responses: {
          200: { $ref: '#/components/responses/Sheet' },
          '2XX': { description: 'x', content: media(['application/zip']) },
          400: { description: 'x', content: media(['application/vnd.error+json']) },
        },
      }),
      components: { responses: { Sheet: { description: 'x', content: media(['text/csv']) } } },
    };

    expect(await acceptOf(document)).toBe('text/csv, application/zip;q=0.9, */*;q=0.1');
  });

  test('of Swagger 2.0 is by produces of the operation, else of the document', async () => {
    const of = (produces: JsonObject, own: JsonObject = {}) =>
      swagger({ ...produces, paths: { '/things': { get: { responses: {}, ...own } } } });

    expect(await acceptOf(of({ produces: ['application/vnd.api+json'] }))).toBe('application/vnd.api+json, */*;q=0.1');
    expect(await acceptOf(of({ produces: ['application/json'] }, { produces: ['text/csv'] }))).toBe(
      'text/csv, */*;q=0.1',
    );
    expect(await acceptOf(of({ produces: ['application/json', 'application/xml'] }))).toBeUndefined();
  });

  test('names a few types at most', async () => {
    const accept = await acceptOf(answering(...Array.from({ length: 100 }, (_, at) => `text/x-${at}`)));

    expect(accept?.split(', ')).toHaveLength(9);
  });

  test('asks for the form that is told of the answer', async () => {
    const schema = (name: string) => ({ schema: { type: 'object', properties: { [name]: { type: 'string' } } } });
    const content = { 'application/json': schema('old'), 'application/vnd.things.v3+json': schema('fresh') };
    const tool = await onlyTool(operation({ responses: { 200: { description: 'x', content } } }));

    expect([tool.headers?.['Accept'], tool.answerFields]).toEqual([
      'application/vnd.things.v3+json, application/json;q=0.9, */*;q=0.1',
      '{fresh}',
    ]);
  });
});

describe('a parameter that is one of the client’s own headers', () => {
  test.each([
    [
      'the only value of its enum',
      header('Accept', { type: 'string', enum: ['application/vnd.depot+json; version=3'] }),
    ],
    ['its const', header('accept', { const: 'application/vnd.depot+json; version=3' })],
    [
      'its default',
      header('ACCEPT', { type: 'string', default: 'application/vnd.depot+json; version=3' }, { required: true }),
    ],
  ])('is sent with %s, and no argument', async (_, parameter) => {
    const tool = await onlyTool(operation({ parameters: [parameter] }));

    expect(tool.headers).toEqual({ Accept: 'application/vnd.depot+json; version=3' });
    expect([tool.parameters, tool.inputSchema['properties']]).toEqual([[], {}]);
  });

  test('and shared by several operations is sent by each', async () => {
    const parameters = [header('Accept', { enum: ['text/vtt'] })];
    const shared = openapi({ paths: { '/things': { parameters, get: { responses: {} } } } });

    expect((await onlyTool(shared)).headers).toEqual({ Accept: 'text/vtt' });
  });

  test('is an optional argument where it has several values, with the default or the first of them otherwise', async () => {
    const listed = { type: 'string', enum: ['application/x-subrip', 'text/vtt'] };
    const [first, named] = await Promise.all(
      [listed, { ...listed, default: 'text/vtt' }].map((schema) =>
        onlyTool(operation({ parameters: [header('Accept', schema, { required: true })] })),
      ),
    );

    expect([first?.headers, named?.headers]).toEqual([{ Accept: 'application/x-subrip' }, { Accept: 'text/vtt' }]);
    expect(first?.inputSchema).toMatchObject({ properties: { Accept: { enum: listed.enum } } });
    expect(first?.inputSchema['required']).toBeUndefined();
  });

  test.each([
    ['nothing', {}],
    ['an example alone', { type: 'string', example: 'application/xml' }],
    ['no media type', { enum: ['json'] }],
    ['a line break', { enum: ['a/b\r\nHost: evil.example'] }],
  ])('and says %s is left out', async (_, schema) => {
    expect((await onlyTool(operation({ parameters: [header('Accept', schema)] }))).headers).toBeUndefined();
  });

  test('names the type of a body if it is another name of JSON, and that of a request without one', async () => {
    const body = (type: string, schema: JsonObject = { type: 'object', properties: { a: { type: 'string' } } }) => ({
      requestBody: { content: { [type]: { schema } } },
    });
    const typed = (value: string) => ({ parameters: [header('Content-Type', { enum: [value] })] });
    const of = (members: JsonObject) =>
      onlyTool(openapi({ paths: { '/things': { post: { responses: {}, ...members } } } }));
    const json = await of({ ...typed('application/vnd.api+json'), ...body('application/json') });
    const form = await of({ ...typed('application/json'), ...body('multipart/form-data') });
    const none = await of(typed('application/json'));

    const request = buildRequest(json, 'https://api.example.com', { a: 'x' });

    expect(request.headers).toEqual([['content-type', 'application/vnd.api+json']]);
    expect([form.headers, none.headers]).toEqual([undefined, { 'Content-Type': 'application/json' }]);
  });

  test('and authorizes is never sent', async () => {
    const parameters = [header('Authorization', { enum: ['a/b'] })];

    expect((await onlyTool(operation({ parameters }))).headers).toBeUndefined();
  });
});

describe('an object in a header', () => {
  const FILTER = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const sent = async (parameter: JsonObject) => {
    const tool = await onlyTool(operation({ parameters: [parameter] }));
    return buildRequest(tool, 'https://a.example', { 'X-Filter': { id: 7, name: 'a,é' } }).headers;
  };

  test.each([
    ['its description', header('X-Filter', FILTER, { description: 'A JSON object with conditions.' })],
    ['its schema', header('X-Filter', { ...FILTER, description: 'Conditions (JSON).' })],
    [
      'the description of alternatives',
      header('X-Filter', { oneOf: [{ type: 'object' }, FILTER] }, { description: 'A JSON object.' }),
    ],
  ])('is JSON where %s says so', async (_title, parameter) => {
    expect(await sent(parameter)).toEqual([['X-Filter', '{"id":7,"name":"a,é"}']]);
  });

  test.each([
    ['nothing says so', header('X-Filter', FILTER, { description: 'Conditions.' }), 'id,7,name,a,é'],
    ['a style is given', header('X-Filter', FILTER, { description: 'JSON.', explode: true }), 'id=7,name=a,é'],
  ])('has the style of headers where %s', async (_title, parameter, expected) => {
    expect(await sent(parameter)).toEqual([['X-Filter', expected]]);
  });

  test('leaves a text alone that holds JSON', async () => {
    const tool = await onlyTool(
      operation({ parameters: [header('X-Filter', { type: 'string' }, { description: 'A JSON object.' })] }),
    );

    const { headers } = buildRequest(tool, 'https://a.example', { 'X-Filter': '{"id":7}' });
    expect(headers).toEqual([['X-Filter', '{"id":7}']]);
  });
});
