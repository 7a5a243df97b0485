/**
 * The API sees the person who calls, with Keycloak in place of our own token endpoint: the stack signs who is signed in at the MCP client
 * (RFC 7523, RFC 8693), Keycloak issues a token of theirs, and an API that knows Keycloak's keys alone says who called.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createAuthority } from '../support/certificates.ts';
import { type Logins, loginsOf } from '../support/logins.ts';
import { ClientMemory, decide, signingV2 } from '../support/oauthClient.ts';
import { callAs, type SignedInPerson, signedIn, signInUrl } from '../support/people.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { allowExchange } from './keycloak/permission.ts';
import {
  AUDIENCE,
  CLIENT,
  companyRealm,
  FORBIDDEN_CLIENT,
  ISSUERS,
  type PersonGrant,
  PROVIDERS,
} from './keycloak/realm.ts';
import { type Keycloak, startKeycloak } from './keycloak/server.ts';
import { describeWith } from './support/parts.ts';

/** Of access tokens, in seconds. */
const LIFE_S = 6;

describeWith('keycloak', 'the stack with Keycloak', (home) => {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  let keycloak: Keycloak;
  let api: Upstream;
  let stack: LocalStack;
  let logins: Logins;
  const tokens: string[] = [];
  beforeAll(async () => {
    const authority = await createAuthority();
    keycloak = await startKeycloak(home, companyRealm(keys.publicKey, LIFE_S), authority);
    await allowExchange(keycloak, PROVIDERS.tokenExchange, CLIENT.clientId);
    const { inside, realmUrl } = keycloak;
    const published = createRemoteJWKSet(new URL(`${inside}/protocol/openid-connect/certs`), {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': new URL(realmUrl).host },
    });
    api = await startUpstream({
      authority,
      host: 'orders.upstream.example',
      respond: async (request) => {
        const token = (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');
        tokens.push(token);
        const checks = { issuer: realmUrl, audience: AUDIENCE };
        const read = await jwtVerify(token, published, checks).catch((error: unknown) => String(error));
        if (typeof read === 'string') return { status: 401, body: read };
        const by = read.payload['preferred_username'];
        return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ by }) };
      },
    });
    stack = await startStack({ upstreams: [api, keycloak.upstream] });
    logins = await loginsOf(stack);
  }, 360_000);
  afterAll(async () => {
    await stack?.stop();
    await api?.close();
    await keycloak?.stop();
  });

  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    servers: [{ url: 'https://orders.upstream.example' }],
    paths: { '/me': { get: { operationId: 'me', responses: {} } } },
  });
  const hostedBy = async (grant: PersonGrant, more: object = {}): Promise<HostedServer> => {
    const auth = {
      type: 'oauth2',
      grant,
      tokenUrl: keycloak.tokenUrl,
      ...CLIENT,
      issuer: ISSUERS[grant],
      privateKey: keys.privateKey,
      personClaim: 'email',
      ...more,
    };
    const server = await deploy(stack, { source: { kind: 'openapi', document }, auth });
    await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both', accessRules: [{ opens: 'all' }] });
    return server;
  };
  const claimsOf = (name: string) => ({
    sub: `${name}-1`,
    'cognito:username': `${name}-1`,
    email: `${name}@corp.example`,
    email_verified: true,
  });
  const person = (server: HostedServer, name: string): Promise<SignedInPerson> =>
    signedIn(stack, logins, server, claimsOf(name));
  const nameIn = (text: string) => /\\"by\\":\\"(\w+)/.exec(text)?.[1];

  /** The codes in the audit log after a call of Ann's, which has to fail. */
  const refusedCodes = async (server: HostedServer) => {
    const called = await (await person(server, 'ann')).call('me');
    expect(called.isError).toBe(true);
    const audit = await stack.api<{ items: { errorCode?: string }[] }>('GET', `/v1/servers/${server.serverId}/audit`);
    return audit.items.map(({ errorCode }) => errorCode);
  };

  describe.each<[string, PersonGrant]>([
    ['JWT Authorization Grant', 'jwtBearer'],
    ['exchange of an external token', 'tokenExchange'],
  ])('by its %s', (_, grant) => {
    const hosted = (more: object = {}) => hostedBy(grant, more);

    test('twelve calls at once of two people are made under the name of each', async () => {
      const server = await hosted();
      const people = { ann: await person(server, 'ann'), bob: await person(server, 'bob') };
      const before = tokens.length;
      const names = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 'ann' : 'bob') as keyof typeof people);

      const called = await Promise.all(names.map((name) => people[name].call('me')));

      expect(called.map(({ text }) => nameIn(text))).toEqual(names);
      expect(new Set(tokens.slice(before)).size).toBe(2);
    }, 120_000);

    test('two people with MCP clients that sign them in each call under their own name', async () => {
      const server = await hosted();
      const url = signInUrl(stack, server);

      const called = await Promise.all(
        ['ann', 'bob'].map(async (name) => {
          const client = signingV2(url, new ClientMemory(`Client of ${name}`));
          await client.connect().catch(() => {});
          const login = await logins.token(claimsOf(name));
          await client.finish(await decide(stack.apiUrl, login, client.memory.asked as URL));
          await client.connect();
          const { content } = await client.call('me', {});
          await client.close();
          return content[0]?.text;
        }),
      );

      expect(called).toEqual(['{"by":"ann"}', '{"by":"bob"}']);
    }, 120_000);

    test('a token that has ended is replaced', async () => {
      const server = await hosted();
      const ann = await person(server, 'ann');

      const first = await ann.call('me');
      const before = tokens.at(-1);
      await new Promise((done) => setTimeout(done, (LIFE_S + 1) * 1_000));
      const second = await ann.call('me');

      expect([nameIn(first.text), nameIn(second.text)]).toEqual(['ann', 'ann']);
      expect(tokens.at(-1)).not.toBe(before);
    }, 120_000);

    test('whose sessions are ended is refused, and so is a connection token', async () => {
      const server = await hosted();
      const [eve, bob] = [await person(server, 'eve'), await person(server, 'bob')];

      const before = await eve.call('me');
      await eve.endAll();
      const after = await eve.call('me');
      const other = await bob.call('me');
      const nobody = await callAs(`${stack.edgeUrl}/mcp`, server.token.value, 'me');

      expect([nameIn(before.text), after.status, nameIn(other.text)]).toEqual(['eve', 401, 'bob']);
      expect(nobody.text).toContain('this connection names nobody');
    }, 120_000);

    test.each([
      ['an assertion of another issuer', { issuer: 'https://other.example' }, 'oauth_person_refused'],
      ['another client secret', { clientSecret: 'wrong-secret-planted' }, 'oauth_client_refused'],
      ['a client that may not', FORBIDDEN_CLIENT, 'oauth_person_refused'],
    ])(
      '%s is refused, and the code says so',
      async (_, more, code) => {
        expect(await refusedCodes(await hosted(more))).toContain(code);
      },
      120_000,
    );

    test('a person whom Keycloak does not know is refused', async () => {
      const server = await hosted();

      const called = await (await person(server, 'zoe')).call('me');

      expect(called.text).toContain('keycloak.upstream.example does not accept the person who calls');
    }, 120_000);
  });

  // Its exchange does not look at the audience of the subject token.
  test('an assertion for another audience is refused by the grant, and the code says so', async () => {
    const server = await hostedBy('jwtBearer', { assertionAudience: 'https://other.example' });

    expect(await refusedCodes(server)).toContain('oauth_person_refused');
  }, 120_000);

  test.each([
    [
      'an identity provider of the realm by its name',
      { parameters: [{ name: 'subject_issuer', value: PROVIDERS.tokenExchange }] },
    ],
    ['an access token alone', { requestedTokenType: 'urn:ietf:params:oauth:token-type:access_token' }],
    ['further scopes', { scope: 'openid address' }],
    ['an actor', { actor: 'portcullis' }],
  ])(
    'an exchange that names %s brings a token of the person',
    async (_, more) => {
      const ann = await person(await hostedBy('tokenExchange', more), 'ann');

      expect(nameIn((await ann.call('me')).text)).toBe('ann');
    },
    120_000,
  );

  test('no token and no secret is stored or printed', async () => {
    const kept = [...storedTexts(stack.data), await stack.output()];
    const secrets = [
      CLIENT.clientSecret,
      FORBIDDEN_CLIENT.clientSecret,
      keys.privateKey.split('\n')[2] ?? '',
      ...tokens,
    ];

    expect(holding(kept, secrets)).toEqual([]);
  });
});
