/** Arguments that must never become a request, and that the error names the argument and the rule. */
import { describe, expect, test } from '@jest/globals';
import { InvalidInput } from '../../../../core/lib/errors.ts';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import type { RequestProgram, WireBody, WireParameter } from '../../../../core/model/tool.ts';
import { buildRequest } from '../../../../core/request/build.ts';

const BASE = 'https://api.upstream.example/v1';
const inPath: WireParameter = {
  argument: 'id',
  name: 'id',
  in: 'path',
  style: 'simple',
  explode: false,
  required: true,
};
const program = (...parameters: WireParameter[]): RequestProgram => ({ verb: 'GET', path: '/a/{id}/b', parameters });
const faultOf = (tool: RequestProgram, args: JsonObject) => {
  try {
    return buildRequest(tool, BASE, args).url;
  } catch (error) {
    if (error instanceof InvalidInput && error.code === 'argument_invalid') return error.faults[0];
    throw error;
  }
};

describe('a value of several segments', () => {
  const several: WireParameter = { ...inPath, slashes: true };

  test.each([
    ['projects/p/topics/t', 'projects/p/topics/t'],
    ['a b/ü:x@y', 'a%20b/%C3%BC:x@y'],
    ['docs/what?.md#top', 'docs/what%3F.md%23top'],
    ['a%2Fb/100%', 'a%2Fb/100%25'],
    ['[x]/..y/z..', '%5Bx%5D/..y/z..'],
  ])('is sent with its slashes: %s', (id, sent) => {
    expect(faultOf(program(several), { id })).toBe(`${BASE}/a/${sent}/b`);
  });

  test.each([
    ['..', 'dot_segment'],
    ['a/../b', 'dot_segment'],
    ['a/%2e%2e/b', 'dot_segment'],
    ['a/.%252e', 'dot_segment'],
    ['./a', 'dot_segment'],
    ['a%2f..', 'dot_segment'],
    ['a\\..\\b', 'dot_segment'],
    ['a\\b', 'path_characters'],
    ['a%5Cb', 'path_characters'],
    ['a\nb', 'path_characters'],
    ['a%0d%0ab', 'path_characters'],
    ['a\u0000', 'path_characters'],
    ['', 'required'],
  ])('is refused where it could leave its place: %j', (id, rule) => {
    expect(faultOf(program(several), { id })).toMatchObject({ field: 'id', rule });
  });

  test('stays below the base URL where it begins the path', () => {
    const first = { ...program(several), path: '/{id}' };

    expect(faultOf(first, { id: '//evil.example/x' })).toBe(`${BASE}/evil.example/x`);
  });
});

describe('path values that could reach another resource are refused', () => {
  test.each([
    '.',
    '..',
    '%2e',
    '%2e%2e',
    '%2E.',
    '%252e%252e',
    '%25252e%25252e',
    '../admin',
    'x/../admin',
    'x/..',
    '..\\admin',
    'x%2f..%2fadmin',
    '..;/admin',
    '..%3b/admin',
    '..%5cadmin',
    'a/./b',
    '%c0%ae%c0%ae',
    '..%c0%afadmin',
    '\uff0e\uff0e',
    '\u2025/admin',
    '%ef%bc%8e%ef%bc%8e',
    '.\t.',
    '.%09.',
    '..\0',
    '..%00',
    '..%0d%0a',
    '.. ',
    '..%20/admin',
    '..\u2215admin',
  ])('%j', (id) => {
    expect(faultOf(program(inPath), { id })).toMatchObject({ field: 'id', rule: 'dot_segment' });
  });

  test('also inside lists, objects and reserved values', () => {
    expect(faultOf(program(inPath), { id: ['a', '..'] })).toMatchObject({ rule: 'dot_segment' });
    expect(faultOf(program({ ...inPath, explode: true }), { id: { '..': 'x' } })).toMatchObject({
      rule: 'dot_segment',
    });
    expect(faultOf(program({ ...inPath, allowReserved: true }), { id: '%2e%2e' })).toMatchObject({
      rule: 'dot_segment',
    });
  });

  test('but a dot among other members is none, unless the segment as a whole becomes one', () => {
    expect(faultOf(program(inPath), { id: ['a', '.'] })).toMatch(/\/a,\.\/b$/);
    expect(faultOf(program({ ...inPath, style: 'label', explode: true }), { id: ['.', ''] })).toMatch(/\/\.\.\.\/b$/);
    expect(faultOf(program(inPath), { id: ['.'] })).toMatchObject({ rule: 'dot_segment' });
    for (const style of ['spaceDelimited', 'tabDelimited'] as const) {
      expect(faultOf(program({ ...inPath, style }), { id: ['.', ''] })).toMatchObject({ rule: 'dot_segment' });
    }
  });

  test('also when two variables make one only together', () => {
    const two: RequestProgram = {
      verb: 'GET',
      path: '/a/{x}.{y}/b',
      parameters: [
        { ...inPath, argument: 'x', name: 'x', style: 'label' },
        { ...inPath, argument: 'y', name: 'y' },
      ],
    };
    expect(faultOf({ ...two, path: '/a/{x}' }, { x: '', y: '1' })).toMatchObject({ rule: 'dot_segment' });
  });

  test.each(['', null, [], {}])('an empty value: %j', (id) => {
    expect(faultOf(program(inPath), { id })).toMatchObject({ field: 'id', rule: 'required' });
  });
});

describe('headers that an argument may not set are refused', () => {
  test.each([
    'Authorization',
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'X-HTTP-Method-Override',
    'X_HTTP_Method-Override',
    'x_original_url',
    'X-Forwarded-Host',
    'X-Original-URL',
    'Sec-Fetch-Site',
    'Bad Name',
    'Bad\r\nName',
  ])('%s', (name) => {
    const header: WireParameter = {
      argument: 'h',
      name,
      in: 'header',
      style: 'simple',
      explode: false,
      required: false,
    };
    expect(faultOf(program(inPath, header), { id: 1, h: 'x' })).toMatchObject({ field: 'h', rule: 'header_forbidden' });
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', 'a\u0001b', 'a\u007fb'])(
    'values with control characters: %j',
    (value) => {
      const header: WireParameter = {
        argument: 'h',
        name: 'X-A',
        in: 'header',
        style: 'simple',
        explode: false,
        required: false,
      };

      expect(faultOf(program(inPath, header), { id: 1, h: value })).toMatchObject({ field: 'h', rule: 'header_value' });
      expect(faultOf(program(inPath, header), { id: 1, h: ['x', value] })).toMatchObject({ rule: 'header_value' });
    },
  );

  test.each(['a;b=c', 'a\r\nb', 'a\0'])('raw cookie values that would end the cookie: %j', (value) => {
    const cookie: WireParameter = {
      argument: 'c',
      name: 'c',
      in: 'cookie',
      style: 'cookie',
      explode: true,
      required: false,
    };

    const fault = faultOf(program(inPath, cookie), { id: 1, c: value });

    expect(fault).toMatchObject({ field: 'c', rule: expect.stringMatching(/^cookie_value|header_value$/) });
  });

  test('cookie names that would end the cookie', () => {
    const cookie: WireParameter = {
      argument: 'c',
      name: 'a=b; c',
      in: 'cookie',
      style: 'form',
      explode: true,
      required: false,
    };
    expect(() => buildRequest(program(inPath, cookie), BASE, { id: 1, c: 1 })).toThrow(
      expect.objectContaining({ code: 'argument_invalid' }),
    );
  });
});

describe('bodies that cannot be written as described are refused', () => {
  const body = (wire: Partial<WireBody>): RequestProgram =>
    ({
      verb: 'POST',
      path: '/x',
      parameters: [],
      body: { required: true, layout: 'whole', argument: 'body', contentType: 'text/plain', ...wire },
    }) as RequestProgram;

  test.each([
    ['a required body that is missing', body({ kind: 'json' }), {}, 'required'],
    ['text that is no base64', body({ kind: 'binary' }), { body: 'not base64!' }, 'base64'],
    [
      'an object in the place of a text',
      body({ kind: 'text', contentType: 'application/xml' }),
      { body: { a: 1 } },
      'type',
    ],
    ['a text in the place of form fields', body({ kind: 'urlencoded' }), { body: 'a=b' }, 'type'],
    [
      'a text in the place of parts',
      body({ kind: 'multipart', contentType: 'multipart/form-data' }),
      { body: 'x' },
      'type',
    ],
    [
      'a character outside the declared charset',
      body({ kind: 'text', contentType: 'text/plain; charset=latin1' }),
      { body: '日' },
      'charset',
    ],
    ['a number in the place of a file', body({ kind: 'binary' }), { body: 5 }, 'file'],
  ] as const)('%s', (_title, tool, args, rule) => {
    expect(faultOf(tool, args as JsonObject)).toMatchObject({ field: 'body', rule });
  });

  test('one value where a list of parts belongs', () => {
    const tool = body({ kind: 'multipart', contentType: 'multipart/mixed', parts: { prefix: [] } });
    expect(faultOf(tool, { body: { a: 1 } })).toMatchObject({ field: 'body', rule: 'type' });
  });

  test('a list where the fields of a form belong', () => {
    const tool = body({ kind: 'multipart', contentType: 'multipart/form-data' });
    expect(faultOf(tool, { body: ['x'] })).toMatchObject({ field: 'body', rule: 'type' });
  });

  test('a required field that is missing', () => {
    const tool: RequestProgram = {
      verb: 'POST',
      path: '/x',
      parameters: [],
      body: {
        kind: 'json',
        contentType: 'application/json',
        required: true,
        layout: 'fields',
        fields: [{ argument: 'a', name: 'a', required: true }],
      },
    };
    expect(faultOf(tool, {})).toMatchObject({ field: 'a', rule: 'required' });
  });
});

describe('other arguments and tools', () => {
  test('a required parameter that is missing is named', () => {
    expect(faultOf(program(inPath), {})).toMatchObject({ field: 'id', rule: 'required' });
  });

  test('inherited properties are no arguments', () => {
    const tool = program({ ...inPath, argument: 'toString' });
    expect(faultOf(tool, {})).toMatchObject({ field: 'toString', rule: 'required' });
  });

  test('half a surrogate pair is refused wherever it stands', () => {
    const query: WireParameter = {
      argument: 'q',
      name: 'q',
      in: 'query',
      style: 'form',
      explode: true,
      required: false,
    };

    expect(faultOf(program(inPath), { id: 'a\ud800' })).toMatchObject({ field: 'id', rule: 'unicode' });
    expect(faultOf(program(inPath, query), { id: 1, q: '\udc00' })).toMatchObject({ field: 'q', rule: 'unicode' });
    expect(faultOf(program(inPath, query), { id: 1, q: { '\udc00': 1 } })).toMatchObject({
      field: 'q',
      rule: 'unicode',
    });
  });

  test.each(['TRACE', 'CONNECT', 'trace', 'GET / HTTP/1.1\r\nX: y'])('the method %j is not sent', (verb) => {
    expect(() => buildRequest({ verb, path: '/', parameters: [] }, BASE, {})).toThrow(
      expect.objectContaining({ code: 'tool_invalid' }),
    );
  });

  test('a path variable without a parameter is the tool’s fault', () => {
    expect(() => buildRequest({ verb: 'GET', path: '/{x}', parameters: [] }, BASE, {})).toThrow(
      expect.objectContaining({ code: 'tool_invalid' }),
    );
  });

  test('a path never leaves the base, however many slashes it starts with', () => {
    const built = buildRequest({ verb: 'GET', path: '///evil.example/x', parameters: [] }, BASE, {});
    expect(built.url).toBe('https://api.upstream.example/v1/evil.example/x');
  });
});
