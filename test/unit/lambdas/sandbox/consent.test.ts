/**
 * The authorization code, against an authorization server that others wrote: what the browser is sent to, what its answer is redeemed
 * with, and everything that a code, a verifier or an issuer can be wrong in.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { checkCredential } from '../../../../core/request/credential/index.ts';
import {
  type ConsentCredential,
  checkIssuer,
  missingScopes,
} from '../../../../core/request/credential/oauth2/authorizationRequest.ts';
import {
  consented,
  SERVER_HOLDER,
  versionOfCredential,
} from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { holderAt } from '../../../../lambdas/shared/signingIn.ts';
import { CONSENTING_CLIENT, PUBLIC_CLIENT } from '../../../support/authorizationClients.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../../../support/authorizationServer.ts';
import { BUNDLE_ID, SERVER } from '../../../support/bundles.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import type { Decision } from '../../../support/consentPage.ts';
import { defined } from '../../../support/defined.ts';
import { MAC, type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { tokenStore } from '../../../support/tokenStore.ts';
import { startUpstream, type Upstream } from '../../../support/upstream.ts';

const REDIRECT = 'http://localhost/connect/callback';
const CIPHERTEXT = 'v2.key.sealed';

let authority: Authority;
let login: AuthorizationServer;
let rig: Rig | undefined;
beforeAll(async () => {
  authority = await createAuthority();
  login = await startAuthorizationServer({ authority, rotates: true });
  await login.registerConsenting(REDIRECT);
});
afterEach(async () => {
  await rig?.close();
  rig = undefined;
  login.instead = undefined;
});
afterAll(() => login?.close());

const credentialOf = (more: object = {}): ConsentCredential =>
  checkCredential({
    type: 'oauth2',
    grant: 'authorizationCode',
    authorizationUrl: 'https://login.upstream.example/auth',
    tokenUrl: login.tokenUrl,
    scope: 'openid offline_access read write',
    authorizationParameters: [{ name: 'prompt', value: 'consent' }],
    ...CONSENTING_CLIENT,
    ...more,
  }) as ConsentCredential;

/** A sandbox, and the way of a consent through it as management leads it. */
async function start(more: object = {}, others: readonly Upstream[] = []) {
  const tokens = tokenStore();
  rig = await startRig({
    authority,
    credential: credentialOf(more),
    ciphertext: CIPHERTEXT,
    tokens,
    others: [login.upstream, ...others],
    respond: async (request) =>
      (await login.isGood((request.all('authorization')[0] ?? '').replace(/^Bearer /, '')))
        ? { headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
        : { status: 401, body: 'who are you?' },
  });
  const one = rig;
  const common = {
    serverId: SERVER,
    bundle: { id: BUNDLE_ID, mac: MAC },
    origin: one.upstream.baseUrl,
    ciphertext: CIPHERTEXT,
  };
  const begin = async (state: string) => {
    const request = { ...common, kind: 'authorize', holder: `consent:${state}`, state, redirectUri: REDIRECT } as const;
    const frame = defined((await one.frames(request)).at(-1));
    if (frame.frame !== 'consent') throw new Error(JSON.stringify(frame));
    return { ...frame, holder: request.holder };
  };
  const redeem = async (consent: { holder: string; sealed: string; code: string; iss?: string }) =>
    defined(
      (
        await one.frames({
          ...common,
          kind: 'exchange',
          holder: SERVER_HOLDER,
          generation: 0,
          beginBefore: Date.now() + 10_000,
          consent,
        })
      ).at(-1),
    );
  const connect = async (state: string, decision?: Decision) => {
    const { url, sealed, holder } = await begin(state);
    const { code = '', iss } = await login.consent(url, decision);
    const frame = await redeem({ holder, sealed, code, ...(iss !== undefined && { iss }) });
    if (frame.frame !== 'tokens') return frame;
    const key = { serverId: SERVER, holder: SERVER_HOLDER, credential: versionOfCredential(CIPHERTEXT) };
    const row = await tokens.read(SERVER, SERVER_HOLDER);
    await tokens.write(consented(row, key, { id: state, at: '', by: 'ann' }, frame));
    return frame;
  };
  return { rig: one, tokens, begin, redeem, connect };
}

test('a person consents once, and calls go on by refresh tokens that are good for one use', async () => {
  // Prepare
  const { rig: sandbox, tokens, connect } = await start();
  const before = await sandbox.call('get');

  // Act
  const frame = await connect('first');
  const called = await sandbox.call('get');
  for (let round = 0; round < 2; round++) {
    await login.revoke(defined(login.issued.at(-1)));
    await sandbox.call('get');
  }
  const renewed = await sandbox.call('get');
  await login.withdrawConsents();
  const ended = await sandbox.call('get');
  const asked = login.asked;
  const again = await sandbox.call('get');

  // Assess
  expect([before.errorCode, textsOf(before)[0]]).toEqual([
    'oauth_not_connected',
    expect.stringMatching(/waits for somebody to connect.*on its page in the dashboard/),
  ]);
  expect(frame).toEqual({ frame: 'tokens', sealed: expect.any(String), until: expect.any(Number) });
  expect([called.status, renewed.status]).toEqual([200, 200]);
  expect(new Set(login.presented).size).toBe(login.presented.length);
  expect([ended.errorCode, again.errorCode, login.asked]).toEqual([
    'oauth_consent_ended',
    'oauth_consent_ended',
    asked,
  ]);
  const stored = JSON.stringify(tokens.history);
  for (const secret of [...login.issued, ...login.refreshTokens]) expect(stored).not.toContain(secret);
});

test('a public client has PKCE only, and scopes that were not granted are reported', async () => {
  const { rig: sandbox, connect, begin } = await start({ clientSecret: undefined, ...PUBLIC_CLIENT });

  const frame = await connect('narrow', 'narrow');
  const asked = new URL((await begin('looked-at')).url).searchParams;

  expect(frame).toMatchObject({ frame: 'tokens', missingScopes: ['write'] });
  expect((await sandbox.call('get')).status).toBe(200);
  expect(Object.fromEntries(asked)).toEqual({
    response_type: 'code',
    client_id: PUBLIC_CLIENT.clientId,
    redirect_uri: REDIRECT,
    scope: 'openid offline_access read write',
    state: 'looked-at',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    prompt: 'consent',
  });
});

test('a code is redeemed once, with the verifier that it was asked for with', async () => {
  // Prepare
  const { begin, redeem } = await start();
  const [one, other] = [await begin('one'), await begin('other')];
  const answer = await login.consent(one.url);
  const code = defined(answer['code']);

  // Act
  const exchanged = await redeem({ holder: other.holder, sealed: other.sealed, code });
  const foreign = await redeem({ holder: other.holder, sealed: one.sealed, code });
  const second = await login.consent((await begin('second')).url);
  const third = await begin('third');
  const fresh = defined((await login.consent(third.url))['code']);
  const first = await redeem({ ...third, code: fresh });
  const replay = await redeem({ ...third, code: fresh, iss: 'https://login.upstream.example' });
  const invented = await redeem({ ...third, code: `${second['code']}x` });

  // Assess
  expect(exchanged).toMatchObject({ frame: 'refused', code: 'oauth_code_refused' });
  expect(foreign).toMatchObject({ frame: 'fault', code: 'credential_unavailable' });
  expect(first).toMatchObject({ frame: 'tokens' });
  // Who asks again because an answer was lost gets the same one; the server is not shown the code twice.
  expect(replay).toEqual(first);
  expect(invented).toMatchObject({ frame: 'refused', code: 'oauth_code_refused' });
});

test('an access token that expires and cannot be renewed is not accepted', async () => {
  const { connect } = await start({ scope: 'read', authorizationParameters: [] });

  expect(await connect('short')).toMatchObject({ frame: 'refused', code: 'oauth_refresh_missing' });
});

test('an access token without an expiry is accepted without a refresh token, and its consent is marked final', async () => {
  // Prepare
  const { rig: sandbox, begin, redeem, tokens } = await start({ scope: 'read', authorizationParameters: [] });
  const { url, ...pending } = await begin('lasting');
  const code = defined((await login.consent(url))['code']);
  login.instead = () => ({
    headers: { 'content-type': 'application/json' },
    body: '{"access_token":"lasting","token_type":"bearer","scope":"read"}',
  });

  // Act
  const frame = await redeem({ ...pending, code });
  if (frame.frame !== 'tokens') throw new Error(JSON.stringify(frame));
  const key = { serverId: SERVER, holder: SERVER_HOLDER, credential: versionOfCredential(CIPHERTEXT) };
  await tokens.write(consented(undefined, key, { id: 'lasting', at: '', by: 'ann' }, frame));
  const refused = await sandbox.call('get');

  // Assess
  expect(frame).toEqual({ frame: 'tokens', sealed: expect.any(String), isFinal: true });
  expect(refused.errorCode).toBe('oauth_consent_ended');
});

test.each([
  ['https://api.example', 'https://api.example', SERVER_HOLDER],
  ['https://api.example', 'https://uploads.example', 'https://uploads.example'],
  ['', 'https://uploads.example', 'https://uploads.example'],
])('with the base URL %j, the tokens for %s are those of %s', (baseUrl, origin, holder) => {
  expect(holderAt({ baseUrl }, origin)).toBe(holder);
  const own = holder === SERVER_HOLDER ? 'token:tok_1' : `token:tok_1 ${holder}`;
  expect(holderAt({ baseUrl }, origin, 'token:tok_1')).toBe(own);
});

describe('the issuer of an answer', () => {
  const wrong = expect.objectContaining({ code: 'oauth_issuer_wrong' });
  test.each<[string, string | undefined, string | undefined, boolean]>([
    ['is the one that is known', 'https://login.upstream.example', 'https://login.upstream.example', true],
    ['is another one', 'https://login.upstream.example', 'https://evil.example', false],
    ['differs by a slash', 'https://login.upstream.example', 'https://login.upstream.example/', false],
    ['is not named, where it is known', 'https://login.upstream.example', undefined, false],
    ['is not known, and not named', undefined, undefined, true],
    ['is not known, and at home where the request went', undefined, 'https://login.upstream.example/tenant', true],
    ['is not known, and of somebody else', undefined, 'https://evil.example', false],
    ['is no address', undefined, 'evil', false],
  ])('%s', (_, issuer, answered, isRight) => {
    const credential = credentialOf(issuer === undefined ? {} : { issuer });
    const check = () => checkIssuer(credential, answered, { maySayNothing: issuer === undefined });
    if (isRight) expect(check).not.toThrow();
    else expect(check).toThrow(wrong);
  });

  test('is looked at before the code leaves', async () => {
    const { begin, redeem } = await start({ issuer: 'https://other.upstream.example' });
    const { url, ...pending } = await begin('mixed-up');
    const { code = '', iss = '' } = await login.consent(url);
    const asked = login.asked;

    expect(await redeem({ ...pending, code, iss })).toMatchObject({ frame: 'fault', code: 'oauth_issuer_wrong' });
    expect(login.asked).toBe(asked);
  });
});

describe('a token endpoint of somebody else', () => {
  const EVIL = 'https://evil.upstream.example';
  /** What anybody can publish about somebody else’s authorization endpoint. */
  const claims = (issuer: string, more: object = {}) =>
    JSON.stringify({
      issuer,
      authorization_endpoint: 'https://login.upstream.example/auth',
      token_endpoint: `${EVIL}/token`,
      ...more,
    });
  const attacked = async (more: object, metadata = claims(EVIL)) => {
    const asked: string[] = [];
    const evil = await startUpstream({
      authority,
      host: 'evil.upstream.example',
      respond: ({ method, target }) => {
        asked.push(`${method} ${target}`);
        return { headers: { 'content-type': 'application/json' }, body: metadata };
      },
    });
    const way = await start({ tokenUrl: `${EVIL}/token`, ...more }, [evil]);
    return { ...way, evil, codes: () => asked.filter((each) => each.startsWith('POST')) };
  };

  test.each<[string, object, string]>([
    ['without an issuer', {}, 'oauth_issuer_needed'],
    ['with the issuer of the real one', { issuer: 'https://login.upstream.example' }, 'oauth_issuer_unconfirmed'],
    ['with an issuer that does not exist', { issuer: 'https://none.upstream.example' }, 'oauth_issuer_unconfirmed'],
  ])('is one that nobody is sent away for, %s', async (_, more, code) => {
    const { begin, evil, codes } = await attacked(more);

    await expect(begin('lured')).rejects.toThrow(code);

    expect(codes()).toEqual([]);
    await evil.close();
  });

  test.each<[string, string | undefined]>([
    ['names the real issuer', 'https://login.upstream.example'],
    ['names none', undefined],
  ])('gets no code with an issuer of its own, when the answer %s', async (_, iss) => {
    const { begin, redeem, evil, codes } = await attacked({ issuer: EVIL });
    const { url, ...pending } = await begin('lured');

    const frame = await redeem({ ...pending, code: 'A-PERSONS-CODE', ...(iss !== undefined && { iss }) });

    expect(new URL(url).host).toBe('login.upstream.example');
    expect(frame).toMatchObject({ frame: 'fault', code: 'oauth_issuer_wrong' });
    expect(codes()).toEqual([]);
    await evil.close();
  });
});

test.each<[string, string | undefined, string | undefined, string[]]>([
  ['the answer names none', 'a b', undefined, []],
  ['all are granted', 'a b offline_access', 'b a', []],
  ['they are separated by commas', 'a b', 'a,b', []],
  ['a URL is added or removed', 'User.Read https://x.example/mail', 'https://graph.example/user.read mail', []],
  ['some are not granted', 'a b c', 'a', ['b', 'c']],
])('missing scopes when %s', (_, requested, granted, missing) => {
  expect(missingScopes(requested, granted)).toEqual(missing);
});

test.each([
  ['authorizationUrl', { authorizationUrl: 'http://login.upstream.example/auth' }],
  ['authorizationUrl', { authorizationUrl: 'https://127.0.0.1/auth' }],
  ['authorizationUrl', { authorizationUrl: 'https://login.{tenant}.example/auth' }],
  ['authorizationUrl', { authorizationUrl: 'javascript:alert(1)' }],
  [
    'authorizationParameters.0.name',
    { authorizationParameters: [{ name: 'redirect_uri', value: 'https://evil.example' }] },
  ],
  ['authorizationParameters.0.name', { authorizationParameters: [{ name: 'response_mode', value: 'fragment' }] }],
  ['authorizationParameters.0.name', { authorizationParameters: [{ name: 'request_uri', value: 'urn:example:1' }] }],
  ['parameters.0.name', { parameters: [{ name: 'code_verifier', value: 'x' }] }],
  ['issuer', { issuer: 'login' }],
  ['clientId', { clientId: '' }],
])('a credential is refused for its %s: %j', (field, more) => {
  expect(() => credentialOf(more)).toThrow(new RegExp(`auth\\.${field}`));
});
