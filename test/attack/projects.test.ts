/**
 * Roles × routes × projects: two companies' projects and `default` on one stack, every route of the table that names a server or a project asked
 * by everybody for servers that really exist. Whoever has no role in a project gets what they would get for a server that does not exist, and
 * no list, count, cursor or trail tells them of one. Moves and lower roles at the same time let nobody through.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTES, type Route } from '../../core/api/routes/index.ts';
import { reaches } from '../../core/model/projects.ts';
import { ROLES, type Role } from '../../core/model/roles.ts';
import { type Answer, ask, type Logins, loginsOf } from '../support/logins.ts';
import { deploy, type LocalStack, startStack } from '../support/stack.ts';

let stack: LocalStack;
let logins: Logins;
type Where = 'default' | 'north' | 'south';
interface Target {
  readonly project: string;
  readonly ids: Readonly<Record<string, string>>;
}
const targets = new Map<Where, Target>();
const idOf = new Map<Where, string>([['default', 'default']]);
/** What nobody outside of a project may read. */
const marks = new Map<Where, string[]>();
/** What a viewer of `north` was shown before there was another project beside it. */
let before: Record<string, unknown>;

/** Groups of the login, and the roles that they give. */
interface Persona {
  readonly groups: readonly string[];
  readonly roles: Partial<Record<Where, Role>>;
  readonly installation?: 'owner' | 'auditor';
}
const PERSONAS: Readonly<Record<string, Persona>> = {
  owner: { groups: ['admin'], roles: {}, installation: 'owner' },
  auditor: { groups: ['auditor'], roles: {}, installation: 'auditor' },
  'editor of default': { groups: ['editor'], roles: { default: 'editor' } },
  'viewer of default': { groups: ['viewer'], roles: { default: 'viewer' } },
  'north-viewer': { groups: ['north-viewer'], roles: { north: 'viewer' } },
  'north-editor': { groups: ['north-editor'], roles: { north: 'editor' } },
  'north-admin': { groups: ['north-admin'], roles: { north: 'admin' } },
  'south-viewer': { groups: ['south-viewer'], roles: { south: 'viewer' } },
  'south-editor': { groups: ['south-editor'], roles: { south: 'editor' } },
  'south-admin': { groups: ['south-admin'], roles: { south: 'admin' } },
  'viewer of north, admin of south': {
    groups: ['north-viewer', 'south-admin'],
    roles: { north: 'viewer', south: 'admin' },
  },
  'editor of default, admin of north': {
    groups: ['editor', 'north-admin'],
    roles: { default: 'editor', north: 'admin' },
  },
};

const UNKNOWN = {
  id: 'srv_000000000000',
  projectId: 'prj_000000000000',
};

const loginOf = (name: string) =>
  logins.token({ sub: `p-${name.replaceAll(/\W/g, '-')}`, 'cognito:groups': [...(PERSONAS[name] as Persona).groups] });
const as = async (name: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  ask(stack, await loginOf(name), method, path, body);

/** A project with a server, a tool, a token and a trail of its own. */
async function settle(where: Where): Promise<void> {
  if (where !== 'default') {
    const { id } = await stack.api<{ id: string }>('POST', '/v1/projects', { name: `${where} team` });
    const groups = Object.fromEntries(ROLES.map((role) => [`${where}-${role}`, role]));
    await stack.api('PATCH', `/v1/projects/${id}`, { groups });
    idOf.set(where, id);
  }
  const project = idOf.get(where) as string;
  const named = where === 'default' ? {} : { project };
  const body = {
    name: `Store ${where}`,
    source: { kind: 'manual' },
    baseUrl: `https://${where}.example.com`,
    auth: { type: 'none' },
  };
  const { serverId: id } = await deploy(stack, { ...body, ...named });
  const tool = { name: `look_${where}`, verb: 'GET', path: '/things' };
  const { id: toolId } = await stack.api<{ id: string }>('POST', `/v1/servers/${id}/tools`, tool);
  const { items: tokens } = await stack.api<{ items: { id: string }[] }>('GET', `/v1/servers/${id}/tokens`);
  const { items: deployments } = await stack.api<{ items: { id: string }[] }>('GET', `/v1/servers/${id}/deployments`);
  const { items: entries } = await stack.api<{ items: { entryId: string }[] }>('GET', `/v1/servers/${id}/audit`);
  targets.set(where, {
    project,
    ids: {
      id,
      projectId: project,
      toolId,
      tokenId: tokens[0]?.id as string,
      deploymentId: deployments[0]?.id as string,
      entryId: entries[0]?.entryId as string,
      linkId: 'link_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      approvalId: 'apr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    },
  });
  marks.set(where, [
    id,
    `Store ${where}`,
    `${where}.example.com`,
    ...(where === 'default' ? [] : [project, `${where} team`]),
  ]);
}

/** What is the same in two answers at different moments. */
const lasting = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (key, value) =>
    ['from', 'to', 'requestId', 'instance', 'series'].includes(key) ? undefined : value,
  );

const LISTS = [
  '/v1/servers',
  '/v1/servers?limit=1',
  '/v1/attention',
  '/v1/attention?limit=1',
  '/v1/stats',
  '/v1/audit/all',
  '/v1/audit/all?limit=3',
  '/v1/projects',
  '/v1/settings',
  '/v1/floor',
];
const shownTo = async (name: string) =>
  Object.fromEntries(
    await Promise.all(
      LISTS.map(async (path) => {
        const { status, body } = await as(name, 'GET', path);
        return [path, [status, lasting(body)]];
      }),
    ),
  );

beforeAll(async () => {
  stack = await startStack();
  logins = await loginsOf(stack);
  await settle('default');
  await settle('north');
  before = await shownTo('north-viewer');
  await settle('south');
}, 300_000);
afterAll(() => stack?.stop());

const routes = Object.entries(ROUTES) as [string, Route][];
const placed = routes.filter(([, { place }]) => place === 'server' || place === 'project');
const pathOf = ({ path }: Route, ids: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`The servers of this test have no {${name}} of ${path}`);
    return id;
  });

/** Bodies that would do something, where one is needed. */
const BODIES: Readonly<Record<string, (project: string) => unknown>> = {
  changeServer: () => ({ name: 'stolen' }),
  setStatus: () => ({ status: 'offline' }),
  createToken: () => ({ label: 'stolen' }),
  createSetupLink: () => ({ label: 'stolen', client: 'claude-code' }),
  createTool: () => ({ name: 'stolen', verb: 'GET', path: '/stolen' }),
  changeTool: () => ({ title: 'stolen' }),
  replaceTool: () => ({ name: 'stolen', verb: 'GET', path: '/stolen' }),
  replaceCredentials: () => ({ type: 'header', name: 'x-key', value: 'stolen' }),
  tryTool: () => ({ arguments: {} }),
  createDeployment: () => ({}),
  changeProject: () => ({ name: 'stolen' }),
  moveServer: () => ({ project: 'default' }),
  changeSelection: () => ({ sentences: [] }),
};

const roleAt = ({ installation, roles }: Persona, where: Where): Role | undefined =>
  installation === 'owner' ? 'admin' : (roles[where] ?? (installation ? 'viewer' : undefined));
const highest = (persona: Persona): Role | undefined =>
  ROLES.findLast((role) => (['default', 'north', 'south'] as const).some((where) => roleAt(persona, where) === role));
const passes = (persona: Persona, role: Role | undefined, { access, method }: Route) =>
  role !== undefined && (reaches(role, access as Role) || (persona.installation === 'auditor' && method === 'GET'));

/** What is wanted of a try: by the table of routes and of roles alone. */
function wantedOf(persona: Persona, where: Where, route: Route): 'in' | 'as unknown' | 'role_required' {
  const role = roleAt(persona, where);
  if (role !== undefined) return passes(persona, role, route) ? 'in' : 'role_required';
  return passes(persona, highest(persona), route) ? 'as unknown' : 'role_required';
}

/** Of those that are let in only what reads is really asked: the others would undo what the next ones find. */
const isAsked = (wanted: string, { method }: Route) => wanted !== 'in' || method === 'GET';

let tries = 0;

describe.each(Object.entries(PERSONAS))('%s', (name, persona) => {
  test('may call what their role in each project allows, and learns nothing of others', async () => {
    const seen: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [id, route] of placed) {
      const body = route.body ? (BODIES[id]?.('') ?? {}) : undefined;
      for (const where of targets.keys()) {
        const expected = wantedOf(persona, where, route);
        if (!isAsked(expected, route)) continue;
        const { ids } = targets.get(where) as Target;
        const answer = await as(name, route.method, pathOf(route, ids), body);
        tries++;
        const key = `${id} of ${where}`;
        wanted[key] = expected;
        const code = answer.body?.code as string | undefined;
        if (expected === 'as unknown') {
          const unknown = await as(name, route.method, pathOf(route, { ...ids, ...UNKNOWN }), body);
          const isSame =
            JSON.stringify([answer.status, lasting(answer.body)]) ===
            JSON.stringify([unknown.status, lasting(unknown.body)]);
          const isRefusal = answer.status >= 400 && answer.status < 500;
          seen[key] =
            isSame && isRefusal
              ? 'as unknown'
              : `${answer.status} ${code} and not ${unknown.status} ${unknown.body?.code}`;
        } else if (code === 'role_required') seen[key] = 'role_required';
        else if (code === 'right_required') seen[key] = 'in';
        else
          seen[key] =
            answer.status < 500 && !/^(server|project)_not_found$/.test(code ?? '') ? 'in' : `${answer.status} ${code}`;
      }
    }

    expect(seen).toEqual(wanted);
  }, 240_000);

  test('reads nothing of a project without a role in any list', async () => {
    const hidden = (['default', 'north', 'south'] as const).filter((where) => roleAt(persona, where) === undefined);
    const text = JSON.stringify(await shownTo(name));

    for (const where of hidden) for (const mark of marks.get(where) ?? []) expect(text).not.toContain(mark);
    const own = (['default', 'north', 'south'] as const).filter((where) => roleAt(persona, where) !== undefined);
    for (const where of own) expect(text).toContain(targets.get(where)?.ids['id']);
  });
});

test('these were tries enough, and changed nothing', async () => {
  expect(tries).toBeGreaterThanOrEqual(600);
  for (const [where, { ids, project }] of targets) {
    const server = await stack.api<{ name: string; status: string; project?: string }>(
      'GET',
      `/v1/servers/${ids['id']}`,
    );
    expect([server.name, server.status, server.project ?? 'default']).toEqual([`Store ${where}`, 'live', project]);
    const trail = await stack.api<{ items: { actor: string }[] }>('GET', `/v1/servers/${ids['id']}/audit?limit=100`);
    expect(trail.items.filter(({ actor }) => actor.startsWith('p-'))).toEqual([]);
  }
});

describe('a viewer of one project', () => {
  test('is shown the same before and after there is another one', async () => {
    expect(await shownTo('north-viewer')).toEqual(before);
  });

  test('goes through all pages without a gap that would tell of others', async () => {
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const path: string = `/v1/servers?limit=1${next ? `&after=${next}` : ''}`;
      const { body } = await as('north-viewer', 'GET', path);
      expect(body.items).toHaveLength(1);
      ids.push(body.items[0].id);
      next = body.next;
    } while (next);

    expect(ids).toEqual([targets.get('north')?.ids['id']]);
  });

  test.each(['/v1/stats?server=', '/v1/attention?server=', '/v1/audit/all?server=', '/v1/audit/all/export?server='])(
    'is answered for a server of another project in %s as for none',
    async (path) => {
      const [hidden, unknown] = await Promise.all(
        [targets.get('south')?.ids['id'], UNKNOWN.id].map((id) => as('north-viewer', 'GET', `${path}${id}`)),
      );

      expect(hidden?.status).toBe(404);
      expect([hidden?.status, lasting(hidden?.body)]).toEqual([unknown?.status, lasting(unknown?.body)]);
    },
  );
});

describe('what a body names', () => {
  test('a server cannot be made in, moved to or copied into a project without a role', async () => {
    const body = { name: 'x', source: { kind: 'manual' }, baseUrl: 'https://x.example.com', auth: { type: 'none' } };
    const own = targets.get('north')?.ids['id'];
    const tried = (project: string) =>
      Promise.all([
        as('north-admin', 'POST', '/v1/servers', { ...body, project }),
        as('north-admin', 'PUT', `/v1/servers/${own}/project`, { project }),
        as('north-admin', 'POST', `/v1/servers/${own}/duplicate`, { project }),
      ]);
    const codes = (answers: Answer[]) => answers.map(({ status, body: { code, detail } }) => [status, code, detail]);

    const hidden = codes(await tried(idOf.get('south') as string));
    expect(hidden.map(([status, code]) => [status, code])).toEqual(Array(3).fill([404, 'project_not_found']));
    expect(hidden).toEqual(codes(await tried(UNKNOWN.projectId)));
  });

  test('a toolset takes no server of another project, and says no more than for none', async () => {
    const toolset = (serverId: string, project?: string) => ({
      name: 'All',
      source: { kind: 'toolset', members: [{ serverId }] },
      auth: { type: 'none' },
      ...(project && { project }),
    });
    const north = idOf.get('north');
    const make = (serverId: string) => as('north-editor', 'POST', '/v1/servers', toolset(serverId, north));
    const [hidden, unknown] = [await make(targets.get('south')?.ids['id'] as string), await make(UNKNOWN.id)];
    expect([hidden.status, lasting(hidden.body)]).toEqual([unknown.status, lasting(unknown.body)]);

    const owners = await as('owner', 'POST', '/v1/servers', toolset(targets.get('south')?.ids['id'] as string, north));
    expect([owners.status, owners.body.faults?.[0]?.rule]).toEqual([400, 'toolset_member']);
  });

  test('a declaration brings nothing to a project without a role', async () => {
    const declaration = {
      name: 'Stolen',
      source: { kind: 'manual' },
      baseUrl: 'https://x.example.com',
      auth: { type: 'none' },
    };
    const { body } = await as('north-editor', 'POST', '/v1/apply', {
      declarations: {
        group: 'x',
        servers: { stolen: declaration, other: { ...declaration, project: idOf.get('south') } },
      },
    });

    expect(
      JSON.stringify(body)
        .match(/role_required|project_not_found/g)
        ?.sort(),
    ).toEqual(['project_not_found', 'role_required']);
    const servers = await stack.api<{ items: { name: string }[] }>('GET', '/v1/servers');
    expect(servers.items.map(({ name }) => name)).not.toContain('Stolen');
  });
});

describe('at the same moment', () => {
  test('moves and lower roles let no change through', async () => {
    const [north, south] = [idOf.get('north') as string, idOf.get('south') as string];
    const id = targets.get('north')?.ids['id'] as string;
    const path = `/v1/servers/${id}`;
    /** The number of the row after each move, and where the server was from then on. */
    const moves: [number, string][] = [];
    const changes: { revision: number; at: number; end: number }[] = [];
    /** Times within which the role was lowered for certain. */
    const lowered: [number, number][] = [];
    const statuses = new Set<string>();
    const start = await stack.api<{ version: number }>('GET', path);
    moves.push([start.version, north]);

    const moving = async () => {
      for (let turn = 0; turn < 8; turn++) {
        const project = turn % 2 === 0 ? south : north;
        const { status, body } = await as('owner', 'PUT', `${path}/project`, { project });
        if (status === 200) moves.push([body.version, project]);
      }
    };
    const lowering = async () => {
      for (let turn = 0; turn < 6; turn++) {
        await as('owner', 'PATCH', `/v1/projects/${north}`, { groups: { 'north-editor': 'viewer' } });
        const from = Date.now();
        await new Promise((done) => setTimeout(done, 200));
        lowered.push([from, Date.now()]);
        await as('owner', 'PATCH', `/v1/projects/${north}`, { groups: { 'north-editor': 'editor' } });
        await new Promise((done) => setTimeout(done, 200));
      }
    };
    const changing = async (turn: number) => {
      await new Promise((done) => setTimeout(done, Math.random() * 3_000));
      const at = Date.now();
      const { status, body } = await as('north-editor', 'PATCH', path, { name: `Store north ${turn}` });
      statuses.add(`${status} ${body?.code ?? ''}`);
      if (status === 200) changes.push({ revision: body.revision, at, end: Date.now() });
    };
    await Promise.all([moving(), lowering(), ...Array.from({ length: 100 }, (_, turn) => changing(turn))]);

    const placeAt = (revision: number) => moves.filter(([moved]) => moved < revision).sort(([a], [b]) => b - a)[0]?.[1];
    expect(changes.length).toBeGreaterThan(0);
    for (const { revision } of changes) expect([revision, placeAt(revision)]).toEqual([revision, north]);
    for (const { at, end } of changes) expect(lowered.filter(([from, to]) => at >= from && end <= to)).toEqual([]);
    // It was refused as well, for the one reason or the other, and never failed.
    expect([...statuses].filter((status) => status.startsWith('5'))).toEqual([]);
    expect([...statuses].some((status) => /404 server_not_found|403 role_required/.test(status))).toBe(true);
    await as('owner', 'PUT', `${path}/project`, { project: north });
  }, 240_000);
});
