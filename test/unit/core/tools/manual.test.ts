import { describe, expect, test } from '@jest/globals';
import { InvalidInput } from '../../../../core/lib/errors.ts';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { checked } from '../../../../core/lib/zod/faults.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { manualDraft } from '../../../../core/tools/manual.ts';
import { type ManualTool, manualTool } from '../../../../core/tools/schemas/tools.ts';

const draftOf = (form: object) => manualDraft(checked(manualTool, { name: 'tool', verb: 'GET', path: '/x', ...form }));
function faultsOf(form: object): string[] {
  try {
    draftOf(form);
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ field, rule }) => `${field} ${rule}`);
    throw error;
  }
  return [];
}
/** What an upstream at https://api.example.com would get. */
function sent(form: Partial<ManualTool>, args: JsonObject) {
  const { method, url, headers, body } = buildRequest(draftOf(form), 'https://api.example.com', args);
  return { line: `${method} ${url}`, headers: Object.fromEntries(headers), body: body && Buffer.from(body).toString() };
}

const MANY_PATTERNS = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`^x${at}$`, {}]));

describe('a tool typed in by hand', () => {
  test('is complete with a name, a verb and a path', () => {
    expect(draftOf({ name: 'list_openOrders', path: '/orders' })).toEqual({
      name: 'list_openOrders',
      title: 'List open orders',
      description: 'GET /orders',
      verb: 'GET',
      path: '/orders',
      parameters: [],
      tag: '',
      tags: [],
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      enabled: true,
    });
  });

  test.each([
    ['GET', true, false, true],
    ['QUERY', true, false, true],
    ['POST', false, false, false],
    ['PUT', false, false, true],
    ['PATCH', false, false, false],
    ['DELETE', false, true, true],
  ])(
    'has the annotations of its verb %s, unless it says otherwise',
    (verb, readOnlyHint, destructiveHint, idempotentHint) => {
      expect(draftOf({ verb }).annotations).toMatchObject({ readOnlyHint, destructiveHint, idempotentHint });
      expect(draftOf({ verb, annotations: { openWorldHint: false } }).annotations.openWorldHint).toBe(false);
    },
  );

  test('sends every kind of parameter where it belongs', () => {
    const form: Partial<ManualTool> = {
      verb: 'GET',
      path: '/shops/{shop}/orders/{id}',
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'integer' } },
        { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'ids', in: 'query', explode: false, schema: { type: 'array' } },
        { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        { name: 'X-Trace', in: 'header' },
        { name: 'session', in: 'cookie' },
      ],
    };

    const { line, headers } = sent(form, {
      shop: 'a/b',
      id: 7,
      tag: ['x', 'y z'],
      ids: [1, 2],
      filter: { a: 1 },
      'X-Trace': 't',
      session: 's',
    });

    expect(line).toBe('GET https://api.example.com/shops/a%2Fb/orders/7?tag=x&tag=y%20z&ids=1,2&filter%5Ba%5D=1');
    expect(headers).toEqual({ 'X-Trace': 't', cookie: 'session=s' });
  });

  test('makes arguments of the properties of an object body, and tells equal names apart', () => {
    const form: Partial<ManualTool> = {
      verb: 'PUT',
      path: '/orders/{id}',
      body: {
        schema: {
          type: 'object',
          properties: { id: { type: 'string' }, 'total amount': { type: 'number' }, item: { $ref: '#/$defs/Item' } },
          required: ['id', 'item'],
          $defs: { Item: { type: 'object', properties: { next: { $ref: '#/$defs/Item' } } } },
        },
      },
    };
    const draft = draftOf(form);

    expect(draft.inputSchema).toMatchObject({
      required: ['id', 'id_body', 'item'],
      properties: { id: { type: 'string' }, id_body: {}, total_amount: {}, item: { $ref: '#/$defs/Item' } },
      $defs: { Item: {} },
      additionalProperties: false,
    });
    expect(sent(form, { id: '7', id_body: 'b', total_amount: 3, item: {} })).toEqual({
      line: 'PUT https://api.example.com/orders/7',
      headers: { 'content-type': 'application/json' },
      body: '{"id":"b","total amount":3,"item":{}}',
    });
  });

  test('sends any other body as the one argument `body`', () => {
    const list = { verb: 'POST', body: { schema: { type: 'array', items: { type: 'integer' } } } } as const;
    const text = { verb: 'POST', body: { contentType: 'text/csv', schema: { type: 'string' } } } as const;
    const choice = { verb: 'POST', body: { schema: { type: 'object', properties: { a: {} }, oneOf: [{}] } } } as const;

    expect(sent(list, { body: [1, 2] }).body).toBe('[1,2]');
    expect(sent(text, { body: 'a,b' })).toMatchObject({ body: 'a,b', headers: { 'content-type': 'text/csv' } });
    expect(Object.keys(draftOf(choice).inputSchema['properties'] as object)).toEqual(['body']);
  });

  test('sends forms, files and raw bytes', () => {
    const form = {
      contentType: 'application/x-www-form-urlencoded',
      schema: { type: 'object', properties: { a: {}, b: {} } },
    };
    const file = {
      contentType: 'multipart/form-data',
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    };
    const bytes = { contentType: 'application/octet-stream', schema: { type: 'string' } };
    const hello = Buffer.from('hello').toString('base64');

    expect(sent({ verb: 'POST', body: form }, { a: 'x y', b: 2 }).body).toBe('a=x+y&b=2');
    expect(sent({ verb: 'POST', body: file }, { file: hello }).body).toContain('\r\n\r\nhello\r\n');
    expect(sent({ verb: 'POST', body: bytes }, { body: hello }).body).toBe('hello');
  });

  test('lets an open object carry further properties, and a closed one not', () => {
    const schema = { type: 'object', properties: { a: {} }, additionalProperties: true };

    expect(sent({ verb: 'POST', body: { schema } }, { a: 1, more: 2 }).body).toBe('{"a":1,"more":2}');
    expect(draftOf({ verb: 'POST', body: { schema } }).inputSchema['additionalProperties']).toBeUndefined();
  });

  test('keeps names that objects would swallow or clients refuse', () => {
    const form: Partial<ManualTool> = {
      verb: 'POST',
      parameters: [
        { name: '__proto__', in: 'query', required: true },
        { name: 'filter[status]', in: 'query' },
      ],
      body: { schema: { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') } },
    };

    expect(Object.keys(draftOf(form).inputSchema['properties'] as object)).toEqual([
      '_proto_',
      'filter_status_',
      '_proto__body',
    ]);
    expect(sent(form, { _proto_: 'a', filter_status_: 'b', _proto__body: 'c' })).toMatchObject({
      line: 'POST https://api.example.com/x?__proto__=a&filter%5Bstatus%5D=b',
      body: '{"__proto__":"c"}',
    });
  });

  test('asks for nothing of an optional body', () => {
    const schema = { type: 'object', properties: { a: {} }, required: ['a'] };
    const optional = { verb: 'POST', body: { schema, required: false } } as const;

    expect(draftOf(optional).inputSchema['required']).toBeUndefined();
    expect(sent(optional, {}).body).toBeUndefined();
  });
});

describe('refuses', () => {
  test.each([
    ['a path without a slash', { path: 'x' }, ['/path path_slash']],
    ['another host', { path: '//evil.example.com/x' }, ['/path path_escapes']],
    ['a whole URL', { path: 'https://evil.example.com/x' }, ['/path path_slash']],
    ['dot segments', { path: '/a/../../b' }, ['/path path_escapes']],
    ['encoded dot segments', { path: '/a/%2e%2E/b' }, ['/path path_escapes']],
    ['a backslash', { path: '/a\\b' }, ['/path path_escapes']],
    ['a query in the path', { path: '/a?b=c' }, ['/path path_query']],
    ['a space in the path', { path: '/a b' }, ['/path path_characters']],
    ['a line break in the path', { path: '/a\r\nHost: x' }, ['/path path_characters']],
    ['half a brace', { path: '/a/{id' }, ['/path path_braces']],
    ['nested braces', { path: '/a/{{id}}' }, ['/path path_braces']],
    ['empty braces', { path: '/a/{}' }, ['/path path_braces']],
    ['a variable twice', { path: '/a/{id}/{id}' }, ['/path path_braces']],
    [
      'a path parameter that is not there',
      { parameters: [{ name: 'id', in: 'path' }] },
      ['/parameters/0/name path_variable'],
    ],
    [
      'an optional path parameter',
      { path: '/{id}', parameters: [{ name: 'id', in: 'path', required: false }] },
      ['/parameters/0/required path_variable'],
    ],
    [
      'a parameter twice, headers in any case',
      {
        parameters: [
          { name: 'a', in: 'query' },
          { name: 'a', in: 'query' },
          { name: 'X-A', in: 'header' },
          { name: 'x-a', in: 'header' },
        ],
      },
      ['/parameters/1/name duplicate', '/parameters/3/name duplicate'],
    ],
    ['the Host header', { parameters: [{ name: 'Host', in: 'header' }] }, ['/parameters/0/name header_forbidden']],
    [
      'the Authorization header',
      { parameters: [{ name: 'authorization', in: 'header' }] },
      ['/parameters/0/name header_forbidden'],
    ],
    ['the Cookie header', { parameters: [{ name: 'Cookie', in: 'header' }] }, ['/parameters/0/name header_forbidden']],
    ['no header name', { parameters: [{ name: 'a b', in: 'header' }] }, ['/parameters/0/name header_name']],
    ['no cookie name', { parameters: [{ name: 'a;b', in: 'cookie' }] }, ['/parameters/0/name cookie_name']],
    [
      'a style of another place',
      { parameters: [{ name: 'a', in: 'query', style: 'matrix' }] },
      ['/parameters/0/style style'],
    ],
    ['a body with HEAD', { verb: 'HEAD', body: { schema: {} } }, ['/body body_forbidden']],
    [
      'what is no media type',
      { verb: 'POST', body: { contentType: 'json\r\nX: y', schema: {} } },
      ['/body/contentType media_type'],
    ],
    [
      'a reference to elsewhere',
      { verb: 'POST', body: { schema: { $ref: 'file:///etc/passwd' } } },
      ['/body/schema/$ref self_contained'],
    ],
    [
      'a reference to nothing',
      { verb: 'POST', body: { schema: { items: { $ref: '#/$defs/No' } } } },
      ['/body/schema/items/$ref self_contained'],
    ],
    [
      'a schema that does not compile',
      { parameters: [{ name: 'a', in: 'query', schema: { type: 'txt' } }] },
      ['/parameters/0/schema schema_invalid'],
    ],
    [
      'a schema that is too large',
      { parameters: [{ name: 'a', in: 'query', schema: { enum: ['x'.repeat(70_000)] } }] },
      ['/parameters/0/schema too_large'],
    ],
    [
      'a schema of very many patterns of property names',
      { parameters: [{ name: 'a', in: 'query', schema: { patternProperties: MANY_PATTERNS } }] },
      ['/parameters/0/schema too_many_patterns'],
    ],
    [
      'a number that cannot be kept',
      { parameters: [{ name: 'a', in: 'query', schema: { maximum: 1e300 } }] },
      ['/parameters/0/schema unstorable'],
    ],
    [
      'a reference of a parameter to elsewhere, behind a variable that nobody described',
      { path: '/{id}', parameters: [{ name: 'a', in: 'query', schema: { $ref: 'http://x.example' } }] },
      ['/parameters/0/schema/$ref self_contained'],
    ],
    [
      'a field of the body that does not compile',
      { verb: 'POST', body: { schema: { properties: { 'a/b': { type: 'txt' }, c: {} } } } },
      ['/body/schema/properties/a~1b schema_invalid'],
    ],
    [
      'a reading tool that destroys',
      { annotations: { destructiveHint: true } },
      ['/annotations/destructiveHint contradiction'],
    ],
    ['a name that clients refuse', { name: 'my tool' }, ['/name format']],
    ['a name that is too long', { name: 'a'.repeat(64) }, ['/name format']],
    ['an unknown verb', { verb: 'CONNECT' }, ['/verb one_of']],
    ['an unknown field', { colour: 1 }, ['/colour unknown_field']],
  ])('%s', (_, form, faults) => {
    expect(faultsOf(form)).toEqual(faults);
  });

  test('several things at once, all of them named', () => {
    expect(
      faultsOf({ verb: 'HEAD', path: 'a/../{', parameters: [{ name: 'Host', in: 'header' }], body: { schema: {} } }),
    ).toEqual([
      '/path path_slash',
      '/path path_escapes',
      '/path path_braces',
      '/parameters/0/name header_forbidden',
      '/body body_forbidden',
    ]);
  });
});
