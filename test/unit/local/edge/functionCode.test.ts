/** CloudFront Functions: the language of their runtime, their budget, and what they may return. */
import { describe, expect, test } from '@jest/globals';
import { edgeCode, mcpCode, mcpRegionsCode } from '../../../../lib/edge/code.ts';
import { edgeFunction, edgeResponseFunction } from '../../../../local/edge/edge-function.ts';
import { checkedCode } from '../../../../local/edge/function-code.ts';
import { EdgeFunctionFailed } from '../../../../local/edge/function-run.ts';
import type { EdgeRequest } from '../../../../local/edge/headers.ts';

const handler = (body: string) => `function handler(event) { ${body} }`;
const requestWith = (given: Partial<EdgeRequest> = {}): EdgeRequest => ({
  method: 'GET',
  uri: '/a',
  query: '',
  headers: { host: 'viewer.example' },
  readBody: async () => Buffer.alloc(0),
  ip: '127.0.0.1',
  admitted: () => {},
  ...given,
});
const kindOf = (act: () => unknown) => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof EdgeFunctionFailed ? error.kind : String(error);
  }
};

describe('the language', () => {
  test.each([
    ['for-of', handler('for (const a of event) {}')],
    ['the spread syntax', handler('return { ...event }')],
    ['destructuring', handler('const { request } = event')],
    ['default values of parameters', 'function handler(event = 1) {}'],
    ['classes', `class A {} ${handler('')}`],
    ['generators', `function* a() {} ${handler('')}`],
    ['async closures', `const a = async () => 1; ${handler('')}`],
    ['await outside of functions', `await 1; ${handler('')}`],
    ['the operator ?.', handler('return event?.request')],
    ['the operator ??', handler('return event ?? 1')],
    ['the operator ||=', handler('event.a ||= 1')],
    ['shorthand properties', handler('return { event }')],
    ['computed property names', handler('return { [event]: 1 }')],
    ['methods in object literals', handler('return { a() {} }')],
    ['a catch without a name', handler('try { event() } catch {}')],
    ['BigInt', handler('return 1n')],
    ['the flags u', handler('return /a/u')],
    ['import()', handler('import("a")')],
    ['this import', `import fs from 'node:fs'; ${handler('')}`],
    ['the name eval', handler('eval("1")')],
    ['the name Function', handler('return Function("1")')],
    ['the name setTimeout', handler('setTimeout(handler)')],
    ['the name fetch', handler('fetch("https://api.example")')],
    ['the name process', handler('return process.env')],
    ['.at', handler('return [1].at(0)')],
    ['.fromEntries', handler('return Object.fromEntries([])')],
    ['.constructor leads', handler('return handler.constructor("1")')],
  ])('does not have %s', (what, code) => {
    expect(() => checkedCode('Fn', `\n${code}`)).toThrow(
      expect.objectContaining({ code: 'template_unsupported', message: expect.stringMatching(/^Fn, line \d/) }),
    );
    expect(() => checkedCode('Fn', code)).toThrow(what);
  });

  test('has what the functions of the product use', () => {
    const codes = [
      mcpCode(),
      mcpRegionsCode(),
      ...['api.js', 'pages.js', 'mcp-challenges.js'].map((file) => edgeCode(file)),
    ];

    for (const code of codes) expect(checkedCode('Fn', code).text).toContain('__step();');
  });

  test('knows what of CloudFront is not on this machine', () => {
    const code = `import cf from 'cloudfront'; ${handler('cf.updateRequestOrigin({})')}`;

    expect(() => edgeFunction(code, 'Fn')).toThrow('the local edge does not do cf.updateRequestOrigin');
    expect(() => edgeFunction(mcpRegionsCode(), 'Fn')).toThrow('Fn reads a key-value store');
  });

  test('awaits a key-value store, and is over when the next request comes', () => {
    const store = new Map([
      ['DE', 'eu-west-1'],
      ['eu-west-1', 'eu-west-1'],
    ]);
    const run = edgeFunction(mcpRegionsCode(), 'Fn', store);
    const from = (country: string) =>
      requestWith({ method: 'POST', uri: '/pcl_x/mcp', headers: { 'cloudfront-viewer-country': country } });

    const [german, other] = [run(from('DE')), run(from('FR'))];

    expect([german.originId, other.originId]).toEqual(['rpc-eu-west-1', 'rpc']);
  });

  test('is refused without a handler, with an error of syntax, and beyond 10 KB', () => {
    expect(() => checkedCode('Fn', 'const a = 1;')).toThrow('Fn has no function handler.');
    expect(() => checkedCode('Fn', 'function handler( {')).toThrow('Fn is not valid');
    expect(() => checkedCode('Fn', handler(`// ${'x'.repeat(10_240)}\n`))).toThrow('may have 10240');
  });

  test('is strict, and its loops and functions count without changing what they do', () => {
    const code = handler(`
      var sum = 0;
      for (var i = 0; i < 4; i++) if (i % 2) for (var k in { a: 1 }) sum += i; else sum += 10;
      do sum++; while (sum < 30);
      var twice = (x) => ({ value: x * 2 });
      event.request.headers.sum = { value: String(twice(sum).value) + typeof this };
      return event.request;`);
    const request = requestWith();

    edgeFunction(code)(request);

    expect(request.headers['sum']).toBe('60undefined');
  });
});

describe('a function that fails', () => {
  test.each([
    ['an endless loop', 'FunctionThrottledError', 'for (;;) {}'],
    ['an endless loop that catches', 'FunctionThrottledError', 'for (;;) try { for (;;); } catch (_) { }'],
    ['endless calls', 'FunctionThrottledError', 'return handler(event)'],
    ['an error of its own', 'FunctionExecutionError', 'throw new Error("x")'],
    [
      'an endless loop that awaits',
      'FunctionThrottledError',
      'return later(); async function later() { for (;;) await 1; }',
    ],
    ['a promise that is rejected', 'FunctionExecutionError', 'return Promise.reject(new Error("x"))'],
  ])('by %s is a %s', (_what, kind, body) => {
    expect(kindOf(() => edgeFunction(handler(body), 'Fn')(requestWith()))).toBe(kind);
  });

  test.each([
    ['nothing', ''],
    ['a text', 'return "x"'],
    ['a promise that stays open', 'return new Promise(() => {})'],
    ['another host', 'request.headers.host = { value: "b" }; return request'],
    ['no host', 'delete request.headers.host; return request'],
    ['another length', 'request.headers["content-length"] = { value: "1" }; return request'],
    ['a header of the connection', 'request.headers.connection = { value: "x" }; return request'],
    ['a header of CloudFront', 'request.headers["x-amz-cf-id"] = { value: "x" }; return request'],
    ['capital letters', 'request.headers["X-A"] = { value: "x" }; return request'],
    ['a number as a header', 'request.headers.a = { value: 1 }; return request'],
    ['another method', 'return { method: "POST", uri: "/a", headers: {}, querystring: {} }'],
    ['no path', 'request.uri = "a"; return request'],
    ['a URL that is too long', 'request.uri = "/" + "a".repeat(8192); return request'],
    ['no status', 'return { statusCode: "200" }'],
    ['a large body', 'return { statusCode: 200, body: "a".repeat(41000) }'],
  ])('by returning %s', (_what, body) => {
    const run = edgeFunction(handler(`var request = event.request; ${body}`), 'Fn');

    expect(kindOf(() => run(requestWith()))).toBe('FunctionValidationError');
  });

  test('by a change of Via in an answer; Set-Cookie is not in its sight', () => {
    const via = edgeResponseFunction(handler('event.response.headers.via = { value: "x" }; return event.response'));
    const names = edgeResponseFunction(
      handler(
        'event.response.headers.seen = { value: Object.keys(event.response.headers).join() }; return event.response',
      ),
    );
    const answer = { status: 200, headers: { 'Content-Type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] } };

    expect(kindOf(() => via(answer))).toBe('FunctionValidationError');
    expect(names(answer).headers).toEqual({
      'content-type': 'text/plain',
      seen: 'content-type',
      'set-cookie': ['a=1', 'b=2'],
    });
  });
});

test('a function sees and changes query and cookies, and does not see headers of the connection', () => {
  const request = requestWith({
    query: 'a=1&b=%20&a=2,3&c',
    headers: { host: 'viewer.example', cookie: 'x=1; y=2', 'x-forwarded-proto': 'https', 'x-edge-a': '1' },
  });
  const code = handler(`
    var request = event.request;
    request.headers.saw = { value: JSON.stringify([request.querystring, request.cookies, Object.keys(request.headers)]) };
    delete request.querystring.b;
    delete request.cookies.x;
    return request;`);

  edgeFunction(code)(request);

  expect(JSON.parse(request.headers['saw'] ?? '')).toEqual([
    { a: { value: '1', multiValue: [{ value: '1' }, { value: '2,3' }] }, b: { value: '%20' }, c: { value: '' } },
    { x: { value: '1' }, y: { value: '2' } },
    ['host'],
  ]);
  expect(request.query).toBe('a=1&a=2,3&c=');
  expect(request.headers).toMatchObject({ cookie: 'y=2', 'x-forwarded-proto': 'https', 'x-edge-a': '1' });
});
