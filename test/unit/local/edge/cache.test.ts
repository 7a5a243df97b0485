/** The edge between viewer and origin: what is cached under which key, what reaches the origin, what is compressed, and its limits. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ttlOf } from '../../../../local/edge/cache.ts';
import type { EdgeRequest } from '../../../../local/edge/headers.ts';
import { cachePolicyOf, responseHeadersPolicyOf } from '../../../../local/edge/policies.ts';
import type { Edge } from '../../../../local/edge/server.ts';
import { behaviourWith, edgeWith, templateOf } from '../../../support/edge.ts';

const edges: Edge[] = [];
const opened = async (...given: Parameters<typeof edgeWith>) => {
  const edge = await edgeWith(...given);
  edges.push(edge);
  return edge;
};
afterEach(async () => {
  await Promise.all(edges.splice(0).map((edge) => edge.close()));
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function ask(
  { port }: Edge,
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const request = httpRequest({ port, host: '127.0.0.1', path, method, headers: { host: 'localhost', ...headers } });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const none = {
  HeadersConfig: { HeaderBehavior: 'none' },
  CookiesConfig: { CookieBehavior: 'none' },
  QueryStringsConfig: { QueryStringBehavior: 'none' },
};
const policy = (parameters: object = {}, ttl: object = {}) => ({
  Policy: {
    Type: 'AWS::CloudFront::CachePolicy',
    Properties: {
      CachePolicyConfig: {
        Name: 'p',
        MinTTL: 0,
        DefaultTTL: 60,
        MaxTTL: 600,
        ...ttl,
        ParametersInCacheKeyAndForwardedToOrigin: {
          EnableAcceptEncodingGzip: false,
          EnableAcceptEncodingBrotli: false,
          ...none,
          ...parameters,
        },
      },
    },
  },
});
const cached = (parameters: object = {}, ttl: object = {}, given: object = {}) =>
  behaviourWith({ cachePolicy: 'Policy', ...given }, policy(parameters, ttl));
/** Answers with a number that counts the requests that reached it. */
const counter = (headers: Record<string, string> = {}, status = 200) => {
  let count = 0;
  return (_request: EdgeRequest, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(String(++count));
  };
};
const counts = async (edge: Edge, requests: ReadonlyArray<readonly [string, Record<string, string>?, string?]>) => {
  const answers: string[] = [];
  for (const [path, headers, method] of requests) answers.push(String((await ask(edge, path, headers, method)).body));
  return answers.join(' ');
};

describe('the cache', () => {
  test('answers a second viewer with what the first one got, and says so', async () => {
    const edge = await opened(counter({ etag: '"1"' }), cached());

    const first = await ask(edge, '/a', { authorization: 'Bearer one' });
    const second = await ask(edge, '/a', { authorization: 'Bearer two' });
    const known = await ask(edge, '/a', { 'if-none-match': '"1"' });
    const head = await ask(edge, '/a', {}, 'HEAD');

    expect([String(first.body), first.headers['x-cache'], first.headers['age']]).toEqual([
      '1',
      'Miss from cloudfront',
      undefined,
    ]);
    expect([String(second.body), second.headers['x-cache'], second.headers['age']]).toEqual([
      '1',
      'Hit from cloudfront',
      '0',
    ]);
    expect(second.headers['via']).toMatch(/cloudfront\.net \(CloudFront\)$/);
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect([head.status, head.headers['x-cache'], head.body.length]).toEqual([200, 'Hit from cloudfront', 0]);
  });

  test('has the path in its key, and of headers, cookies and query what the policy names', async () => {
    const selected = {
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Tenant'] },
      CookiesConfig: { CookieBehavior: 'allExcept', Cookies: ['noise'] },
      QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['page'] },
    };
    const edge = await opened(counter(), cached(selected));

    expect(await counts(edge, [['/a'], ['/b'], ['/a']])).toBe('1 2 1');
    expect(
      await counts(edge, [
        ['/a', { 'x-tenant': 't' }],
        ['/a', { 'x-other': 't' }],
      ]),
    ).toBe('3 1');
    expect(
      await counts(edge, [
        ['/a', { cookie: 'noise=1; id=2' }],
        ['/a', { cookie: 'id=2; noise=3' }],
      ]),
    ).toBe('4 4');
    expect(await counts(edge, [['/a?page=2&x=1'], ['/a?page=2&x=2'], ['/a?x=3'], ['/a?page=3']])).toBe('5 5 1 6');
  });

  test('keeps answers to GET, and to OPTIONS where the behaviour says so, but none to POST', async () => {
    const edge = await opened(counter(), cached());
    const withOptions = await opened(counter(), cached({}, {}, { cachedMethods: ['GET', 'HEAD', 'OPTIONS'] }));

    expect(
      await counts(edge, [
        ['/', {}, 'POST'],
        ['/', {}, 'POST'],
        ['/', {}, 'OPTIONS'],
        ['/', {}, 'OPTIONS'],
      ]),
    ).toBe('1 2 3 4');
    expect(await counts(withOptions, [['/', {}, 'OPTIONS'], ['/', {}, 'OPTIONS'], ['/'], ['/']])).toBe('1 1 2 2');
  });

  test.each([
    [200, {}, 60],
    [200, { 'cache-control': 'max-age=5' }, 5],
    [200, { 'cache-control': 'max-age=5, s-maxage=7' }, 7],
    [200, { 'cache-control': 'max-age=5000' }, 600],
    [200, { 'cache-control': 'no-store' }, 0],
    [200, { 'cache-control': 'private, max-age=9' }, 0],
    [200, { expires: 'nonsense' }, 0],
    [204, {}, 0],
    [404, { 'cache-control': 'no-store' }, 10],
    [503, {}, 10],
    [500, { 'cache-control': 'max-age=30' }, 30],
    [405, {}, 0],
    [400, {}, 0],
    [400, { 'cache-control': 'max-age=3' }, 10],
  ])('keeps a %i with %j for %i seconds', (status, headers, seconds) => {
    const given = cachePolicyOf(templateOf(policy()), 'Policy');
    // The template may shorten the time of an error's status.
    expect(ttlOf(given, status, headers, new Map([[405, 0]]))).toBe(seconds);
  });

  test('keeps what forbids it for the shortest time of the policy', () => {
    const given = cachePolicyOf(templateOf(policy({}, { MinTTL: 2 })), 'Policy');

    expect(ttlOf(given, 200, { 'cache-control': 'no-store' }, new Map())).toBe(2);
    expect(ttlOf(given, 200, { 'cache-control': 'max-age=1' }, new Map())).toBe(2);
  });

  test('keeps errors for ten seconds where nothing is cached, whoever asked', async () => {
    const edge = await opened(counter({ 'cache-control': 'no-store' }, 404));

    const first = await ask(edge, '/a');
    const second = await ask(edge, '/a', { authorization: 'Bearer other' });

    expect([String(first.body), String(second.body), second.headers['x-cache']]).toEqual([
      '1',
      '1',
      'Error from cloudfront',
    ]);
  });
});

describe('what reaches the origin', () => {
  const echo = (request: EdgeRequest, response: ServerResponse) =>
    void response.end(JSON.stringify({ headers: request.headers, query: request.query }));
  const reached = async (edge: Edge, headers: Record<string, string> = {}, path = '/?a=1&b=2') =>
    JSON.parse(String((await ask(edge, path, headers)).body)) as { headers: Record<string, string>; query: string };
  const sent = {
    'x-a': '1',
    'x-b': '2',
    cookie: 'c=1; d=2',
    'user-agent': 'viewer',
    'accept-encoding': 'gzip, deflate',
  };

  test('is everything but the host with AllViewerExceptHostHeader, and what the distribution adds', async () => {
    const edge = await opened(echo, behaviourWith(), { headers: { 'x-origin-verify': 'ours' } });

    const { headers, query } = await reached(edge, {
      ...sent,
      'x-origin-verify': 'forged',
      'x-forwarded-for': '192.0.2.1',
    });

    expect(headers).toMatchObject({ ...sent, host: 'origin.example', 'x-origin-verify': 'ours' });
    expect(headers['x-forwarded-for']).toMatch(/^192\.0\.2\.1, .+/);
    expect(query).toBe('a=1&b=2');
  });

  test("is the viewer's host with AllViewer", async () => {
    const edge = await opened(echo, behaviourWith({ originRequestPolicy: '216adef6-5c7f-47e4-b989-5492eafa07d3' }));

    expect((await reached(edge)).headers['host']).toBe('localhost');
  });

  test('is what a policy lists, and what is in the cache key', async () => {
    const lists = {
      Own: {
        Type: 'AWS::CloudFront::OriginRequestPolicy',
        Properties: {
          OriginRequestPolicyConfig: {
            Name: 'own',
            HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-A'] },
            CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['d'] },
            QueryStringsConfig: { QueryStringBehavior: 'none' },
          },
        },
      },
      ...policy({
        EnableAcceptEncodingGzip: true,
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['b'] },
      }),
    };
    const edge = await opened(echo, behaviourWith({ cachePolicy: 'Policy', originRequestPolicy: 'Own' }, lists));

    const { headers, query } = await reached(edge, { ...sent, authorization: 'Bearer x' });

    expect(headers).toEqual({
      host: 'origin.example',
      'x-a': '1',
      cookie: 'd=2',
      'user-agent': 'Amazon CloudFront',
      'accept-encoding': 'gzip',
      'x-forwarded-for': expect.any(String),
      'x-forwarded-proto': 'https',
    });
    expect(query).toBe('b=2');
  });
});

describe('compression', () => {
  const both = { EnableAcceptEncodingGzip: true, EnableAcceptEncodingBrotli: true };
  const text = 'text '.repeat(400);
  const sends =
    (headers: Record<string, string> = {}, body = text) =>
    (_request: EdgeRequest, response: ServerResponse) =>
      void response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': String(body.length),
          etag: '"e"',
          ...headers,
        })
        .end(body);
  const compressing = (serve: Parameters<typeof edgeWith>[0], parameters: object = both) =>
    opened(serve, cached(parameters, {}, { compress: true }));

  test('is of the kind that the viewer and the policy know, and kept by it', async () => {
    const edge = await compressing(sends());

    const [br, gzip, again] = [
      await ask(edge, '/', { 'accept-encoding': 'gzip, br' }),
      await ask(edge, '/', { 'accept-encoding': 'gzip' }),
      await ask(edge, '/', { 'accept-encoding': 'gzip' }),
    ];
    const plain = await ask(edge, '/');

    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', etag: 'W/"e"' });
    expect(String(brotliDecompressSync(br.body))).toBe(text);
    expect(String(gunzipSync(gzip.body))).toBe(text);
    expect([again.headers['content-encoding'], again.headers['x-cache']]).toEqual(['gzip', 'Hit from cloudfront']);
    expect([plain.headers['content-encoding'], String(plain.body)]).toEqual([undefined, text]);
  });

  test.each([
    ['a small body', sends({}, 'x'.repeat(999)), both],
    ['a type that is not in the list', sends({ 'content-type': 'image/png' }), both],
    ['what is encoded already', sends({ 'content-encoding': 'zstd' }), both],
    [
      'an answer without its length',
      ((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(text);
      }) as Parameters<typeof edgeWith>[0],
      both,
    ],
    ['anything where the cache key has no encodings', sends(), {}],
  ])('is not for %s', async (_what, serve, parameters) => {
    const edge = await compressing(serve, parameters);

    const { headers } = await ask(edge, '/', { 'accept-encoding': 'gzip, br' });

    expect(['br', 'gzip']).not.toContain(headers['content-encoding']);
  });
});

describe('limits', () => {
  test.each([
    ['a URL', `/${'a'.repeat(8_192)}`, {}],
    ['a head', '/', { 'x-a': 'a'.repeat(20_480) }],
  ])('%s that is too long is refused, and its connection closed', async (_what, path, headers) => {
    const edge = await opened(counter());

    const answer = await ask(edge, path, headers);

    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close']);
  });

  test('a GET with a body is refused, and so is a method of another behaviour', async () => {
    const edge = await opened(counter(), behaviourWith({ methods: ['GET', 'HEAD'] }));

    expect((await ask(edge, '/', { 'content-length': '1' }, 'GET', 'x')).status).toBe(403);
    expect((await ask(edge, '/', {}, 'DELETE')).status).toBe(403);
  });

  test('an origin that is silent for too long is a 504, and its late answer is nobody’s', async () => {
    const late: ServerResponse[] = [];
    const edge = await opened((_request, response) => void late.push(response), behaviourWith(), { readTimeoutMs: 20 });

    const answer = await ask(edge, '/');
    late[0]?.writeHead(200, {}).end('late');

    expect([answer.status, answer.headers['x-cache']]).toEqual([504, 'Error from cloudfront']);
  });

  test('a stream that goes on may last longer than that, and one that stops is broken off', async () => {
    const edge = await opened(
      (_request, response) => {
        let written = 0;
        response.writeHead(200, {});
        const timer = setInterval(() => {
          response.write('x');
          if (++written === 8) clearInterval(timer);
        }, 20);
      },
      behaviourWith(),
      { readTimeoutMs: 80 },
    );
    const request = httpRequest({
      port: edge.port,
      host: '127.0.0.1',
      path: '/',
      headers: { host: 'localhost' },
    }).end();
    const [response] = await once(request, 'response');

    let read = '';
    const broken = (async () => {
      for await (const chunk of response) read += String(chunk);
    })();

    await expect(broken).rejects.toThrow('aborted');
    expect(read).toBe('xxxxxxxx');
  });

  test('an origin that cannot be reached is a 502, a function that fails 503', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { edgeFunction } = await import('../../../../local/edge/edge-function.ts');
    const unreachable = await opened(() => Promise.reject(new Error('connect ECONNREFUSED')));
    const viewerRequest = edgeFunction('function handler(event) { return event.nothing.there; }', 'Fn');
    const failing = await opened(counter(), behaviourWith({ viewerRequest }));

    const [broken, failed] = [await ask(unreachable, '/'), await ask(failing, '/')];

    expect([broken.status, failed.status]).toEqual([502, 503]);
    expect(failed.headers['x-cache']).toBe('FunctionExecutionError from cloudfront');
    logged.mockRestore();
  });
});

test('response headers are replaced, added and removed as the policy says, also of what a function answers', async () => {
  const Properties = {
    ResponseHeadersPolicyConfig: {
      Name: 'h',
      SecurityHeadersConfig: {
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false },
        ContentTypeOptions: { Override: true },
        XSSProtection: { Protection: true, ModeBlock: true, Override: true },
      },
      CustomHeadersConfig: { Items: [{ Header: 'X-Own', Value: '1', Override: false }] },
      RemoveHeadersConfig: { Items: [{ Header: 'Server' }] },
    },
  };
  const resources = { Headers: { Type: 'AWS::CloudFront::ResponseHeadersPolicy', Properties } };
  const responseHeaders = responseHeadersPolicyOf(templateOf(resources), 'Headers');
  const { edgeFunction } = await import('../../../../local/edge/edge-function.ts');
  const viewerRequest = edgeFunction(
    'function handler(event) { return event.request.uri === "/own" ? { statusCode: 404 } : event.request; }',
  );
  const origin = { 'X-Frame-Options': 'SAMEORIGIN', 'Referrer-Policy': 'origin', Server: 'secret' };
  const edge = await opened(counter(origin), behaviourWith({ responseHeaders, viewerRequest }));

  const [answer, own] = [await ask(edge, '/'), await ask(edge, '/own')];

  expect(answer.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
    'x-xss-protection': '1; mode=block',
    'x-own': '1',
  });
  expect(answer.headers['server']).toBeUndefined();
  expect(own.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-cache': 'FunctionGeneratedResponse from cloudfront',
  });
});
