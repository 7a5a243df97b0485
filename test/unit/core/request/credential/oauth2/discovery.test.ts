import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from '../../../../../../core/lib/json/value.ts';
import { discoverSignIn } from '../../../../../../core/request/credential/oauth2/discovery.ts';
import { clientDocument, registeredClient } from '../../../../../../core/request/credential/oauth2/registration.ts';

const MCP = 'https://mcp.vendor.example/team/mcp';
const PLACE = 'https://mcp.vendor.example/.well-known/oauth-protected-resource';
const ISSUER = 'https://login.vendor.example/tenant';
const AT_ISSUER = 'https://login.vendor.example/.well-known/oauth-authorization-server/tenant';

const resource = (more: object = {}) => ({ resource: MCP, authorization_servers: [ISSUER], ...more }) as JsonValue;
const metadata = (more: object = {}) =>
  ({
    issuer: ISSUER,
    authorization_endpoint: 'https://login.vendor.example/tenant/authorize',
    token_endpoint: 'https://login.vendor.example/tenant/token',
    code_challenge_methods_supported: ['S256'],
    ...more,
  }) as JsonValue;

async function found(documents: Record<string, JsonValue>, challenge?: string, most = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const answer = await discoverSignIn(MCP, {
    challenge: async () => challenge,
    read: async (url) => {
      asked.push(url);
      return documents[url];
    },
    hasTime: () => asked.length < most,
  }).catch((error: Error) => error.message);
  return { answer, asked };
}
const BOTH = { [`${PLACE}/team/mcp`]: resource(), [AT_ISSUER]: metadata() };

describe('how people sign in', () => {
  test('is asked at the places of the specifications, in their order', async () => {
    const { answer, asked } = await found({});

    expect(answer).toMatch(/could not be found out/);
    expect(asked).toEqual([
      `${PLACE}/team/mcp`,
      PLACE,
      'https://mcp.vendor.example/.well-known/oauth-authorization-server',
      'https://mcp.vendor.example/.well-known/openid-configuration',
    ]);
  });

  test('is asked where the challenge says, and nowhere else', async () => {
    const at = 'https://mcp.vendor.example/meta';
    const challenge = `Bearer error="invalid_token", scope="read write", resource_metadata="${at}"`;
    const { answer, asked } = await found(
      { [at]: resource({ scopes_supported: ['all'] }), [AT_ISSUER]: metadata() },
      challenge,
    );

    expect(answer).toMatchObject({ resource: MCP, servers: [{ issuer: ISSUER, scope: 'read write' }] });
    expect(asked).toEqual([at, AT_ISSUER]);
  });

  test('is that of the server itself where it has no metadata of a resource', async () => {
    const own = 'https://mcp.vendor.example';
    const { answer } = await found({
      [`${own}/.well-known/oauth-authorization-server`]: metadata({ issuer: own }),
    });

    expect(answer).toMatchObject({ resource: MCP, servers: [{ issuer: own }] });
  });

  test('may be told by OpenID Connect', async () => {
    const at = 'https://login.vendor.example/tenant/.well-known/openid-configuration';
    const { answer } = await found({ [`${PLACE}/team/mcp`]: resource(), [at]: metadata() });

    expect(answer).toMatchObject({ servers: [{ issuer: ISSUER }] });
  });

  test.each<[string, JsonValue | undefined, boolean]>([
    ['its address', MCP, true],
    ['its address with a slash', `${MCP}/`, true],
    ['its host', 'https://mcp.vendor.example', true],
    ['what is above it', 'https://mcp.vendor.example/team', true],
    ['something beside it', 'https://mcp.vendor.example/team/m', false],
    ['something below it', `${MCP}/sub`, false],
    ['another host', 'https://bank.example/team/mcp', false],
    ['no address', 'bank', false],
    ['nothing', undefined, false],
  ])('is taken for %s as the resource: %s', async (_what, named, isTaken) => {
    const { answer } = await found({ ...BOTH, [`${PLACE}/team/mcp`]: resource({ resource: named }) });

    if (isTaken) expect(answer).toMatchObject({ resource: named });
    else expect(answer).toMatch(/another resource/);
  });

  test.each<[string, object, RegExp]>([
    ['another issuer', { issuer: 'https://login.vendor.example/other' }, /another issuer/],
    ['no issuer', { issuer: undefined }, /another issuer/],
    ['plain http', { authorization_endpoint: 'http://login.vendor.example/a' }, /no endpoints with https/],
    ['a host inside', { token_endpoint: 'https://10.0.0.1/token' }, /no endpoints with https/],
    ['no PKCE', { code_challenge_methods_supported: undefined }, /no PKCE/],
    ['no codes', { response_types_supported: ['token'] }, /no authorization codes/],
    ['other grants', { grant_types_supported: ['client_credentials'] }, /no authorization codes/],
  ])('is not taken from metadata with %s', async (_what, more, reason) => {
    expect((await found({ ...BOTH, [AT_ISSUER]: metadata(more) })).answer).toMatch(reason);
  });

  test('leaves out an authorization server that cannot be used, and names the others', async () => {
    const servers = ['http://plain.example', 'https://gone.example', ISSUER];
    const { answer } = await found({ ...BOTH, [`${PLACE}/team/mcp`]: resource({ authorization_servers: servers }) });

    expect(answer).toMatchObject({ servers: [{ issuer: ISSUER }] });
  });

  test('looks at a few authorization servers only', async () => {
    const servers = Array.from({ length: 100 }, (_, at) => `https://login${at}.example`);
    const { asked } = await found({ [`${PLACE}/team/mcp`]: resource({ authorization_servers: servers }) });

    expect(asked.length).toBeLessThan(20);
  });

  test('reads no more once the time is over, and takes what was found', async () => {
    const servers = [ISSUER, 'https://slow.example', 'https://slower.example'];
    const documents = { ...BOTH, [`${PLACE}/team/mcp`]: resource({ authorization_servers: servers }) };

    const [some, none] = [await found(documents, undefined, 3), await found(documents, undefined, 1)];

    expect([some.asked.length, none.asked.length]).toEqual([3, 1]);
    expect(some.answer).toMatchObject({ servers: [{ issuer: ISSUER }] });
    expect(none.answer).toMatch(/took too long/);
  });

  test('sends no registration to a host of somebody else', async () => {
    const more = {
      registration_endpoint: 'https://victim.example/api',
      token_endpoint: 'https://token.vendor.example/t',
    };
    const { answer } = await found({ ...BOTH, [AT_ISSUER]: metadata(more) });
    const own = await found({
      ...BOTH,
      [AT_ISSUER]: metadata({ ...more, registration_endpoint: 'https://token.vendor.example/r' }),
    });

    expect(answer).toMatchObject({ servers: [{ issuer: ISSUER }] });
    expect(JSON.stringify(answer)).not.toContain('victim');
    expect(own.answer).toMatchObject({ servers: [{ registration: { url: 'https://token.vendor.example/r' } }] });
  });

  test.each<[string, object, object]>([
    ['endpoints on two hosts', { token_endpoint: 'https://token.vendor.example/t' }, { needsIssuer: true }],
    ['answers that name it', { authorization_response_iss_parameter_supported: true }, { needsIssuer: true }],
    ['neither', {}, { needsIssuer: false }],
    ['documents of clients', { client_id_metadata_document_supported: true }, { takesDocument: true }],
    [
      'registration of public clients',
      {
        registration_endpoint: 'https://login.vendor.example/r',
        token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
      },
      { registration: { url: 'https://login.vendor.example/r', method: 'none' } },
    ],
    [
      'registration, and no word of how clients authenticate',
      { registration_endpoint: 'https://login.vendor.example/r' },
      { registration: { url: 'https://login.vendor.example/r', method: 'client_secret_basic' } },
    ],
  ])('says what a credential needs of a server with %s', async (_what, more, expected) => {
    expect((await found({ ...BOTH, [AT_ISSUER]: metadata(more) })).answer).toMatchObject({ servers: [expected] });
  });

  test('asks for lasting access only where the server has a scope for it, and some are asked for', async () => {
    const lasting = { [AT_ISSUER]: metadata({ scopes_supported: ['read', 'offline_access'] }) };
    const some = await found({
      [`${PLACE}/team/mcp`]: resource({ scopes_supported: ['read', 'bad"scope'] }),
      ...lasting,
    });
    const none = await found({ ...BOTH, ...lasting });

    expect(some.answer).toMatchObject({ servers: [{ scope: 'read offline_access' }] });
    expect((none.answer as unknown as { servers: object[] }).servers[0]).not.toHaveProperty('scope');
  });
});

describe('a registered client', () => {
  test('is read with its secret and its end', () => {
    expect(
      registeredClient(
        { client_id: 'c', client_secret: 's', client_secret_expires_at: 1_900_000_000 },
        'client_secret_post',
      ),
    ).toEqual({
      clientId: 'c',
      clientSecret: 's',
      clientSecretExpiresAt: '2030-03-17T17:46:40.000Z',
      clientAuthentication: 'body',
    });
  });

  test('has no secret where it was asked for none, whatever it is given', () => {
    const answer = { client_id: 'c', client_secret: 's', token_endpoint_auth_method: 'none' };

    expect(registeredClient(answer, 'none')).toEqual({ clientId: 'c', clientAuthentication: 'basic' });
  });

  test.each<[string, JsonValue | undefined]>([
    ['nothing', undefined],
    ['a list', []],
    ['no id', { client_secret: 's' }],
    ['an id with a line break', { client_id: 'a\nb', client_secret: 's' }],
    ['no secret', { client_id: 'c' }],
    ['another way to authenticate', { client_id: 'c', token_endpoint_auth_method: 'private_key_jwt' }],
  ])('that is %s is refused', (_what, answer) => {
    expect(() => registeredClient(answer, 'client_secret_basic')).toThrow(/did not register/);
  });

  test('says where its answers go in its document, and that it has no secret', () => {
    expect(clientDocument('https://gate.example/oauth/client', 'https://gate.example/connect/callback')).toMatchObject({
      client_id: 'https://gate.example/oauth/client',
      redirect_uris: ['https://gate.example/connect/callback'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
    });
  });
});
