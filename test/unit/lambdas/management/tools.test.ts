import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { auditItem } from '../../../../aws/audit.ts';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { editTools } from '../../../../aws/tables/edits.ts';
import { beginDeployment, readServer } from '../../../../aws/tables/servers.ts';
import { itemOf, portionsOf } from '../../../../aws/tables/toolItems.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { newPhases } from '../../../../core/model/deployment.ts';
import type { ServerRow } from '../../../../core/model/server.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(() => {
  Object.assign(stack.state, { sandboxRefuses: false, imported: undefined });
});

const ORDER = {
  name: 'get_order',
  verb: 'GET',
  path: '/orders/{orderId}',
  parameters: [{ name: 'expand', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
};

/** What clients of the server see now. */
async function liveBundle(id: string): Promise<Bundle> {
  const server = (await readServer(id)) as ServerRow;
  return loadBundle(id, server.bundle as never);
}
const liveNames = async (id: string) => (await liveBundle(id)).tools.map(({ name }) => name);

async function importedServer(...endpoints: string[]): Promise<string> {
  stack.state.imported = importResult(...endpoints);
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Imported', { source });
  return server.id;
}

describe('changing the request of a tool that was added by hand', () => {
  test('is live at once, and refused when a header carries the credential', async () => {
    const { server } = await stack.liveServer('Keyed', { auth: { type: 'header', name: 'X-Api-Key', value: 'k' } });
    const { body: made } = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);
    const path = `/v1/servers/${server.id}/tools/${made.id}`;

    const changed = await stack.call('PATCH', path, { verb: 'POST', path: '/v2/orders' }, { role: 'editor' });
    const refused = await stack.call('PATCH', path, { parameters: [{ name: 'x-api-key', in: 'header' }] });

    expect(changed.body).toMatchObject({ resealed: true, verb: 'POST', path: '/v2/orders' });
    expect(changed.body.annotations).toMatchObject({ readOnlyHint: false });
    const [live] = (await liveBundle(server.id)).tools;
    expect(live?.program).toMatchObject({ verb: 'POST', path: '/v2/orders' });
    expect(refused.status).toBe(400);
    expect(refused.body.faults).toEqual([expect.objectContaining({ rule: 'header_forbidden' })]);
  });
});

describe('adding a tool by hand', () => {
  test('makes it, seals it in and tells live clients, without a deployment', async () => {
    const { server } = await stack.liveServer();
    stack.pushes.length = 0;

    const made = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER, { role: 'editor' });

    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      resealed: true,
      origin: 'manual',
      title: 'Get order',
      inputSchema: {
        type: 'object',
        required: ['orderId'],
        properties: { orderId: { type: 'string' }, expand: { type: 'array' } },
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    });
    expect(await liveNames(server.id)).toEqual(['get_order']);
    expect(stack.pushes).toEqual([`srv/${server.id}/tools`]);
    expect(stack.executions.size).toBeGreaterThan(0);
    expect((await stack.call('GET', `/v1/servers/${server.id}/deployments`)).body.items).toHaveLength(1);
  });

  test('goes to imported servers too, and a re-import leaves it alone', async () => {
    const id = await importedServer();
    await stack.call('POST', `/v1/servers/${id}/tools`, ORDER);

    const again = await stack.call('POST', `/v1/servers/${id}/deployments`, { reimport: true });
    await stack.runPipeline(again.body.id);

    expect(await liveNames(id)).toContain('get_order');
  });

  test('waits for the first deployment on a server that never was live', async () => {
    const id = await importedServer();
    stack.state.imported = undefined;
    const made = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/x.json' },
      auth: { type: 'none' },
    });
    await stack.runPipeline(made.body.deployment.id);

    const tool = await stack.call('POST', `/v1/servers/${made.body.server.id}/tools`, ORDER);

    expect(id).not.toBe(made.body.server.id);
    expect(tool.body.resealed).toBe(false);
  });

  test('refuses a name that is taken in any case, also for two at the same moment', async () => {
    const { server } = await stack.liveServer();
    const post = (name: string, path: string) =>
      stack.call('POST', `/v1/servers/${server.id}/tools`, { ...ORDER, name, path: `${path}/{orderId}` });

    const answers = await Promise.all([post('find', '/a'), post('Find', '/b'), post('FIND', '/c')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 'name_taken', faults: [{ field: '/name', rule: 'name_taken' }] });
    expect((await liveBundle(server.id)).tools).toHaveLength(1);
  });

  test('refuses a header that carries the credential', async () => {
    const { server } = await stack.liveServer('Keyed', { auth: { type: 'header', name: 'X-Api-Key', value: 'k' } });

    const answer = await stack.call('POST', `/v1/servers/${server.id}/tools`, {
      ...ORDER,
      parameters: [{ name: 'x-api-key', in: 'header' }],
    });

    expect(answer.body.faults).toEqual([expect.objectContaining({ rule: 'header_forbidden' })]);
  });

  test('leaves nothing behind when the new bundle is refused', async () => {
    const { server } = await stack.liveServer();
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);

    expect(answer).toMatchObject({ status: 502, body: { code: 'sandbox_refused' } });
    expect((await stack.call('GET', `/v1/servers/${server.id}/tools`)).body.total).toBe(0);
    expect((await stack.call('GET', `/v1/servers/${server.id}`)).body.bundle.version).toBe(1);
  });

  test('keeps ten at the same moment, all of them live in the end', async () => {
    const { server } = await stack.liveServer();

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        stack.call('POST', `/v1/servers/${server.id}/tools`, { name: `tool_${at}`, verb: 'GET', path: `/t/${at}` }),
      ),
    );

    const kept = answers.filter(({ status }) => status === 201).map(({ body }) => body.name as string);
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect(kept.length).toBeGreaterThan(0);
    expect(await liveNames(server.id)).toEqual(kept.sort());
  });
});

describe('reading tools', () => {
  test('lists by name with counts by tag, and searches name, title, path and description', async () => {
    const id = await importedServer('GET /orders sales', 'POST /orders sales', 'GET /pets');
    const list = (query: Record<string, string>) => stack.call('GET', `/v1/servers/${id}/tools`, undefined, { query });

    const all = await stack.call('GET', `/v1/servers/${id}/tools`);
    const [searched, tagged, disabled] = await Promise.all([
      list({ q: 'PETS' }),
      list({ tag: 'sales' }),
      list({ enabled: 'false' }),
    ]);

    expect(all.body).toMatchObject({
      total: 3,
      enabled: 3,
      tags: [
        { name: '', count: 1, enabled: 1 },
        { name: 'sales', count: 2, enabled: 2 },
      ],
    });
    expect(all.body.grouped).toMatchObject({ groups: 3 });
    expect(all.body.grouped.tokens).toBeGreaterThan(100);
    expect(all.body.tokens).toBe(
      all.body.items.reduce((sum: number, tool: { tokens: number }) => sum + tool.tokens, 0),
    );
    expect(searched.body.items.map((tool: { path: string }) => tool.path)).toEqual(['/pets']);
    expect(tagged.body.items).toHaveLength(2);
    expect(disabled.body).toMatchObject({ items: [], total: 3 });
  });

  test('stays far below the limit of an answer with 2,000 long tools', async () => {
    const { server } = await stack.liveServer();
    const draft = importResult('GET /x').tools[0];
    const tools = Array.from({ length: 2_000 }, (_, at) => ({
      ...draft,
      description: 'long '.repeat(1_000),
      name: `tool_${at}`,
      serverId: server.id,
      toolId: `tool_01ARZ3NDEKTSV4RRFFQ69G${String(at).padStart(4, '0')}`,
      origin: 'import' as const,
      cacheHint: 'none' as const,
      originals: {},
      edited: [],
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: '2026-11-21T00:00:00.000Z',
      version: 1,
    }));
    let row = (await readServer(server.id)) as ServerRow;
    for (const portion of portionsOf(tools as never[], itemOf)) {
      row = await editTools(row, portion.map((create) => ({ create })) as never);
    }

    const list = await stack.call('GET', `/v1/servers/${server.id}/tools`);

    expect(list.body.items).toHaveLength(2_000);
    expect(JSON.stringify(list.body).length).toBeLessThan(4_000_000);
    const limit = jest.replaceProperty(LIMITS as { toolsPerServer: number }, 'toolsPerServer', 2_000);
    const refused = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);
    limit.restore();
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_tools' } });
  });
});

describe('editing', () => {
  async function imported() {
    const id = await importedServer('GET /orders/{id} sales', 'DELETE /orders/{id} sales');
    const list = await stack.call('GET', `/v1/servers/${id}/tools`);
    const tool = list.body.items.find((item: { verb: string }) => item.verb === 'GET');
    return { id, path: `/v1/servers/${id}/tools/${tool.id}` };
  }

  test('records what differs from the description, shows it at once, and a re-import keeps it', async () => {
    const { id, path } = await imported();

    const edited = await stack.call('PATCH', path, {
      title: 'One order',
      cacheHint: 'no-store',
      maxItems: 7,
      annotations: { openWorldHint: false },
    });
    const bundle = await liveBundle(id);
    const again = await stack.call('POST', `/v1/servers/${id}/deployments`, { reimport: true });
    await stack.runPipeline(again.body.id);
    const after = await stack.call('GET', path);

    expect(edited.body).toMatchObject({
      resealed: true,
      title: 'One order',
      edited: ['title', 'annotations', 'cacheHint', 'maxItems'],
    });
    expect(bundle.tools.find(({ title }) => title === 'One order')).toMatchObject({
      cacheHint: 'no-store',
      maxItems: 7,
    });
    expect(after.body).toMatchObject({
      title: 'One order',
      maxItems: 7,
      annotations: { openWorldHint: false, readOnlyHint: true },
    });
  });

  test('decides on redaction in its answers, live and in the audit log, and goes back', async () => {
    const id = await importedServer('GET /users/{id}');
    const [tool] = (await stack.call('GET', `/v1/servers/${id}/tools`)).body.items;
    const path = `/v1/servers/${id}/tools/${tool.id}`;
    const redaction = { mode: 'strict', about: 'organisation', fields: { 'items.owner': 'keep', nick: 'name' } };

    const changed = await stack.call('PATCH', path, { redaction }, { role: 'editor' });
    const [sealed] = (await liveBundle(id)).tools;
    const refused = await stack.call('PATCH', path, { redaction: { fields: { 'a..b': 'keep', b: 'street' } } });
    const entry = (await stack.call('GET', `/v1/servers/${id}/audit`)).body.items[0];
    const back = await stack.call('PATCH', path, { reset: ['redaction'] });

    expect(changed.body).toMatchObject({
      redaction,
      described: { about: 'person' },
      edited: ['redaction'],
      resealed: true,
    });
    expect(sealed).toMatchObject({ redaction, described: { about: 'person' } });
    expect(refused.status).toBe(400);
    expect(refused.body.faults).toHaveLength(2);
    expect(entry.detail.changes).toEqual(
      expect.arrayContaining([
        { field: 'redaction.mode', old: null, new: 'strict' },
        { field: 'redaction.fields.nick', old: null, new: 'name' },
      ]),
    );
    expect(back.body).not.toHaveProperty('redaction');
    expect((await liveBundle(id)).tools[0]).not.toHaveProperty('redaction');
  });

  test('chooses how lists and slashes are sent, a re-import keeps it, and the audit log names it', async () => {
    const { id, path } = await imported();

    const edited = await stack.call('PATCH', path, { listStyle: 'brackets', slashes: ['id'] });
    const entry = (await stack.call('GET', `/v1/servers/${id}/audit`)).body.items[0];
    const again = await stack.call('POST', `/v1/servers/${id}/deployments`, { reimport: true });
    await stack.runPipeline(again.body.id);
    const program = (await liveBundle(id)).tools.find(({ program: { verb } }) => verb === 'GET')?.program;

    expect(edited.body).toMatchObject({ listStyle: 'brackets', slashes: ['id'], edited: ['listStyle', 'slashes'] });
    expect(program).toMatchObject({ lists: 'brackets', parameters: [{ argument: 'id', slashes: true }] });
    expect(entry.detail.changes).toEqual([
      { field: 'listStyle', old: null, new: 'brackets' },
      { field: 'slashes', old: null, new: ['id'] },
    ]);
  });

  test('resets fields to their originals', async () => {
    const { path } = await imported();
    const before = await stack.call('GET', path);
    await stack.call('PATCH', path, { name: 'mine', description: 'My words', maxItems: 9 });

    const reset = await stack.call('PATCH', path, { reset: ['description', 'maxItems'] });

    expect(reset.body).toMatchObject({ name: 'mine', description: before.body.description, edited: ['name'] });
    expect(reset.body.maxItems).toBeUndefined();
  });

  test('does not call a field edited that says the same again', async () => {
    const { path } = await imported();
    const before = await stack.call('GET', path);

    const same = await stack.call('PATCH', path, { title: before.body.title });

    expect(same.body).toMatchObject({ edited: [], resealed: true });
  });

  test('takes a schema that fits the endpoint and compiles, and refuses others with all reasons', async () => {
    const { path } = await imported();
    const id = { type: 'string', minLength: 3, description: 'Order number' };
    const patch = (inputSchema: object) => stack.call('PATCH', path, { inputSchema });

    const good = await patch({ type: 'object', properties: { id }, required: ['id'] });
    const bad = await patch({ type: 'object', properties: { other: {}, 'a b': {} } });
    const broken = await patch({ type: 'object', properties: { id: { type: 'strin' } } });
    const outside = await patch({ type: 'object', properties: { id: { $ref: 'https://x.com/s.json' } } });
    const combined = await patch({ type: 'object', properties: { id }, oneOf: [{}] });

    expect(good.body.inputSchema.properties.id.minLength).toBe(3);
    const rules = (answer: { body: { faults: { rule: string; field: string }[] } }) =>
      answer.body.faults.map(({ rule, field }) => `${rule} ${field}`).sort();
    expect(rules(bad)).toEqual([
      'argument_name /inputSchema/properties/a b',
      'required_argument /inputSchema/properties/id',
      'unknown_argument /inputSchema/properties/a b',
      'unknown_argument /inputSchema/properties/other',
    ]);
    expect(rules(broken)).toEqual(['schema_invalid /inputSchema']);
    expect(rules(outside)).toEqual(['self_contained /inputSchema/properties/id/$ref']);
    expect(rules(combined)).toEqual(['root_plain /inputSchema/oneOf']);
  });

  test('refuses a contradiction, and a reset of what the same request sets', async () => {
    const { path } = await imported();

    const contradiction = await stack.call('PATCH', path, { annotations: { destructiveHint: true } });
    const both = await stack.call('PATCH', path, { title: 'x', reset: ['title'] });

    expect(contradiction.body.faults).toEqual([expect.objectContaining({ rule: 'contradiction' })]);
    expect(both.body.faults).toEqual([expect.objectContaining({ field: '/reset/0', rule: 'contradiction' })]);
  });

  test('takes an edit back when the new bundle is refused', async () => {
    const { id, path } = await imported();
    const before = await stack.call('GET', path);
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('PATCH', path, { title: 'Never seen' });

    expect(answer.status).toBe(502);
    expect((await stack.call('GET', path)).body.title).toBe(before.body.title);
    expect((await liveBundle(id)).tools.map(({ title }) => title)).not.toContain('Never seen');
  });

  test('loses none of two edits of one tool at the same moment', async () => {
    const { path } = await imported();

    const answers = await Promise.all([
      stack.call('PATCH', path, { title: 'A title' }),
      stack.call('PATCH', path, { tag: 'a tag' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stack.call('GET', path)).body).toMatchObject({ title: 'A title', tag: 'a tag' });
  });

  test('never slips into a deployment that begins in between', async () => {
    const { server } = await stack.liveServer();
    const row = (await readServer(server.id)) as ServerRow;
    await beginDeployment(
      { ...row, deploying: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      {
        serverId: server.id,
        deploymentId: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        kind: 'manual',
        status: 'running',
        phases: newPhases('manual'),
        createdAt: new Date().toISOString(),
        createdBy: 'ann',
        version: 1,
      },
      auditItem({ serverId: server.id, actor: { id: 'ann' }, action: 'server.deploy' }),
    );
    const edit = editTools(row, []);

    await expect(edit).rejects.toMatchObject({ code: 'write_conflict' });
  });

  test('redefines a tool made by hand in place, and refuses to for an imported one', async () => {
    const { server } = await stack.liveServer();
    const made = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);
    const put = await stack.call('PUT', `/v1/servers/${server.id}/tools/${made.body.id}`, {
      ...ORDER,
      path: '/v2/orders/{orderId}',
    });
    const { path } = await imported();
    const refused = await stack.call('PUT', path, ORDER);

    expect(put.body).toMatchObject({ id: made.body.id, path: '/v2/orders/{orderId}', resealed: true });
    expect((await liveBundle(server.id)).tools).toHaveLength(1);
    expect(refused).toMatchObject({ status: 409, body: { code: 'tool_imported' } });
  });
});

describe('switching', () => {
  test('switches all tools of a tag with one sealing, and the list loses them', async () => {
    const id = await importedServer('GET /a sales', 'GET /b sales', 'GET /c stock');
    stack.pushes.length = 0;

    const off = await stack.call('PATCH', `/v1/servers/${id}/tools`, { tag: 'sales', enabled: false });
    const names = await liveNames(id);
    const again = await stack.call('PATCH', `/v1/servers/${id}/tools`, { tag: 'sales', enabled: false });

    expect(off.body).toMatchObject({ changed: 2, resealed: true });
    expect(names).toEqual(['get_c']);
    expect(again.body).toMatchObject({ changed: 0, resealed: false });
    expect(stack.pushes).toEqual([`srv/${id}/tools`]);
  });

  test('switches more tools than a transaction holds', async () => {
    const id = await importedServer(...Array.from({ length: 130 }, (_, at) => `GET /e/${at} many`));

    const off = await stack.call('PATCH', `/v1/servers/${id}/tools`, { tag: 'many', enabled: false });

    expect(off.body).toMatchObject({ changed: 130, resealed: true });
    expect(await liveNames(id)).toEqual([]);
  });

  test('takes all of them back when the new bundle is refused', async () => {
    const id = await importedServer('GET /a sales', 'GET /b sales');
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('PATCH', `/v1/servers/${id}/tools`, { tag: 'sales', enabled: false });

    expect(answer.status).toBe(502);
    expect((await stack.call('GET', `/v1/servers/${id}/tools`)).body.enabled).toBe(2);
  });

  test('wants either a tag or tools', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}/tools`, { enabled: true });

    expect(answer.body.faults).toEqual([expect.objectContaining({ field: '/tag', rule: 'required' })]);
  });
});

describe('deleting a tool', () => {
  test('takes it out of the list at once', async () => {
    const { server } = await stack.liveServer();
    const made = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);
    const path = `/v1/servers/${server.id}/tools/${made.body.id}`;

    const gone = await stack.call('DELETE', path);
    const again = await stack.call('DELETE', path);

    expect([gone.status, again.status]).toEqual([204, 404]);
    expect(await liveNames(server.id)).toEqual([]);
  });

  test('puts it back when the new bundle is refused', async () => {
    const { server } = await stack.liveServer();
    const made = await stack.call('POST', `/v1/servers/${server.id}/tools`, ORDER);
    stack.state.sandboxRefuses = true;

    const answer = await stack.call('DELETE', `/v1/servers/${server.id}/tools/${made.body.id}`);

    expect(answer.status).toBe(502);
    expect((await stack.call('GET', `/v1/servers/${server.id}/tools`)).body.total).toBe(1);
  });
});
