/** Automation keys: what they may do, what they may not, and what ends them. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ROUTES, type Route } from '../../../../core/api/routes/index.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
const DAY_MS = 86_400_000;
const REFUSED = { status: 401, body: { code: 'key_not_accepted' } };

afterEach(async () => {
  jest.restoreAllMocks();
  await stack.empty();
});

const made = async (role = 'editor', more: object = {}, options: object = {}) =>
  (await stack.call('POST', '/v1/automation-keys', { label: 'CI', role, ...more }, options)).body as {
    key: { id: string; expiresAt: string; hint: string };
    value: string;
  };
const servers = (key: string) => stack.call('GET', '/v1/servers', undefined, { key });
const listed = async () => (await stack.call('GET', '/v1/automation-keys')).body.items;
const newServer = (key: string) =>
  stack.call(
    'POST',
    '/v1/servers',
    { name: 'Orders', source: { kind: 'manual' }, baseUrl: 'https://api.example.com', auth: { type: 'none' } },
    { key },
  );
function later(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('an automation key', () => {
  test('does what its role may, and the trail names it', async () => {
    const { key, value } = await made();

    const answer = await newServer(value);

    expect(answer.status).toBe(202);
    expect(await stack.rows('audit')).toContainEqual(
      expect.objectContaining({ action: 'server.create', actor: key.id, actorName: 'automation key CI' }),
    );
  });

  test('does no more than its role may', async () => {
    const { value } = await made('viewer');

    expect(await newServer(value)).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect(await servers(value)).toMatchObject({ status: 200 });
  });

  test('reaches no member, invitation or key, whatever its role', async () => {
    const { key, value } = await made('admin');
    const paths = Object.entries(ROUTES as Readonly<Record<string, Route>>).filter(([, { path }]) =>
      /^\/v1\/(?:members|invitations|automation-keys)/.test(path),
    );

    const answers = await Promise.all(
      paths.map(([, { method, path }]) =>
        stack.call(method, path.replace('{keyId}', key.id).replace(/\{\w+\}/, 'user-1'), undefined, { key: value }),
      ),
    );

    expect(paths.length).toBeGreaterThan(8);
    expect(answers.filter(({ body }) => body?.code !== 'key_not_allowed' && !/_not_found$/.test(body?.code))).toEqual(
      [],
    );
    expect(await listed()).toHaveLength(1);
  });

  test('is no person and no connection token, and makes no client that has tokens of its own', async () => {
    const { value } = await made('admin');
    const job = { name: 'Job', redirectUris: [], isMachine: true, auth: 'secret' };
    const { body: registered } = await stack.call('POST', '/v1/oauth-clients', job);
    const routes = Object.entries(ROUTES as Readonly<Record<string, Route>>).filter(
      ([id, { access }]) => access === 'person' || access === 'token' || /^(?:create|rotate)OauthClient$/.test(id),
    );

    const answers = await Promise.all(
      routes.map(async ([id, { method, path }]) => {
        const known = path
          .replace('{id}', 'srv_0123456789AB')
          .replace('{oauthClientId}', registered.client.id)
          .replace('{authorizationId}', 'a'.repeat(32))
          .replace('{tokenId}', `tok_${'0'.repeat(26)}`);
        return { id, code: (await stack.call(method, known, {}, { key: value })).body?.code };
      }),
    );

    expect(answers.length).toBeGreaterThan(10);
    expect(answers.filter(({ code }) => code !== 'key_not_allowed')).toEqual([]);
  });

  test('reads what anybody may read, and tries governance', async () => {
    const { value } = await made('viewer');

    expect(await stack.call('GET', '/v1/config', undefined, { key: value })).toMatchObject({ status: 200 });
    expect((await stack.call('POST', '/v1/governance/try', {}, { key: value })).body?.code).not.toBe('key_not_allowed');
  });

  test('is stored nowhere, and shown once', async () => {
    const { key, value } = await made();

    expect(await stack.everythingStored()).not.toContain(value.slice(16, -6));
    expect(await listed()).toEqual([expect.objectContaining({ id: key.id, label: 'CI', hint: value.slice(-4) })]);
    expect(JSON.stringify(await listed())).not.toContain(value);
  });

  test('that is revoked is refused from the next request on', async () => {
    const { key, value } = await made();
    const before = await servers(value);

    const answer = await stack.call('DELETE', `/v1/automation-keys/${key.id}`);

    expect(before.status).toBe(200);
    expect(answer.status).toBe(204);
    expect(await servers(value)).toMatchObject(REFUSED);
    expect(await listed()).toEqual([]);
    expect(await stack.call('DELETE', `/v1/automation-keys/${key.id}`)).toMatchObject({
      status: 404,
      body: { code: 'automation_key_not_found' },
    });
  });

  test('that has expired is refused', async () => {
    const { value } = await made('editor', { days: 2 });

    later(DAY_MS);
    expect(await servers(value)).toMatchObject({ status: 200 });
    jest.restoreAllMocks();
    later(2 * DAY_MS + 1_000);

    expect(await servers(value)).toMatchObject(REFUSED);
  });

  test.each([
    ['one letter', (value: string) => value.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['another secret', (value: string, other: string) => value.slice(0, 16) + other.slice(16)],
    ['a connection token', (value: string) => value.replace('pca_', 'pcl_')],
    ['nothing', () => ''],
  ])('is not another: %s', async (_what, changed) => {
    const { value } = await made();
    const { value: other } = await made();

    expect(await servers(changed(value, other))).toMatchObject(REFUSED);
  });

  test('ends with the person who made it, and with their role', async () => {
    const kim = { claims: { sub: 'kim', username: 'kim' } };
    const { value } = await made('editor', {}, kim);
    const { endHoldings, forbiddenTo } = await import('../../../../lambdas/management/members/holdings.ts');
    const kept = await servers(value);

    const ended = await endHoldings('kim', forbiddenTo('editor', true), { id: 'user-1' });

    expect(kept.status).toBe(200);
    expect(ended).toMatchObject({ keys: 1 });
    expect(await servers(value)).toMatchObject(REFUSED);
  });

  test('leaves nothing open to whoever made it, also of a key that was revoked before', async () => {
    const kim = { claims: { sub: 'kim', username: 'kim' } };
    const { key, value } = await made('editor', {}, kim);
    const { server } = (await newServer(value)).body;
    const path = `/v1/servers/${server.id}`;
    await stack.call('POST', `${path}/tokens`, { label: 'Kept' }, { key: value });
    const link = (await stack.call('POST', `${path}/setup-links`, { label: 'Sent' }, { key: value })).body.url;
    await stack.call('POST', '/v1/setup', { link: link.split('#')[1] });
    await stack.call('DELETE', `/v1/automation-keys/${key.id}`);
    const { endHoldings, forbiddenTo } = await import('../../../../lambdas/management/members/holdings.ts');

    const ended = await endHoldings('kim', forbiddenTo(undefined, false), { id: 'user-1' });

    expect(ended).toMatchObject({ tokens: 3 });
    expect((await stack.call('GET', `${path}/tokens`)).body).toMatchObject({ active: 0 });
  });
});

test('only an admin makes keys, for a year at most, and a hundred at most', async () => {
  expect(
    await stack.call('POST', '/v1/automation-keys', { label: 'CI', role: 'viewer' }, { role: 'editor' }),
  ).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(await stack.call('POST', '/v1/automation-keys', { label: 'CI', role: 'viewer', days: 367 })).toMatchObject({
    status: 400,
    body: { faults: [expect.objectContaining({ field: '/days' })] },
  });
  for (let count = 0; count < 100; count++) await made();
  expect(await stack.call('POST', '/v1/automation-keys', { label: 'CI', role: 'viewer' })).toMatchObject({
    status: 409,
    body: { code: 'too_many_keys' },
  });
});
