/** Signed JWTs at the token endpoint: which are accepted from a client, and from an identity provider. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import {
  clientAssertion,
  identityGrant,
  type JwkSet,
  unverifiedClaim,
} from '../../../../../core/auth/oauth/assertions.ts';
import { JWT_ASSERTION, presentedClient, publicKeys } from '../../../../../core/auth/oauth/clientAuth.ts';

const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const SECONDS = NOW / 1_000;
const CLIENT = 'app_0123456789012345678901';
const ISSUER = 'https://edge.example/oauth';
const IDP = 'https://idp.example';

let pair: CryptoKeyPair;
let other: CryptoKeyPair;
let keys: JwkSet;
beforeAll(async () => {
  const make = () => generateKeyPair('ES256', { extractable: true }) as Promise<CryptoKeyPair>;
  [pair, other] = await Promise.all([make(), make()]);
  keys = publicKeys({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }] });
});

const signed = (claims: object, { header = {}, key = pair.privateKey } = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k', ...header }).sign(key);
const proof = (more: object = {}) => ({
  iss: CLIENT,
  sub: CLIENT,
  aud: ISSUER,
  jti: 'j',
  iat: SECONDS,
  exp: SECONDS + 60,
  ...more,
});
const grant = (more: object = {}) => ({
  iss: IDP,
  sub: 'ann',
  aud: ISSUER,
  client_id: CLIENT,
  resource: 'https://edge.example/srv_0123456789ab/mcp',
  jti: 'g',
  iat: SECONDS,
  exp: SECONDS + 300,
  ...more,
});
const asClient = (text: string) =>
  clientAssertion(text, { keys, issuer: CLIENT, audiences: [ISSUER, `${ISSUER}/token`], now: NOW });
const asGrant = (text: string) => identityGrant(text, { keys, issuer: IDP, audiences: [ISSUER], now: NOW });
const JAG = { header: { typ: 'oauth-id-jag+jwt' } };

describe('a client’s assertion', () => {
  test.each([ISSUER, `${ISSUER}/token`])('for %s proves it', async (aud) => {
    expect(await asClient(await signed(proof({ aud })))).toEqual({
      issuer: CLIENT,
      jwtId: 'j',
      expiresAt: SECONDS + 60,
    });
  });

  test.each<[string, object]>([
    ['for another audience', { aud: 'https://elsewhere.example' }],
    ['for others as well', { aud: [ISSUER, 'https://elsewhere.example'] }],
    ['of another client', { iss: 'app_other', sub: 'app_other' }],
    ['about another client', { sub: 'app_other' }],
    ['that has ended', { exp: SECONDS - 31 }],
    ['without an end', { exp: undefined }],
    ['that hardly ends', { exp: SECONDS + 86_400 }],
    ['from the future', { iat: SECONDS + 300 }],
    ['that begins later', { nbf: SECONDS + 300 }],
    ['without a jti', { jti: undefined }],
    ['with an endless jti', { jti: 'x'.repeat(501) }],
  ])('%s is refused', async (_what, more) => {
    await expect(asClient(await signed(proof(more)))).rejects.toMatchObject({ code: 'invalid_client' });
  });

  test('is good although clocks differ by half a minute', async () => {
    await expect(asClient(await signed(proof({ iat: SECONDS + 25, exp: SECONDS - 25 })))).resolves.toBeDefined();
  });

  test('of another key, unsigned, or signed with the public key as a secret, is refused', async () => {
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(proof())).toString('base64url')}.`;
    const secret = new TextEncoder().encode(JSON.stringify(keys.keys[0]).padEnd(64));
    const confused = await new SignJWT(proof() as never).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(secret);

    for (const text of [await signed(proof(), { key: other.privateKey }), unsigned, confused, 'x', '']) {
      await expect(asClient(text)).rejects.toMatchObject({ code: 'invalid_client' });
    }
  });
});

describe('the assertion of an identity provider', () => {
  test('lets a client act for a person at one resource', async () => {
    expect(await asGrant(await signed(grant({ scope: 'mcp:read' }), JAG))).toEqual({
      issuer: IDP,
      jwtId: 'g',
      expiresAt: SECONDS + 300,
      subject: 'ann',
      clientId: CLIENT,
      resource: 'https://edge.example/srv_0123456789ab/mcp',
      scope: 'mcp:read',
    });
  });

  test.each<[string, object, string?]>([
    ['of another type', {}, 'JWT'],
    ['for another audience', { aud: `${ISSUER}/token` }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without a person', { sub: undefined }],
    ['without a client', { client_id: undefined }],
    ['for several resources', { resource: ['https://a.example', 'https://b.example'] }],
    ['without a resource', { resource: undefined }],
    ['without a time', { iat: undefined }],
    ['that has ended', { exp: SECONDS - 31 }],
  ])('%s is refused', async (_what, more, typ = JAG.header.typ) => {
    await expect(asGrant(await signed(grant(more), { header: { typ } }))).rejects.toMatchObject({
      code: 'invalid_grant',
    });
  });

  test('names its issuer before it is verified', async () => {
    const odd = await signed(grant({ iss: ['a', 'b'] }));

    expect(unverifiedClaim(await signed(grant()), 'iss')).toBe(IDP);
    for (const text of [odd, 'nonsense', '', 'e30.W10.x']) expect(unverifiedClaim(text, 'iss')).toBeUndefined();
  });
});

describe('a JWK Set', () => {
  test.each<[string, unknown]>([
    ['no object', 'keys'],
    ['without keys', {}],
    ['empty', { keys: [] }],
    ['of things that are no keys', { keys: [{ kty: 'RSA' }, 1, null] }],
    ['with a shared secret', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
    ['of too many', { keys: Array.from({ length: 11 }, () => ({ kty: 'EC' })) }],
  ])('%s is refused', (_what, value) => {
    expect(() => publicKeys(value)).toThrow(expect.objectContaining({ code: 'invalid_client_metadata' }));
  });

  test('with a private key is refused, and a small RSA key left out', async () => {
    const mine = await exportJWK(pair.privateKey);
    const small = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 0xff).toString('base64url') };

    expect(() => publicKeys({ keys: [mine] })).toThrow(/private key/);
    expect(publicKeys({ keys: [small, ...keys.keys] })).toEqual(keys);
  });
});

describe('the client of a token request', () => {
  const form = (given: Record<string, string>) => new Map(Object.entries(given));
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test.each<[string, Record<string, string>, string | undefined, object]>([
    ['by its id', { client_id: 'a' }, undefined, { id: 'a' }],
    ['by Basic, form-encoded', {}, basic('a%2Fb:s%3A+%25'), { id: 'a/b', secret: 's: %' }],
    ['by Basic and the same id', { client_id: 'a' }, basic('a:s'), { id: 'a', secret: 's' }],
    ['by a secret in the body', { client_id: 'a', client_secret: 's' }, undefined, { id: 'a', secret: 's' }],
    ['by its id, whatever bearer is sent', { client_id: 'a' }, 'Bearer x', { id: 'a' }],
  ])('is known %s', (_what, given, header, client) => {
    expect(presentedClient(form(given), header)).toEqual(client);
  });

  test('is known by the subject of its assertion', async () => {
    const client_assertion = await signed(proof());
    const given = form({ client_assertion, client_assertion_type: JWT_ASSERTION });

    expect(presentedClient(given, undefined)).toEqual({ id: CLIENT, assertion: client_assertion });
  });

  test.each<[string, Record<string, string>, string | undefined, string]>([
    ['nothing', {}, undefined, 'invalid_request'],
    ['two ids', { client_id: 'a' }, basic('b:s'), 'invalid_request'],
    ['two proofs', { client_id: 'a', client_secret: 's' }, basic('a:s'), 'invalid_request'],
    ['an encoding that is none', {}, basic('%zz:s'), 'invalid_request'],
    [
      'an assertion of another kind',
      { client_assertion: 'x.e30.y', client_assertion_type: 'saml' },
      undefined,
      'invalid_client',
    ],
    [
      'an assertion about nobody',
      { client_assertion: 'x.e30.y', client_assertion_type: JWT_ASSERTION },
      undefined,
      'invalid_request',
    ],
  ])('is refused that sends %s', (_what, given, header, code) => {
    expect(() => presentedClient(form(given), header)).toThrow(expect.objectContaining({ code }));
  });
});
