/** Credentials as they are saved, read back and put on a request. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { shapeOf } from '../../../../core/model/credentialShape.ts';
import {
  checkCredential,
  checkUnset,
  credentialShape,
  parseCredential,
  secretsOf,
  withCredential,
  withMask,
} from '../../../../core/request/credential/index.ts';

const plaintext = (value: unknown) => Buffer.from(JSON.stringify(value));
type Headers = ReadonlyArray<readonly [string, string]>;
const outgoing = (headers: Headers = [], url = 'https://api.example.com/v1/orders?a=1') => ({
  method: 'GET',
  url,
  headers,
});
const keys = (...list: Array<readonly [string, string, string]>) =>
  checkCredential({ type: 'apiKeys', keys: list.map(([place, name, value]) => ({ in: place, name, value })) });

describe('a credential on the wire', () => {
  test.each([
    [{ type: 'bearer', token: 'abc.def' }, ['authorization', 'Bearer abc.def']],
    [
      { type: 'basic', username: 'Aladdin', password: 'open sesame' },
      ['authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    ],
    [
      { type: 'basic', username: 'jö', password: 'pä:ß' },
      ['authorization', `Basic ${Buffer.from('jö:pä:ß').toString('base64')}`],
    ],
    [{ type: 'basic', username: 'key', password: '' }, ['authorization', 'Basic a2V5Og==']],
    [{ type: 'header', name: 'X-Api-Key', value: ' k 1 ' }, ['X-Api-Key', 'k 1']],
    [{ type: 'header', name: 'Authorization', value: 'Token abc' }, ['Authorization', 'Token abc']],
  ] as const)('of %j is %j', (credential, header) => {
    expect(withCredential(outgoing(), parseCredential(plaintext(credential))).headers).toEqual([header]);
  });

  test('comes last and leaves the other headers as they are', () => {
    const before: Headers = [
      ['accept', 'x'],
      ['x-a', '1'],
      ['x-a', '2'],
    ];

    const { headers } = withCredential(outgoing(before), { type: 'bearer', token: 't0ken' });

    expect(headers).toEqual([
      ['accept', 'x'],
      ['x-a', '1'],
      ['x-a', '2'],
      ['authorization', 'Bearer t0ken'],
    ]);
  });

  test('as a cookie joins the one Cookie header', () => {
    const cookie = { type: 'header', name: 'Cookie', value: 'sid=s3cret' } as const;

    const { headers } = withCredential(outgoing([['cookie', 'a=1']]), cookie);

    expect(headers).toEqual([['cookie', 'a=1; sid=s3cret']]);
    expect(() => checkUnset(outgoing([['cookie', 'a=1']]), credentialShape(cookie))).not.toThrow();
  });

  test('is not doubled by an argument of the same header, whatever its case', () => {
    const shape = credentialShape({ type: 'header', name: 'X-Api-Key', value: 's3cret-value' });

    expect(() => checkUnset(outgoing([['x-api-key', 'mine']]), shape)).toThrow(
      expect.objectContaining({ code: 'credential_invalid' }),
    );
    expect(() => checkUnset(outgoing([['x-api-key', 'mine']]), shape)).not.toThrow(/s3cret|mine/);
  });

  test('is masked wherever it is shown', () => {
    const shown = (value: object) => {
      const { url, headers } = withMask(outgoing(), credentialShape(checkCredential(value)));
      return [url, ...headers.flat()].join(' ');
    };

    expect(shown({ type: 'bearer', token: 's3cret' })).toContain('authorization Bearer ••••');
    expect(shown({ type: 'basic', username: 's3cret', password: 's3cret' })).toContain('authorization Basic ••••');
    expect(shown({ type: 'header', name: 'X-Api-Key', value: 's3cret' })).toContain('X-Api-Key ••••');
    const all = keys(['query', 'api key', 's3cret'], ['cookie', 'sid', 's3cret'], ['header', 'X-App', 's3cret']);
    expect(shown(all)).toBe('https://api.example.com/v1/orders?a=1&api%20key=•••• cookie sid=•••• X-App ••••');
    expect(withMask(outgoing(), { type: 'none' })).toEqual(outgoing());
  });
});

describe('API keys', () => {
  test('go where each belongs, several at once', () => {
    const credential = keys(['query', 'key', 'a&b=c d'], ['cookie', 'sid', 'x=y'], ['header', 'X-App-Id', '7']);

    const made = withCredential(outgoing([['cookie', 'a=1']]), credential);

    expect(made.url).toBe('https://api.example.com/v1/orders?a=1&key=a%26b%3Dc%20d');
    expect(made.headers).toEqual([
      ['cookie', 'a=1; sid=x=y'],
      ['X-App-Id', '7'],
    ]);
  });

  test.each([
    ['https://a.example/x', 'https://a.example/x?key=v'],
    ['https://a.example/x?', 'https://a.example/x?key=v'],
    ['https://a.example/x?b=%2F&c', 'https://a.example/x?b=%2F&c&key=v'],
    // A redirect that brings the key back, in whatever spelling.
    ['https://a.example/x?key=v&z=1', 'https://a.example/x?z=1&key=v'],
    ['https://a.example/x?k%65y=v', 'https://a.example/x?key=v'],
  ])('in the query of %s make it %s', (url, expected) => {
    expect(withCredential(outgoing([], url), keys(['query', 'key', 'v'])).url).toBe(expected);
  });

  test.each([
    ['query', 'key', outgoing([], 'https://a.example/x?k%65y=mine')],
    ['cookie', 'sid', outgoing([['cookie', 'a=1; sid=mine']])],
    ['header', 'X-Key', outgoing([['x-key', 'mine']])],
  ])('in the %s %s are not doubled by an argument', (place, name, request) => {
    const shape = credentialShape(keys([place, name, 's3cret']));

    expect(() => checkUnset(request, shape)).toThrow(expect.objectContaining({ code: 'credential_invalid' }));
    expect(() => checkUnset(request, shape)).not.toThrow(/mine|s3cret/);
    expect(() => checkUnset(outgoing([['x-other', '1']]), shape)).not.toThrow();
  });

  test('tell nothing but where they go', () => {
    const shape = credentialShape(keys(['query', 'key', 's3cret'], ['header', 'X-App', 'Token s3cret-and-more']));

    expect(shape).toEqual({
      type: 'apiKeys',
      keys: [
        { in: 'query', name: 'key' },
        { in: 'header', name: 'X-App' },
      ],
    });
    expect(secretsOf(keys(['query', 'key', 's3cret'], ['header', 'X-App', 'Token s3cret-and-more']))).toEqual([
      's3cret',
      'Token s3cret-and-more',
      's3cret-and-more',
    ]);
  });
});

describe('several at once', () => {
  const PAIR = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 's3cret', region: 'eu-west-1', service: 's3' };
  const apiKey = { type: 'apiKeys', keys: [{ in: 'query', name: 'key', value: 's3cret-key' }] };

  test('are all on the request, with a signature of all that the others put there', () => {
    const parts = [{ type: 'awsSigV4', ...PAIR }, apiKey, { type: 'header', name: 'X-App', value: 's3cret-app' }];
    const credential = checkCredential({ type: 'combined', parts });
    const now = new Date('2026-11-25T10:00:00Z');
    const made = withCredential(outgoing(), credential, { now });

    const alone = withCredential(outgoing([], made.url), checkCredential({ type: 'awsSigV4', ...PAIR }), { now });
    const signature = (request: typeof made) => request.headers.find(([name]) => name === 'authorization')?.[1];

    expect(made.url).toBe('https://api.example.com/v1/orders?a=1&key=s3cret-key');
    expect(made.headers).toContainEqual(['X-App', 's3cret-app']);
    expect(signature(made)).toBe(signature(alone));
  });

  test('tell how each is sent, are masked and blanked together, and fill the places of all', () => {
    const credential = checkCredential({
      type: 'combined',
      parts: [apiKey, { type: 'basic', username: 'u', password: 's3cret-word' }],
    });

    const shape = credentialShape(credential);

    expect(shape).toEqual({
      type: 'combined',
      parts: [{ type: 'apiKeys', keys: [{ in: 'query', name: 'key' }] }, { type: 'basic' }],
    });
    expect(shapeOf(shape)).toEqual(shape);
    expect(withMask(outgoing(), shape)).toMatchObject({ url: expect.stringContaining('key=••••') });
    expect(withMask(outgoing(), shape).headers).toEqual([['authorization', 'Basic ••••']]);
    expect(secretsOf(credential)).toEqual(expect.arrayContaining(['s3cret-key', 's3cret-word']));
    expect(() => checkUnset(outgoing([], 'https://a.example/x?key=mine'), shape)).toThrow(
      expect.objectContaining({ code: 'credential_invalid' }),
    );
    expect(checkCredential(JSON.parse(JSON.stringify(credential)))).toEqual(credential);
  });

  test.each([
    ['of one alone', [apiKey], 'auth.parts'],
    ['of five', Array(5).fill(apiKey), 'auth.parts'],
    ['with a kind twice', [apiKey, apiKey], 'auth.parts.1.type'],
    [
      'with two that fill one header',
      [
        { type: 'bearer', token: 's3cret' },
        { type: 'basic', username: 'u', password: 's3cret' },
      ],
      'auth.parts.1.type',
    ],
    [
      'with a header that a key fills',
      [
        { type: 'apiKeys', keys: [{ in: 'header', name: 'X-K', value: 's3cret' }] },
        { type: 'header', name: 'x-k', value: 's3cret' },
      ],
      'auth.parts.1.type',
    ],
    ['with one inside of another', [apiKey, { type: 'combined', parts: [] }], 'auth.parts.1.type'],
    ['with none', [apiKey, { type: 'none' }], 'auth.parts.1.type'],
    ['with a part that is wrong', [apiKey, { type: 'bearer', token: 's3 cret' }], 'auth.parts.1.token'],
  ])('are refused %s', (_, parts, field) => {
    const check = () => checkCredential({ type: 'combined', parts });

    expect(check).toThrow(expect.objectContaining({ code: 'credential_invalid' }));
    expect(check).toThrow(field);
    expect(check).not.toThrow(/s3 ?cret/);
  });
});

describe('a credential is refused, without a word of its content', () => {
  test.each([
    [{ type: 'bearer' }, 'auth.token'],
    [{ type: 'bearer', token: '' }, 'auth.token'],
    [{ type: 'bearer', token: 5 }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret token' }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret\r\nX: y' }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret\ud800' }, 'auth.token'],
    [{ type: 'basic', username: 's3:cret', password: 'x' }, 'auth.username'],
    [{ type: 'basic', username: 'x' }, 'auth.password'],
    [{ type: 'basic', username: 'x', password: 's3cret\0' }, 'auth.password'],
    [{ type: 'header', name: 'Host', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Content-Length', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Content-Type', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Transfer-Encoding', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Proxy-Authorization', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'X Key', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'X-Key', value: 's3cret\n' }, 'auth.value'],
    [{ type: 'header', name: 'X-Key', value: '' }, 'auth.value'],
    [{ type: 'apiKeys' }, 'auth.keys'],
    [{ type: 'apiKeys', keys: [] }, 'auth.keys'],
    [{ type: 'apiKeys', keys: Array(6).fill({ in: 'query', name: 'k', value: 's3cret' }) }, 'auth.keys'],
    [{ type: 'apiKeys', keys: [{ in: 'path', name: 'k', value: 's3cret' }] }, 'auth.keys.0.in'],
    [{ type: 'apiKeys', keys: [{ in: 'query', name: '', value: 's3cret' }] }, 'auth.keys.0.name'],
    [{ type: 'apiKeys', keys: [{ in: 'query', name: 'k', value: 's3cret\r\n' }] }, 'auth.keys.0.value'],
    [{ type: 'apiKeys', keys: [{ in: 'cookie', name: 'k', value: 's3cret; admin=1' }] }, 'auth.keys.0.value'],
    [{ type: 'apiKeys', keys: [{ in: 'cookie', name: 'k=v', value: 's3cret' }] }, 'auth.keys.0.name'],
    [{ type: 'apiKeys', keys: [{ in: 'header', name: 'Host', value: 's3cret' }] }, 'auth.keys.0.name'],
    [
      {
        type: 'apiKeys',
        keys: [
          { in: 'header', name: 'X-K', value: 's3cret' },
          { in: 'header', name: 'x-k', value: 's3cret' },
        ],
      },
      'auth.keys',
    ],
    [{ type: 'awsSigV4', accessKeyId: 's3cret', secretAccessKey: 's3cret' }, 'auth.accessKeyId'],
    [{ type: 'awsSigV4', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' }, 'auth.secretAccessKey'],
    [
      {
        type: 'awsSigV4',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 's3cret',
        region: 'Europe',
        service: 's3',
      },
      'auth.region',
    ],
    [
      {
        type: 'awsSigV4',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 's3cret',
        region: 'eu-west-1',
        service: 'S 3',
      },
      'auth.service',
    ],
    [{ type: 'digest', username: 's3:cret', password: 'x' }, 'auth.username'],
    [{ type: 'kerberos', token: 's3cret' }, 'auth.type'],
    [{}, 'auth.type'],
    [null, 'auth.type'],
    ['s3cret', 'auth.type'],
  ])('%j', (value, field) => {
    let message = '';

    try {
      checkCredential(value);
    } catch (error) {
      expect(error).toMatchObject({ code: 'credential_invalid' });
      message = (error as Error).message;
    }

    expect(message).toContain(field);
    expect(message).not.toContain('s3cret');
  });

  test('when its stored bytes are no JSON', () => {
    expect(() => parseCredential(Buffer.from('s3cret'))).toThrow(/cannot be read/);
    expect(() => parseCredential(Buffer.from('s3cret'))).not.toThrow(/s3cret/);
  });
});

describe('the end of a client secret', () => {
  const given = (clientSecretExpiresAt: string, more: object = {}) => ({
    type: 'oauth2',
    grant: 'clientCredentials',
    tokenUrl: 'https://login.example.com/token',
    clientId: 'id',
    clientSecret: 's3cret',
    clientSecretExpiresAt,
    ...more,
  });

  test.each([
    ['2027-01-31', '2027-01-31T23:59:59.000Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
    ['2020-02-29', '2020-02-29T23:59:59.000Z'],
  ])('%s is shown as a time, and survives being stored', (text, expiresAt) => {
    const credential = checkCredential(given(text));

    expect(shapeOf(credentialShape(credential))).toMatchObject({ type: 'oauth2', expiresAt });
    expect(parseCredential(plaintext(credential))).toEqual(credential);
  });

  test.each(['soon', '31.01.2027', '2027-02-31', '2027-01-31T12:00:00'])('%s is refused', (text) => {
    expect(() => checkCredential(given(text))).toThrow(/clientSecretExpiresAt: must be a date such as/);
  });

  test('is not kept where no secret is used', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      clientAuthentication: 'privateKeyJwt',
    };

    expect(credentialShape(checkCredential(given('2027-01-31', key)))).not.toHaveProperty('expiresAt');
  });
});
