/** Trying stored credentials: what is asked of the sandbox, who may ask, and what is entered. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { upstreamTokens } from '../../../../aws/tables/upstreamTokens.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import { versionOfCredential } from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => {
  stack.state.sandboxRefuses = false;
});

async function liveServer(auth: object) {
  const { server } = await stack.liveServer('Orders', { auth });
  stack.sandboxRequests.length = 0;
  return { id: server.id as string, path: `/v1/servers/${server.id}/credentials/check` };
}
const BEARER = { type: 'bearer', token: 'upstream-secret' };

test('opens each stored credential in the sandbox of the server, and enters that it was asked', async () => {
  const { id, path } = await liveServer(BEARER);

  const answer = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(answer).toMatchObject({
    status: 200,
    body: { items: [{ origin: 'https://api.example.com', type: 'bearer', works: true }] },
  });
  expect(stack.sandboxRequests).toEqual([
    expect.objectContaining({
      kind: 'probe',
      serverId: id,
      credential: { origin: 'https://api.example.com', ciphertext: expect.any(String) },
    }),
  ]);
  const trail = await stack.call('GET', `/v1/servers/${id}/audit`, undefined, { query: { class: 'management' } });
  expect(trail.body.items[0]).toMatchObject({ action: 'server.credentials.check', detail: { failed: 0 } });
});

test('has nothing to open where none is stored', async () => {
  const { path } = await liveServer({ type: 'none' });

  const answer = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(answer).toMatchObject({ status: 200, body: { items: [] } });
  expect(stack.sandboxRequests).toEqual([]);
});

test('is for editors, and tells a fault of the sandbox as one', async () => {
  const { path } = await liveServer(BEARER);
  const viewer = await stack.call('POST', path, undefined, { role: 'viewer' });
  stack.state.sandboxRefuses = true;
  const failed = await stack.call('POST', path, undefined, { role: 'editor' });

  expect(viewer).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(failed).toMatchObject({ status: 502, body: { code: 'bundle_unavailable' } });
});

describe('a credential that is not stored', () => {
  const PATH = '/v1/credentials/check';
  const SIGN_IN = {
    type: 'oauth2',
    grant: 'clientCredentials',
    tokenUrl: 'https://login.example.com/token',
    clientId: 'a',
    clientSecret: 'planted-secret-7f31',
  };

  test('is sealed for an id of its own and tried in its sandbox, and none of it is entered', async () => {
    stack.sandboxRequests.length = 0;
    const auth = { type: 'combined', parts: [SIGN_IN, { type: 'header', name: 'X-Key', value: 'planted-key-7f31' }] };

    const answers = [
      await stack.call('POST', PATH, { auth }, { role: 'editor' }),
      await stack.call('POST', PATH, { auth }, { role: 'editor' }),
    ];

    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 200, body: { works: true } }),
    );
    const [one, other] = stack.sandboxRequests;
    expect(one).toEqual({
      kind: 'check',
      serverId: expect.stringMatching(/^srv_/),
      origin: 'https://login.example.com',
      ciphertext: expect.stringMatching(/^v2\./),
    });
    expect(one?.serverId).not.toBe(other?.serverId);
    expect(JSON.stringify(stack.sandboxRequests)).not.toContain('planted');
    const trail = await stack.call('GET', '/v1/audit', undefined, { role: 'admin' });
    expect(trail.body.items[0]).toMatchObject({ action: 'credential.try', detail: { works: true } });
    expect(JSON.stringify(trail.body)).not.toContain('planted');
  });

  test.each([
    ['signs in nowhere', { type: 'bearer', token: 'abc' }],
    ['is a refresh token', { ...SIGN_IN, grant: 'refreshToken', refreshToken: 'planted-refresh' }],
  ])('is not tried when it %s', async (_, auth) => {
    stack.sandboxRequests.length = 0;

    const answer = await stack.call('POST', PATH, { auth }, { role: 'editor' });

    expect(answer).toMatchObject({ status: 422, body: { code: 'credential_not_triable' } });
    expect(stack.sandboxRequests).toEqual([]);
  });

  test('is for editors, and has to be one', async () => {
    const viewer = await stack.call('POST', PATH, { auth: SIGN_IN }, { role: 'viewer' });
    const invalid = await stack.call('POST', PATH, { auth: { ...SIGN_IN, tokenUrl: 'http://a' } }, { role: 'editor' });

    expect(viewer).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect(invalid).toMatchObject({ status: 400 });
  });
});

test('a role is taken if the deployment allows any, and the principal of its trust policy is told', async () => {
  // Prepare
  const roleArn = 'arn:aws:iam::123456789012:role/orders';
  const auth = { type: 'awsSigV4', roleArn, region: 'eu-central-1', service: 'execute-api' };
  const { server } = await stack.liveServer('Orders');
  const path = `/v1/servers/${server.id}/credentials`;

  // Act
  const without = await stack.call('PUT', path, auth);
  const settingsWithout = await stack.call('GET', '/v1/settings');
  process.env['SANDBOX_ROLE'] = 'arn:aws:iam::000000000000:role/Sandbox';
  const settings = await stack.call('GET', '/v1/settings');
  const taken = await stack.call('PUT', path, auth);
  const both = await stack.call('PUT', path, { ...auth, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' });
  delete process.env['SANDBOX_ROLE'];

  // Assess
  expect(without).toMatchObject({ status: 422, body: { code: 'role_not_allowed' } });
  expect(settingsWithout.body.sandboxRole).toBeUndefined();
  expect(settings.body.sandboxRole).toBe('arn:aws:iam::000000000000:role/Sandbox');
  expect(taken.body.auth).toMatchObject(auth);
  expect(both.body).toMatchObject({ code: 'credential_invalid', faults: [{ field: '/accessKeyId' }] });
});

const SIGN_IN = {
  type: 'oauth2',
  grant: 'clientCredentials',
  tokenUrl: 'https://login.example.com/token',
  clientId: 'a',
  clientSecret: 'planted-secret-7f31',
};

/** A live server whose credential is {@link SIGN_IN}, with its row. */
async function signingInServer() {
  const { id } = await liveServer(SIGN_IN);
  const row = (await stack.rows('servers')).find(({ serverId }) => serverId === id) as unknown as ServerRow;
  return { id, path: `/v1/servers/${id}`, row };
}

test('the host that a token endpoint names is shown, and is used once it is made the base URL with a credential', async () => {
  // Prepare
  const { id, path, row } = await signingInServer();
  await upstreamTokens.write({
    serverId: id,
    holder: 'server',
    credential: versionOfCredential(row.auth.ciphertext ?? ''),
    generation: 1,
    version: 0,
    sealed: 't1.x',
    instance: 'https://org.example.com',
  });

  // Act
  const shown = await stack.call('GET', path);
  const alone = await stack.call('PATCH', path, { baseUrl: 'https://org.example.com/v1' });
  const moved = await stack.call('PATCH', path, { baseUrl: 'https://org.example.com/v1', auth: SIGN_IN });
  const after = await stack.call('GET', path);

  // Assess
  expect(shown.body).toMatchObject({
    baseUrl: 'https://api.example.com/v1',
    instance: { origin: 'https://org.example.com', host: 'login.example.com' },
  });
  expect(alone).toMatchObject({ status: 409, body: { code: 'credential_bound' } });
  expect(moved.body).toMatchObject({
    baseUrl: 'https://org.example.com/v1',
    auth: { origin: 'https://org.example.com' },
  });
  expect(after.body.instance).toBeUndefined();
});

test('a sign-in that was refused is told with the server and what to do, until another credential is given', async () => {
  const { id, path, row } = await signingInServer();
  const before = await stack.call('GET', path);
  await upstreamTokens.write({
    serverId: id,
    holder: 'server',
    credential: versionOfCredential(row.auth.ciphertext ?? ''),
    generation: 0,
    version: 0,
    failure: { code: 'oauth_secret_expired', until: 1 },
  });

  const failing = await stack.call('GET', path, undefined, { role: 'viewer' });
  await stack.call('PUT', `${path}/credentials`, { ...SIGN_IN, clientSecret: 'planted-secret-82c4' });
  const replaced = await stack.call('GET', path);

  expect(before.body.signInFailures).toBeUndefined();
  expect(failing.body.signInFailures).toEqual([
    {
      origin: 'https://api.example.com',
      host: 'login.example.com',
      code: 'oauth_secret_expired',
      message: expect.stringContaining('expired'),
      wayOut: expect.stringContaining('enter the credential again'),
    },
  ]);
  expect(replaced.body.signInFailures).toBeUndefined();
});
