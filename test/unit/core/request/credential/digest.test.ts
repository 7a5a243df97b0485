/** HTTP Digest: what a challenge is read as, and what is answered, by the examples of the specifications. */
import { describe, expect, test } from '@jest/globals';
import { DigestNonce } from '../../../../../core/request/credential/digest.ts';
import { digestChallengeOf, nextNonceOf } from '../../../../../core/request/credential/digestChallenge.ts';
import { secretsOf, withCredential } from '../../../../../core/request/credential/index.ts';
import { defined } from '../../../../support/defined.ts';

/** RFC 7616, section 3.9.1. */
const RFC_7616 = [
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256,',
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
].join(' ');
/** RFC 2617, section 3.5. */
const RFC_2617 =
  'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';

function answered(
  header: string,
  cnonce: string,
  { username = 'Mufasa', password = 'Circle of Life', url = 'https://www.example.org/dir/index.html', body = '' } = {},
) {
  const nonce = new DigestNonce(defined(digestChallengeOf(header)), cnonce);
  const request = { method: 'GET', url, headers: [], ...(body && { body: Buffer.from(body) }) };
  const { headers } = withCredential(request, { type: 'digest', username, password, nonce });
  const text = headers[0]?.[1] ?? '';
  return { text, member: (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(text)?.[1] };
}

describe('the examples of', () => {
  const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  test.each([
    ['RFC 7616 with SHA-256', RFC_7616, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ['RFC 7616 with MD5', RFC_7616.replace('SHA-256', 'MD5'), '8ca523f5e9506fed4657c9700eebdbec'],
  ])('%s', (_, header, response) => {
    const { text, member } = answered(header, CNONCE);

    expect(member('response')).toBe(response);
    expect(text).toContain('username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/');
    expect([member('uri'), member('qop'), member('nc'), member('cnonce')]).toEqual([
      '/dir/index.html',
      'auth',
      '00000001',
      CNONCE,
    ]);
    expect(member('opaque')).toBe('FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS');
  });

  test('RFC 2617', () => {
    const { member } = answered(RFC_2617, '0a4f113b', { password: 'Circle Of Life' });
    expect(member('response')).toBe('6629fae49393a05397450978507c4ef1');
  });
});

describe('a challenge is', () => {
  const header = (rest: string) => `Digest realm="r", nonce="n"${rest}`;
  test.each<[string, string, object]>([
    [
      'the strongest of several',
      `${header(', algorithm=MD5')}, ${header(', algorithm=SHA-256')}`,
      { algorithm: 'SHA-256' },
    ],
    [
      'found behind those of others',
      `Basic realm="a, b", Negotiate abc==, ${header('')}`,
      { realm: 'r', algorithm: 'MD5' },
    ],
    ['read with its escapes', 'digest realm="a \\"b\\\\", nonce=n', { realm: 'a "b\\', nonce: 'n' }],
    ['one whose parameters have blanks', 'Digest realm = "r" , nonce = "n",qop="auth"', { qop: 'auth' }],
    ['one with the body in it where nothing else is offered', header(', qop="auth-int"'), { qop: 'auth-int' }],
    ['one of RFC 2069 without a qop', header(''), { isStale: false }],
    ['stale', header(', stale=TRUE'), { isStale: true }],
    ['of a session', header(', algorithm=MD5-sess'), { algorithm: 'MD5', isSession: true }],
  ])('%s', (_, text, expected) => {
    expect(digestChallengeOf(text)).toMatchObject(expected);
  });

  test.each([
    ['there is none', null],
    ['it is of another scheme', 'Basic realm="r"'],
    ['its algorithm is not known', header(', algorithm=SHA-1')],
    ['its protection is not known', header(', qop="auth-conf"')],
    ['it has no nonce', 'Digest realm="r"'],
    ['its nonce would break a header', 'Digest realm="r", nonce="a\u0001b"'],
    ['its nonce is endless', `Digest nonce="${'n'.repeat(3_000)}"`],
    ['a quotation mark is not closed', 'Digest nonce="n'],
  ])('none where %s', (_, text) => {
    expect(digestChallengeOf(text)).toBeUndefined();
  });

  test('read in linear time', () => {
    for (const text of ['"\\'.repeat(16_000), `Digest ${'a="'.repeat(10_000)}`, ',= '.repeat(10_000)])
      expect(digestChallengeOf(text)).toBeUndefined();
  });

  test('followed by the nonce of the next request', () => {
    expect(nextNonceOf('nextnonce="n2", qop=auth')).toBe('n2');
    expect(nextNonceOf('qop=auth')).toBeUndefined();
    expect(nextNonceOf(null)).toBeUndefined();
  });
});

describe('an answer', () => {
  const header = 'Digest realm="r\\"1", nonce="n", qop="auth", algorithm=SHA-256';

  test('counts, and names path and query as they go on the wire', () => {
    const nonce = new DigestNonce(defined(digestChallengeOf(header)));
    const request = { method: 'GET', url: 'https://a.example/x%2Fy?b="', headers: [] };

    const made = ['00000001', '00000002'].map((nc) => {
      const { headers } = withCredential(request, { type: 'digest', username: 'u', password: 'p', nonce });
      expect(headers[0]?.[1]).toContain(`nc=${nc}`);
      return headers[0]?.[1];
    });

    expect(made[0]).toContain('realm="r\\"1", nonce="n", uri="/x%2Fy?b=\\""');
    expect(new Set(made.map((text) => /response="(\w+)"/.exec(text ?? '')?.[1])).size).toBe(2);
  });

  test('has a name outside of ASCII in its extended form, or as a hash', () => {
    expect(answered(header, 'c', { username: 'Jäsøn' }).text).toContain("username*=UTF-8''%4A%C3%A4%73%C3%B8%6E");

    const hashed = answered(`${header}, userhash=true`, 'c', { username: 'Jäsøn' });
    expect(hashed.text).toMatch(/username="[0-9a-f]{64}".*userhash=true/);
  });

  test('depends on the body where the server wants it', () => {
    const whole = header.replace('"auth"', '"auth-int"');

    const responses = ['a', 'b'].map((body) => answered(whole, 'c', { body }).member('response'));

    expect(responses[0]).not.toBe(responses[1]);
  });

  test('leaves what was derived from the password to be blanked', () => {
    const nonce = new DigestNonce(defined(digestChallengeOf(header)));
    const derived: string[] = [];
    const credential = { type: 'digest' as const, username: 'u', password: 'pass word 1', nonce };
    const { headers } = withCredential({ method: 'GET', url: 'https://a.example/', headers: [] }, credential, {
      derived,
    });

    expect(secretsOf(credential)).toEqual(['pass word 1']);
    expect(derived).toHaveLength(2);
    expect(headers[0]?.[1]).toContain(derived[1]);
    expect(headers[0]?.[1]).not.toContain(derived[0]);
  });
});
