/**
 * The API sees the person who calls: an assertion about whoever is signed in at the MCP client is exchanged for a token of theirs (RFC 8693,
 * RFC 7523), on the running stack, with a token endpoint that checks what it is given and can fail in every way.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAuthority } from '../support/certificates.ts';
import { defined } from '../support/defined.ts';
import { type ExchangingServer, startExchangingServer } from '../support/exchangingServer.ts';
import { ask, type Logins, loginsOf } from '../support/logins.ts';
import { ClientMemory, decide, signingV2 } from '../support/oauthClient.ts';
import { callAs, type SignedInPerson, signedIn, signInUrl } from '../support/people.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const ISSUER = 'https://portcullis.example/orders';
const AUDIENCE = 'https://orders.example';
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const PEOPLE = {
  'ann@corp.example': 'ann',
  'bob@corp.example': 'bob',
  'subject-of-cem': 'cem',
  'dee-1': 'dee',
  'service@corp.example': 'service',
  // As the local pool has it.
  'viewer@local.portcullis.example': 'viewer',
};

let provider: ExchangingServer;
let api: Upstream;
let stack: LocalStack;
let logins: Logins;
beforeAll(async () => {
  const authority = await createAuthority();
  provider = await startExchangingServer({
    authority,
    host: 'login.exchange.example',
    issuer: ISSUER,
    publicKey,
    people: PEOPLE,
    audience: AUDIENCE,
  });
  api = await startUpstream({
    authority,
    host: 'api.exchange.example',
    respond: async (request) => {
      const name = provider.nameOf((request.all('authorization')[0] ?? '').replace(/^Bearer /, ''));
      // Calls at once overlap.
      await new Promise((done) => setTimeout(done, 20));
      return name === undefined
        ? { status: 401, body: 'who are you?' }
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ by: name }) };
    },
  });
  stack = await startStack({ upstreams: [api, provider.upstream] });
  logins = await loginsOf(stack);
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await Promise.all([api?.close(), provider?.close()]);
});
beforeEach(() => {
  provider.ttl = 300;
  provider.answers = {};
  provider.instead = undefined;
});

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.exchange.example' }],
  paths: { '/me': { get: { operationId: 'me', responses: {} } } },
});

const exchange = (more: object = {}) => ({
  type: 'oauth2',
  grant: 'tokenExchange',
  tokenUrl: provider.tokenUrl,
  clientId: 'portcullis',
  clientSecret: 'secret-planted-exchange-4f1c',
  issuer: ISSUER,
  privateKey,
  personClaim: 'email',
  parameters: [{ name: 'audience', value: AUDIENCE }],
  ...more,
});

async function hosted(auth: object): Promise<HostedServer> {
  const server = await deploy(stack, { source: { kind: 'openapi', document }, auth });
  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
  return server;
}

/** Somebody of the company, with an address of this name. */
const person = (server: HostedServer, name: string, more: object = {}): Promise<SignedInPerson> =>
  signedIn(stack, logins, server, {
    sub: `${name}-1`,
    'cognito:username': `${name}-1`,
    'cognito:groups': ['viewer'],
    email: `${name}@corp.example`,
    email_verified: true,
    ...more,
  });

const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from((jwt ?? '').split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe.each([
  { way: 'token exchange (RFC 8693)', grant: 'tokenExchange', member: 'subject_token' },
  { way: 'JWT bearer grant (RFC 7523)', grant: 'jwtBearer', member: 'assertion' },
])('by $way', ({ grant, member }) => {
  test('what was being asked for while the sessions of a person were ended is not kept', async () => {
    const server = await hosted(exchange({ grant }));
    const ann = await person(server, 'ann');
    provider.meanwhile = () => stack.api('DELETE', '/v1/sessions?person=ann-1');
    const before = provider.asked.length;

    const ended = await ann.call('me').catch(({ message }: Error) => ({ isError: true, text: message }));
    const asked = provider.asked.length - before;
    const again = await (await person(server, 'ann')).call('me');

    expect(ended.isError).toBe(true);
    expect(again.text).toContain('\\"by\\":\\"ann\\"');
    expect(provider.asked.length - before).toBe(asked + 1);
  });

  test('each person calls under their own name, with one token for each, however many call at once', async () => {
    // Prepare
    const server = await hosted(exchange({ grant }));
    const [ann, bob] = [await person(server, 'ann'), await person(server, 'bob')];
    const before = provider.asked.length;

    // Act
    const calls = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const who = at % 2 === 0 ? ann : bob;
        return { is: at % 2 === 0 ? 'ann' : 'bob', ...(await who.call('me')) };
      }),
    );
    const later = [await ann.call('me'), await bob.call('me')];

    // Assess
    for (const { is, text } of calls) expect(text).toContain(`\\"by\\":\\"${is}\\"`);
    expect(later.map(({ text }) => /\\"by\\":\\"(\w+)/.exec(text)?.[1])).toEqual(['ann', 'bob']);
    const asked = provider.asked.slice(before);
    expect(asked.map((form) => claimsOf(form.get(member))['sub']).sort()).toEqual([
      'ann@corp.example',
      'bob@corp.example',
    ]);
    const { iss, aud, iat, exp } = claimsOf(defined(asked[0]).get(member));
    expect([iss, aud]).toEqual([ISSUER, provider.tokenUrl]);
    expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(300);
  }, 120_000);

  test('a token that has ended is replaced, and a person whom the provider does not know is told so', async () => {
    // Prepare
    provider.ttl = 1;
    const server = await hosted(exchange({ grant }));
    const [ann, zoe] = [await person(server, 'ann'), await person(server, 'zoe')];

    // Act
    const first = await ann.call('me');
    const issued = provider.issued.length;
    await new Promise((done) => setTimeout(done, 1_100));
    const second = await ann.call('me');
    const unknown = await zoe.call('me');

    // Assess
    expect([first.isError, second.isError]).toEqual([false, false]);
    expect(provider.issued.length).toBe(issued + 1);
    expect(unknown.isError).toBe(true);
    expect(unknown.text).toContain('login.exchange.example does not accept the person who calls');
  }, 120_000);
});

test('what names the person, the types of the tokens, and who acts are what the credential says', async () => {
  // Prepare
  const auth = exchange({
    personClaim: 'providerSubject',
    subjectTokenType: 'https://corp.example/portcullis-token',
    requestedTokenType: 'urn:ietf:params:oauth:token-type:access_token',
    actor: 'portcullis-gateway',
  });
  const ofProvider = await hosted(auth);
  const ofPool = await hosted(exchange({ personClaim: 'id' }));

  // Act
  const cem = await person(ofProvider, 'cem', { 'cognito:username': 'Company_subject-of-cem' });
  const told = await cem.call('me');
  const form = defined(provider.asked.at(-1));
  const native = await (await person(ofProvider, 'ann')).call('me');
  const dee = await (await person(ofPool, 'dee')).call('me');

  // Assess
  expect(told.text).toContain('cem');
  expect(Object.fromEntries(form)).toMatchObject({
    subject_token_type: 'https://corp.example/portcullis-token',
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    actor_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    audience: AUDIENCE,
  });
  expect(claimsOf(form.get('actor_token'))).toMatchObject({ sub: 'portcullis-gateway', iss: ISSUER });
  expect(native.text).toContain('lacks what names them there');
  expect(dee.text).toContain('dee');
}, 120_000);

test('who is no person is refused, or calls as the account that the owner chose, and never as a person', async () => {
  // Prepare
  const [strict, lenient] = [await hosted(exchange()), await hosted(exchange({ subject: 'service@corp.example' }))];
  const asked = provider.asked.length;

  // Act
  const refused = await callAs(`${stack.edgeUrl}/mcp`, strict.token.value, 'me');
  const askedForRefused = provider.asked.length - asked;
  const ann = await (await person(lenient, 'ann')).call('me');
  const service = await callAs(`${stack.edgeUrl}/mcp`, lenient.token.value, 'me');
  const unverified = await (await person(strict, 'bob', { email_verified: false })).call('me');

  // Assess
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('this connection names nobody');
  expect(askedForRefused).toBe(0);
  expect(ann.text).toContain('ann');
  expect(service.text).toContain('service');
  expect(unverified.text).toContain('lacks what names them there');
}, 120_000);

test('who signed in without an address is named as soon as a refresh has found it in the pool', async () => {
  // Prepare: a login by its access token, which names no address.
  const server = await hosted(exchange({ subject: 'service@corp.example' }));
  const url = signInUrl(stack, server);
  const client = signingV2(url, new ClientMemory('Editor'));
  await client.connect().catch(() => {});
  const login = await logins.token({ sub: 'viewer', 'cognito:username': 'viewer', 'cognito:groups': ['viewer'] });
  await client.finish(await decide(stack.apiUrl, login, client.memory.asked as URL));
  const { access_token: before, refresh_token: refresh } = defined(client.memory.tokensNow);
  const { client_id: clientId } = client.memory.clientInformation() as { client_id: string };

  // Act
  const unnamed = await callAs(url, before, 'me');
  const answer = await fetch(`${stack.edgeUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: defined(refresh), client_id: clientId }),
  });
  const { access_token: after } = (await answer.json()) as { access_token: string };
  // A refusal is remembered for ten seconds.
  await until(async () => !(await callAs(url, after, 'me')).isError);

  // Assess
  expect(unnamed.text).toContain('lacks what names them there');
  expect((await callAs(url, after, 'me')).text).toContain('viewer');
}, 120_000);

test.each([
  ['another audience', { parameters: [{ name: 'audience', value: 'https://other.example' }] }, 'oauth_scope_refused'],
  ['another audience of the assertion', { assertionAudience: 'https://other.example' }, 'oauth_person_refused'],
  ['another issuer', { issuer: 'https://other.example' }, 'oauth_person_refused'],
])(
  '%s is refused by the provider, and the code says so',
  async (_, more, code) => {
    // Prepare
    const server = await hosted(exchange(more));
    const ann = await person(server, 'ann');

    // Act
    const told = await ann.call('me');
    const checked = await ask(
      stack,
      await logins.of('editor'),
      'POST',
      `/v1/servers/${server.serverId}/credentials/check`,
    );

    // Assess
    const audit = await stack.api<{ items: { errorCode?: string }[] }>('GET', `/v1/servers/${server.serverId}/audit`);
    expect(told.isError).toBe(true);
    expect(audit.items.map(({ errorCode }) => errorCode)).toContain(code);
    expect(checked.body.items[0]).toMatchObject({ works: false });
  },
  120_000,
);

test.each([
  ['a token that is none', { answers: { token_type: 'N_A' } }],
  ['a token that needs a proof', { answers: { token_type: 'DPoP' } }],
  ['a token of another kind', { answers: { issued_token_type: 'urn:ietf:params:oauth:token-type:saml2' } }],
  ['no token', { answers: { access_token: undefined } }],
])(
  '%s is sent nowhere',
  async (_, { answers }) => {
    // Prepare
    const server = await hosted(exchange());
    const ann = await person(server, 'ann');
    provider.answers = answers;
    const before = api.requests.length;

    // Act
    const told = await ann.call('me');

    // Assess
    expect(told.text).toContain('without a token that can be sent as a bearer token');
    expect(api.requests.length).toBe(before);
  },
  120_000,
);

test('a provider that fails is asked again by the next call', async () => {
  const server = await hosted(exchange());
  const ann = await person(server, 'ann');

  provider.instead = { status: 503 };
  const failed = await ann.call('me');
  provider.instead = undefined;

  expect(failed.text).toContain('does not work at the moment');
  expect((await ann.call('me')).text).toContain('ann');
}, 120_000);

test('a session that is ended calls no more, and what was kept for its person is gone', async () => {
  // Prepare
  const server = await hosted(exchange());
  const [ann, bob] = [await person(server, 'ann'), await person(server, 'bob')];
  await ann.call('me');
  await bob.call('me');
  const [asked, calls] = [provider.asked.length, api.requests.length];

  // Act
  await ann.endAll();
  const refused = await ann.call('me');
  const other = await bob.call('me');
  const again = await (await person(server, 'ann')).call('me');

  // Assess
  expect(refused.status).toBe(401);
  expect(other.text).toContain('bob');
  expect(again.text).toContain('ann');
  // One for the person who came back; bob's was there.
  expect(provider.asked.length).toBe(asked + 1);
  expect(api.requests.length).toBe(calls + 2);
}, 120_000);

test('a trial is made as the person who tries, and an automation key is no person', async () => {
  // Prepare
  const server = await hosted(exchange());
  const at = `/v1/servers/${server.serverId}`;
  const claims = { sub: 'bob-1', 'cognito:groups': ['admin'], email: 'bob@corp.example', email_verified: true };
  const bob = await logins.token(claims);
  const { items } = await stack.api<{ items: { id: string }[] }>('GET', `${at}/tools`);
  const tried = `${at}/tools/${defined(items[0]).id}/try`;
  const made = await ask(stack, bob, 'POST', '/v1/automation-keys', { label: 'ci', role: 'editor', days: 30 });

  // Act
  const byPerson = await ask(stack, bob, 'POST', tried, { arguments: {} });
  const byKey = await ask(stack, made.body.value, 'POST', tried, { arguments: {} });

  // Assess
  expect(JSON.stringify(byPerson.body)).toContain('bob');
  expect([made.status, byKey.status]).toEqual([201, 422]);
  expect(byKey.body).toMatchObject({ code: 'oauth_person_needed' });
}, 120_000);

test('another credential ends what was got with the one before', async () => {
  // Prepare
  const server = await hosted(exchange());
  const ann = await person(server, 'ann');
  await ann.call('me');
  const before = provider.asked.length;

  // Act
  await stack.api('PUT', `/v1/servers/${server.serverId}/credentials`, exchange({ scope: 'orders' }));
  await until(async () => (await ann.call('me')).text.includes('ann') && provider.asked.length > before);

  // Assess
  expect(defined(provider.asked.at(-1)).get('scope')).toBe('orders');
}, 120_000);

test('no assertion, token, key or secret is stored, printed or told', async () => {
  const texts = [...storedTexts(stack.data), await stack.output()];
  const assertions = provider.asked.flatMap((form) =>
    ['subject_token', 'actor_token', 'assertion'].flatMap((name) => form.get(name) ?? []),
  );

  expect(assertions.length).toBeGreaterThan(10);
  expect(texts.some((text) => text.includes('oauth_person_refused'))).toBe(true);
  expect(
    holding(texts, [
      ...assertions.map((jwt) => defined(jwt.split('.')[2])),
      ...provider.issued,
      defined(privateKey.split('\n')[2]),
      'secret-planted-exchange-4f1c',
    ]),
  ).toEqual([]);
});
