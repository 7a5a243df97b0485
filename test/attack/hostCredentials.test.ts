/**
 * A server with tools on two hosts, through the running stack: an editor approves the second host, which records every byte. Neither ever
 * gets the credential of the other, whatever is asked for and in whatever order.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rounds } from '../support/attack.ts';
import { defined } from '../support/defined.ts';
import { SECRET, type Stage, theftStage, type Victim } from '../support/thefts.ts';

const THEIRS = 'a-credential-of-the-second-host-42';
const OTHER = 'another-credential-of-the-second-host-43';

let stage: Stage;
let document: object;
beforeAll(async () => {
  stage = await theftStage();
  const responses = { 200: { description: 'ok' } };
  document = {
    openapi: '3.1.0',
    info: { title: 'Two hosts', version: '1' },
    servers: [{ url: `${stage.home.baseUrl}/v1` }],
    paths: {
      '/orders': { get: { operationId: 'listOrders', responses } },
      '/files': { get: { operationId: 'listFiles', responses, servers: [{ url: `${stage.foreign.baseUrl}/files` }] } },
    },
  };
}, 180_000);
afterAll(() => stage?.close());

const second = () => stage.foreign.baseUrl;
const server = (body: object = {}) => stage.server({ source: { kind: 'openapi', document }, ...body });
const approve = ({ path }: Victim, approved = true) =>
  stage.as('editor', 'PATCH', path, { hosts: [{ origin: second(), approved }] });
const give = ({ path }: Victim, token: string) =>
  stage.as('editor', 'PUT', `${path}/credentials`, { type: 'bearer', token, origin: second() });
const authorizations = (upstream: Stage['home']) => upstream.requests.map((request) => request.all('authorization'));
/** What went where it may not go. */
const strays = () =>
  [
    stage.foreign.requests.filter(({ raw }) => raw.includes(SECRET)),
    stage.home.requests.filter(({ raw }) => raw.includes(THEIRS) || raw.includes(OTHER)),
  ].flat();

test('a host is reached once it is approved, with a credential of its own alone, and no longer when it is removed', async () => {
  const victim = await server();
  stage.foreign.requests.length = 0;

  const unlisted = await stage.call(victim, 'listFiles');
  const listed = (await stage.as('editor', 'GET', `${victim.path}/tools`)).body;
  const early = await give(victim, THEIRS);
  const approved = await approve(victim);
  const bare = await stage.call(victim, 'listFiles');
  const given = await give(victim, THEIRS);
  const called = [await stage.call(victim, 'listFiles'), await stage.call(victim)];
  const removed = await approve(victim, false);
  const gone = await stage.call(victim, 'listFiles');
  const again = await approve(victim);
  await stage.call(victim, 'listFiles');

  expect(unlisted).toContain('Unknown tool: listFiles');
  expect(listed.otherHosts).toEqual([{ origin: second(), tools: 1, approved: false }]);
  expect(early).toMatchObject({ status: 409, body: { code: 'base_url_changed' } });
  expect(approved).toMatchObject({
    status: 200,
    body: { resealed: true, hosts: [{ origin: second(), auth: { type: 'none' } }] },
  });
  expect(given).toMatchObject({ status: 200, body: { hosts: [{ auth: { type: 'bearer', origin: second() } }] } });
  expect(given.body.auth).toMatchObject({ type: 'bearer', origin: stage.home.baseUrl });
  for (const answer of [bare, ...called]) expect(answer).toContain('\\"id');
  expect(removed).toMatchObject({ status: 200, body: { resealed: true, hosts: [] } });
  expect(gone).not.toContain('\\"id');
  expect(again.body.hosts).toMatchObject([{ auth: { type: 'none' } }]);
  expect(authorizations(stage.foreign)).toEqual([[], [`Bearer ${THEIRS}`], []]);
  expect(strays()).toEqual([]);
  const trail = (await stage.as('editor', 'GET', `${victim.path}/audit?class=management`)).body.items;
  const deeds = trail.map(({ action, detail }: { action: string; detail: object }) => ({ action, detail }));
  expect(deeds).toContainEqual({
    action: 'server.change',
    detail: expect.objectContaining({ approvedHosts: [second()] }),
  });
  expect(deeds).toContainEqual({
    action: 'server.change',
    detail: expect.objectContaining({ removedHosts: [second()] }),
  });
  expect(deeds).toContainEqual({
    action: 'server.credentials',
    detail: expect.objectContaining({ type: 'bearer', origin: second() }),
  });
}, 120_000);

test('a server is made with its hosts and their credentials at once, also before its base URL is known', async () => {
  const victim = await server({
    baseUrl: undefined,
    hosts: [{ origin: second(), auth: { type: 'bearer', token: THEIRS } }],
  });
  stage.foreign.requests.length = 0;
  stage.home.requests.length = 0;

  const answers = await Promise.all([stage.call(victim, 'listFiles'), stage.call(victim)]);

  for (const answer of answers) expect(answer).toContain('\\"id');
  expect(authorizations(stage.foreign)).toEqual([[`Bearer ${THEIRS}`]]);
  expect(authorizations(stage.home)).toEqual([[`Bearer ${SECRET}`]]);
}, 120_000);

test.each([
  ['a path', 'https://files.example.com/v1', 'hosts/0/origin'],
  ['an address of a private network', 'https://10.0.0.1', 'hosts/0/origin'],
  ['a local name', 'https://files.internal', 'hosts/0/origin'],
  ['plain http', 'http://files.example.com', 'hosts/0/origin'],
])('%s is approved by nobody', async (_, origin, field) => {
  const victim = await server();

  const answer = await stage.as('admin', 'PATCH', victim.path, { hosts: [{ origin, approved: true }] });

  expect(answer.status).toBe(400);
  expect(answer.body.faults.map((fault: { field: string }) => fault.field.replace(/^\//, ''))).toContain(field);
});

test('ten hosts may be approved, and the host of the base URL needs it not', async () => {
  const victim = await server();
  const hosts = Array.from({ length: 11 }, (_, at) => ({ origin: `https://h${at}.example.com`, approved: true }));

  const many = await stage.as('editor', 'PATCH', victim.path, { hosts });
  const ten = await stage.as('editor', 'PATCH', victim.path, { hosts: hosts.slice(1) });
  const base = await stage.as('editor', 'PATCH', victim.path, {
    hosts: [{ origin: stage.home.baseUrl, approved: true }],
  });

  expect(many).toMatchObject({ status: 409, body: { code: 'too_many_hosts' } });
  expect(ten.body.hosts).toHaveLength(10);
  expect(base).toMatchObject({ status: 409, body: { code: 'host_is_base' } });
});

/** What is asked for at the same moment, and what each leaves of the second host: its credential, `none`, or no approval at all. */
type Left = 'first' | 'other' | 'none' | 'unapproved' | 'base';
const OPERATIONS: Readonly<
  Record<string, { ask(victim: Victim): ReturnType<Stage['as']>; done(left: Left): Left | undefined }>
> = {
  approve: {
    ask: (victim) => approve(victim),
    done: (left) => (left === 'unapproved' ? 'none' : left === 'base' ? undefined : left),
  },
  remove: { ask: (victim) => approve(victim, false), done: (left) => (left === 'base' ? left : 'unapproved') },
  'replace its credential': {
    ask: (victim) => give(victim, OTHER),
    done: (left) => (left === 'unapproved' ? undefined : left === 'base' ? left : 'other'),
  },
  'take its credential': {
    ask: ({ path }) => stage.as('editor', 'PUT', `${path}/credentials`, { type: 'none', origin: second() }),
    done: (left) => (left === 'unapproved' ? undefined : left === 'base' ? left : 'none'),
  },
  'move the base URL there': {
    ask: ({ path }) =>
      stage.as('editor', 'PATCH', path, { baseUrl: `${second()}/v1`, auth: { type: 'bearer', token: OTHER } }),
    done: () => 'base',
  },
};

const leftOf = (
  row: { baseUrl: string; hosts: { auth: { type: string; storedAt?: string } }[] },
  storedAt: string,
): Left => {
  if (row.baseUrl.startsWith(second())) return 'base';
  const [host] = row.hosts;
  if (!host) return 'unapproved';
  return host.auth.type === 'none' ? 'none' : host.auth.storedAt === storedAt ? 'first' : 'other';
};

test('any two changes of a host at the same moment end as one after the other, and lead no credential astray', async () => {
  const names = Object.keys(OPERATIONS);
  const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const));
  const queue = Array.from({ length: rounds(1, 10) }, () => pairs).flat();
  const faults: string[] = [];
  stage.home.requests.length = 0;
  stage.foreign.requests.length = 0;

  const lane = async () => {
    for (let pair = queue.shift(); pair; pair = queue.shift()) {
      const victim = await server({ hosts: [{ origin: second(), auth: { type: 'bearer', token: THEIRS } }] });
      const { storedAt } = (await stage.as('editor', 'GET', victim.path)).body.hosts[0].auth;
      const chosen = pair.map((name) => defined(OPERATIONS[name]));
      const answers = await Promise.all([
        ...chosen.map((one) => one.ask(victim)),
        stage.call(victim, 'listFiles'),
      ]).then((all) => all.slice(0, 2) as Awaited<ReturnType<Stage['as']>>[]);
      const left = leftOf(await stage.rested(victim.id), storedAt);
      await Promise.all([stage.call(victim), stage.call(victim, 'listFiles')]);
      const done = chosen.filter((_, at) => defined(answers[at]).status < 300);
      const orders = done.length === 2 ? [done, [...done].reverse()] : [done];
      const allowed = orders.map((order) =>
        order.reduce<Left | undefined>((state, one) => (state === undefined ? undefined : one.done(state)), 'first'),
      );
      const told = `${pair.join(' + ')} [${answers.map(({ status, body }) => `${status} ${body?.code ?? ''}`).join(', ')}]`;
      if (!allowed.includes(left)) faults.push(`${told} left ${left}, not ${allowed.join(' or ')}`);
      if (answers.some(({ status }) => status >= 500)) faults.push(`${told} has a fault of ours`);
    }
  };
  await Promise.all(Array.from({ length: 3 }, lane));

  expect({ faults, strays: strays().length }).toEqual({ faults: [], strays: 0 });
  expect(stage.foreign.requests.length).toBeGreaterThan(0);
}, 900_000);
