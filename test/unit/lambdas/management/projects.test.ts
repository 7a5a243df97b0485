/** Projects by the management API: made, changed and deleted, servers that move, lower roles, keys, and what a declaration's key tells. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { auditItem } from '../../../../aws/audit.ts';
import { loadBundle } from '../../../../aws/services/bundles.ts';
import { readProject } from '../../../../aws/tables/projects.ts';
import { changeServer, readServer } from '../../../../aws/tables/servers.ts';
import { readSettings, writeSettings } from '../../../../aws/tables/settings.ts';
import { ROUTES } from '../../../../core/api/routes/index.ts';
import { openedBy } from '../../../../core/model/accessRules.ts';
import { refuseEnded } from '../../../../lambdas/management/http/endedLogins.ts';
import { asCaller, standingFor } from '../../../../lambdas/management/http/standing.ts';
import { signedInAt } from '../../../../lambdas/shared/groupsAt.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
beforeEach(() => stack.empty());

const made = async (name: string, change: object = {}): Promise<string> => {
  const { body } = await stack.call('POST', '/v1/projects', { name });
  if (Object.keys(change).length > 0)
    expect((await stack.call('PATCH', `/v1/projects/${body.id}`, change)).status).toBe(200);
  return body.id;
};
/** Somebody in these groups of the login alone. */
const as = (sub: string, ...groups: string[]) =>
  ({
    role: 'nobody',
    claims: { sub, ...(groups.length > 0 && { 'cognito:groups': `[${groups.join(' ')}]` }) },
  }) as const;
const entries = async (action: string) => (await stack.rows('audit')).filter((row) => row['action'] === action);
const NEW = {
  name: 'New',
  source: { kind: 'manual' },
  baseUrl: 'https://api.example.com/v1',
  auth: { type: 'none' },
  tokenLabel: null,
};

describe('a project', () => {
  test('is made by owners, and has members and groups that its admins change', async () => {
    const id = await made('North', { members: { ann: 'admin' }, groups: { team: 'viewer' } });

    const own = await stack.call('PATCH', `/v1/projects/${id}`, { members: { bob: 'editor' } }, as('ann'));
    const others = await stack.call('POST', '/v1/projects', { name: 'Mine' }, as('ann'));
    const seen = await stack.call('GET', '/v1/projects', undefined, as('eve', 'team'));

    expect(own.body.members).toEqual({ ann: 'admin', bob: 'editor' });
    expect([others.status, others.body.code]).toEqual([403, 'role_required']);
    expect(seen.body.items).toEqual([{ id, name: 'North', role: 'viewer' }]);
    expect((await entries('project.change')).at(-1)?.['detail']).toMatchObject({
      changes: [{ field: 'members', old: ['ann: admin'], new: ['ann: admin', 'bob: editor'] }],
    });
  });

  test('is told by /v1/me once there is another than default', async () => {
    const before = await stack.call('GET', '/v1/me');
    const id = await made('North', { members: { ann: 'admin' } });

    const [owner, ann] = [await stack.call('GET', '/v1/me'), await stack.call('GET', '/v1/me', undefined, as('ann'))];

    expect(before.body.projects).toBeUndefined();
    expect(owner.body.projects.map((each: { id: string }) => each.id)).toEqual(['default', id]);
    // An older dashboard would offer what is the installation's.
    expect(ann.body).toMatchObject({ role: 'editor', projects: [{ id, role: 'admin' }] });
  });

  test('is deleted when it has no servers, and takes none from then on', async () => {
    const id = await made('North');
    const server = await stack.call('POST', '/v1/servers', { ...NEW, project: id });
    await stack.runPipeline(server.body.deployment.id);

    const full = await stack.call('DELETE', `/v1/projects/${id}`);
    const still = await stack.call('POST', '/v1/servers', { ...NEW, project: id });
    await stack.runPipeline(still.body.deployment.id);
    for (const { body } of [server, still])
      expect((await stack.call('PUT', `/v1/servers/${body.server.id}/project`, { project: 'default' })).status).toBe(
        200,
      );
    const empty = await stack.call('DELETE', `/v1/projects/${id}`);
    const late = await stack.call('POST', '/v1/servers', { ...NEW, project: id });

    expect([full.status, full.body.code]).toEqual([409, 'project_not_empty']);
    expect([empty.status, late.status, late.body?.code]).toEqual([204, 404, 'project_not_found']);
    expect((await stack.call('DELETE', '/v1/projects/default')).body.code).toBe('project_default');
  });

  test('that is deleted while servers are made has none of them left without a project', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const id = await made('North');
      const [gone, ...servers] = await Promise.all([
        stack.call('DELETE', `/v1/projects/${id}`),
        ...[1, 2].map(() => stack.call('POST', '/v1/servers', { ...NEW, project: id })),
      ]);

      const left = (await stack.rows('servers')).filter((row) => row['project'] === id);
      expect(left).toHaveLength(servers.filter(({ status }) => status === 202).length);
      expect((await readProject(id)) === undefined).toBe(gone?.status === 204);
      if (gone?.status === 204) expect(left).toEqual([]);
      for (const { status, body } of servers)
        if (status !== 202) expect([status, body.code]).toEqual([404, 'project_not_found']);
    }
  });

  test('has bounds', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`p${at}`, 'viewer']));
    const id = await made('North', { members: Object.fromEntries(Object.entries(many).slice(0, 500)) });

    const one = await stack.call('PATCH', `/v1/projects/${id}`, { members: { another: 'viewer' } });
    const all = await stack.call('PATCH', `/v1/projects/${id}`, { members: many });

    expect([one.status, one.body.code]).toEqual([409, 'too_many_members']);
    expect([all.status, all.body.faults[0].rule]).toEqual([400, 'too_many']);
  });
});

describe('a server that moves', () => {
  test('keeps its name, tokens and trail, and is under the floor of its new project at once', async () => {
    const { server, token } = await stack.liveServer('Orders', { governance: { mode: 'minimal' } });
    const id = await made('North');
    await stack.call('PUT', `/v1/projects/${id}/floor`, { rules: { redactionMode: 'strict', tokenDays: 5 } });
    const before = await readServer(server.id);

    const moved = await stack.call('PUT', `/v1/servers/${server.id}/project`, { project: id });
    const row = await readServer(server.id);

    expect([before?.floor?.tokenDays, row?.floor?.tokenDays]).toEqual([undefined, 5]);
    expect(moved.body).toMatchObject({ id: server.id, project: id, name: 'Orders' });
    expect(moved.body.held).toContainEqual(expect.objectContaining({ rule: 'redactionMode', layer: 'project' }));
    expect((await loadBundle(server.id, row?.bundle as never)).governance.mode).toBe('strict');
    const { body } = await stack.call('GET', `/v1/servers/${server.id}/tokens`);
    expect(body.items.map((each: { id: string }) => each.id)).toContain(token.id);
    expect((await entries('server.move')).map((row) => row['detail'])).toEqual([{ from: 'default', to: id }]);
  });

  test('is opened again by who signs in, with the role in its project', async () => {
    const { server } = await stack.liveServer('Orders', {});
    const id = await made('North', { groups: { team: 'viewer' } });
    const person = { id: 'ann', groups: ['editor', 'team'] };
    const client = { id: 'https://client.example/c.json' };
    const here = { ...(await signedInAt(person, {})), client, granted: 'all' as const };
    await stack.call('PATCH', `/v1/servers/${server.id}`, { access: 'both' });
    await stack.call('PUT', `/v1/servers/${server.id}/project`, { project: id });
    const row = (await readServer(server.id)) as NonNullable<Awaited<ReturnType<typeof readServer>>>;

    const there = { ...(await signedInAt(person, row)), client, granted: 'all' as const };

    expect(openedBy(row, here)).toBe('nothing');
    expect(openedBy(row, there)).toMatchObject({ access: 'read' });
    expect(there.person.groups).toEqual(['team', 'viewer']);
  });

  test('is in no toolset, and a toolset stays with its servers', async () => {
    const { server } = await stack.liveServer('Orders', {});
    const source = { kind: 'toolset', members: [{ serverId: server.id }] };
    const toolset = await stack.call('POST', '/v1/servers', { name: 'All', source, auth: { type: 'none' } });
    await stack.runPipeline(toolset.body.deployment.id);
    const project = await made('North');

    const answers = await Promise.all(
      [server.id, toolset.body.server.id].map((id) => stack.call('PUT', `/v1/servers/${id}/project`, { project })),
    );

    expect(answers.map(({ body }) => body.code)).toEqual(['toolset_member', 'toolset_member']);
  });
});

test('a toolset tells nothing of a member that has moved while it became one', async () => {
  const { server } = await stack.liveServer('Orders', {});
  const source = { kind: 'toolset', members: [{ serverId: server.id }] };
  const toolset = await stack.call('POST', '/v1/servers', { name: 'All', source, auth: { type: 'none' } });
  await stack.runPipeline(toolset.body.deployment.id);
  const project = await made('North');
  await changeServer(server.id, (row) => ({ ...row, project, name: 'Secret' }));

  const { body } = await stack.call('GET', `/v1/servers/${toolset.body.server.id}/toolset-members`, undefined, {
    role: 'viewer',
  });

  expect(body.items.map((item: { state: string }) => item.state)).toEqual(['changing']);
  expect(JSON.stringify(body)).not.toContain('Secret');
});

describe('a server that was deleted', () => {
  test('has a trail for its project alone, and is answered for elsewhere as none', async () => {
    const id = await made('North', { groups: { team: 'viewer' } });
    const { body } = await stack.call('POST', '/v1/servers', { ...NEW, name: 'Gone', project: id, tokenLabel: 'One' });
    const serverId = body.server.id;
    await stack.runPipeline(body.deployment.id);
    expect((await stack.call('DELETE', `/v1/servers/${serverId}`)).status).toBe(204);
    const asked = (path: string, who: object) => stack.call('GET', path, undefined, who);
    const [member, viewer] = [as('eve', 'team'), { role: 'viewer' } as const];

    const own = await asked(`/v1/servers/${serverId}/audit`, member);
    const lists = await Promise.all([member, viewer].map((who) => asked('/v1/audit/all', who)));
    const hidden = await asked(`/v1/servers/${serverId}/audit`, viewer);
    const unknown = await asked('/v1/servers/srv_000000000000/audit', viewer);
    const byQuery = await stack.call('GET', '/v1/audit/all', undefined, { ...viewer, query: { server: serverId } });

    expect(own.body.items.length).toBeGreaterThan(1);
    expect(lists.map(({ body: list }) => JSON.stringify(list).includes(serverId))).toEqual([true, false]);
    expect([hidden.status, hidden.body]).toEqual([404, unknown.body]);
    expect([byQuery.status, byQuery.body]).toEqual([404, unknown.body]);
  });
});

describe('a lower role', () => {
  test('ends the tokens that were made with the higher one, in this project alone, and no login', async () => {
    const id = await made('North', { members: { ann: 'editor' } });
    const here = await stack.call('POST', '/v1/servers', { ...NEW, project: id });
    await stack.runPipeline(here.body.deployment.id);
    const { server: there } = await stack.liveServer('Orders', {});
    const both = as('ann', 'editor');
    const token = (server: string) => stack.call('POST', `/v1/servers/${server}/tokens`, { label: 'Ann' }, both);
    expect([(await token(here.body.server.id)).status, (await token(there.id)).status]).toEqual([201, 201]);

    await stack.call('PATCH', `/v1/projects/${id}`, { members: { ann: 'viewer' } });

    const attempts = [await token(here.body.server.id), await token(there.id)];
    expect(attempts.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'role_required'],
      [201, undefined],
    ]);
    const rows = (await stack.rows('tokens')).filter((row) => row['label'] === 'Ann');
    expect(rows.map((row) => [row['serverId'], row['revokedAt'] !== undefined]).sort()).toEqual(
      [
        [here.body.server.id, true],
        [there.id, false],
        [there.id, false],
      ].sort(),
    );
  });

  test('is given and taken by admins of a project without logging out an owner', async () => {
    const id = await made('North', { members: { ann: 'admin' } });
    const owner = as('olga', 'admin');
    for (const role of ['admin', null])
      expect((await stack.call('PATCH', `/v1/projects/${id}`, { members: { olga: role } }, as('ann'))).status).toBe(
        200,
      );

    expect((await stack.call('GET', '/v1/servers', undefined, owner)).status).toBe(200);
  });

  test.each([
    ['a member', { members: { ann: 'editor' } }, { members: { ann: 'viewer' } }],
    ['a group', { groups: { team: 'editor' } }, { groups: { team: null } }],
  ])('of %s takes back what is being made at the moment', async (_, given, taken) => {
    const id = await made('North', given);
    const person = { id: 'ann', username: 'ann', groups: ['team'], rights: [], issuedAt: Date.now() / 1_000 + 60 };
    const actor = { ...person, role: 'editor' as const, standing: await standingFor(person) };
    let undone = 0;
    const refused = () =>
      asCaller(actor, ROUTES.createToken, () => refuseEnded(actor, async () => void undone++)).then(
        () => 'made',
        (error: { readonly code?: string }) => error.code,
      );

    expect(await refused()).toBe('made');
    await stack.call('PATCH', `/v1/projects/${id}`, taken);

    expect([await refused(), undone]).toEqual(['login_ended', 1]);
  });

  test('closes the set-up links that were made with the higher one', async () => {
    const id = await made('North', { groups: { team: 'editor' } });
    const { body } = await stack.call('POST', '/v1/servers', { ...NEW, project: id });
    await stack.runPipeline(body.deployment.id);
    const path = `/v1/servers/${body.server.id}/setup-links`;
    const [one, other] = [
      await stack.call('POST', path, { label: 'One' }, as('ann', 'team')),
      await stack.call('POST', path, { label: 'Other' }, as('ann', 'team')),
    ];
    const open = ({ body: link }: { body: { url: string } }) =>
      stack.call('POST', '/v1/setup', { link: new URL(link.url).hash.slice(1) });

    const before = await open(one);
    await stack.call('PATCH', `/v1/projects/${id}`, { groups: { team: 'viewer' } });
    const after = await open(other);

    expect([before.status, after.body.code]).toEqual([201, 'setup_link_invalid']);
  });
});

describe('the floor of a project', () => {
  test('brings into effect what a change of the installation has left undone', async () => {
    const { server } = await stack.liveServer('Orders', {});
    const id = await made('North');
    const settings = await readSettings();
    const floor = { rules: { tokenDays: 7 }, version: 1, updatedAt: new Date().toISOString(), updatedBy: 'olga' };
    await writeSettings(
      { ...settings, floor: { ...floor, isSpreading: true } },
      auditItem({ action: 'floor.change', actor: { id: 'olga' } }),
    );

    const { status } = await stack.call('PUT', `/v1/projects/${id}/floor`, { rules: { tokenDays: 5 } });

    expect([status, (await readServer(server.id))?.floor?.tokenDays]).toEqual([200, 7]);
  });

  test('is told to nobody who names the project without a role in it', async () => {
    const id = await made('North', { groups: { team: 'editor' } });
    await stack.call('PUT', `/v1/projects/${id}/floor`, { rules: { redactionMode: 'strict' } });
    const server = (project: string) => ({ ...NEW, project, governance: { mode: 'minimal' } });
    const asked = (project: string, who: object) => stack.call('POST', '/v1/servers', server(project), who);

    const [own, others, unknown] = [
      await asked(id, as('ann', 'team')),
      await asked(id, { role: 'editor' }),
      await asked('prj_000000000000', { role: 'editor' }),
    ];

    expect([own.status, own.body.code]).toEqual([422, 'below_floor']);
    expect(others.body).toEqual(unknown.body);
    expect(others.body.code).toBe('project_not_found');
  });
});

describe('an automation key', () => {
  test('with a project has its role there and nothing elsewhere, and gives no roles', async () => {
    const id = await made('North');
    await stack.liveServer('Orders', {});
    const { body } = await stack.call('POST', '/v1/automation-keys', { label: 'CI', role: 'admin', project: id });
    const key = { key: body.value };

    const own = await stack.call('POST', '/v1/servers', { ...NEW, project: id }, key);
    const others = await stack.call('POST', '/v1/servers', NEW, key);
    const list = await stack.call('GET', '/v1/servers', undefined, key);
    const settings = await stack.call('PUT', '/v1/settings', { governance: { pii: false } }, key);
    const roles = await stack.call('PATCH', `/v1/projects/${id}`, { members: { eve: 'admin' } }, key);

    expect([own.status, others.status, others.body.code]).toEqual([202, 403, 'role_required']);
    expect(list.body.items.map((each: { id: string }) => each.id)).toEqual([own.body.server.id]);
    expect([settings.body.code, roles.body.code]).toEqual(['role_required', 'key_not_allowed']);
    expect((await readProject(id))?.members).toEqual({});
  });
});

describe('the key of a declaration', () => {
  test('is of one project, so that it tells nothing of others, and moves with its server', async () => {
    const id = await made('North', { members: { ann: 'editor' } });
    const declared = 'payments/orders';
    const one = await stack.call('POST', '/v1/servers', { ...NEW, declared });
    await stack.runPipeline(one.body.deployment.id);

    const other = await stack.call('POST', '/v1/servers', { ...NEW, declared, project: id }, as('ann'));
    await stack.runPipeline(other.body.deployment.id);
    const taken = await stack.call('PUT', `/v1/servers/${one.body.server.id}/project`, { project: id });
    await stack.call('DELETE', `/v1/servers/${other.body.server.id}`);
    const moved = await stack.call('PUT', `/v1/servers/${one.body.server.id}/project`, { project: id });
    const free = await stack.call('POST', '/v1/servers', { ...NEW, declared });

    expect([other.status, taken.body.code, moved.status, free.status]).toEqual([202, 'declared_taken', 200, 202]);
  });
});

describe('raw answers', () => {
  test('are kept to people with the right, where the project says so', async () => {
    const { server } = await stack.liveServer('Orders', {});
    const { body: tool } = await stack.call('POST', `/v1/servers/${server.id}/tools`, {
      name: 'look',
      verb: 'GET',
      path: '/look',
    });
    await stack.call('PATCH', '/v1/projects/default', { rawAnswers: 'answer-readers' });
    const tried = (rights: string[]) =>
      stack.call(
        'POST',
        `/v1/servers/${server.id}/tools/${tool.id}/try`,
        { arguments: {} },
        { role: 'editor', rights },
      );

    const [without, withIt] = [await tried([]), await tried(['answer-reader'])];

    expect([without.status, without.body.code]).toEqual([403, 'right_required']);
    expect(withIt.body?.code).not.toBe('right_required');
  });
});
