import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { readServer } from '../../../../aws/tables/servers.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { until } from '../../../support/until.ts';

const stack = await quietManagementStack();
beforeEach(async () => {
  stack.state.sandboxRefuses = false;
  await stack.empty();
});

const governanceOf = async (id: string) => (await loadBundle(id, (await readServer(id))?.bundle as never)).governance;

describe('global settings', () => {
  test('start as the defaults', async () => {
    const answer = await stack.call('GET', '/v1/settings', undefined, { role: 'viewer' });

    expect(answer.body).toMatchObject({
      version: 0,
      governance: { overrides: {}, effective: { pii: true, maxItems: 50 }, origins: { pii: 'default' } },
    });
  });

  test('are followed at once by live servers that do not override them, and by no other', async () => {
    const follower = await stack.liveServer('Follower');
    const own = await stack.liveServer('Own', { governance: { maxItems: 7 } });

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 20 } });

    expect(answer.body.resealed).toEqual({ following: 1, done: 1, failed: [], later: 0 });
    expect((await governanceOf(follower.server.id)).maxItems).toBe(20);
    expect((await governanceOf(own.server.id)).maxItems).toBe(7);
    const shown = await stack.call('GET', `/v1/servers/${follower.server.id}`);
    expect(shown.body.governance.origins.maxItems).toBe('global');
  });

  test('leave a server its pseudonyms, the same as before', async () => {
    const bundleOf = async (id: string) => loadBundle(id, (await readServer(id))?.bundle as never);
    const { server } = await stack.liveServer('Own', { governance: { pseudonyms: true } });
    const before = await bundleOf(server.id);

    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 20 } });

    const after = await bundleOf(server.id);
    expect([before.governance.maxItems, after.governance.maxItems]).toEqual([50, 20]);
    expect(before.pseudonymKey).toEqual(expect.any(String));
    expect(after.pseudonymKey).toBe(before.pseudonymKey);
  });

  test('seal nothing anew when nothing changes in effect', async () => {
    await stack.liveServer();

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 50, pii: true } });

    expect(answer.body.resealed).toEqual({ following: 0, done: 0, failed: [], later: 0 });
  });

  test('name the servers that could not follow', async () => {
    const { server } = await stack.liveServer('Stuck');
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('PUT', '/v1/settings', { governance: { pii: false } });

    expect(answer.status).toBe(200);
    expect(answer.body.resealed).toMatchObject({
      following: 1,
      done: 0,
      failed: [{ serverId: server.id, name: 'Stuck', code: 'sandbox_refused' }],
    });
  });

  test('name servers in the middle of a deployment, which may have passed the settings already', async () => {
    const made = await stack.call('POST', '/v1/servers', {
      name: 'Young',
      source: { kind: 'manual' },
      baseUrl: 'https://api.example.com',
      auth: { type: 'none' },
    });

    const answer = await stack.call('PUT', '/v1/settings', { governance: { pii: false } });

    expect(answer.body.resealed).toMatchObject({
      following: 1,
      failed: [{ serverId: made.body.server.id, code: 'deployment_running' }],
    });
  });

  test('hand on the servers that no longer fit before the answer is due, and these follow too', async () => {
    const made = await Promise.all(Array.from({ length: 11 }, (_, at) => stack.liveServer(`Server ${at}`)));
    const now = Date.now.bind(Date);
    let elapsed = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => {
      elapsed += 5_000;
      return now() + elapsed;
    });

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 33 } });
    clock.mockRestore();

    const { following, done, failed, later } = answer.body.resealed;
    expect({ following, failed }).toEqual({ following: 11, failed: [] });
    expect(later).toBeGreaterThan(0);
    expect(done + later).toBe(11);
    const maxItems = () => Promise.all(made.map(async ({ server }) => (await governanceOf(server.id)).maxItems));
    await until(async () => (await maxItems()).every((each) => each === 33));
    expect(await maxItems()).toEqual(Array(11).fill(33));
  });

  test('go back to the default with null', async () => {
    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 20, systemRules: 'Be brief.' } });

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: null } });

    expect(answer.body.governance.overrides).toEqual({ systemRules: 'Be brief.' });
    expect(answer.body).toMatchObject({ version: 2, updatedBy: 'user-1', updatedByName: 'ann' });
  });

  test('refuse a change on a version that has moved on', async () => {
    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 20 } });

    const answer = await stack.call('PUT', '/v1/settings', { governance: { maxItems: 30 }, version: 0 });

    expect(answer).toMatchObject({ status: 409, body: { code: 'settings_changed' } });
  });

  test('refuse bad values with each fault', async () => {
    const answer = await stack.call('PUT', '/v1/settings', {
      governance: { maxItems: 501, detectors: { nonsense: true }, customFields: ['a/b'], colour: 1 },
    });

    expect(answer.status).toBe(400);
    expect(answer.body.faults.map((fault: { field: string }) => fault.field).sort()).toEqual([
      '/governance/colour',
      '/governance/customFields/0',
      '/governance/detectors/nonsense',
      '/governance/maxItems',
    ]);
  });

  test('are recorded as an action that concerns no single server', async () => {
    await stack.call('PUT', '/v1/settings', { governance: { maxItems: 20 } });

    const trail = await stack.call('GET', '/v1/audit');

    expect(trail.body.items).toEqual([
      expect.objectContaining({
        action: 'settings.change',
        actor: 'user-1',
        actorName: 'ann',
        detail: { changes: [{ field: 'governance.maxItems', old: null, new: 20, inherited: 50 }] },
      }),
    ]);
  });
});

describe('trying governance', () => {
  const document = { users: [{ email: 'ann@example.com', id: 7 }], note: 'hello' };

  test('gives back the governed document in its shape, with findings and no values', async () => {
    const answer = await stack.call('POST', '/v1/governance/try', { document }, { role: 'viewer' });

    expect(answer.body.governed).toEqual({ users: [{ email: '[REDACTED:email]', id: 7 }], note: 'hello' });
    expect(answer.body.findings).toEqual([{ type: 'email', count: 1 }]);
    expect(answer.body.redactions.pointers).toEqual(['/users/0/email']);
    expect(JSON.stringify([answer.body.findings, answer.body.redactions])).not.toContain('ann@');
  });

  test('tells on request which rule decided each value', async () => {
    const document = { email: 'ann@example.com', status: 'open' };

    const plain = await stack.call('POST', '/v1/governance/try', { document });
    const asked = await stack.call('POST', '/v1/governance/try', { document, explain: true });

    expect(plain.body).not.toHaveProperty('explanation');
    expect(asked.body.explanation).toMatchObject({
      leaves: [
        { pointer: '/email', outcome: 'whole', rule: 'name.listed' },
        { pointer: '/status', outcome: 'kept', rule: 'text.short' },
      ],
      isCut: false,
      rules: { 'name.listed': { says: 'The name of the field is in the catalogue.' } },
    });
    expect(JSON.stringify(asked.body.explanation)).not.toContain('ann@');
  });

  test("lays settings over the server's own", async () => {
    const { server } = await stack.liveServer('Lax', { governance: { pii: false, maxItems: 5 } });
    const list = { document: Array.from({ length: 9 }, () => 'ann@example.com'), serverId: server.id };

    const own = await stack.call('POST', '/v1/governance/try', list);
    const strict = await stack.call('POST', '/v1/governance/try', { ...list, settings: { pii: null, maxItems: 6 } });

    expect(own.body.governed).toEqual(Array.from({ length: 5 }, () => 'ann@example.com'));
    expect(strict.body.governed).toEqual(Array.from({ length: 6 }, () => '[REDACTED:email]'));
    expect(strict.body.truncations).toEqual([expect.objectContaining({ total: 9, kept: 6 })]);
  });

  test('takes text and gives text', async () => {
    const answer = await stack.call('POST', '/v1/governance/try', { document: 'Write to ann@example.com today.' });

    expect(answer.body.governed).toBe('Write to [REDACTED:email] today.');
  });

  test('takes null and false as documents, and refuses none', async () => {
    const answers = await Promise.all(
      [null, false].map((value) => stack.call('POST', '/v1/governance/try', { document: value })),
    );
    const none = await stack.call('POST', '/v1/governance/try', {});

    expect(answers.map(({ body }) => body.governed)).toEqual([null, false]);
    expect(none.body.faults).toEqual([expect.objectContaining({ field: '/document' })]);
  });

  test('governs a large document off the thread that answers, as a small one', async () => {
    const lines = Array.from({ length: 4_000 }, (_, at) => `line ${at}: ann${at}@example.com`);

    const answer = await stack.call('POST', '/v1/governance/try', { document: lines.join('\n') });

    expect(answer.body.findings).toEqual([{ type: 'email', count: 4_000 }]);
    expect(answer.body.governed).not.toContain('@example.com');
  });

  test('stops what takes too long, says how to go on, and answers others meanwhile', async () => {
    const settings = { customPatterns: [{ name: 'slow', pattern: '(?:[ab]?){100}[ab]{100}$' }] };
    let isOver = false;

    const slow = stack
      .call('POST', '/v1/governance/try', { document: `${'ab'.repeat(500_000)}.`, settings })
      .finally(() => (isOver = true));
    const other = await stack.call('POST', '/v1/governance/try', { document: 'ann@example.com' }, { role: 'viewer' });
    const wasOver = isOver;

    expect(other.body.governed).toBe('[REDACTED:email]');
    expect(wasOver).toBe(false);
    expect((await slow).body.code).toBe('governance_timeout');
    expect(
      (
        await stack.call('POST', '/v1/governance/try', {
          document: 'abc1',
          settings: { customPatterns: [{ name: 'quick', pattern: 'c1' }] },
        })
      ).body.governed,
    ).toBe('ab[REDACTED:quick]');
  });

  test('keeps nothing of it', async () => {
    await stack.call('POST', '/v1/governance/try', { document });

    expect(await stack.everythingStored()).not.toContain('ann@example.com');
  });
});
