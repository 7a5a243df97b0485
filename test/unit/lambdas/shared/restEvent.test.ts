/** Events of REST APIs become those that handlers know. */
import { expect, test } from '@jest/globals';
import { asUrlEvent } from '../../../../lambdas/shared/restEvent.ts';

const EVENT = {
  httpMethod: 'POST',
  path: '/srv_0123456789ab/mcp/',
  multiValueHeaders: { Host: ['api.example'], 'X-Forwarded-For': ['192.0.2.1', '192.0.2.2'], ACCEPT: ['text/plain'] },
  multiValueQueryStringParameters: { sessionId: ['a b&c'], twice: ['1', '2'] },
  body: '{"jsonrpc":"2.0"}',
  isBase64Encoded: false,
};

test('keeps method, path and body, writes names of headers in small letters, and joins several values', () => {
  expect(asUrlEvent(EVENT)).toEqual({
    requestContext: { http: { method: 'POST' } },
    rawPath: '/srv_0123456789ab/mcp/',
    rawQueryString: 'sessionId=a+b%26c&twice=1&twice=2',
    headers: { host: 'api.example', 'x-forwarded-for': '192.0.2.1,192.0.2.2', accept: 'text/plain' },
    body: '{"jsonrpc":"2.0"}',
    isBase64Encoded: false,
  });
});

test('joins headers whose names differ in their letters only', () => {
  const multiValueHeaders = { Via: ['1.1 a'], via: ['1.1 b'] };

  expect(asUrlEvent({ ...EVENT, multiValueHeaders }).headers).toEqual({ via: '1.1 a,1.1 b' });
});

test('takes an event without headers, query and body', () => {
  const bare = { ...EVENT, multiValueHeaders: null, multiValueQueryStringParameters: null, body: null };

  expect(asUrlEvent(bare as never)).toMatchObject({ headers: {}, rawQueryString: '', body: undefined });
});

test('leaves an event of a function URL as it is', () => {
  const event = {
    rawPath: '/mcp',
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    requestContext: { http: { method: 'GET' } },
  };

  expect(asUrlEvent(event)).toBe(event);
});
