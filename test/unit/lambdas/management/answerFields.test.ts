/** The fields of recorded answers through the handler: by the settings, tools and floor of a server, within limits, for its own tools alone. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(async () => {
  stack.state.imported = undefined;
  await stack.empty();
});

async function serverWith(governance: object) {
  stack.state.imported = importResult('GET /orders', 'GET /customers');
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Shop', { source, governance });
  const path = `/v1/servers/${server.id}/tools`;
  const { items } = (await stack.call('GET', path)).body as { items: { id: string; name: string }[] };
  const ids = Object.fromEntries(items.map(({ name, id }) => [name, id])) as Record<string, string>;
  const tell = (answers: object[], role = 'viewer') =>
    stack.call('POST', `${path}/fields`, { answers }, { role } as never);
  return { path, ids, tell };
}
const ORDER = JSON.stringify({
  items: [{ id: 'ord_1', status: 'on its way', mail: 'ann@example.org', link: 'https://api.example.com/orders/ord_1' }],
});
const rowsOf = (answer: { body: { rows: { path: string }[] } }) =>
  new Map(answer.body.rows.map((row) => [row.path, row]));

describe('the fields of recorded answers', () => {
  test('are told by the settings in effect and by the marks of the tool, to viewers', async () => {
    const { path, ids, tell } = await serverWith({ mode: 'closed' });
    const before = rowsOf(await tell([{ toolId: ids['get_orders'], text: ORDER }]));

    await stack.call('PATCH', path, {
      marks: { [ids['get_orders'] as string]: { fields: { 'items.status': 'keep' } } },
    });
    const after = await tell([
      { toolId: ids['get_orders'], text: ORDER },
      { toolId: ids['get_customers'], text: ORDER },
    ]);

    expect(before.get('items.status')).toMatchObject({ withheld: 1, inMode: { closed: 1, strict: 0 } });
    expect(before.get('items.mail')).toMatchObject({ redacted: 1, kinds: { email: 1 } });
    // An address of the API's own host.
    expect(before.get('items.link')).toMatchObject({ kept: 1 });
    const marked = after.body.rows.filter(({ path: at }: { path: string }) => at === 'items.status');
    expect(marked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ toolId: ids['get_orders'], kept: 1, mark: 'keep' }),
        expect.objectContaining({ toolId: ids['get_customers'], withheld: 1 }),
      ]),
    );
    expect(JSON.stringify(after.body)).not.toMatch(/ann@|on its way|ord_1/);
  });

  test('are held to the floor', async () => {
    const { ids, tell } = await serverWith({ mode: 'minimal' });
    const own = rowsOf(await tell([{ toolId: ids['get_orders'], text: ORDER }]));

    await stack.call('PUT', '/v1/floor', { rules: { redactionMode: 'balanced' } });
    const held = rowsOf(await tell([{ toolId: ids['get_orders'], text: ORDER }]));

    expect(own.get('items.mail')).toMatchObject({ kept: 1 });
    expect(held.get('items.mail')).toMatchObject({ redacted: 1 });
  });

  test('leave nothing in the audit log', async () => {
    const { ids, tell } = await serverWith({});
    const before = (await stack.rows('audit')).length;

    await tell([{ toolId: ids['get_orders'], text: ORDER }]);

    expect(await stack.rows('audit')).toHaveLength(before);
  });

  test('are refused beyond the limits, of tools of other servers, and without answers', async () => {
    const { ids, tell } = await serverWith({});
    const { count, bytes } = LIMITS.recordedAnswers;
    const answer = { toolId: ids['get_orders'], text: '{}' };

    const large = await tell([{ ...answer, text: JSON.stringify('é'.repeat(bytes / 2)) }]);
    const many = await tell(Array.from({ length: count + 1 }, () => answer));
    const foreign = await tell([answer, { ...answer, toolId: 'tool_01ARZ3NDEKTSV4RRFFQ69G5FAV' }]);
    const none = await tell([]);

    expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(many.body.faults).toMatchObject([{ field: '/answers', rule: 'too_large' }]);
    expect(foreign.body.faults).toMatchObject([{ field: '/answers/1/toolId', rule: 'tool_unknown' }]);
    expect(none.body.faults).toMatchObject([{ field: '/answers', rule: 'too_small' }]);
  });
});
