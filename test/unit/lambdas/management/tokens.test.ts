import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { tokenHashKey } from '../../../../aws/services/keys.ts';
import { addRefused, Counters } from '../../../../aws/tables/counters.ts';
import { hashToken } from '../../../../core/auth/tokens/format.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { quietManagementStack, type Row } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(() => {
  stack.state.pushFails = false;
});

async function serverWithTools() {
  const { server } = await stack.liveServer();
  const add = async (tool: object): Promise<{ id: string; name: string }> =>
    (await stack.call('POST', `/v1/servers/${server.id}/tools`, tool)).body;
  const tools = [
    await add({ name: 'getOrder', verb: 'GET', path: '/orders/{id}', description: 'One order' }),
    await add({ name: 'dropOrder', verb: 'DELETE', path: '/orders/{id}', description: 'Drop one' }),
  ] as const;
  return { server, tools };
}

/** Further tokens of the same server. */
const copiesOf = (row: Row | undefined, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...row, tokenHash: `${row?.['tokenHash']}${at}`, tokenId: `tok_${at}` }));

describe('making tokens', () => {
  test('shows the value once, and stores its HMAC only', async () => {
    const { server } = await stack.liveServer('My Shop');

    const made = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'Claude' }, { role: 'editor' });
    const list = await stack.call('GET', `/v1/servers/${server.id}/tokens`, undefined, { role: 'viewer' });

    const { value, id, hint } = made.body.token;
    expect(made.status).toBe(201);
    expect(made.body.config).toEqual({
      mcpServers: { 'my-shop': { type: 'http', url: `https://edge.example.com/${value}/mcp` } },
    });
    expect(hint).toBe(value.slice(-4));
    const row = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === id);
    expect(row?.['tokenHash']).toBe(hashToken(await tokenHashKey(), value));
    expect(list.body).toMatchObject({ active: 2, limit: LIMITS.tokensPerServer });
    expect(list.body.items.find((item: { id: string }) => item.id === id)).toEqual({
      id,
      label: 'Claude',
      hint,
      status: 'active',
      createdAt: expect.any(String),
      createdBy: 'user-1',
      createdByName: 'ann',
    });
    expect(JSON.stringify(list.body)).not.toContain(row?.['tokenHash'] as string);
    expect(await stack.everythingStored()).not.toContain(value);
  });

  test('allows as many active ones as the limit says, and another after one was revoked', async () => {
    const { server, token } = await stack.liveServer();
    const [row] = (await stack.rows('tokens')).filter(({ serverId }) => serverId === server.id);
    await stack.store('tokens', copiesOf(row, LIMITS.tokensPerServer - 1));

    const refused = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'one too many' });
    await stack.call('DELETE', `/v1/servers/${server.id}/tokens/${token.id}`);
    const allowed = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'fits again' });

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'too_many_tokens', context: { limit: LIMITS.tokensPerServer } },
    });
    expect(allowed.status).toBe(201);
  });

  test('keeps the limit when many are made at the same moment', async () => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}/tokens`;
    const [row] = (await stack.rows('tokens')).filter(({ serverId }) => serverId === server.id);
    const free = 3;
    await stack.store('tokens', copiesOf(row, LIMITS.tokensPerServer - free - 1));

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stack.call('POST', path, { label: `at once ${at}` })),
    );

    // Whoever lost against the others too often is told to try again; nobody gets one too many.
    const made = answers.filter(({ status }) => status === 201).length;
    const codes = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]));
    expect(made).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 'too_many_tokens' && code !== 'write_conflict')).toEqual([]);
    let one = await stack.call('POST', path, { label: 'after them' });
    for (let later = made; later < free; later++) {
      expect(one.status).toBe(201);
      one = await stack.call('POST', path, { label: 'after them' });
    }
    expect(one.body.code).toBe('too_many_tokens');
    const rows = (await stack.rows('tokens')).filter(({ serverId }) => serverId === server.id);
    expect(rows).toHaveLength(LIMITS.tokensPerServer);
  });

  test('gives the value of a token whose writing was refused because its first response was lost', async () => {
    const { server } = await stack.liveServer();
    const client = documents();
    const send = client.send.bind(client) as (command: unknown, ...rest: unknown[]) => Promise<unknown>;
    let isLost = false;
    const spy = jest.spyOn(client, 'send').mockImplementation((async (command: object, ...rest: unknown[]) => {
      const answer = await send(command, ...rest);
      if (isLost || command.constructor.name !== 'TransactWriteCommand') return answer;
      isLost = true;
      throw Object.assign(new Error('repeated'), { name: 'TransactionCanceledException' });
    }) as never);

    const made = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'once' });

    expect(isLost).toBe(true);
    expect(made.status).toBe(201);
    const rows = (await stack.rows('tokens')).filter(({ label }) => label === 'once');
    expect(rows.map(({ tokenId }) => tokenId)).toEqual([made.body.token.id]);
    spy.mockRestore();
  });

  test('takes an expiry in any time zone, stores it as UTC, and refuses one that has passed', async () => {
    const { server } = await stack.liveServer();
    const post = (expiresAt: string) =>
      stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'x', expiresAt });

    const made = await post('2100-01-01T02:00:00+02:00');
    const past = await post('2020-01-01T00:00:00Z');
    const wrong = await post('tomorrow');

    expect(made.body.token.expiresAt).toBe('2100-01-01T00:00:00.000Z');
    expect(past.body.faults).toEqual([expect.objectContaining({ field: '/expiresAt', rule: 'future' })]);
    expect(wrong.body.faults).toEqual([expect.objectContaining({ field: '/expiresAt', rule: 'format' })]);
  });

  test('binds it to tools that change nothing, to chosen ones, or to both', async () => {
    const { server, tools } = await serverWithTools();
    const [one, two] = tools;
    const chosen = [one.id, two.id].sort();
    const post = (label: string, scopes: object) =>
      stack.call('POST', `/v1/servers/${server.id}/tokens`, { label, scopes });

    const reading = await post('reads', { access: 'read' });
    const both = await post('both', { access: 'read', tools: [two.id, one.id, two.id] });
    const list = await stack.call('GET', `/v1/servers/${server.id}/tokens`, undefined, { role: 'viewer' });
    const trail = await stack.call('GET', `/v1/servers/${server.id}/audit`);

    expect([reading.status, both.status]).toEqual([201, 201]);
    expect(reading.body.token.scopes).toEqual({ access: 'read' });
    expect(both.body.token.scopes).toEqual({ access: 'read', tools: chosen });
    const scopesOf = (label: string) => list.body.items.find((item: { label: string }) => item.label === label).scopes;
    expect([scopesOf('reads'), scopesOf('both'), scopesOf('First connection')]).toEqual([
      { access: 'read' },
      { access: 'read', tools: chosen },
      undefined,
    ]);
    const details = trail.body.items
      .filter((entry: { action: string }) => entry.action === 'token.create')
      .map((entry: { detail: { scopes: object } }) => entry.detail.scopes);
    expect(details).toEqual([
      {
        access: 'read',
        tools: chosen.map((id) => tools.map(({ id, name }) => ({ id, name })).find((tool) => tool.id === id)),
      },
      { access: 'read' },
    ]);
  });

  test.each<[string, (known: string) => object | null, string, string]>([
    ['no tools', () => ({ tools: [] }), '/scopes/tools', 'at least one tool'],
    ['nothing at all', () => ({}), '/scopes/access', 'leave scopes out'],
    ['null', () => null, '/scopes', ''],
    ['an access that is none', () => ({ access: 'write' }), '/scopes/access', ''],
    ['a rule that is none', () => ({ access: 'read', hosts: [] }), '/scopes/hosts', ''],
    ['what is no id', () => ({ tools: ['listThings'] }), '/scopes/tools/0', ''],
    [
      'a tool that is not there',
      (known) => ({ tools: [known, `tool_${'0'.repeat(26)}`] }),
      '/scopes/tools/1',
      'not a tool of this server',
    ],
    ['too many', (known) => ({ tools: Array.from({ length: 201 }, () => known) }), '/scopes/tools', '200'],
  ])('makes none that is bound to %s', async (_what, scopes, field, message) => {
    const { server, tools } = await serverWithTools();

    const answer = await stack.call('POST', `/v1/servers/${server.id}/tokens`, {
      label: 'x',
      scopes: scopes(tools[0].id),
    });

    expect(answer.status).toBe(400);
    expect(answer.body.faults).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })]);
    expect((await stack.call('GET', `/v1/servers/${server.id}/tokens`)).body.items).toHaveLength(1);
  });

  test('takes no tool of another server', async () => {
    const [one, other] = [await stack.liveServer(), await serverWithTools()];

    const answer = await stack.call('POST', `/v1/servers/${one.server.id}/tokens`, {
      label: 'x',
      scopes: { tools: [other.tools[0].id] },
    });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: '/scopes/tools/0', rule: 'unknown_tool' })]);
  });

  test('needs a label', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: '  ' });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: '/label' })]);
  });
});

describe('revoking', () => {
  test('writes before it pushes, and leaves other tokens alone', async () => {
    const { server, token } = await stack.liveServer();
    await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'stays' });
    stack.pushes.length = 0;

    const answer = await stack.call('DELETE', `/v1/servers/${server.id}/tokens/${token.id}`);

    expect(answer.status).toBe(204);
    const row = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === token.id);
    expect(row).toMatchObject({ revokedBy: 'user-1', revokedByName: 'ann', revokedAt: expect.any(String) });
    expect(stack.pushes).toEqual([`mcp/${row?.['tokenHash']}/revoked`]);
    const list = await stack.call('GET', `/v1/servers/${server.id}/tokens`);
    expect(list.body.items.map((item: { status: string }) => item.status).sort()).toEqual(['active', 'revoked']);
  });

  test('stands when the push channel is down', async () => {
    const { server, token } = await stack.liveServer();
    stack.state.pushFails = true;

    const answer = await stack.call('DELETE', `/v1/servers/${server.id}/tokens/${token.id}`);

    expect(answer.status).toBe(204);
    const row = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === token.id);
    expect(row?.['revokedAt']).toBeDefined();
  });

  test('may be repeated: pushed again, recorded once, first moment kept', async () => {
    const { server, token } = await stack.liveServer();
    const path = `/v1/servers/${server.id}/tokens/${token.id}`;
    await stack.call('DELETE', path);
    const first = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === token.id)?.['revokedAt'];
    stack.pushes.length = 0;

    const again = await stack.call('DELETE', path);

    expect(again.status).toBe(204);
    expect(stack.pushes).toHaveLength(1);
    const trail = await stack.call('GET', `/v1/servers/${server.id}/audit`);
    expect(trail.body.items.filter((entry: { action: string }) => entry.action === 'token.revoke')).toHaveLength(1);
    const row = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === token.id);
    expect(row?.['revokedAt']).toBe(first);
  });

  test('is in the trail once it was asked for again, when it could not be entered the first time', async () => {
    const { server, token } = await stack.liveServer();
    const path = `/v1/servers/${server.id}/tokens/${token.id}`;
    const { TABLE_AUDIT } = process.env;
    process.env['TABLE_AUDIT'] = 'away';
    const unheard = await stack.call('DELETE', path);
    process.env['TABLE_AUDIT'] = TABLE_AUDIT;

    const again = await stack.call('DELETE', path);

    expect([unheard.status, again.status]).toEqual([500, 204]);
    const [row] = (await stack.rows('tokens')).filter(({ tokenId }) => tokenId === token.id);
    const trail = await stack.call('GET', `/v1/servers/${server.id}/audit`);
    expect(trail.body.items.filter((entry: { action: string }) => entry.action === 'token.revoke')).toMatchObject([
      { at: row?.['revokedAt'], actor: row?.['revokedBy'], detail: { tokenId: token.id } },
    ]);
  });

  test('does not reach the token of another server', async () => {
    const [one, other] = [await stack.liveServer(), await stack.liveServer()];

    const answer = await stack.call('DELETE', `/v1/servers/${one.server.id}/tokens/${other.token.id}`);

    expect(answer).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    const row = (await stack.rows('tokens')).find(({ tokenId }) => tokenId === other.token.id);
    expect(row?.['revokedAt']).toBeUndefined();
  });
});

describe('limits', () => {
  test('of a server are set one subject at a time, and taken back, without a new bundle', async () => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}`;

    const first = await stack.call('PATCH', path, {
      limits: { server: { callsPerSecond: 50 }, token: { callsPerDay: 1_000, streams: 2 } },
    });
    const second = await stack.call('PATCH', path, { limits: { server: null, person: { concurrentCalls: 3 } } });
    const trail = await stack.call('GET', `${path}/audit`);

    expect(first.body).toMatchObject({
      limits: { server: { callsPerSecond: 50 }, token: { callsPerDay: 1_000, streams: 2 } },
      resealed: false,
    });
    expect(second.body.limits).toEqual({ token: { callsPerDay: 1_000, streams: 2 }, person: { concurrentCalls: 3 } });
    expect(trail.body.items[0].detail.changes).toEqual([
      { field: 'limits.server.callsPerSecond', old: 50, new: null },
      { field: 'limits.person.concurrentCalls', old: null, new: 3 },
    ]);
  });

  test('of a token are set when it is made, changed, and taken back; of a revoked one they are not', async () => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}/tokens`;
    const made = await stack.call('POST', path, { label: 'agent', limits: { callsPerSecond: 5 } });
    const own = `${path}/${made.body.token.id}`;

    const changed = await stack.call('PATCH', own, { limits: { callsPerSecond: 2, answerBytesPerDay: 5_000_000 } });
    const none = await stack.call('PATCH', own, { limits: {} });
    const inherited = await stack.call('PATCH', own, { limits: null }, { role: 'editor' });
    await stack.call('DELETE', own);
    const late = await stack.call('PATCH', own, { limits: { callsPerSecond: 9 } });
    const trail = await stack.call('GET', `/v1/servers/${server.id}/audit`);

    expect(changed).toMatchObject({
      status: 200,
      body: { label: 'agent', limits: { callsPerSecond: 2, answerBytesPerDay: 5_000_000 } },
    });
    expect(none.body.limits).toEqual({});
    expect(inherited.body.limits).toBeUndefined();
    expect(late).toMatchObject({ status: 404, body: { code: 'token_not_found' } });
    const details = trail.body.items.filter(({ action }: { action: string }) => action === 'token.change');
    expect(details.map(({ detail }: { detail: { changes?: object[] } }) => detail.changes?.length)).toEqual([0, 2, 2]);
  });

  test.each<[string, object, string]>([
    ['none at all', { callsPerSecond: 0 }, '/limits/callsPerSecond'],
    ['a fraction', { callsPerDay: 1.5 }, '/limits/callsPerDay'],
    ['more than one row counts', { concurrentCalls: 201 }, '/limits/concurrentCalls'],
    ['another name', { callsPerMinute: 5 }, '/limits/callsPerMinute'],
  ])('are refused with %s', async (_, limits, field) => {
    const { server } = await stack.liveServer();

    const refused = await stack.call('POST', `/v1/servers/${server.id}/tokens`, { label: 'x', limits });

    expect(refused).toMatchObject({ status: 400, body: { faults: [{ field }] } });
  });

  test('and what was used of them is told', async () => {
    const { server } = await stack.liveServer();
    const path = `/v1/servers/${server.id}`;
    await stack.call('PATCH', path, { limits: { server: { callsPerDay: 500 } } });
    const { body } = await stack.call('POST', `${path}/tokens`, { label: 'x', limits: { answerBytesPerDay: 9_000 } });
    await addRefused(server.id, { rate_limited: 3, daily_calls_reached: 7 });
    await new Counters('day').take(`server.${server.id}.calls`, 500);

    const usage = await stack.call('GET', `${path}/usage`, undefined, { role: 'viewer' });

    expect(usage).toMatchObject({
      status: 200,
      body: {
        server: { calls: 1 },
        tokens: [{ id: body.token.id, answerBytes: 0 }],
        refused: [
          { code: 'daily_calls_reached', calls: 7 },
          { code: 'rate_limited', calls: 3 },
        ],
      },
    });
  });
});
