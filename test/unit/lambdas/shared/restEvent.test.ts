/** Events of REST APIs become those that handlers know. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type HttpEvent, inFormat2 } from '../../../../lambdas/shared/restEvent.ts';

const EVENT = {
  httpMethod: 'POST',
  path: '/srv_0123456789ab/mcp/',
  multiValueHeaders: { Host: ['api.example'], 'X-Forwarded-For': ['192.0.2.1', '192.0.2.2'], ACCEPT: ['text/plain'] },
  multiValueQueryStringParameters: { sessionId: ['a b&c'], twice: ['1', '2'] },
  body: '{"jsonrpc":"2.0"}',
  isBase64Encoded: false,
  requestContext: { requestId: 'r-1', identity: { sourceIp: '10.0.0.7' } },
};
const made = (given: object) => inFormat2<HttpEvent>({ ...EVENT, ...given } as never);

beforeEach(() => {
  process.env['USER_POOL_CLIENT'] = 'client-1';
});
afterEach(() => void delete process.env['USER_POOL_CLIENT']);

test('keeps method, path and body, writes names of headers in small letters, and joins several values', () => {
  expect(made({})).toEqual({
    requestContext: { requestId: 'r-1', http: { method: 'POST', path: '/srv_0123456789ab/mcp/' } },
    rawPath: '/srv_0123456789ab/mcp/',
    rawQueryString: 'sessionId=a+b%26c&twice=1&twice=2',
    queryStringParameters: { sessionId: 'a b&c', twice: '1,2' },
    headers: { host: 'api.example', 'x-forwarded-for': '192.0.2.1,192.0.2.2', accept: 'text/plain' },
    body: '{"jsonrpc":"2.0"}',
    isBase64Encoded: false,
  });
});

test('joins headers whose names differ in their letters only', () => {
  expect(made({ multiValueHeaders: { Via: ['1.1 a'], via: ['1.1 b'] } }).headers).toEqual({ via: '1.1 a,1.1 b' });
});

test('takes an event without headers, query and body', () => {
  const bare = made({ multiValueHeaders: null, multiValueQueryStringParameters: null, body: null });

  expect(bare).toMatchObject({ headers: {}, rawQueryString: '', body: undefined });
});

test('tells of the viewer in place of the distribution, whatever the client says', () => {
  const { headers, requestContext } = made({
    multiValueHeaders: {
      Host: ['mcp.corp.example'],
      'X-Viewer-Host': ['evil.example'],
      'x-viewer-address': ['1.1.1.1'],
    },
    requestContext: { requestId: 'r-1', identity: { sourceIp: '10.0.0.7', vpceId: 'vpce-1' } },
  });

  expect(headers).toMatchObject({ 'x-viewer-host': 'mcp.corp.example', 'x-viewer-address': '10.0.0.7' });
  expect(requestContext.vpceId).toBe('vpce-1');
});

const claimsOf = (claims: object) =>
  made({ requestContext: { ...EVENT.requestContext, authorizer: { claims } } }).requestContext.authorizer?.jwt.claims;

test('hands over the claims of a token of our client, with groups as a list, and no others', () => {
  expect(claimsOf({ sub: 'ann', aud: 'client-1', 'cognito:groups': 'admin,answer-reader' })).toEqual({
    sub: 'ann',
    aud: 'client-1',
    'cognito:groups': ['admin', 'answer-reader'],
  });
  expect(claimsOf({ sub: 'ann', aud: 'client-2', 'cognito:groups': 'admin' })).toBeUndefined();
  expect(claimsOf({ sub: 'ann', 'cognito:groups': 'admin' })).toBeUndefined();
});

test('says in seconds when a token was made, which the authorizer of a REST API writes for people', () => {
  const iats = ['Thu Dec 06 16:08:23 UTC 2018', '1544112503'].map(
    (iat) => claimsOf({ sub: 'ann', aud: 'client-1', iat })?.['iat'],
  );

  expect(iats).toEqual(['1544112503', '1544112503']);
});

test('leaves an event of format 2.0 as it is', () => {
  const event = { rawPath: '/mcp', headers: {}, requestContext: { http: { method: 'GET' } } };

  expect(inFormat2(event)).toBe(event);
});
