/** The edge's parts: CloudFront functions run for real, API Gateway's routes, authorizer, limits and event. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { edgeCode, mcpCode } from '../../../../lib/edge/code.ts';
import { edgeFunction, edgeResponseFunction } from '../../../../local/edge/edge-function.ts';
import type { EdgeRequest } from '../../../../local/edge/headers.ts';
import { httpApi } from '../../../../local/edge/http-api.ts';
import { type Functions, startFunctions } from '../../../support/environments.ts';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
const bodyOf = (incoming: IncomingMessage) => async (most: number) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return body.length > most ? undefined : body;
};
const edgeRequest = (method: string, uri: string, headers: Record<string, string> = {}): EdgeRequest => ({
  method,
  uri,
  query: 'a=1&a=2',
  headers: { host: 'localhost:1', ...headers },
  readBody: async () => Buffer.alloc(0),
  ip: '127.0.0.1',
  admitted: () => {},
});

describe("the template's edge functions", () => {
  const mcp = edgeFunction(mcpCode());
  const pages = edgeFunction(readFileSync(join(root, 'lib', 'edge', 'pages.js'), 'utf8'));

  test('send GET of the MCP path to the stream and everything else to the other origin', () => {
    expect(mcp(edgeRequest('GET', '/pcl_x/mcp'))).toEqual({ originId: 'stream' });
    expect(mcp(edgeRequest('POST', '/pcl_x/mcp'))).toEqual({});
    expect(mcp(edgeRequest('POST', '/mcp', { authorization: 'Bearer pcl_x' }))).toEqual({});
    expect(mcp(edgeRequest('POST', '/a/b/mcp')).answer?.status).toBe(404);
  });

  test('tell the origin which host the viewer asked', () => {
    const request = edgeRequest('POST', '/pcl_x/mcp', { 'x-viewer-host': 'forged' });

    mcp(request);

    expect(request.headers['x-viewer-host']).toBe('localhost:1');
  });

  test('challenge who brings no token in the header, because a function URL would rename the challenge', () => {
    const { answer } = mcp(edgeRequest('POST', '/mcp'));

    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' },
    });
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ id: null, error: { data: { code: 'token_unknown' } } });
    // Preflights carry no token, and whether a page may call is the origin's to judge.
    expect(mcp(edgeRequest('OPTIONS', '/mcp'))).toEqual({});
    expect(mcp(edgeRequest('POST', '/mcp', { origin: 'https://page.example' }))).toEqual({});
  });

  test('make the refusal of it that a function could only name, and change no other answer', () => {
    const challenges = edgeResponseFunction(edgeCode('mcp-challenges.js'));
    const refusal = { 'x-refusal-status': '403', 'x-refusal-challenge': 'Bearer error="insufficient_scope"' };
    const answer = { status: 200, headers: { 'content-type': 'application/json', 'x-refusal-status': '403' } };

    expect(challenges({ status: 200, headers: { 'content-type': 'application/json', ...refusal } })).toEqual({
      status: 403,
      headers: { 'content-type': 'application/json', 'www-authenticate': 'Bearer error="insufficient_scope"' },
    });
    expect(challenges(answer)).toEqual(answer);
  });

  const LOGINS = 'https://login.example';
  const ISSUER = `${LOGINS}/pool`;
  const api = edgeFunction(readFileSync(join(root, 'lib', 'edge', 'api.js'), 'utf8').replace('{{LOGINS}}', LOGINS));
  const tokenWith = (claims: object) => `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  const soon = Date.now() / 1_000 + 60;

  test.each([
    ['nothing', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no JWT', 'Bearer opaque'],
    ['a JWT without claims', 'Bearer e30.e30.e30'],
    ['claims that are no JSON', 'Bearer e30.bm9uc2Vuc2U.e30'],
    ["another login's token", tokenWith({ iss: 'https://other.example', exp: soon })],
    ['a token of a login with a longer name', tokenWith({ iss: `${LOGINS}.example/pool`, exp: soon })],
    ['a token that has expired', tokenWith({ iss: ISSUER, exp: soon - 3_600 })],
    ['a token that never ends', tokenWith({ iss: ISSUER })],
  ])(
    "answer 401 to a management request with %s, which never counts towards the API's limit",
    (_what, authorization) => {
      const { answer } = api(edgeRequest('POST', '/v1/servers', authorization ? { authorization } : {}));

      expect(answer).toMatchObject({ status: 401, body: '{"message":"Unauthorized"}' });
      expect(answer?.headers['www-authenticate']).toBe(authorization ? 'Bearer error="invalid_token"' : 'Bearer');
    },
  );

  test('let a token of the login through to API Gateway, and everybody to what needs no login', () => {
    const token = tokenWith({ iss: ISSUER, exp: soon });

    expect(api(edgeRequest('GET', '/v1/servers', { authorization: token }))).toEqual({});
    expect(api(edgeRequest('GET', '/v1/servers', { authorization: token.replace('Bearer', 'bearer') }))).toEqual({});
    expect(api(edgeRequest('GET', '/v1/config'))).toEqual({});
    expect(api(edgeRequest('GET', '/v1/openapi.json'))).toEqual({});
    for (const path of ['/v1/account', '/v1/account/consents', '/v1/account/consents/finish', '/v1/setup'])
      expect(api(edgeRequest('POST', path))).toEqual({});
    for (const path of [
      '/v1/setup/',
      '/v1/configuration',
      '/v1/accounts',
      '/v1/account/',
      '/v1/account/finish',
      '/v1/consents',
    ])
      expect(api(edgeRequest('GET', path)).answer?.status).toBe(401);
  });

  test("give the page for the dashboard's routes and 404 for what would start a login", () => {
    const route = edgeRequest('GET', '/servers/srv_x/tools');
    expect(pages(route)).toEqual({});
    expect(route.uri).toBe('/index.html');

    const file = edgeRequest('GET', '/assets/index.js');
    pages(file);
    expect(file.uri).toBe('/assets/index.js');
    expect(pages(edgeRequest('GET', '/.well-known/oauth-protected-resource')).answer?.status).toBe(404);
  });

  test.each([
    ['/docs', '/docs/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/guides/limits', '/docs/guides/limits.html'],
    ['/docs/guides/limits/', '/docs/guides/limits.html'],
    ['/docs/assets/app.1a2b.js', '/docs/assets/app.1a2b.js'],
    ['/docsy', '/index.html'],
  ])('give the page of the documentation: %s', (path, key) => {
    const request = edgeRequest('GET', path);

    expect(pages(request)).toEqual({});

    expect(request.uri).toBe(key);
  });

  test.each(['/pcl_x', '/pcl_x/', '/pcl_x/sse', '/pcl_x/mcp/sse'])('give no page where %s holds a token', (path) => {
    expect(pages(edgeRequest('GET', path)).answer?.status).toBe(404);
    expect(pages(edgeRequest('POST', path)).answer?.status).toBe(404);
  });
});

describe('the HTTP API', () => {
  let functions: Functions;
  let server: Server;
  let origin: string;
  const authorizer = { issuer: 'https://login.example', audience: ['client'] };

  beforeAll(async () => {
    functions = startFunctions();
    const pool = functions.make(
      'api',
      `export const handler = async (event) => {
         if (event.rawPath === '/v1/throws') throw new Error('secret cause');
         if (event.rawPath === '/v1/slow') await new Promise((done) => setTimeout(done, 60_000));
         if (event.rawPath === '/v1/bytes') return { statusCode: 201, headers: { 'content-type': 'image/png' }, body: 'AAEC', isBase64Encoded: true, cookies: ['a=1', 'b=2'] };
         return { body: JSON.stringify(event) };
       };`,
      // Above what the first large body takes, which starts a thread for it.
      { timeoutMs: 5_000 },
    );
    const api = httpApi(
      [
        { key: 'ANY /v1/{proxy+}', pool, authorizer },
        { key: 'GET /v1/config', pool },
        { key: 'GET /v1/items/{id}', pool },
      ],
      async (token, given) => {
        if (token !== 'good' || given !== authorizer) throw new Error('bad');
        return { sub: 'x', 'cognito:groups': ['admin', 'editor'], exp: 5 };
      },
      { rate: 1, burst: 40 },
    );
    server = createServer(async (incoming, response) => {
      const [uri = '', query = ''] = (incoming.url ?? '').split('?');
      const headers = incoming.headers as Record<string, string>;
      await api(
        {
          method: incoming.method ?? '',
          uri,
          query,
          headers,
          readBody: bodyOf(incoming),
          ip: '127.0.0.1',
          admitted: () => {},
        },
        response,
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    functions.close();
  });
  const good = { authorization: 'Bearer good' };
  const event = async (path: string, options: RequestInit = {}) => (await fetch(`${origin}${path}`, options)).json();

  test('takes the most specific route and hands its parts over', async () => {
    expect(await event('/v1/config')).toMatchObject({ routeKey: 'GET /v1/config' });
    expect(await event('/v1/a/b?x=1&x=2&y=%20', { headers: good })).toMatchObject({
      routeKey: 'ANY /v1/{proxy+}',
      rawPath: '/v1/a/b',
      rawQueryString: 'x=1&x=2&y=%20',
      queryStringParameters: { x: '1,2', y: ' ' },
      requestContext: {
        http: { method: 'GET', path: '/v1/a/b' },
        authorizer: { jwt: { claims: { sub: 'x', 'cognito:groups': '[admin editor]', exp: '5' } } },
      },
    });
  });

  test('gives text as text and other bodies as base64', async () => {
    const send = (type: string, body: string) =>
      event('/v1/x', { method: 'POST', headers: { ...good, 'content-type': type }, body });

    expect(await send('application/json', '{"ä":1}')).toMatchObject({ body: '{"ä":1}', isBase64Encoded: false });
    expect(await send('application/octet-stream', 'abc')).toMatchObject({ body: 'YWJj', isBase64Encoded: true });
  });

  test('passes status, headers, cookies and bytes of the answer on', async () => {
    const response = await fetch(`${origin}/v1/bytes`, { headers: good });

    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'image/png']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 2]);
  });

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer bad' }],
    ['another scheme', { authorization: 'Basic Z29vZA==' }],
  ])('answers 401 to %s', async (_name, headers) => {
    const response = await fetch(`${origin}/v1/x`, { headers });
    expect([response.status, await response.text()]).toEqual([401, '{"message":"Unauthorized"}']);
  });

  test('says nothing of why a function failed', async () => {
    const thrown = await fetch(`${origin}/v1/throws`, { headers: good });
    expect([thrown.status, await thrown.text()]).toEqual([500, '{"message":"Internal Server Error"}']);

    const slow = await fetch(`${origin}/v1/slow`, { headers: good });
    expect([slow.status, await slow.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  test('refuses bodies that Lambda would not take, and paths without a route', async () => {
    const send = (size: number) => fetch(`${origin}/v1/x`, { method: 'POST', headers: good, body: 'x'.repeat(size) });

    expect((await send(10.1 * 1024 * 1024)).status).toBe(413);
    expect((await send(6.1 * 1024 * 1024)).status).toBe(413);
    expect((await send(5.9 * 1024 * 1024)).status).toBe(200);
    expect((await fetch(`${origin}/v2/x`)).status).toBe(404);
  });

  test('counts what a body is in the event, where a byte may be six', async () => {
    const send = (text: string, size: number) =>
      fetch(`${origin}/v1/x`, { method: 'POST', headers: good, body: text.repeat(size) });

    expect((await send('\u0001', 1.1 * 1024 * 1024)).status).toBe(413);
    expect((await send('\u0001', 0.9 * 1024 * 1024)).status).toBe(200);
  });

  test('throttles beyond rate and burst', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, () => fetch(`${origin}/v1/config`).then(({ status }) => status)),
    );

    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
  });
});
