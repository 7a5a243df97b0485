/**
 * Tokens that are bound to a key of the client (DPoP, RFC 9449), on the running stack with a client library that others wrote: what they are
 * good for with a proof, and for nothing without one, whoever has them.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK } from 'jose';
import { defined } from '../support/defined.ts';
import { callOf, type DpopClient, newKeys, proofOf, sendWith, signInWithKey } from '../support/dpopClient.ts';
import { loginsOf } from '../support/logins.ts';
import { registerByHand, signInByHand } from '../support/signInFlow.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: LocalStack;
let server: HostedServer;
let login: string;
let url: string;
let bound: DpopClient;
beforeAll(async () => {
  upstream = await startUpstream({ host: 'api.things.example' });
  upstream.respond = answerThings(upstream);
  stack = await startStack({ upstreams: [upstream] });
  const document = JSON.stringify(thingsDocument(upstream.baseUrl));
  server = await deploy(stack, { source: { kind: 'openapi', document }, auth: { type: 'none' } });
  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
  // Somebody whom the pool knows, as a refresh looks them up.
  login = await (await loginsOf(stack)).token({
    sub: 'editor',
    'cognito:username': 'editor',
    'cognito:groups': ['editor'],
  });
  url = `${stack.edgeUrl}/${server.serverId}/mcp`;
  bound = await signInWithKey(stack, login, url);
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const proofs: string[] = [];
const madeProof = async (...of: Parameters<typeof proofOf>): Promise<string> => {
  const proof = await proofOf(...of);
  proofs.push(proof);
  return proof;
};
const challengeIn = (response: Response) => response.headers.get('www-authenticate') ?? '';
const errorsNow = async () =>
  (await stack.api<{ items: { errorCode?: string }[] }>('GET', `/v1/servers/${server.serverId}/audit`)).items.map(
    ({ errorCode }) => errorCode,
  );

test('a client finds out that it may, and works with its key: calls, a list, the end of a session', async () => {
  const called = await bound.send('POST', callOf('listThings'));
  const listed = await bound.send('POST', { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const ended = await bound.send('DELETE');

  const resource = await (
    await fetch(`${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp`)
  ).json();
  expect(bound.server.dpop_signing_alg_values_supported).toContain('ES256');
  expect(resource).toMatchObject({ dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']) });
  expect(bound.tokens.token_type).toBe('dpop');
  expect([called.status, listed.status]).toEqual([200, 200]);
  expect(await called.text()).toContain('"result"');
  // There is no session of the protocol to end; it was let in all the same.
  expect(ended.status).toBe(400);
});

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1_000);

describe('the access token of somebody else', () => {
  const wrongly: ReadonlyArray<[string, () => Parameters<typeof proofOf>[2] | Promise<Parameters<typeof proofOf>[2]>]> =
    [
      ['of another method', () => ({ claims: { htm: 'GET' } })],
      ['of another address', () => ({ claims: { htu: `${stack.edgeUrl}/srv_000000000000/mcp` } })],
      ['of another host', () => ({ claims: { htu: `https://elsewhere.example/${server.serverId}/mcp` } })],
      ['of another token', () => ({ claims: { ath: 'x'.repeat(43) } })],
      ['of no token', () => ({ claims: { ath: undefined } })],
      ['of an hour ago', () => ({ claims: { iat: now() - 3_600 } })],
      ['of tomorrow', () => ({ claims: { iat: now() + DAY } })],
      ['without a time', () => ({ claims: { iat: undefined } })],
      ['without an id', () => ({ claims: { jti: undefined } })],
      ['with an endless id', () => ({ claims: { jti: 'x'.repeat(300) } })],
      ['of another type', () => ({ header: { typ: 'JWT' } })],
      ['without its key', () => ({ header: { jwk: undefined } })],
      [
        'that names another key',
        async () => ({ header: { jwk: await exportJWK((await newKeys()).publicKey as never) } }),
      ],
      [
        'with the private key in it',
        async () => ({ header: { jwk: await exportJWK(bound.keys.privateKey as never) } }),
      ],
    ];

  test.each(wrongly)('is refused with a proof %s', async (_, wrong) => {
    const { access_token: accessToken } = bound.tokens;
    const proof = await madeProof(bound.keys, { method: 'POST', url, accessToken }, await wrong());

    const response = await sendWith(url, `DPoP ${accessToken}`, proof);

    expect(response.status).toBe(401);
    expect(challengeIn(response)).toMatch(/^DPoP error="invalid_dpop_proof", algs="[^"]*ES256/);
    expect(await response.json()).toMatchObject({ error: { data: { code: 'proof_refused' } } });
  });

  test.each([
    ['as a bearer token', 'Bearer', false, 'invalid_token'],
    ['as a bearer token, with a proof', 'Bearer', true, 'invalid_token'],
    ['without a proof', 'DPoP', false, 'invalid_dpop_proof'],
  ])('is refused %s', async (_, scheme, hasProof, error) => {
    const { access_token: accessToken } = bound.tokens;
    const proof = hasProof ? await madeProof(bound.keys, { method: 'POST', url, accessToken }) : undefined;

    const response = await sendWith(url, `${scheme} ${accessToken}`, proof);

    expect([response.status, challengeIn(response)]).toEqual([401, expect.stringContaining(`DPoP error="${error}"`)]);
  });

  test.each([
    'with a proof of a key of their own',
    'with no algorithm',
    'with a text that is no proof',
    'with a megabyte',
  ])('is refused %s', async (way) => {
    const { access_token: accessToken } = bound.tokens;
    const own = await madeProof(await newKeys(), { method: 'POST', url, accessToken });
    const [, claims = ''] = own.split('.');
    const none = Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString('base64url');
    const proof = { own, none: `${none}.${claims}.`, text: 'x.y.z', long: `${own}${'a'.repeat(9_000)}` }[
      way.includes('own') ? 'own' : way.includes('algorithm') ? 'none' : way.includes('text') ? 'text' : 'long'
    ];

    const response = await sendWith(url, `DPoP ${accessToken}`, proof);

    expect(response.status).toBe(401);
    expect(await errorsNow()).toContain('proof_refused');
  });

  test.each([
    ['of a point that is not on the curve', { alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: 'AQ', y: 'Ag' } }],
    ['of another curve', { alg: 'ES256', jwk: { kty: 'EC', crv: 'P-9', x: 'AQ', y: 'Ag' } }],
    ['for another use', { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'X25519', x: 'AQ' } }],
    ['that is too short', { alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }],
    ['that is secret', { alg: 'HS256', jwk: { kty: 'oct', k: 'AQAB' } }],
  ])('is refused with a proof by a key %s, and so is a request for tokens', async (_, header) => {
    const { access_token: accessToken } = bound.tokens;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const proof = `${part({ typ: 'dpop+jwt', ...header })}.${part({ jti: 'one' })}.${'A'.repeat(86)}`;
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: bound.client.client_id,
    });

    const response = await sendWith(url, `DPoP ${accessToken}`, proof);
    const asked = await fetch(defined(bound.server.token_endpoint), { method: 'POST', headers: { dpop: proof }, body });

    expect([response.status, challengeIn(response)]).toEqual([401, expect.stringContaining('invalid_dpop_proof')]);
    expect([asked.status, await asked.json()]).toMatchObject([400, { error: 'invalid_dpop_proof' }]);
  });

  test('is accepted with each proof once, however many come at once', async () => {
    const { access_token: accessToken } = bound.tokens;
    const proof = await madeProof(bound.keys, { method: 'POST', url, accessToken });

    const answers = await Promise.all(Array.from({ length: 8 }, () => sendWith(url, `DPoP ${accessToken}`, proof)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });
});

test('an address is compared as an address: capital letters, query and fragment do not matter', async () => {
  const { access_token: accessToken } = bound.tokens;
  const htu = `${url.replace('http:', 'HTTP:')}?x=1#y`;
  const proof = await madeProof(bound.keys, { method: 'POST', url, accessToken }, { claims: { htu } });

  expect((await sendWith(url, `DPoP ${accessToken}`, proof)).status).toBe(200);
});

test('a token that is bound to no key is good as before, and is none of those that are', async () => {
  const plain = await signInByHand(stack, login, await registerByHand(stack, 'Plain'), url);
  const keys = await newKeys();
  const proof = await madeProof(keys, { method: 'POST', url, accessToken: plain });

  expect((await sendWith(url, `Bearer ${plain}`)).status).toBe(200);
  expect((await sendWith(url, `DPoP ${plain}`, proof)).status).toBe(401);
  expect((await sendWith(`${stack.edgeUrl}/mcp`, `Bearer ${server.token.value}`)).status).toBe(200);
  expect((await sendWith(`${stack.edgeUrl}/mcp`, `DPoP ${server.token.value}`)).status).toBe(401);
});

test('a refresh token is of no use to who has another key or none, and stays good for its client', async () => {
  // Prepare
  const one = await signInWithKey(stack, login, url);
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: defined(one.tokens.refresh_token),
    client_id: one.client.client_id,
  });
  const endpoint = defined(one.server.token_endpoint);
  const post = async (proof?: string) => {
    const headers: Record<string, string> = proof === undefined ? {} : { dpop: proof };
    const response = await fetch(endpoint, { method: 'POST', body: form, headers });
    return [response.status, ((await response.json()) as { error?: string }).error];
  };

  // Act
  const withOther = await one.refresh(await newKeys()).catch((error: { error?: string }) => error.error);
  const withNone = await post();
  const elsewhere = await post(await madeProof(one.keys, { method: 'POST', url }));
  const next = await one.refresh();
  const again = await madeProof(one.keys, { method: 'POST', url, accessToken: next.access_token });
  const works = await sendWith(url, `DPoP ${next.access_token}`, again);

  // Assess
  expect([withOther, withNone, elsewhere]).toEqual([
    'invalid_dpop_proof',
    [400, 'invalid_dpop_proof'],
    [400, 'invalid_dpop_proof'],
  ]);
  expect([next.token_type, works.status]).toEqual(['dpop', 200]);
}, 60_000);

test('a code that was asked for with one key is not redeemed with another', async () => {
  const other = await newKeys();

  const refused = await signInWithKey(stack, login, url, { codeKeys: other }).catch(
    (error: { error?: string }) => error,
  );

  expect(refused).toMatchObject({ error: 'invalid_dpop_proof' });
}, 60_000);

test('a client that has registered for bound tokens gets no others', async () => {
  const metadata = { dpop_bound_access_tokens: true };
  const wanted = await signInWithKey(stack, login, url, { metadata });
  const plain = await signInByHand(stack, login, wanted.client.client_id, url).catch(String);

  expect(wanted.client['dpop_bound_access_tokens']).toBe(true);
  expect(wanted.tokens.token_type).toBe('dpop');
  expect(plain).toContain('invalid_dpop_proof');
}, 60_000);

test('a server whose owner demands keys lets nobody in without one, also in sessions of before', async () => {
  // Prepare
  const plain = await signInByHand(stack, login, await registerByHand(stack, 'Plain'), url);
  const metadataOf = async () =>
    (await fetch(`${stack.edgeUrl}/.well-known/oauth-protected-resource/${server.serverId}/mcp`)).json();
  const setting = (requireDpop: boolean) => stack.api('PATCH', `/v1/servers/${server.serverId}`, { requireDpop });
  const before = [await metadataOf(), (await sendWith(url, `Bearer ${plain}`)).status];

  // Act
  await setting(true);
  const required = await metadataOf();
  const refused = await sendWith(url, `Bearer ${plain}`);
  const anew = await signInByHand(stack, login, await registerByHand(stack, 'Plain'), url).catch(String);
  const withKey = await signInWithKey(stack, login, url);
  const called = await withKey.send('POST', callOf('listThings'));
  const next = await withKey.refresh();
  const byToken = await sendWith(`${stack.edgeUrl}/mcp`, `Bearer ${server.token.value}`);
  await setting(false);
  const after = await sendWith(url, `Bearer ${plain}`);

  // Assess
  expect(before).toEqual([expect.not.objectContaining({ dpop_bound_access_tokens_required: true }), 200]);
  expect(required).toMatchObject({ dpop_bound_access_tokens_required: true });
  expect([refused.status, challengeIn(refused)]).toEqual([401, expect.stringContaining('DPoP error="invalid_token"')]);
  expect(anew).toContain('invalid_dpop_proof');
  expect([called.status, next.token_type, byToken.status, after.status]).toEqual([200, 'dpop', 200, 200]);
}, 60_000);

test('an ended session is refused with a good proof, and no proof is stored or printed', async () => {
  await stack.api('DELETE', '/v1/sessions?person=editor');
  const { access_token: accessToken } = bound.tokens;
  const proof = await madeProof(bound.keys, { method: 'POST', url, accessToken });

  const response = await sendWith(url, `DPoP ${accessToken}`, proof);

  const kept = [...storedTexts(stack.data), await stack.output()];
  expect(response.status).toBe(401);
  expect(
    holding(
      kept,
      proofs.map((each) => defined(each.split('.')[2])),
    ),
  ).toEqual([]);
});
