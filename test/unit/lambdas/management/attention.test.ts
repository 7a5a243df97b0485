/** GET /v1/attention with real tables: what it says of states that really came about, in pages, and to whom. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { breakerKey } from '../../../../aws/tables/breakers.ts';
import { counterKey } from '../../../../aws/tables/counters.ts';
import { windowOf } from '../../../../core/limiting/lease.ts';
import { importResult, type ManagementStack, quietManagementStack } from '../../../support/managementStack.ts';

const stack: ManagementStack = await quietManagementStack();
const { call, liveServer, runPipeline, state, store } = stack;
beforeEach(() => stack.empty());

const listed = async (query?: Record<string, string>, role: 'admin' | 'viewer' = 'admin') =>
  (await call('GET', '/v1/attention', undefined, { role, ...(query && { query }) })).body as {
    items: { condition: string; title: string; action: { label: string; operation?: string } }[];
    looked: number;
    next?: string;
  };
const conditions = async () => (await listed()).items.map(({ condition }) => condition);

test('nothing needs anybody where all is well', async () => {
  await liveServer();

  expect(await listed()).toEqual({ items: [], looked: 1 });
});

test('a copy without its credential says so until one is given, or it is said that none is needed', async () => {
  // Prepare
  const { server } = await liveServer('Orders', { auth: { type: 'bearer', token: 'secret-token' } });
  const copies = await Promise.all([1, 2].map(() => call('POST', `/v1/servers/${server.id}/duplicate`, {})));
  for (const { body } of copies) await runPipeline(body.deployment.id);
  const [one = '', other = ''] = copies.map(({ body }) => `/v1/servers/${body.server.id}`);

  // Act
  const before = await listed();
  const isMissing = (await call('GET', one)).body.auth.missing;
  await call('PUT', `${one}/credentials`, { type: 'bearer', token: 'its-own' });
  const between = await conditions();
  await call('PUT', `${other}/credentials`, { type: 'none' });
  const after = await conditions();

  // Assess
  expect(before.items.map(({ title }) => title)).toEqual(Array(2).fill('No credential for api.example.com'));
  expect(isMissing).toBe(true);
  expect([between, after]).toEqual([['credential_missing'], []]);
  expect((await call('GET', other)).body.auth).toEqual({ type: 'none' });
});

test('a copy for which “none” was chosen lacks nothing', async () => {
  const { server } = await liveServer('Orders', { auth: { type: 'bearer', token: 'secret-token' } });
  await call('POST', `/v1/servers/${server.id}/duplicate`, { auth: { type: 'none' } });

  expect(await conditions()).toEqual([]);
});

test('a deployment that waits for approval, and one that failed, are there until one goes live', async () => {
  // Prepare
  state.imported = importResult();
  const made = await call('POST', '/v1/servers', {
    source: { kind: 'openapi', url: 'https://docs.example.com/openapi.json' },
    auth: { type: 'none' },
    signed: true,
  });
  await runPipeline(made.body.deployment.id);
  const path = `/v1/servers/${made.body.server.id}/deployments`;
  const deploy = async (body: object) => {
    const { id } = (await call('POST', path, body)).body;
    await runPipeline(id);
    return (await call('GET', `${path}/${id}`)).body;
  };

  // Act
  const before = await conditions();
  state.imported = importResult('GET /orders', 'DELETE /everything');
  const stopped = await deploy({ reimport: true });
  const waiting = await listed();
  state.imported = undefined;
  await deploy({ reimport: true });
  const failed = await conditions();
  await deploy({});
  const after = await conditions();

  // Assess
  expect([before, stopped.error.code]).toEqual([[], 'surface_changed']);
  expect(waiting.items).toMatchObject([
    {
      condition: 'approval_waiting',
      since: expect.any(String),
      action: { path: `/servers/${made.body.server.id}/deployments` },
    },
  ]);
  expect([failed, after]).toEqual([['deployment_failed'], []]);
});

describe('with stopped and refused calls', () => {
  async function stopCalls(): Promise<string> {
    const { server } = await liveServer();
    await call('PATCH', `/v1/servers/${server.id}`, { breaker: { failurePercent: 50 } });
    const now = Date.now();
    await store('sessions', [
      { sessionId: breakerKey(server.id), openedAt: now, until: now + 60_000, reason: 'slow' },
      {
        sessionId: counterKey(`refused.${server.id}`, windowOf('day', now)),
        rate_limited: 60,
        expiresAt: 1,
      },
    ]);
    return server.id;
  }

  test('both are listed, and an editor’s button ends the first', async () => {
    const id = await stopCalls();

    const before = await listed();
    await call('POST', `/v1/servers/${id}/resume`);

    expect(before.items.map(({ condition }) => condition)).toEqual(['calls_stopped', 'calls_refused']);
    expect(before.items[0]?.action).toMatchObject({ label: 'Resume calls', operation: 'resumeCalls' });
    expect(await conditions()).toEqual(['calls_refused']);
  });

  test('a viewer sees the same without the button', async () => {
    await stopCalls();

    const { items } = await listed({}, 'viewer');

    expect(items.map(({ condition }) => condition)).toEqual(['calls_stopped', 'calls_refused']);
    expect(items[0]?.action).toEqual({ label: 'Open the server', path: expect.stringMatching(/^\/servers\/srv_/) });
  });
});

test('a token that a client uses is there before it ends; sessions, and what was revoked, are not', async () => {
  // Prepare
  const { server } = await liveServer();
  const row = {
    serverId: server.id,
    hint: 'abcd',
    createdAt: new Date().toISOString(),
    createdBy: 'ann',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    lastUsedAt: new Date().toISOString(),
  };
  await store('tokens', [
    { ...row, tokenHash: '1', tokenId: 'tok_1', label: 'Claude' },
    { ...row, tokenHash: '2', tokenId: 'tok_2', label: 'Revoked', revokedAt: row.createdAt },
    { ...row, tokenHash: '3', tokenId: 'tok_3', label: 'Session', signIn: { person: { id: 'ann' } } },
  ]);

  // Act
  const { items } = await listed();

  // Assess
  expect(items.map(({ title }) => title)).toEqual(['The token “Claude” expires soon']);
});

test('pages look at every server once, and one server can be asked for', async () => {
  // Prepare
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const made = await call('POST', '/v1/servers', {
      name,
      source: { kind: 'openapi', url: `https://docs.example.com/${name}.json` },
      auth: { type: 'none' },
    });
    await runPipeline(made.body.deployment.id);
    ids.push(made.body.server.id);
  }

  // Act
  const first = await listed({ limit: '2' });
  const second = await listed({ limit: '2', after: first.next ?? '' });
  const alone = await listed({ server: ids[1] ?? '' });

  // Assess
  expect([first.looked, second.looked, second.next]).toEqual([2, 1, undefined]);
  const seen = [...first.items, ...second.items] as unknown as { server: { id: string } }[];
  expect(seen.map(({ server }) => server.id).sort()).toEqual([...ids].sort());
  expect(alone).toMatchObject({ looked: 1, items: [{ condition: 'not_live', server: { name: 'Two' } }] });
  expect((await call('GET', '/v1/attention', undefined, { query: { server: 'srv_000000000000' } })).status).toBe(404);
});
