import { gunzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import { ROUTES, type Route } from '../../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../../core/lib/errors.ts';
import { standingOf } from '../../../../core/model/projects.ts';
import { handler } from '../../../../lambdas/management/handler.ts';
import { answerOf } from '../../../../lambdas/management/http/answer.ts';
import { readBody } from '../../../../lambdas/management/http/body.ts';
import { problemOf } from '../../../../lambdas/management/http/problem.ts';
import { actorOf, visitorOf } from '../../../../lambdas/management/http/session.ts';
import { eventOf } from '../../../support/managementEvent.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();

const SERVER = 'srv_0123456789AB';
const IDS: Record<string, string> = {
  id: SERVER,
  toolId: 'tool_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  tokenId: 'tok_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  linkId: 'link_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  approvalId: 'apr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  changeId: 'chg_0123456789abcdef0123456789abcdef',
  deploymentId: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  entryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  oauthClientId: 'app_0123456789abcdefghijkl',
  webhookId: 'whk_0123456789abcdefghijkl',
  deliveryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  memberId: '0d9c7c1e',
  invitationId: 'inv_0123456789abcdef0123456789abcdef',
  keyId: 'key_0123456789Ab',
  projectId: 'prj_0123456789AB',
};
const routes = Object.entries(ROUTES as Record<string, Route>);
const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] as string);

/** Who calls, where there are no projects but `default`. */
function knownAs(event: Parameters<typeof visitorOf>[0]) {
  const visitor = visitorOf(event);
  const { standing: _, ...actor } = actorOf(visitor, standingOf(visitor, []));
  return actor;
}

describe('who may do what', () => {
  const order = ['viewer', 'editor', 'admin'] as const;

  test.each(routes)('%s wants its role and takes those above it', async (_, route) => {
    const answers = await Promise.all(
      (['nobody', ...order] as const).map((role) => stack.call(route.method, pathOf(route), {}, { role })),
    );

    const codes = answers.map(({ body }) => body?.code as string | undefined);
    const allowed = order.indexOf(route.access as (typeof order)[number]) + 1;
    codes.forEach((code, index) => {
      if (index >= allowed) expect(['role_required', 'no_role', 'no_login']).not.toContain(code);
      else expect(code).toBe(index === 0 ? 'no_role' : 'role_required');
    });
  });

  test('is refused without the secret header of the distribution, before anything is read', async () => {
    const refused = { statusCode: 403 };
    for (const [name, route] of routes) {
      for (const value of ['', 'guessed']) {
        const event = eventOf(route.method, pathOf(route), undefined, { headers: { 'x-origin-verify': value } });
        // A body that cannot be parsed would be 400. What marks an event of a function that may invoke this one is no part of a request.
        const body = '{"isInvokedByRole":true';
        const headers = { ...event.headers, isinvokedbyrole: 'true' };
        const result = await handler({ ...event, headers, body } as never, {} as never);
        expect([name, result]).toMatchObject([name, refused]);
        expect(result.body).toBeUndefined();
      }
    }
  });

  test('says 401 without a login', async () => {
    const event = eventOf('GET', '/v1/me', undefined);
    const result = await handler(
      { ...event, requestContext: { ...event.requestContext, authorizer: undefined } } as never,
      {} as never,
    );

    expect(result).toMatchObject({ statusCode: 401 });
    expect(JSON.parse(result.body ?? '')).toMatchObject({ code: 'no_login' });
  });

  test.each([
    ['[viewer admin]', 'admin'],
    ['[viewer editor]', 'editor'],
    ['[viewer x,admin]', 'viewer'],
    ['[[viewer] viewer (admin)]', 'viewer'],
    ['editor', 'editor'],
    [['viewer'], 'viewer'],
  ])('reads the groups claim %j', (groups, role) => {
    const event = eventOf('GET', '/v1/me', undefined);
    event.requestContext.authorizer.jwt.claims = { sub: 's', iat: '7', 'cognito:groups': groups as string };

    const { groups: all, username, ...actor } = knownAs(event);

    expect(actor).toEqual({ id: 's', issuedAt: 7, role, rights: [] });
    expect([all, username]).toEqual([expect.arrayContaining([role]), 's']);
  });

  test.each([
    [
      { email: 'ann@corp.example', email_verified: 'true' },
      { name: 'ann@corp.example', email: 'ann@corp.example' },
    ],
    [
      { email: 'ann@corp.example', email_verified: true },
      { name: 'ann@corp.example', email: 'ann@corp.example' },
    ],
    [{ email: 'boss@corp.example', email_verified: 'false' }, {}],
    [{ email: 'boss@corp.example', email_verified: false }, {}],
    [{ email: 'boss@corp.example' }, {}],
    [{ email: 'boss@corp.example', email_verified: 'TRUE' }, {}],
    [{ name: 'The boss', preferred_username: 'boss', nickname: 'boss' }, {}],
    [{ email: 'boss@corp.example', 'cognito:username': 'ann' }, { name: 'ann' }],
    [{ username: 's' }, {}],
  ])('names the subject, and beside it only what the login vouches for: %j', (claims, named) => {
    const event = eventOf('GET', '/v1/me', undefined);
    event.requestContext.authorizer.jwt.claims = { sub: 's', iat: '7', 'cognito:groups': 'editor', ...claims } as never;

    const { groups: _, username: __, ...actor } = knownAs(event);

    expect(actor).toEqual({ id: 's', issuedAt: 7, role: 'editor', rights: [], ...named });
  });

  test('takes no login for one that has no subject', () => {
    const event = eventOf('GET', '/v1/me', undefined);
    event.requestContext.authorizer.jwt.claims = { 'cognito:groups': '[admin]', email: 'boss@corp.example' };

    expect(() => knownAs(event)).toThrow(expect.objectContaining({ code: 'no_login' }));
  });

  test.each(['[administrator]', '[]', 'administrators', '[Admin]', '[x,admin]', 'x,admin', '[[admin]]'])(
    'gives no role for the groups %s',
    (groups) => {
      const event = eventOf('GET', '/v1/me', undefined);
      event.requestContext.authorizer.jwt.claims = { sub: 's', 'cognito:groups': groups };

      expect(() => knownAs(event)).toThrow(expect.objectContaining({ code: 'no_role' }));
    },
  );
});

describe('addresses', () => {
  test('answers 404 for an unknown address and for ids that cannot be', async () => {
    const answers = await Promise.all(
      ['/v1/nothing', '/v1/servers/srv_x', `/v1/servers/${SERVER}/tools/../x`, `/v1/servers/${SERVER}`].map((path) =>
        stack.call('GET', path),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'route_not_found'],
      [404, 'server_not_found'],
      [404, 'route_not_found'],
      [404, 'server_not_found'],
    ]);
  });

  test('names the methods that an address takes', async () => {
    const answer = await stack.call('DELETE', '/v1/servers');

    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers['allow']).toBe('POST, GET');
  });

  test('refuses unknown and wrong query parameters by name', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('GET', `/v1/servers/${server.id}/audit`, undefined, {
      query: { limit: '0', status: 'bad', colour: 'red' },
    });

    expect(answer.status).toBe(400);
    expect(answer.body.faults.map((fault: { field: string }) => fault.field).sort()).toEqual([
      'colour',
      'limit',
      'status',
    ]);
  });
});

describe('bodies', () => {
  const send = (rawBody: string, headers = {}) => stack.call('POST', '/v1/servers', undefined, { rawBody, headers });

  test('refuses null where a body may be left out: it is none that the description allows', async () => {
    const path = '/v1/servers/srv_000000000000/deployments';
    const answer = await stack.call('POST', path, undefined, {
      rawBody: 'null',
      headers: { 'content-type': 'application/json' },
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('refuses what is not JSON without repeating it', async () => {
    const answer = await send('{"auth": secret-value}');

    expect(answer).toMatchObject({ status: 400, body: { code: 'body_not_json' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret-value');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'refuses the media type "%s"',
    async (type) => {
      expect(await send('{}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'content_type_unsupported' },
      });
    },
  );

  test('takes JSON with a charset and +json types', () => {
    const body = { isBase64Encoded: false, body: '{"a":1}' };

    expect(readBody({ ...body, headers: { 'content-type': 'application/json; charset=utf-8' } })).toEqual({ a: 1 });
    expect(readBody({ ...body, headers: { 'content-type': 'application/merge-patch+json' } })).toEqual({ a: 1 });
  });

  test('decodes a body that the gateway sent as base64', () => {
    const headers = { 'content-type': 'application/json' };

    expect(readBody({ headers, body: Buffer.from('{"ü":1}').toString('base64'), isBase64Encoded: true })).toEqual({
      ü: 1,
    });
  });

  test('refuses a body over the limit and one that is nested too deep', async () => {
    expect(await send(`{"x":"${'a'.repeat(6_000_000)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
    expect(await send(`${'['.repeat(1_000_000)}`)).toMatchObject({ status: 400, body: { code: 'body_too_deep' } });
  });

  test.each(['{"name":"\\ud83d"}', '{"a":[{"\\udc00":1}]}'])('refuses half a character: %s', async (body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'body_not_unicode' } });
  });

  test('takes whole characters, however they are written', () => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"a":"\\ud83d\\ude00 😀 \\\\ud83d"}';

    expect(readBody({ headers, body, isBase64Encoded: false })).toEqual({ a: '😀 😀 \\ud83d' });
  });

  test('lists the first faults of a body that has very many, with short pointers', async () => {
    const many = await send(
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 1]))),
    );
    const long = await send(JSON.stringify({ [`k${'x'.repeat(1_000_000)}`]: 1 }));

    expect(many.body.faults).toHaveLength(101);
    expect(many.body.faults.at(-1)).toMatchObject({ field: '', rule: 'more' });
    expect(JSON.stringify(long.body).length).toBeLessThan(5_000);
  });

  test('does not take brackets in strings for nesting', async () => {
    const answer = await send(JSON.stringify({ name: `${'[{"\\"'.repeat(300)}` }));

    expect(answer.body.code).toBe('invalid_request');
  });
});

describe('faults', () => {
  test('tells an unexpected error by request id only, and logs it', async () => {
    const spy = jest.spyOn(console, 'error').mockImplementation(() => {});
    const broken = process.env['TABLE_SERVERS'];
    process.env['TABLE_SERVERS'] = 'not-there';
    const answer = await stack.call('GET', '/v1/servers');
    process.env['TABLE_SERVERS'] = broken;

    expect(answer.body).toEqual({
      type: 'about:blank#internal',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      detail: 'Something unexpected went wrong. The log has the cause under request-1.',
      requestId: 'request-1',
    });
    expect(spy.mock.calls.flat().join()).toContain('ResourceNotFoundException');
  });

  test('keeps the code of any error raised on purpose', () => {
    expect(problemOf(new PortcullisError('something_new', 'Because.'), 'r')).toMatchObject({
      status: 422,
      code: 'something_new',
      detail: 'Because.',
    });
  });

  test.each([
    ['a busy service', Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' }), 503],
    ['a service that fails', Object.assign(new Error('x'), { name: 'X', $fault: 'server' }), 503],
    ['a broken connection', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), 503],
    ['a deadline', Object.assign(new Error('x'), { name: 'TimeoutError' }), 503],
    [
      'a right that is missing',
      Object.assign(new Error('x'), { name: 'AccessDeniedException', $fault: 'client' }),
      503,
    ],
    ['a key that is disabled', Object.assign(new Error('x'), { name: 'DisabledException', $fault: 'client' }), 503],
    ['a fault of ours', new TypeError('x is undefined'), 500],
  ])('tells %s by its status', (_what, error, status) => {
    expect(problemOf(error, 'r').status).toBe(status);
  });

  test('lets no answer be stored', async () => {
    const answers = await Promise.all([stack.call('GET', '/v1/me'), stack.call('GET', '/v1/nothing')]);

    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the entrance', () => {
  test('serves the description and the way to log in without a login', async () => {
    const description = await stack.call('GET', '/v1/openapi.json', undefined, { role: 'nobody' });
    const config = await stack.call('GET', '/v1/config', undefined, { role: 'nobody' });

    expect(description.body).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://edge.example.com' }] });
    expect(config.body).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'client',
      loginDomain: 'https://login.example.com',
      edgeUrl: 'https://edge.example.com',
    });
  });

  test('says who is asking', async () => {
    const me = await stack.call('GET', '/v1/me', undefined, { role: 'editor' });

    expect(me.body).toEqual({ id: 'user-1', name: 'ann', role: 'editor', rights: [] });
  });
});

describe('answers', () => {
  const small = { statusCode: 200, contentType: 'application/json', accepts: 'gzip, br' };

  test('are compressed when they are large and the client takes gzip', () => {
    const text = JSON.stringify({ text: 'a'.repeat(100_000) });

    const packed = answerOf({ ...small, text });
    const plain = [undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br'].map((accepts) =>
      answerOf({ ...small, accepts, text }),
    );

    expect(packed).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
    expect(gunzipSync(Buffer.from(packed.body ?? '', 'base64')).toString()).toBe(text);
    for (const answer of plain) expect(answer.body).toBe(text);
  });

  test('are refused when they are over what Lambda carries, escapes counted', () => {
    const quotes = '"'.repeat(4_000_000);

    expect(() => answerOf({ ...small, accepts: undefined, text: quotes })).toThrow(
      expect.objectContaining({ code: 'answer_too_large' }),
    );
    expect(answerOf({ ...small, accepts: undefined, text: 'a'.repeat(4_000_000) }).statusCode).toBe(200);
  });
});
