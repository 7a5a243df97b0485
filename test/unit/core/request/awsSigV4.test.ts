/** Signatures of requests, judged by the signer that AWS wrote for its own SDK. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  checkCredential,
  credentialShape,
  secretsOf,
  withCredential,
} from '../../../../core/request/credential/index.ts';
import { expectedAuthorization } from '../../../support/sigV4.ts';

const NOW = new Date('2026-11-23T09:30:00Z');
const PAIR = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: ReadonlyArray<readonly [string, string]>;
  readonly body?: string;
  readonly service?: string;
  readonly sessionToken?: string;
}

const HOST = 'abc123.execute-api.eu-central-1.amazonaws.com';

function ours({ method = 'GET', path = '/', headers = [], body, service = 'execute-api', sessionToken }: Asked) {
  const credential = checkCredential({ type: 'awsSigV4', ...PAIR, sessionToken, region: 'eu-central-1', service });
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) };
  const made = withCredential({ method, url: `https://${HOST}${path}`, headers, ...bytes }, credential, { now: NOW });
  expect(made.url).toBe(`https://${HOST}${path}`);
  return new Map(made.headers.map(([name, value]) => [name.toLowerCase(), value]));
}

const theirs = ({ method = 'GET', path = '/', body }: Asked, headers: Map<string, string>) =>
  expectedAuthorization({ method, host: HOST, target: path, headers, ...(body !== undefined && { body }) }, PAIR);

describe('a role in place of an access key', () => {
  const ROLE = {
    type: 'awsSigV4',
    roleArn: 'arn:aws:iam::123456789012:role/orders',
    region: 'eu-central-1',
    service: 's3',
  };

  test('has no secret, is shown, and is not sent before it was assumed', () => {
    const credential = checkCredential(ROLE);

    expect(credential).toEqual(ROLE);
    expect(credentialShape(credential)).toEqual(ROLE);
    expect(secretsOf(credential)).toEqual([]);
    expect(() =>
      withCredential({ method: 'GET', url: `https://${HOST}/`, headers: [] }, credential, { now: NOW }),
    ).toThrow('was not assumed');
  });

  test.each([
    [{ ...ROLE, ...PAIR }, 'auth.accessKeyId: does not go with roleArn'],
    [{ ...ROLE, roleArn: 'arn:aws:iam::123456789012:role/*' }, 'auth.roleArn: must be the ARN of a role'],
    [{ ...ROLE, roleArn: '' }, 'auth.roleArn: must be a text'],
    [{ ...ROLE, roleArn: 'arn:aws:iam::123456789012:user/ann' }, 'auth.roleArn: must be the ARN of a role'],
    [{ ...ROLE, region: 'mars' }, 'auth.region: must be one'],
  ])('is refused when it is wrong (%#)', (given, message) => {
    expect(() => checkCredential(given)).toThrow(message);
  });

  test('never comes with a session from outside', () => {
    const given = { ...ROLE, session: { accessKeyId: PAIR.accessKeyId, secretAccessKey: 'x' } };

    expect(checkCredential(given)).toEqual(ROLE);
  });
});

describe('a signed request', () => {
  test.each([
    ['a plain one', {}],
    ['a query in any order', { path: '/pets?b=2&a=1&a=0&empty=' }],
    ['what stands encoded in the path', { path: '/a%20b/%C3%A4/x%2Fy/~t' }],
    ['what stands encoded in the query', { path: '/x?q=a%20b%26c&%C3%A4=%2B' }],
    ['names that objects have', { path: '/x?toString=1&constructor=&toString=0' }],
    ['a body', { method: 'POST', headers: [['content-type', 'application/json']], body: '{"a":"ä"}' }],
    ['a header that names the action', { method: 'POST', headers: [['X-Amz-Target', 'Dynamo.List']], body: '{}' }],
    ['a session', { sessionToken: 'IQoJb3JpZ2luX2VjE' }],
    ['an object of S3', { service: 's3', path: '/a%20b/c%2Bd' }],
  ] as ReadonlyArray<[string, Asked]>)('is accepted: %s', async (_, asked) => {
    const sent = ours(asked);

    expect(sent.get('authorization')).toBe(await theirs(asked, sent));
    expect(sent.get('x-amz-date')).toBe('20261123T093000Z');
  });

  test('is accepted whatever its arguments hold', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((each) => each.isWellFormed());
    // A parameter of this name is lost by the signers, each in its own way.
    const segment = text.filter((each) => !/^(?:\.{0,2}|__proto__)$/.test(each));

    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 3 }),
        fc.array(fc.tuple(segment, text), { maxLength: 3 }),
        async (segments, pairs) => {
          const strict = (each: string) =>
            encodeURIComponent(each).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
          const query = pairs.map(([name, value]) => `${strict(name)}=${strict(value)}`).join('&');
          const asked = { path: `/${segments.map(strict).join('/')}${query === '' ? '' : `?${query}`}` };
          const sent = ours(asked);
          expect(sent.get('authorization')).toBe(await theirs(asked, sent));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('never holds the secret key, which is blanked all the same', () => {
    const sent = JSON.stringify([...ours({ sessionToken: 'a-session' })]);
    expect(sent).not.toContain(PAIR.secretAccessKey);

    const credential = checkCredential({ type: 'awsSigV4', ...PAIR, region: 'eu-central-1', service: 's3' });
    expect(secretsOf(credential)).toEqual([PAIR.secretAccessKey, PAIR.accessKeyId]);
  });
});
