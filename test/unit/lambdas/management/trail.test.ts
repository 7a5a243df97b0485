/** What the trail says of changes of the configuration, over the management API and real tables. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
let id: string;
let path: string;
beforeEach(async () => {
  await stack.empty();
  id = (await stack.liveServer('Demo Store')).server.id;
  path = `/v1/servers/${id}`;
});

type Shown = { action: string; serverName?: string; detail: Record<string, unknown> };

const newest = async (action: string): Promise<Shown> => {
  const { body } = await stack.call('GET', `${path}/audit`, undefined, { query: { class: 'management' } });
  return body.items.find((entry: Shown) => entry.action === action);
};

const TOOL = { name: 'get_order', verb: 'GET', path: '/orders/{id}' };

describe('the entry of a change', () => {
  test('says of redaction whether it was switched off or on, and for which server', async () => {
    await stack.call('PATCH', path, { governance: { pii: false } });
    const off = await newest('server.change');
    await stack.call('PATCH', path, { governance: { pii: true } });
    const on = await newest('server.change');
    await stack.call('PATCH', path, { governance: { pii: null } });
    const back = await newest('server.change');

    expect([off, on, back].map(({ detail }) => detail['changes'])).toEqual([
      [{ field: 'governance.pii', old: null, new: false, inherited: true }],
      [{ field: 'governance.pii', old: false, new: true }],
      [{ field: 'governance.pii', old: true, new: null, inherited: true }],
    ]);
    expect(off.serverName).toBe('Demo Store');
  });

  test('has name, address and limits, and only what differs', async () => {
    await stack.call('PATCH', path, {
      name: 'Shop',
      baseUrl: 'https://shop.example.com',
      upstreamMs: 5_000,
      signed: false,
    });

    const { detail, serverName } = await newest('server.change');

    expect(detail['changes']).toEqual([
      { field: 'name', old: 'Demo Store', new: 'Shop' },
      { field: 'baseUrl', old: 'https://api.example.com/v1', new: 'https://shop.example.com' },
      { field: 'signed', old: true, new: false },
      { field: 'upstreamMs', old: null, new: 5_000 },
    ]);
    expect(serverName).toBe('Shop');
  });

  test('says of a credential that it was replaced, and no character of it', async () => {
    const secret = 'planted-credential-73519';
    await stack.call('PUT', `${path}/credentials`, { type: 'bearer', token: secret });
    await stack.call('PUT', `${path}/credentials`, { type: 'bearer', token: `${secret}-2` });

    const { detail } = await newest('server.credentials');

    expect(detail['changes']).toEqual([{ field: 'auth.credential', replaced: true }]);
    expect(JSON.stringify(await stack.rows('audit'))).not.toContain(secret);
  });

  test('of a change that was taken back says what was', async () => {
    stack.state.sandboxRefuses = true;
    await stack.call('PATCH', path, { governance: { maxItems: 7 } });
    stack.state.sandboxRefuses = false;

    const { detail } = await newest('server.change.undone');

    expect(detail['changes']).toEqual([{ field: 'governance.maxItems', old: null, new: 7, inherited: 50 }]);
  });

  test('has status, approved hosts and what a new server was made with', async () => {
    await stack.call('PATCH', path, { hosts: [{ origin: 'https://files.example.com', approved: true }] });
    await stack.call('PUT', `${path}/status`, { status: 'offline' });

    const [made, approved, offline] = await Promise.all(
      ['server.create', 'server.change', 'server.offline'].map(newest),
    );

    expect(made?.detail['changes']).toContainEqual({ field: 'name', old: null, new: 'Demo Store' });
    expect(approved?.detail['changes']).toEqual([{ field: 'hosts', old: [], new: ['https://files.example.com'] }]);
    expect(offline?.detail['changes']).toEqual([{ field: 'status', old: 'live', new: 'offline' }]);
  });

  test('names tools that were switched, and tells a tool’s fields with long ones as a diff', async () => {
    const made = await stack.call('POST', `${path}/tools`, TOOL);
    const description = Array.from({ length: 38 }, (_, at) => `Sentence ${at} about orders.`).join('\n');
    await stack.call('PATCH', `${path}/tools/${made.body.id}`, { description });
    const told = description.replace('Sentence 30 about', 'Sentence 30 on');
    await stack.call('PATCH', `${path}/tools/${made.body.id}`, {
      description: told,
      annotations: { openWorldHint: false },
    });
    const change = await newest('tool.change');
    await stack.call('PATCH', `${path}/tools`, { toolIds: [made.body.id], enabled: false });
    const switched = await newest('tools.switch');
    await stack.call('DELETE', `${path}/tools/${made.body.id}`);
    const removed = await newest('tool.delete');

    expect(change.detail['changes']).toMatchObject([
      { field: 'description', diff: expect.stringContaining('+Sentence 30 on orders.') },
      { field: 'annotations.openWorldHint', old: true, new: false },
    ]);
    expect(switched.detail).toEqual({
      enabled: false,
      changed: 1,
      tools: [{ id: made.body.id, name: 'get_order' }],
      changes: [{ field: 'enabled', old: true, new: false }],
    });
    expect(removed.detail['changes']).toContainEqual({ field: 'path', old: '/orders/{id}', new: null });
  });

  test('has what a token opens, with the server’s name also when it ends', async () => {
    const { body } = await stack.call('POST', `${path}/tokens`, { label: 'Claude', scopes: { access: 'read' } });
    await stack.call('DELETE', `${path}/tokens/${body.token.id}`);

    const [made, revoked] = await Promise.all(['token.create', 'token.revoke'].map(newest));

    expect(made?.detail['changes']).toEqual([
      { field: 'label', old: null, new: 'Claude' },
      { field: 'scopes.access', old: null, new: 'read' },
    ]);
    expect(revoked).toMatchObject({ serverName: 'Demo Store', detail: { label: 'Claude' } });
  });

  test('names the server after it was deleted', async () => {
    await stack.call('DELETE', path);

    const { body } = await stack.call('GET', '/v1/audit');

    expect(body.items[0]).toMatchObject({ action: 'server.delete', serverName: 'Demo Store' });
  });

  test('stays within its bound when every long text is another one', async () => {
    const systemRules = Array.from({ length: 300 }, (_, at) => `Rule ${at}`).join('\n');
    const fields = Array.from({ length: 200 }, (_, at) => `/${'a'.repeat(180)}/${at}`);
    const governance = { systemRules, allowFields: fields, customFields: fields };

    const answer = await stack.call('PATCH', path, { governance });

    const { detail } = await newest('server.change');
    expect(answer.status).toBe(200);
    expect((detail['changes'] as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'governance.allowFields',
      'governance.customFields',
      'governance.systemRules',
    ]);
    expect(JSON.stringify(detail).length).toBeLessThan(65_000);
  });
});
