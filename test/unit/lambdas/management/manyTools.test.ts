/** One change of many tools, through the handlers and tables: whole or not at all, told once, sealed once. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { writeAudit } from '../../../../aws/audit.ts';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { readServer } from '../../../../aws/tables/servers.ts';
import { newEntry } from '../../../../core/audit/entry.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { FIELD_LIMITS } from '../../../../core/model/fieldPaths.ts';
import type { ToolSummary } from '../../../../core/tools/schemas/tools.ts';
import { callParts } from '../../../../lambdas/management/audit/callParts.ts';
import { defined } from '../../../support/defined.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(async () => {
  jest.restoreAllMocks();
  stack.state.sandboxRefuses = false;
  stack.state.imported = undefined;
  await stack.empty();
});

const DAY = 86_400_000;

async function serverWith(...endpoints: string[]) {
  stack.state.imported = importResult(...endpoints);
  const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
  const { server } = await stack.liveServer('Shop', { source });
  const path = `/v1/servers/${server.id}/tools`;
  const list = async (): Promise<ToolSummary[]> => (await stack.call('GET', path)).body.items;
  return { id: server.id as string, path, list, change: (body: object) => stack.call('PATCH', path, body) };
}
const liveTools = async (id: string) => (await loadBundle(id, (await readServer(id))?.bundle as never)).tools;
const entries = async (action: string) =>
  (await stack.rows('audit'))
    .filter((entry) => entry['action'] === action)
    .map((entry) => ({ detail: entry['detail'] as unknown as Record<string, unknown> }));
const builds = () => stack.sandboxRequests.filter(({ kind }) => kind === 'probe').length;

describe('a change of many tools', () => {
  test('sets annotations, cache hint, tag and redaction of all, with one entry and one bundle', async () => {
    const { id, change, list } = await serverWith('GET /a sales', 'PUT /b sales', 'DELETE /c stock');
    const before = await list();
    const builtBefore = builds();

    const answer = await change({
      toolIds: before.map((tool) => tool.id),
      set: {
        annotations: { readOnlyHint: false, destructiveHint: true },
        cacheHint: 'no-store',
        tag: 'All',
        redaction: { mode: 'strict' },
      },
    });

    expect(answer.body).toMatchObject({ changed: 3, selected: 3, left: 0, resealed: true });
    for (const tool of await list()) {
      expect(tool).toMatchObject({ cacheHint: 'no-store', tag: 'All', redaction: { mode: 'strict' } });
      expect(tool.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
      expect(tool.edited).toEqual(expect.arrayContaining(['cacheHint', 'tag', 'redaction']));
    }
    expect((await liveTools(id)).map(({ annotations }) => annotations.destructiveHint)).toEqual([true, true, true]);
    expect(builds() - builtBefore).toBe(1);
    const told = await entries('tools.change');
    expect(told).toHaveLength(1);
    expect(told[0]?.detail).toMatchObject({
      changed: 3,
      tools: expect.arrayContaining([{ id: before.find(({ name }) => name === 'get_a')?.id, name: 'get_a' }]),
    });
    expect(told[0]?.detail['changes']).toEqual(
      expect.arrayContaining([
        { field: 'annotations.destructiveHint', old: false, new: true },
        { field: 'cacheHint', old: 'none', new: 'no-store' },
        { field: 'tag', old: ['sales', 'stock'], new: 'All' },
        { field: 'redaction.mode', old: null, new: 'strict' },
      ]),
    );
  });

  test('keeps what was decided about fields, and follows the server again', async () => {
    const { change, list } = await serverWith('GET /a', 'GET /b');
    const [one] = await list();
    const own = { mode: 'minimal', about: 'person', fields: { id: 'keep' } };
    await stack.call('PATCH', `/v1/servers/${one?.serverId}/tools/${one?.id}`, { redaction: own });

    await change({ tag: '', set: { redaction: { mode: 'closed', dryRun: true } } });
    const closed = (await list()).map(({ redaction }) => redaction);
    await change({ tag: '', set: { redaction: { mode: null, dryRun: null } } });
    const followed = (await list()).map(({ redaction }) => redaction);

    expect(closed).toEqual([
      { ...own, mode: 'closed', dryRun: true },
      { mode: 'closed', dryRun: true },
    ]);
    expect(followed).toEqual([{ about: 'person', fields: { id: 'keep' } }, undefined]);
  });

  test('changes nothing when one of the ids is no tool of the server, and names it', async () => {
    const { change, list, id } = await serverWith('GET /a', 'GET /b', 'GET /c');
    const [one, two] = (await list()).map((tool) => tool.id);

    const answer = await change({ toolIds: [one, 'tool_00000000000000000000000000', two], enabled: false });

    expect(answer.status).toBe(400);
    expect(answer.body.faults).toEqual([expect.objectContaining({ field: '/toolIds/1', rule: 'tool_unknown' })]);
    expect((await list()).every(({ enabled }) => enabled)).toBe(true);
    expect(await entries('tools.switch')).toEqual([]);
    expect(await liveTools(id)).toHaveLength(3);
  });

  test('changes nothing when one of the tools cannot have it, and names that', async () => {
    const { change, list } = await serverWith('GET /a', 'DELETE /b', 'GET /c');

    const answer = await change({ tag: '', enabled: false, set: { annotations: { readOnlyHint: true } } });

    expect(answer.status).toBe(400);
    expect(answer.body.faults).toEqual([
      expect.objectContaining({ rule: 'contradiction', message: expect.stringContaining('delete_b') }),
    ]);
    expect((await list()).map(({ enabled }) => enabled)).toEqual([true, true, true]);
  });

  test('goes with another one at the same moment: each tool has both', async () => {
    const endpoints = Array.from({ length: 120 }, (_, at) => `GET /e/${at} many`);
    const { id, change, list } = await serverWith(...endpoints);

    const [one, other] = await Promise.all([
      change({ tag: 'many', enabled: false }),
      change({ tag: 'many', set: { cacheHint: 'no-store', redaction: { mode: 'strict' } } }),
    ]);

    expect([one.status, other.status]).toEqual([200, 200]);
    expect([one.body.changed, other.body.changed]).toEqual([120, 120]);
    for (const tool of await list())
      expect(tool).toMatchObject({ enabled: false, cacheHint: 'no-store', redaction: { mode: 'strict' } });
    expect(await liveTools(id)).toEqual([]);
    for (const action of ['tools.switch', 'tools.change']) {
      const told = await entries(action);
      expect(told.reduce((sum, { detail }) => sum + Number(detail['changed']), 0)).toBe(120);
      expect(told).toHaveLength(1);
    }
  });

  test('is taken back whole when the bundle is refused, which is told once as well', async () => {
    const { change, list } = await serverWith(...Array.from({ length: 120 }, (_, at) => `GET /e/${at} many`));
    stack.state.sandboxRefuses = true;

    const answer = await change({ tag: 'many', set: { annotations: { idempotentHint: false } } });

    expect(answer.status).toBe(502);
    expect((await list()).every(({ annotations }) => annotations.idempotentHint)).toBe(true);
    expect([await entries('tools.change'), await entries('tools.change.undone')].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  test('names 300 tools in its entry and counts the others', async () => {
    const { change } = await serverWith(...Array.from({ length: 310 }, (_, at) => `GET /e/${at} many`));

    await change({ tag: 'many', enabled: false });

    const [told] = await entries('tools.switch');
    expect(told?.detail).toMatchObject({ changed: 310, more: 10 });
    expect(told?.detail['tools']).toHaveLength(300);
  });

  test('does as many as one request can, says how many are left, and goes on when it is sent again', async () => {
    const { change, list } = await serverWith(...Array.from({ length: 7 }, (_, at) => `GET /e/${at} many`));
    jest.replaceProperty(LIMITS as { toolsPerEdit: number }, 'toolsPerEdit', 3);
    const toolIds = (await list()).map((tool) => tool.id);

    const answers = [];
    for (let left = 1; left > 0; ) {
      const { body } = await change({ toolIds, enabled: false });
      answers.push([body.changed, body.left]);
      left = body.left;
    }

    expect(answers).toEqual([
      [3, 4],
      [3, 1],
      [1, 0],
    ]);
    expect((await list()).some(({ enabled }) => enabled)).toBe(false);
  });

  test.each([
    [{ toolIds: ['tool_00000000000000000000000000'] }, '/enabled', 'required'],
    [{ tag: 'a', set: {} }, '/enabled', 'required'],
    [{ tag: 'a', preset: 'unused', enabled: true }, '/preset', 'one_of'],
    [{ tag: 'a', set: { description: 'x' } }, '/set/description', 'unknown_field'],
    [{ preset: 'all', enabled: true }, '/preset', 'one_of'],
  ])('is refused as %j', async (body, field, rule) => {
    const { change } = await serverWith('GET /a');

    const answer = await change(body);

    expect(answer.status).toBe(400);
    expect(answer.body.faults).toContainEqual(expect.objectContaining({ field, rule }));
  });
});

describe('a preset', () => {
  const called = (serverId: string, tool: string, at: number) =>
    writeAudit(
      newEntry(
        {
          kind: 'call',
          serverId,
          tokenId: 'tok_1',
          tokenLabel: 'Claude',
          era: '2026-07-28',
          method: 'tools/call',
          callId: `${tool}-${at}`,
          tool,
          class: 'query',
          bundleId: 'b',
          outcome: 'ok',
          status: 200,
          durationMs: 10,
          upstreamMs: 8,
          bytesIn: 1,
          bytesOut: 1,
          redactedFields: 0,
          redactedPointers: [],
          truncations: [],
          arguments: '{}',
          answerDigest: 'd',
        },
        at,
      ),
    );

  test('tells how many tools it would change and changes none, then changes those', async () => {
    const { id, change, list } = await serverWith('GET /a', 'PUT /b', 'DELETE /c', 'GET /d');

    const preview = await change({ preset: 'changing', enabled: false, preview: true });
    const untouched = (await list()).filter(({ enabled }) => enabled).length;
    const applied = await change({ preset: 'changing', enabled: false });

    expect(preview.body).toMatchObject({ changed: 2, selected: 2, resealed: false });
    expect(untouched).toBe(4);
    expect(applied.body).toMatchObject({ changed: 2, resealed: true });
    expect((await liveTools(id)).map(({ name }) => name)).toEqual(['get_a', 'get_d']);
    const [told] = await entries('tools.switch');
    expect(told?.detail).toMatchObject({ preset: 'changing', changed: 2 });
  });

  test('of unused tools goes by the calls of the last 30 days', async () => {
    const { id, change } = await serverWith('GET /a', 'GET /b', 'GET /c');
    await called(id, 'get_a', Date.now() - DAY);
    await called(id, 'get_b', Date.now() - 31 * DAY);

    const answer = await change({ preset: 'unused', enabled: false });

    expect(answer.body).toMatchObject({ changed: 2 });
    expect((await liveTools(id)).map(({ name }) => name)).toEqual(['get_a']);
  });

  test('of unused tools is refused while not all calls are read, because a call may have been before', async () => {
    const { change, list } = await serverWith('GET /a');
    jest.spyOn(callParts, 'each').mockImplementation(async (_id, { to }) => to);

    const answer = await change({ preset: 'unused', enabled: false });

    expect(answer).toMatchObject({ status: 409, body: { code: 'usage_incomplete' } });
    expect(defined((await list())[0]).enabled).toBe(true);
  });

  test('of deprecated tools takes those that the description calls so', async () => {
    const result = importResult('GET /a', 'GET /b');
    stack.state.imported = { ...result, tools: result.tools.map((tool, at) => ({ ...tool, deprecated: at === 0 })) };
    const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
    const { server } = await stack.liveServer('Shop', { source });

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}/tools`, {
      preset: 'deprecated',
      enabled: false,
    });

    expect(answer.body).toMatchObject({ changed: 1, selected: 1 });
    expect((await liveTools(server.id)).map(({ name }) => name)).toEqual(['get_b']);
  });
});

describe('marks of fields', () => {
  test('are of each tool its own, in one entry and one bundle; what was decided before stays', async () => {
    const { id, path, change, list } = await serverWith('GET /a', 'GET /b', 'GET /c');
    const [a, b, c] = (await list()).map((tool) => tool.id) as [string, string, string];
    await stack.call('PATCH', `${path}/${a}`, {
      redaction: { mode: 'closed', fields: { '/items/note': 'keep', old: 'name' } },
    });
    const builtBefore = builds();

    const marks = {
      [a]: { fields: { 'items.status': 'keep', 'items.note': 'email' } },
      [b]: { fields: { 'users.*.nick': 'username' } },
    };
    const preview = await change({ marks, preview: true });
    const answer = await change({ marks });
    const again = await change({ marks });

    expect(preview.body).toMatchObject({ changed: 2, selected: 2, resealed: false });
    expect(answer.body).toMatchObject({ changed: 2, selected: 2, left: 0, resealed: true });
    expect(again.body).toMatchObject({ changed: 0 });
    expect(builds() - builtBefore).toBe(1);
    const byId = new Map((await list()).map((tool) => [tool.id, tool.redaction]));
    // One mark a place, however its path is written.
    expect(byId.get(a)).toEqual({
      mode: 'closed',
      fields: { old: 'name', 'items.status': 'keep', 'items.note': 'email' },
    });
    expect(byId.get(b)).toEqual({ fields: { 'users.*.nick': 'username' } });
    expect(byId.get(c)).toBeUndefined();
    const live = new Map((await liveTools(id)).map(({ name, redaction }) => [name, redaction]));
    expect(live.get('get_b')).toEqual({ fields: { 'users.*.nick': 'username' } });
    const told = (await entries('tools.change'))[0]?.detail['changes'] as { field: string; new: unknown }[];
    expect(told.map(({ field, new: now }) => `${field} ${now}`).sort()).toEqual([
      'get_a: redaction.fields./items/note null',
      'get_a: redaction.fields.items.note email',
      'get_a: redaction.fields.items.status keep',
      'get_b: redaction.fields.users.*.nick username',
    ]);

    // Taken back, a tool follows its server again.
    await change({ marks: { [b]: { fields: { '/users/*/nick': null } } } });
    expect((await list()).find((tool) => tool.id === b)?.redaction).toBeUndefined();
  });

  test('are refused as a whole where one cannot be set', async () => {
    const { change, list } = await serverWith('GET /a', 'GET /b');
    const [a, b] = (await list()).map((tool) => tool.id) as [string, string];
    const good = { fields: { status: 'keep' } };
    const many = Object.fromEntries(Array.from({ length: FIELD_LIMITS.marks }, (_, at) => [`f${at}`, 'keep']));
    await change({ marks: { [b]: { fields: many } } });

    const refused = {
      unknown: await change({ marks: { [a]: good, tool_01ARZ3NDEKTSV4RRFFQ69G5FAV: good } }),
      kind: await change({ marks: { [a]: { fields: { status: 'harmless' } } } }),
      path: await change({ marks: { [a]: { fields: { 'a..b': 'keep' } } } }),
      tooMany: await change({ marks: { [a]: good, [b]: { fields: { one: 'keep' } } } }),
      both: await change({ marks: { [a]: good }, enabled: true }),
    };

    expect(refused.unknown.body.faults).toMatchObject([
      { field: '/marks/tool_01ARZ3NDEKTSV4RRFFQ69G5FAV', rule: 'tool_unknown' },
    ]);
    expect(refused.kind.body.faults).toMatchObject([{ field: `/marks/${a}/fields/status`, rule: 'one_of' }]);
    expect(refused.path.body.faults).toMatchObject([{ rule: 'field_path' }]);
    expect(refused.tooMany.body.faults).toMatchObject([{ field: `/marks/${b}/fields`, rule: 'too_many' }]);
    expect(refused.both.body.faults).toMatchObject([{ field: '/marks', rule: 'one_of' }]);
    expect((await list()).find((tool) => tool.id === a)?.redaction).toBeUndefined();
  });

  test('may be of fields with names that objects inherit, and are one a place where a request names it twice', async () => {
    const { change, list } = await serverWith('GET /a');
    const [a] = (await list()).map((tool) => tool.id) as [string];

    const answer = await change({ marks: { [a]: { fields: { constructor: 'keep', toString: 'redact' } } } });
    const twice = await change({ marks: { [a]: { fields: { 'a.b': 'keep', '/a/b': 'redact', toString: null } } } });

    expect([answer.status, twice.status]).toEqual([200, 200]);
    expect((await list())[0]?.redaction).toEqual({ fields: { constructor: 'keep', '/a/b': 'redact' } });
    const [, entry] = await entries('tools.change');
    expect(entry?.detail['changes']).toContainEqual({
      field: 'get_a: redaction.fields.toString',
      old: 'redact',
      new: null,
    });
  });

  test('are held to the floor: a field is not let out where it allows no exceptions, and may be redacted', async () => {
    const { change, list } = await serverWith('GET /a');
    const [a] = (await list()).map((tool) => tool.id) as [string];
    await stack.call('PUT', '/v1/floor', { rules: { noExceptions: true } });

    const kept = await change({ marks: { [a]: { fields: { status: 'keep' } } } });
    const redacted = await change({ marks: { [a]: { fields: { status: 'redact' } } } });

    expect(kept).toMatchObject({
      status: 422,
      body: { code: 'below_floor', faults: [{ field: `/marks/${a}/fields` }] },
    });
    expect(redacted.body).toMatchObject({ changed: 1 });
  });
});
