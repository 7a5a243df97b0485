/** Calls with OAuth 2, against an authorization server that others wrote: grants, expiry, refusal, and what an endpoint may answer. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decodeJwt, jwtVerify } from 'jose';
import { type Credential, checkCredential } from '../../../../core/request/credential/index.ts';
import { accessTokenOf } from '../../../../core/request/credential/oauth2/tokenResponse.ts';
import { APP, CLIENT, PERSON, POST_CLIENT, SIGNING_CLIENT, TLS_CLIENT } from '../../../support/authorizationClients.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../../../support/authorizationServer.ts';
import { SERVER } from '../../../support/bundles.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { until } from '../../../support/until.ts';
import type { RecordedRequest, Reply, Respond } from '../../../support/upstream.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: typeof rsa.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();

let authority: Authority;
let login: AuthorizationServer;
let shortLived: AuthorizationServer;
let rig: Rig | undefined;
beforeAll(async () => {
  authority = await createAuthority();
  login = await startAuthorizationServer({ authority, publicKey: publicPem(rsa.publicKey) });
  shortLived = await startAuthorizationServer({ authority, host: 'short.upstream.example', ttl: 1 });
});
afterEach(async () => {
  jest.useRealTimers();
  await rig?.close();
  rig = undefined;
  login.instead = undefined;
});
afterAll(async () => {
  await login?.close();
  await shortLived?.close();
});

const tokenOf = (request: RecordedRequest): string => (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');

/** An API that asks the authorization server about each token. */
const guardedBy =
  (server: AuthorizationServer): Respond =>
  async (request): Promise<Reply> =>
    (await server.isGood(tokenOf(request)))
      ? { headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
      : { status: 401, body: 'who are you?' };

const start = async (auth: object, { server = login, respond = guardedBy(server) } = {}) => {
  const credential: Credential = checkCredential({ type: 'oauth2', tokenUrl: server.tokenUrl, ...auth });
  rig = await startRig({ authority, credential, respond, others: [login.upstream, shortLived.upstream] });
  return rig;
};
const CLIENT_CREDENTIALS = { grant: 'clientCredentials', ...CLIENT, scope: 'read' };

describe('an access token is got with', () => {
  test.each<[string, () => object | Promise<object>]>([
    ['client id and secret in a header, encoded as RFC 6749 wants it', () => CLIENT_CREDENTIALS],
    [
      'client id and secret in the body',
      () => ({ grant: 'clientCredentials', ...POST_CLIENT, clientAuthentication: 'body' }),
    ],
    ['a refresh token', async () => ({ grant: 'refreshToken', ...CLIENT, refreshToken: await login.refreshToken() })],
    ['a password', () => ({ grant: 'password', ...CLIENT, ...PERSON })],
    [
      'a client that signs who it is in place of a secret (private_key_jwt)',
      () => ({
        grant: 'clientCredentials',
        ...SIGNING_CLIENT,
        clientAuthentication: 'privateKeyJwt',
        privateKey: pem(rsa.privateKey),
      }),
    ],
    [
      'an assertion signed with an RSA key',
      () => ({ grant: 'jwtBearer', issuer: 'service@accounts.example', privateKey: pem(rsa.privateKey) }),
    ],
  ])('%s', async (_, auth) => {
    const { call, upstream } = await start(await auth());

    const outcome = await call('get');

    expect(outcome).toMatchObject({ isError: false, status: 200 });
    expect(upstream.requests).toHaveLength(1);
    expect(login.issued).toContain(tokenOf(defined(upstream.requests[0])));
  });

  test('an assertion signed with a key on P-256', async () => {
    const server = await startAuthorizationServer({
      authority,
      host: 'ec.upstream.example',
      publicKey: publicPem(ec.publicKey),
    });
    const auth = { grant: 'jwtBearer', issuer: 'service@accounts.example', privateKey: pem(ec.privateKey) };
    const credential = checkCredential({ type: 'oauth2', tokenUrl: server.tokenUrl, ...auth });
    rig = await startRig({ authority, credential, respond: guardedBy(server), others: [server.upstream] });

    expect(await rig.call('get')).toMatchObject({ isError: false, status: 200 });
    await server.close();
  });

  test('parameters of the provider beside it', async () => {
    const { call } = await start({
      ...CLIENT_CREDENTIALS,
      parameters: [{ name: 'audience', value: 'https://api.example.com/?a b' }],
    });
    await call('get');

    const form = new URLSearchParams(defined(login.upstream.requests.at(-1)).body.toString());

    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'client_credentials',
      scope: 'read',
      audience: 'https://api.example.com/?a b',
    });
  });
});

describe('a client’s assertion', () => {
  const auth = {
    grant: 'clientCredentials',
    ...SIGNING_CLIENT,
    clientAuthentication: 'privateKeyJwt',
    privateKey: pem(rsa.privateKey),
    keyId: 'k1',
  };

  test('is for the token endpoint alone, for five minutes, and new each time', async () => {
    const { call, tokens } = await start(auth, { server: login, respond: () => ({ body: 'ok' }) });
    await call('get');
    await tokens.write({ ...defined(await tokens.read(SERVER, 'server')), until: 0 });
    await call('get');
    const [one, other] = login.upstream.requests
      .slice(-2)
      .map(({ body }) => new URLSearchParams(body.toString()).get('client_assertion') ?? '');

    const { payload, protectedHeader } = await jwtVerify(one ?? '', createPublicKey(publicPem(rsa.publicKey)), {
      audience: login.tokenUrl,
      issuer: SIGNING_CLIENT.clientId,
      subject: SIGNING_CLIENT.clientId,
    });

    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'k1' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(payload.jti).not.toBe(decodeJwt(other ?? '').jti);
  });

  test('is for whom the provider wants it to be for', async () => {
    const issuer = new URL(login.tokenUrl).origin;
    const { call } = await start({ ...auth, assertionAudience: issuer });

    expect(await call('get')).toMatchObject({ isError: false, status: 200 });

    const form = new URLSearchParams(defined(login.upstream.requests.at(-1)).body.toString());
    expect(decodeJwt(form.get('client_assertion') ?? '').aud).toBe(issuer);
  });

  test('of a key that is not the client’s is refused, and told as that', async () => {
    const { call } = await start({ ...auth, privateKey: pem(ec.privateKey) });
    expect(await call('get')).toMatchObject({ isError: true, errorCode: 'oauth_client_refused' });
  });
});

describe('a client that says who it is by its certificate (RFC 8705)', () => {
  const startAs = async (name: string) => {
    const { cert, key } = await authority.issueClient(name);
    const signIn = {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: login.tokenUrl,
      clientId: TLS_CLIENT.clientId,
      clientAuthentication: 'tls',
    };
    const certificate = { type: 'mutualTLS', certificate: cert, privateKey: key };
    const credential = checkCredential({ type: 'combined', parts: [certificate, signIn] });
    rig = await startRig({ authority, credential, respond: guardedBy(login), others: [login.upstream] });
    return rig;
  };

  test('shows it at the token endpoint, and sends no secret', async () => {
    const { call, upstream } = await startAs(TLS_CLIENT.name);

    expect(await call('get')).toMatchObject({ isError: false, status: 200 });

    expect(login.issued).toContain(tokenOf(defined(upstream.requests[0])));
    const form = new URLSearchParams(defined(login.upstream.requests.at(-1)).body.toString());
    expect(Object.fromEntries(form)).toEqual({ grant_type: 'client_credentials', client_id: TLS_CLIENT.clientId });
  });

  test('and whose certificate is another one is refused', async () => {
    const { call } = await startAs('somebody.example');
    expect(await call('get')).toMatchObject({ isError: true, errorCode: 'oauth_client_refused' });
  });

  test('has to be given one', () => {
    const signIn = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: login.tokenUrl, clientId: 'a' };
    const byTls = { ...signIn, clientAuthentication: 'tls' };
    const key = { type: 'header', name: 'X-Key', value: 'abc' };

    expect(() => checkCredential(byTls)).toThrow(/clientAuthentication: needs a client certificate/);
    expect(() => checkCredential({ type: 'combined', parts: [byTls, key] })).toThrow(/client certificate/);
  });
});

describe('the access token goes', () => {
  test.each<[string, object, string, string]>([
    ['where Amazon’s Selling Partner API wants it', { tokenHeader: 'x-amz-access-token' }, 'x-amz-access-token', ''],
    ['behind another word', { tokenHeader: 'Authorization', tokenPrefix: 'OAuth' }, 'authorization', 'OAuth '],
  ])('%s', async (_, form, name, before) => {
    const { call, upstream } = await start(
      { ...CLIENT_CREDENTIALS, ...form },
      { respond: (request) => ({ body: `you sent ${request.all(name)[0]}` }) },
    );

    const outcome = await call('get', {}, { explain: true });
    const [request] = upstream.requests;

    expect(request?.all(name)).toEqual([`${before}${login.issued.at(-1)}`]);
    expect(request?.all('authorization')).toHaveLength(name === 'authorization' ? 1 : 0);
    expect(JSON.stringify(outcome)).not.toContain(login.issued.at(-1));
  });

  test('nowhere that an argument has set', async () => {
    const credential = checkCredential({
      type: 'oauth2',
      tokenUrl: login.tokenUrl,
      ...CLIENT_CREDENTIALS,
      tokenHeader: 'X-Token',
    });
    const header = {
      argument: 't',
      name: 'x-token',
      in: 'header',
      style: 'simple',
      explode: false,
      required: false,
    } as const;
    const program = { verb: 'GET' as const, path: '/items', parameters: [header] };
    rig = await startRig({ authority, credential, others: [login.upstream], tools: { own: { program } } });

    expect(await rig.call('own', { t: 'mine' })).toMatchObject({ isError: true, errorCode: 'credential_invalid' });
    expect(rig.upstream.requests).toHaveLength(0);
  });
});

test('a token request is written as JSON where a provider wants it', async () => {
  login.instead = () => ({ body: '{"access_token":"given-1"}' });
  const { call } = await start({ ...CLIENT_CREDENTIALS, body: 'json' }, { respond: () => ({ body: 'ok' }) });

  await call('get');

  const request = login.upstream.requests.at(-1);
  expect(request?.all('content-type')).toEqual(['application/json']);
  expect(JSON.parse(String(request?.body))).toEqual({ grant_type: 'client_credentials', scope: 'read' });
});

describe('a GitHub App', () => {
  const auth = () => ({
    grant: 'githubApp',
    issuer: APP.issuer,
    privateKey: pem(rsa.privateKey),
    tokenUrl: login.tokenUrl.replace('/token', APP.path),
  });

  test('gets the token of its installation, and uses it until it ends', async () => {
    const { call, upstream } = await start(auth());
    const before = login.asked;

    const outcomes = [await call('get'), await call('get')];

    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(upstream.requests.map(tokenOf)).toEqual(Array(2).fill(login.issued.at(-1)));
    expect(login.asked - before).toBe(1);
  });

  test('whose key is another one is told that it is refused', async () => {
    const other = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    const { call } = await start({ ...auth(), privateKey: other });

    expect(await call('get')).toMatchObject({ isError: true, errorCode: 'oauth_client_refused' });
  });
});

describe('a token', () => {
  test('is asked for once by calls at the same moment, and used until it ends', async () => {
    const { call } = await start(CLIENT_CREDENTIALS);
    const before = login.asked;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call('get')));

    outcomes.push(await call('get'));

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(21);
    expect(login.asked - before).toBe(1);
  });

  test('that ends is replaced before it is refused', async () => {
    const { call, upstream } = await start(CLIENT_CREDENTIALS, { server: shortLived });
    await call('get');
    const first = tokenOf(defined(upstream.requests[0]));
    // It lives for a second.
    const end = Date.now() + 1_000;
    await until(() => Date.now() > end);

    expect(await call('get')).toMatchObject({ status: 200 });
    expect(upstream.requests).toHaveLength(2);
    expect(first).not.toBe(tokenOf(defined(upstream.requests[1])));
  });

  test('that was revoked is replaced, and the call is made again', async () => {
    const { call, upstream } = await start(CLIENT_CREDENTIALS);
    await call('get');
    await login.revoke(tokenOf(defined(upstream.requests[0])));

    expect(await call('get')).toMatchObject({ isError: false, status: 200 });
    expect(upstream.requests).toHaveLength(3);
  });

  test('that was revoked is replaced for the next call only, where a call cannot be repeated', async () => {
    rig = undefined;
    const credential = checkCredential({ type: 'oauth2', tokenUrl: login.tokenUrl, ...CLIENT_CREDENTIALS });
    const program = { verb: 'POST' as const, path: '/orders', parameters: [] };
    const own = await startRig({
      authority,
      credential,
      respond: guardedBy(login),
      others: [login.upstream],
      tools: { order: { program } },
    });
    rig = own;
    await own.call('order');
    await login.revoke(tokenOf(defined(own.upstream.requests[0])));

    const refused = await own.call('order');

    expect(refused).toMatchObject({ isError: true, status: 401 });
    expect(textsOf(refused)[0]).toContain('call once more');
    expect(own.upstream.requests).toHaveLength(2);
    expect(await own.call('order')).toMatchObject({ isError: false, status: 200 });
  });

  test('that is refused although it is new is not fetched again and again', async () => {
    const { call, upstream } = await start(CLIENT_CREDENTIALS, { respond: () => ({ status: 401, body: 'no' }) });
    const before = login.asked;

    const refused = await call('get');

    expect(refused).toMatchObject({ isError: true, status: 401 });
    expect(textsOf(refused)[0]).toContain('its owner has to look at the credential');
    expect([upstream.requests.length, login.asked - before]).toEqual([1, 1]);
  });

  test('is blanked where the upstream reflects it, as is what it was got with', async () => {
    const { call } = await start(CLIENT_CREDENTIALS, {
      respond: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seen: tokenOf(request), secret: CLIENT.clientSecret }),
      }),
    });

    const text = JSON.stringify(await call('get', {}, { explain: true }));

    expect(text).not.toContain(login.issued.at(-1));
    expect(text).not.toContain(CLIENT.clientSecret);
    expect(text).toContain('[CREDENTIAL]');
  });
});

describe('a response that names the host of the account’s API', () => {
  afterEach(() => {
    login.instanceUrl = undefined;
  });

  test('is noted beside the tokens, and the call goes where the credential is bound to', async () => {
    const started = await start(CLIENT_CREDENTIALS, {
      respond: () => ({
        headers: { 'content-type': 'application/json' },
        body: '{"access_token":"a","instance_url":"https://other.upstream.example"}',
      }),
    });
    login.instanceUrl = 'https://org.upstream.example';

    const outcome = await started.call('get');
    const row = await started.tokens.read(SERVER, 'server');

    expect(outcome.isError).toBe(false);
    expect(started.upstream.requests).toHaveLength(1);
    expect(row?.instance).toBe('https://org.upstream.example');
  });

  test.each([
    ['the host of the credential', () => upstreamOrigin],
    ['no TLS', () => 'http://org.upstream.example'],
    ['an address', () => 'https://169.254.169.254'],
    ['a name of this machine', () => 'https://localhost'],
    ['a template', () => 'https://{org}.upstream.example'],
    ['a user', () => 'https://a@org.upstream.example'],
    ['a text without end', () => `https://${'a'.repeat(40_000)}.example`],
  ])('is ignored with %s', async (_, url) => {
    const started = await start(CLIENT_CREDENTIALS);
    upstreamOrigin = started.upstream.baseUrl;
    login.instanceUrl = url();

    await started.call('get');

    expect((await started.tokens.read(SERVER, 'server'))?.instance).toBeUndefined();
  });

  test('counts until a response names none', async () => {
    const started = await start(CLIENT_CREDENTIALS);
    login.instanceUrl = 'https://org.upstream.example';
    await started.call('get');
    login.instanceUrl = undefined;
    await login.revoke(defined(login.issued.at(-1)));

    await started.call('get');

    expect((await started.tokens.read(SERVER, 'server'))?.instance).toBeUndefined();
  });

  let upstreamOrigin = '';
});

describe('a credential that is not stored', () => {
  const check = (of: Rig) =>
    of.frames({
      kind: 'check',
      serverId: 'srv_ofThisCheck',
      origin: 'https://login.upstream.example',
      ciphertext: 'x',
    });

  test('brings a token, which goes nowhere', async () => {
    const started = await start(CLIENT_CREDENTIALS);
    const before = login.asked;

    const frames = await check(started);

    expect(frames).toEqual([{ frame: 'ready', tools: 0 }]);
    expect(login.asked - before).toBe(1);
    expect(started.upstream.requests).toHaveLength(0);
    expect(await started.tokens.read(SERVER, 'server')).toBeUndefined();
  });

  test('names the host of the account’s API, if the response does', async () => {
    const started = await start(CLIENT_CREDENTIALS);
    login.instanceUrl = 'https://org.upstream.example/services/';

    const frames = await check(started);
    login.instanceUrl = undefined;

    expect(frames).toEqual([{ frame: 'ready', tools: 0, instance: 'https://org.upstream.example' }]);
  });

  test('is told why it brings none', async () => {
    const started = await start({ ...CLIENT_CREDENTIALS, clientSecret: 'another-secret' });
    expect(await check(started)).toEqual([{ frame: 'refused', code: 'oauth_client_refused', isUnsure: false }]);
  });

  test('is not tried when it may be good for one use', async () => {
    const refreshToken = await login.refreshToken();
    const started = await start({ grant: 'refreshToken', ...CLIENT, refreshToken });
    const before = login.asked;

    const frames = await check(started);

    expect(frames).toEqual([expect.objectContaining({ frame: 'fault', code: 'credential_invalid' })]);
    expect(login.asked - before).toBe(0);
  });
});

test('an API that wants another scope is told as that, and the model what it means', async () => {
  const challenge = 'Bearer error="insufficient_scope", scope="write"';
  const { call } = await start(CLIENT_CREDENTIALS, {
    respond: () => ({ status: 403, headers: { 'www-authenticate': challenge }, body: 'no' }),
  });

  const outcome = await call('get');

  expect(outcome).toMatchObject({ isError: true, status: 403, errorCode: 'oauth_scope_missing' });
  expect(textsOf(outcome).join()).toContain('more scopes');
});

describe('a token endpoint that', () => {
  const json = (body: unknown, status = 200): Reply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (body: string, status = 200): Reply => ({
    status,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body,
  });
  const LEAK = 'leaked-description-5f2c';

  test.each<[string, Reply, string]>([
    ['knows no such client', json({ error: 'invalid_client', error_description: LEAK }, 401), 'oauth_client_refused'],
    ['refuses the grant', json({ error: 'invalid_grant', error_description: LEAK }, 400), 'oauth_grant_refused'],
    [
      'says by number that the secret has expired',
      json({ error: 'invalid_client', error_codes: [7000222], error_description: LEAK }, 401),
      'oauth_secret_expired',
    ],
    ['refuses the scope', json({ error: 'invalid_scope', error_description: LEAK }, 400), 'oauth_scope_refused'],
    ['refuses without a reason', { status: 400, body: LEAK }, 'oauth_request_refused'],
    ['says 200 and means an error', json({ ok: false, error: LEAK }), 'oauth_request_refused'],
    ['answers HTML', { headers: { 'content-type': 'text/html' }, body: `<h1>${LEAK}</h1>` }, 'oauth_token_unusable'],
    ['answers a list', json([LEAK]), 'oauth_token_unusable'],
    ['gives no token', json({ token_type: 'Bearer' }), 'oauth_token_unusable'],
    ['gives a DPoP token', json({ access_token: LEAK, token_type: 'DPoP' }), 'oauth_token_unusable'],
    ['gives a MAC token', json({ access_token: LEAK, token_type: 'mac', mac_key: LEAK }), 'oauth_token_unusable'],
    ['gives what is no access token', json({ access_token: LEAK, token_type: 'N_A' }), 'oauth_token_unusable'],
    ['gives a kind that is no text', json({ access_token: LEAK, token_type: ['Bearer'] }), 'oauth_token_unusable'],
    ['refuses the grant in a form', form(`error=invalid_grant&error_description=${LEAK}`, 400), 'oauth_grant_refused'],
    ['says 200 and means an error, in a form', form(`error=bad_verification_code&x=${LEAK}`), 'oauth_grant_refused'],
    ['gives a DPoP token in a form', form(`access_token=${LEAK}&token_type=DPoP`), 'oauth_token_unusable'],
    ['gives a form without a token', form(`token_type=bearer&state=${LEAK}`), 'oauth_token_unusable'],
    ['gives a token of 20 kB', json({ access_token: 'x'.repeat(20_000) }), 'oauth_token_unusable'],
    ['gives a token with a line break', json({ access_token: 'a\r\nX-Evil: 1' }), 'oauth_token_unusable'],
    ['redirects', { status: 302, headers: { location: 'https://evil.example/' } }, 'oauth_endpoint_failed'],
    ['answers 20 MB', { body: 'x'.repeat(20_000_000) }, 'oauth_endpoint_failed'],
    ['is down', { status: 503, body: LEAK }, 'oauth_endpoint_failed'],
    ['hangs up', { raw: '', end: 'close' }, 'oauth_endpoint_failed'],
    ['goes on for ever', { headers: { 'content-length': '100000' }, body: '{', end: 'close' }, 'oauth_endpoint_failed'],
  ])('%s is told as what it is, without a word of it', async (_, reply, code) => {
    login.instead = () => reply;
    const { call, upstream } = await start(CLIENT_CREDENTIALS);

    const outcome = await call('get');

    expect(outcome).toMatchObject({ isError: true, errorCode: code });
    expect(JSON.stringify(outcome)).not.toContain(LEAK);
    expect(textsOf(outcome)[0]).toContain('login.upstream.example');
    expect(upstream.requests).toHaveLength(0);
  });

  test('never answers is given up after ten seconds, and told as one that does not work', async () => {
    const asked = Promise.withResolvers<void>();
    login.instead = () => {
      asked.resolve();
      return { hang: true };
    };
    const { call, upstream } = await start(CLIENT_CREDENTIALS);
    // Only what waits is set forward: the request is on its way over real sockets.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'Date', 'performance'],
    });

    const calling = call('get');
    await asked.promise;
    await jest.advanceTimersByTimeAsync(10_000);
    const outcome = await calling;

    expect(outcome).toMatchObject({ isError: true, errorCode: 'oauth_endpoint_failed' });
    expect(textsOf(outcome)[0]).toContain('Try again later');
    expect(upstream.requests).toHaveLength(0);
  });

  test('takes the refresh token no more is not asked again until somebody does', async () => {
    const { call, tokens } = await start({ grant: 'refreshToken', ...CLIENT, refreshToken: 'withdrawn' });
    const before = login.asked;

    const outcomes = [await call('get'), await call('get')];

    expect(outcomes.map(({ errorCode }) => errorCode)).toEqual(Array(2).fill('oauth_consent_ended'));
    expect(login.asked - before).toBe(1);
    expect((await tokens.read(SERVER, 'server'))?.failure).toEqual({
      code: 'oauth_consent_ended',
      at: expect.any(Number),
    });
  });

  test.each([
    ['runs an hour ahead', 3_600_000, 'oauth_clock_wrong'],
    ['agrees about the time', 0, 'oauth_grant_refused'],
  ])('does not take an assertion and %s is told so', async (_, ahead, code) => {
    login.instead = () => ({
      ...json({ error: 'invalid_grant' }, 400),
      headers: { 'content-type': 'application/json', date: new Date(Date.now() + ahead).toUTCString() },
    });
    const { call } = await start({
      grant: 'jwtBearer',
      issuer: 'service@accounts.example',
      privateKey: pem(rsa.privateKey),
    });

    expect(await call('get')).toMatchObject({ isError: true, errorCode: code });
  });

  test.each<[string, Reply]>([
    [
      'Apigee',
      json({
        token_type: 'BearerToken',
        expires_in: '3599',
        access_token: 'given/1+a==',
        scope: '',
        status: 'approved',
      }),
    ],
    ['Apigee with JWT', json({ token_type: 'JWT', access_token: 'given/1+a==' })],
    ['eBay', json({ token_type: 'Application Access Token', expires_in: 7200, access_token: 'given/1+a==' })],
    ['Slack', json({ ok: true, token_type: 'bot', access_token: 'given/1+a==', authed_user: {} })],
    ['one that writes in capitals', json({ token_type: 'BEARER', access_token: 'given/1+a==' })],
    ['one that names no kind', json({ token_type: null, access_token: 'given/1+a==' })],
    ['one that writes all members', json({ error: null, error_description: null, access_token: 'given/1+a==' })],
    ['one whose error is empty', json({ error: '', access_token: 'given/1+a==', token_type: 'token' })],
    ['one whose error is false', json({ error: false, access_token: 'given/1+a==' })],
    ['GitHub', form('access_token=given%2F1%2Ba%3D%3D&scope=repo%2Cgist&token_type=bearer')],
    [
      'one that writes a form as HTML',
      { ...form('access_token=given%2F1%2Ba%3D%3D'), headers: { 'content-type': 'text/html' } },
    ],
    [
      'one that writes JSON as text',
      { ...json({ access_token: 'given/1+a==' }), headers: { 'content-type': 'text/plain' } },
    ],
    ['one with a byte order mark', { body: '\uFEFF{"access_token":"given/1+a==","token_type":"Bearer"}' }],
    ['a form with a byte order mark', form('\uFEFFaccess_token=given%2F1%2Ba%3D%3D&token_type=bearer')],
  ])('answers as %s does gives a token that is sent', async (_, reply) => {
    login.instead = () => reply;
    const { call, upstream } = await start(CLIENT_CREDENTIALS, { respond: () => json({ ok: true }) });

    const outcome = await call('get');

    expect(outcome).toMatchObject({ isError: false, status: 200 });
    expect(upstream.requests.map((request) => request.all('authorization'))).toEqual([['Bearer given/1+a==']]);
  });

  test.each<[string, Reply, number | undefined]>([
    ['as a number', json({ access_token: 'a', expires_in: 3600 }), 3_600_000],
    ['as text', json({ access_token: 'a', expires_in: '3600' }), 3_600_000],
    ['as text with a fraction', json({ access_token: 'a', expires_in: ' 3599.5 ' }), 3_599_500],
    ['in a form', form('access_token=a&expires_in=3600'), 3_600_000],
    ['as a time', json({ token: 'a', expires_at: '2026-03-01T10:10:00Z' }), 600_000],
    ['as years', json({ access_token: 'a', expires_in: '99999999' }), 24 * 3_600_000],
    ['as zero, which is for ever', json({ access_token: 'a', expires_in: 0 }), undefined],
    ['as zero in text', json({ access_token: 'a', expires_in: '0' }), undefined],
    ['as less than nothing', json({ access_token: 'a', expires_in: -1 }), undefined],
    ['as nothing', json({ access_token: 'a', expires_in: null }), undefined],
    ['as nonsense', json({ access_token: 'a', expires_in: '1e9' }), undefined],
  ])('says %s when a token ends', (_, { status = 200, body }, life) => {
    const now = Date.parse('2026-03-01T10:00:00Z');
    const answer = { status, headers: new Headers(), body: Buffer.from(body ?? ''), truncated: false };

    const { expiresAt } = accessTokenOf(answer, { tokenUrl: login.tokenUrl, grant: 'clientCredentials' }, now);

    expect(expiresAt).toBe(life === undefined ? undefined : now + life);
  });

  test.each([
    ['as a number', 3600],
    ['as text', '3600'],
    ['not at all', undefined],
    ['as nonsense', 'soon'],
  ])('says how long a token holds %s', async (_, life) => {
    login.instead = () => json({ access_token: 'given-token-1', token_type: 'bearer', expires_in: life });
    const { call, upstream } = await start(CLIENT_CREDENTIALS, { respond: () => json({ ok: true }) });
    const before = login.asked;
    await call('get');

    await call('get');

    expect(upstream.requests.map(tokenOf)).toEqual(['given-token-1', 'given-token-1']);
    expect(login.asked - before).toBe(1);
  });

  test('has refused is not asked by every call', async () => {
    login.instead = () => json({ error: 'invalid_client' }, 401);
    const { call } = await start(CLIENT_CREDENTIALS);

    const before = login.asked;
    for (let count = 0; count < 5; count++) await call('get');

    expect(login.asked - before).toBe(1);
  });

  test('has failed is asked by the next call', async () => {
    login.instead = () => ({ status: 503, body: '' });
    const { call } = await start(CLIENT_CREDENTIALS);
    await call('get');
    login.instead = undefined;

    expect(await call('get')).toMatchObject({ isError: false, status: 200 });
  });

  test('is not public is never connected to', async () => {
    const { call } = await start({ ...CLIENT_CREDENTIALS, tokenUrl: 'https://unknown.upstream.example/token' });
    expect(await call('get')).toMatchObject({ isError: true, errorCode: 'oauth_endpoint_failed' });
  });
});

describe('what is given', () => {
  const good = { type: 'oauth2', tokenUrl: 'https://login.example.com/token', ...CLIENT_CREDENTIALS };
  const small = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
  test.each<[object, string]>([
    [{ grant: 'implicit' }, 'auth.grant'],
    [{ tokenUrl: 'http://login.example.com/token' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://169.254.169.254/token' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://10.0.0.8/token' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://[::ffff:127.0.0.1]/token' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://localhost/token' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://login.example.com/token?client_secret=x' }, 'auth.tokenUrl'],
    [{ tokenUrl: 'https://login.example.com/{tenant}/token' }, 'auth.tokenUrl'],
    [{ clientId: '' }, 'auth.clientId'],
    [{ clientSecret: 'a\nb' }, 'auth.clientSecret'],
    [{ clientAuthentication: 'jwt' }, 'auth.clientAuthentication'],
    [{ clientAuthentication: 'privateKeyJwt' }, 'auth.privateKey'],
    [{ grant: 'password', clientId: undefined, clientAuthentication: 'privateKeyJwt' }, 'auth.clientId'],
    [{ grant: 'githubApp', privateKey: pem(rsa.privateKey) }, 'auth.issuer'],
    [{ body: 'xml' }, 'auth.body'],
    [{ tokenHeader: 'Host' }, 'auth.tokenHeader'],
    [{ tokenHeader: 'Cookie' }, 'auth.tokenHeader'],
    [{ tokenPrefix: 'a\r\nb' }, 'auth.tokenPrefix'],
    [{ parameters: [{ name: 'client_assertion', value: 'x' }] }, 'auth.parameters.0.name'],
    [{ parameters: [{ name: 'client_secret', value: 'x' }] }, 'auth.parameters.0.name'],
    [{ parameters: [{ name: 'a b', value: 'x' }] }, 'auth.parameters.0.name'],
    [{ grant: 'refreshToken' }, 'auth.refreshToken'],
    [{ grant: 'password' }, 'auth.username'],
    [{ grant: 'jwtBearer', issuer: 'a', privateKey: 'no key' }, 'auth.privateKey'],
    [{ grant: 'jwtBearer', issuer: 'a', privateKey: small }, 'auth.privateKey'],
    [{ grant: 'jwtBearer', issuer: 'a', privateKey: publicPem(rsa.publicKey) }, 'auth.privateKey'],
  ])('is checked: %j', (change, field) => {
    const check = () => checkCredential({ ...good, ...change });

    expect(check).toThrow(field);
    expect(check).not.toThrow(CLIENT.clientSecret);
  });

  test('is the same once it is sealed', () => {
    const once = checkCredential({ ...good, parameters: [{ name: 'resource', value: 'urn:x' }] });
    expect(checkCredential(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});
