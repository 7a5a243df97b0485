/** `apply`, `diff` and `export` against the management function: what is declared is made, once, also where a run ends in the middle. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { applyCommand } from '../../../cli/apply.ts';
import { approvalCommand } from '../../../cli/approval.ts';
import { diffCommand } from '../../../cli/diff.ts';
import { exportCommand } from '../../../cli/export.ts';
import { main } from '../../../cli/main.ts';
import { ROUTES, type Route } from '../../../core/api/routes/index.ts';
import { HANDLERS } from '../../../lambdas/management/handlers.ts';
import { serveManagement } from '../../support/managementServer.ts';
import { importResult, type ManagementStack, managementStack, PREVIEW } from '../../support/managementStack.ts';

let stack: ManagementStack;
let server: Awaited<ReturnType<typeof serveManagement>>;
let folder: string;
let isRunning = true;
let pipelines: Promise<void>;
/** What the installation did that changes something, by route, and at which of it the function dies. */
let writes: string[] = [];
let breaksAt = Number.POSITIVE_INFINITY;

const READS = new Set(['previewSpec', 'previewReimport', 'applyDeclarations']);

/** Counts what routes do, and has them die. */
function watchRoutes(): void {
  const handlers = HANDLERS as unknown as Record<string, (request: object) => unknown>;
  for (const [id, { method }] of Object.entries(ROUTES as Record<string, Route>)) {
    const handle = handlers[id];
    if (method === 'GET' || READS.has(id) || !handle) continue;
    handlers[id] = (request) => {
      if (writes.length >= breaksAt) throw new Error('The function has died.');
      writes.push(id);
      return handle(request);
    };
  }
}

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
  watchRoutes();
  server = await serveManagement(stack);
  pipelines = runPipelines();
});
afterAll(async () => {
  isRunning = false;
  await pipelines;
  await server.close();
  await stack.close();
});

/** As the state machine would, whoever has started them. */
async function runPipelines(): Promise<void> {
  const begun = new Set<string>();
  while (isRunning) {
    const ids = [...stack.executions]
      .filter(([id, { status }]) => status === 'RUNNING' && !begun.has(id))
      .map(([id]) => id);
    for (const id of ids) begun.add(id);
    await Promise.all(ids.map((id) => stack.runPipeline(id)));
    await new Promise((done) => setTimeout(done, 5));
  }
}

beforeEach(async () => {
  await stack.empty();
  writes = [];
  breaksAt = Number.POSITIVE_INFINITY;
  stack.state.imported = importResult();
  stack.state.preview = PREVIEW;
  folder = await mkdtemp(join(tmpdir(), 'declared-'));
});

function sink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

const environment = { PORTCULLIS_TOKEN: 'good', ORDERS_TOKEN: 'planted-secret-1', HEADER: 'planted-secret-2' };

async function run(command: 'apply' | 'diff' | 'export', ...args: string[]) {
  const [out, err] = [sink(), sink()];
  const where = command === 'export' ? [] : ['-f', folder];
  const all = [...args, ...where, '--url', server.url];
  try {
    const code =
      command === 'apply'
        ? await applyCommand(all, out.stream, err.stream, { environment })
        : command === 'diff'
          ? await diffCommand(all, out.stream, err.stream, { environment })
          : await exportCommand(all, out.stream, { environment });
    return { code, text: out.text(), progress: err.text() };
  } catch (error) {
    return { code: 1, text: out.text(), progress: `${err.text()}${(error as Error).message}` };
  }
}

const declare = (servers: object, { group, file = 'servers.json' }: { group?: string; file?: string } = {}) =>
  writeFile(
    join(folder, file),
    JSON.stringify({ kind: 'portcullis-servers', version: 1, ...(group && { group }), servers }),
  );

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema before a test sees them
type Answered = Record<string, any>;

const all = async () => (await stack.call('GET', '/v1/servers')).body.items as Answered[];
const detail = async (id: string, what: string) =>
  (await stack.call('GET', `/v1/servers/${id}/${what}`)).body.items as Answered[];

const ORDERS = {
  name: 'Orders',
  source: { kind: 'openapi', url: 'https://docs.example.com/openapi.json', tags: ['sales'] },
  baseUrl: 'https://api.example.com/v1',
  auth: { type: 'header', name: 'X-Api-Key', value: { env: 'ORDERS_TOKEN' } },
  governance: { mode: 'strict', maxItems: 20 },
  signed: false,
  exposition: 'flat',
  upstreamMs: 12_000,
  limits: { server: { callsPerSecond: 5 } },
  breaker: { failurePercent: 50 },
  headers: [
    { name: 'X-Tenant', value: '7' },
    { name: 'X-Key', sealed: true, value: { env: 'HEADER' } },
  ],
  tools: {
    'GET /orders': {
      name: 'list_orders',
      description: 'Lists the orders of a day.',
      redaction: { fields: { id: 'keep' } },
    },
    'DELETE /orders/{id}': { enabled: false },
    'GET /pets': { enabled: false },
    ping: { verb: 'GET', path: '/ping', description: 'Tells whether the API runs.' },
  },
  access: 'both',
  accessRules: [{ group: 'sales', opens: 'read', tools: ['GET /orders'] }],
  tokens: [
    { label: 'CI', scopes: { access: 'read', tools: ['ping'] }, limits: { callsPerDay: 100 } },
    { label: 'Team' },
  ],
  selection: [{ sentence: 'show the orders of today', tool: 'GET /orders' }],
  offline: true,
};

describe('apply', () => {
  test('makes a server whole, tells its tokens once, and the second time changes nothing', async () => {
    await declare({ orders: ORDERS });

    const first = await run('apply');
    const made = writes.length;
    const second = await run('apply');

    expect(first.progress).toContain('main/orders: ✓ make the server');
    expect(first.code).toBe(0);
    expect(first.text.match(/edge\.example\.com\/\S+\/mcp/g)).toHaveLength(2);
    expect([second.code, second.text.slice(0, 13), writes.length - made]).toEqual([0, '= main/orders', 0]);
    const [one] = await all();
    expect(one).toMatchObject({
      declared: 'main/orders',
      status: 'offline',
      auth: { type: 'header', headerName: 'X-Api-Key' },
      governance: { overrides: { mode: 'strict', maxItems: 20 } },
      upstreamMs: 12_000,
      limits: { server: { callsPerSecond: 5 } },
      breaker: { failurePercent: 50 },
      access: 'both',
      source: { tags: ['sales'] },
    });
    const tools = await detail(one?.['id'], 'tools');
    expect(tools.map(({ name, enabled }) => [name, enabled])).toEqual(
      expect.arrayContaining([
        ['list_orders', true],
        ['ping', true],
        ['get_pets', false],
      ]),
    );
    const listed = tools.find(({ name }) => name === 'list_orders')?.['id'];
    expect(one?.['accessRules']).toEqual([{ group: 'sales', opens: 'read', tools: [listed] }]);
    expect((await detail(one?.['id'], 'tokens')).map(({ label }) => label).sort()).toEqual(['CI', 'Team']);
    const told = [first, second].map(({ text, progress }) => text + progress).join('');
    expect(told + (await readFile(join(folder, 'servers.json'), 'utf8'))).not.toContain('planted-secret');
    expect(await stack.everythingStored()).not.toContain('planted-secret');
  });

  test('goes on where the first import failed before it had found the base URL', async () => {
    const { baseUrl: _, headers: _sealed, ...found } = ORDERS;
    await declare({ orders: found });
    stack.state.imported = undefined;
    const failed = await run('apply');
    stack.state.imported = importResult();

    const repeated = await run('apply');
    const again = await run('apply');

    expect(failed.code).toBe(1);
    expect([repeated.code, repeated.code === 0 ? '' : repeated.text + repeated.progress]).toEqual([0, '']);
    expect(again.text).toContain('= main/orders');
    const [one] = await all();
    expect(one).toMatchObject({ status: 'offline', auth: { type: 'header', headerName: 'X-Api-Key' } });
    expect(await detail(one?.['id'], 'tokens')).toHaveLength(2);
  });

  test('ends the same, whichever request is the last of a run that is ended', async () => {
    await declare({ orders: ORDERS });
    await run('apply');
    const steps = writes.length;
    const whole = await shown();
    expect(steps).toBeGreaterThan(5);

    for (let at = 0; at < steps; at++) {
      await stack.empty();
      writes = [];
      breaksAt = at;
      const broken = await run('apply');
      breaksAt = Number.POSITIVE_INFINITY;
      const repeated = await run('apply');
      const again = writes.length;
      const third = await run('apply');

      expect([at, broken.code, repeated.code, third.code, writes.length - again]).toEqual([at, 1, 0, 0, 0]);
      expect([at, await shown()]).toEqual([at, whole]);
    }
  });

  test('of two at once leaves what one of them declares', async () => {
    const other = {
      ...ORDERS,
      name: 'Other',
      governance: { mode: 'minimal' },
      limits: { server: { callsPerSecond: 9 } },
      tools: { 'GET /orders': { description: 'Others.' } },
      accessRules: [],
      // The first one's other token is for a tool that this one deletes.
      tokens: [{ label: 'Team' }],
    };
    for (let round = 0; round < 3; round++) {
      await stack.empty();
      await declare({ orders: ORDERS });
      const mine = run('apply');
      await new Promise((done) => setTimeout(done, 60 * round));
      const before = folder;
      folder = await mkdtemp(join(tmpdir(), 'declared-'));
      await declare({ orders: other });
      const theirs = await run('apply');
      const [one] = await Promise.all([mine]);
      folder = before;

      const servers = await all();
      expect([servers.length, [one.code, theirs.code].includes(0)]).toEqual([1, true]);
      const { name, governance, limits } = servers[0] as Answered;
      const tools = await detail(servers[0]?.['id'], 'tools');
      const found = [
        name,
        governance.overrides.mode,
        limits.server.callsPerSecond,
        tools.some((tool) => tool['name'] === 'ping'),
      ];
      expect([
        ['Orders', 'strict', 5, true],
        ['Other', 'minimal', 9, false],
      ]).toContainEqual(found);
    }
  });

  test('takes over a server that was made by hand, and changes what differs alone', async () => {
    const made = await stack.liveServer('Mine');
    await declare({
      mine: { adopt: made.server.id, name: 'Ours', source: { kind: 'manual' }, baseUrl: 'https://api.example.com/v1' },
    });

    const { code, progress } = await run('apply');

    expect([code, progress]).toEqual([0, 'main/mine: ✓ take over the server\nmain/mine: ✓ set name\n']);
    expect(await all()).toMatchObject([{ id: made.server.id, name: 'Ours', declared: 'main/mine' }]);
    const refused = await stack.call('PATCH', `/v1/servers/${made.server.id}`, { declared: 'main/other' });
    expect([refused.status, refused.body.code]).toEqual([409, 'declared_taken']);
  });

  test('imports a changed file again, and asks for approval where the server is signed', async () => {
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} };
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs', 'orders.txt'), JSON.stringify(document));
    await declare({ orders: { source: { kind: 'openapi', file: 'docs/orders.txt' }, signed: true } });
    await run('apply');
    const unchanged = await run('diff');
    await writeFile(join(folder, 'docs', 'orders.txt'), JSON.stringify({ ...document, paths: { '/x': {} } }));
    stack.state.imported = importResult('GET /orders', 'DELETE /everything');

    const differs = await run('diff');
    const stopped = await run('apply');
    const stillStopped = await run('apply');
    const digest = /--approve ([0-9a-f]{64})/.exec(stopped.text)?.[1] ?? '';
    const approved = await run('apply', '--approve', digest);

    expect(unchanged).toMatchObject({ code: 0, text: '1 server is as declared.\n' });
    expect([differs.code, differs.text]).toEqual([
      1,
      '~ main/orders: set source\n~ main/orders: import its description again\n',
    ]);
    expect([stopped.code, stillStopped.code]).toEqual([1, 1]);
    expect(stopped.progress).toContain('new_power, new_words: added DELETE /everything');
    expect([approved.code, (await run('diff')).code]).toEqual([0, 0]);
    const [one] = await all();
    expect((await detail(one?.['id'], 'tools')).map(({ path }) => path).sort()).toEqual(['/everything', '/orders']);
  });

  test('deletes a tool again when an import has brought it back', async () => {
    const tools = { 'DELETE /orders/{id}': { deleted: true } };
    await declare({ orders: { ...ORDERS, tools, selection: [], accessRules: [], tokens: [] } });
    await run('apply');
    const [one] = await all();
    const pathsOf = async () => (await detail(one?.['id'], 'tools')).map(({ path }) => path).sort();
    const first = await pathsOf();
    const same = await run('diff');
    const path = `/v1/servers/${one?.['id']}`;
    await stack.call('POST', `${path}/deployments`, { reimport: true });
    while ((await stack.call('GET', path)).body.deploying) await new Promise((done) => setTimeout(done, 20));
    const back = await pathsOf();

    const { code, progress } = await run('apply');

    expect([first, same.code, back]).toEqual([['/orders', '/pets'], 0, ['/orders', '/orders/{id}', '/pets']]);
    expect([code, progress]).toEqual([0, 'main/orders: ✓ delete the tool delete_orders_id_\n']);
    expect(await pathsOf()).toEqual(first);
  });

  test('goes online last, and tells by the exit code of diff what differs from what cannot be compared', async () => {
    await declare({ orders: ORDERS });
    await run('apply');
    await declare({ orders: { ...ORDERS, name: 'Other', offline: false } });

    const differs = await run('diff', '--json');
    const { progress } = await run('apply');
    const same = await run('diff');
    await declare({ orders: { colour: 'red' } });
    const wrong = await run('diff');

    expect([differs.code, JSON.parse(differs.text).servers]).toEqual([
      1,
      [
        {
          key: 'main/orders',
          id: expect.any(String),
          steps: [
            { kind: 'change', says: 'set name' },
            { kind: 'status', says: 'take it online' },
          ],
        },
      ],
    ]);
    expect(progress).toBe('main/orders: ✓ set name\nmain/orders: ✓ take it online\n');
    expect([same.code, wrong.code, (await all())[0]?.['status']]).toEqual([0, 2, 'live']);
  });

  test('deletes with --prune what it had made and is declared no more, and nothing else', async () => {
    await stack.liveServer('By hand');
    const plain = { name: 'A', source: { kind: 'manual' }, baseUrl: 'https://api.example.com/v1' };
    await declare({ other: plain }, { group: 'other' });
    await run('apply');
    await declare({ one: plain, two: plain });
    await run('apply');
    await declare({ one: plain });

    const kept = await run('apply');
    const asked = await run('apply', '--prune');
    const shownFirst = await run('diff', '--prune');
    const pruned = await run('apply', '--prune', '--yes');

    expect(kept.code).toBe(0);
    expect(asked.progress).toContain('--prune would delete main/two');
    expect([shownFirst.code, shownFirst.text]).toEqual([1, '- main/two: delete the server\n']);
    expect(pruned.code).toBe(0);
    expect((await all()).map(({ declared, name }) => declared ?? name).sort()).toEqual([
      'By hand',
      'main/one',
      'other/other',
    ]);
    // The key is free again.
    await declare({ one: plain, two: plain });
    expect((await run('apply')).code).toBe(0);
  });

  test('tells the tokens that were made when a later request fails, and sends again what AWS was too busy for', async () => {
    const plain = { ...ORDERS, tools: {}, selection: [], accessRules: [], tokens: [{ label: 'CI' }], offline: false };
    await declare({ one: plain, two: plain });
    await declare({ one: plain }, { group: 'other', file: 'other.json' });
    // Plans and checks of two groups come first.
    const refusals = [
      { at: 5, status: 503 },
      { at: 7, status: 500 },
    ];
    server.fails = (post) => refusals.find(({ at }) => at === post)?.status;

    const broken = await run('apply');
    server.fails = undefined;
    const repeated = await run('apply');

    const tokens = /edge\.example\.com\/\S+\/mcp/g;
    expect([broken.code, repeated.code]).toEqual([1, 0]);
    expect([broken, repeated].map(({ text }) => text.match(tokens)?.length)).toEqual([2, 1]);
  });

  test('sends secrets again on request alone', async () => {
    await declare({ orders: ORDERS });
    await run('apply');
    writes = [];

    const { code, progress } = await run('apply', '--credentials');

    expect([code, progress]).toEqual([
      0,
      'main/orders: ✓ set headers\nmain/orders: ✓ give the credential for https://api.example.com (header)\n',
    ]);
  });
});

describe('before anything is changed', () => {
  test.each([
    ['a secret in the file', { auth: { type: 'bearer', token: 'planted' } }, 'auth/token holds a secret'],
    [
      'a key in an address',
      { source: { kind: 'openapi', url: 'https://a.example.com/x?api_key=planted' } },
      'source/url',
    ],
    ['a reference elsewhere', { auth: { type: 'bearer', token: { vault: '/x' } } }, 'auth/token is no reference'],
    [
      'a variable that is not set',
      { auth: { type: 'bearer', token: { env: 'NOBODY' } } },
      'needs a value: env NOBODY: the variable is not set.',
    ],
    ['a member that is none', { colour: 'red' }, 'is not a field here'],
    [
      'a file that is not there',
      { source: { kind: 'openapi', file: 'nowhere.yaml' } },
      'source/file cannot be read (ENOENT)',
    ],
    ['a credential that cannot be', { auth: { type: 'header', name: 'Host', value: { env: 'HEADER' } } }, 'auth/name'],
  ])('%s is told', async (_, change, message) => {
    await declare({ orders: { ...ORDERS, ...change }, fine: ORDERS });

    const { code, progress } = await run('apply');

    expect([code, writes, await all()]).toEqual([1, [], []]);
    expect(progress).toContain(message);
    expect(progress).not.toContain('planted');
  });

  test('a description that cannot be imported, and tools that are not there, are told', async () => {
    stack.state.preview = { error: { code: 'spec_invalid', message: 'That is HTML.' } };
    await declare({ orders: ORDERS });
    const unread = await run('apply');
    stack.state.preview = PREVIEW;
    await run('apply');
    writes = [];
    await declare({ orders: { ...ORDERS, tools: { ...ORDERS.tools, 'GET /nowhere': { enabled: false } } } });
    const unknown = await run('apply');

    expect(unread.progress).toContain('the description cannot be imported: That is HTML.');
    expect([unknown.code, writes]).toEqual([1, []]);
    expect(unknown.progress).toContain('has no tool "GET /nowhere"');
  });

  test('the same name in two files is told, and folders are read with those in them', async () => {
    await mkdir(join(folder, 'more'));
    await declare({ orders: ORDERS }, { file: 'more/a.json' });
    await declare({ orders: ORDERS });

    const { code, progress } = await run('apply');

    expect([code, writes]).toEqual([1, []]);
    expect(progress).toContain('is declared in');
  });
});

test('what is exported is as declared where it is, and makes the same servers elsewhere', async () => {
  // Prepare
  await declare({ orders: ORDERS });
  await run('apply');
  await stack.liveServer('By hand');
  const before = await shown();

  // Act
  const exported = join(folder, 'exported');
  const written = await run('export', '--to', exported);
  const files = await readdir(exported);
  const texts = await Promise.all(files.map((file) => readFile(join(exported, file), 'utf8')));
  await rm(join(folder, 'servers.json'));
  const adopted = await run('apply');
  const names = [...texts.join('').matchAll(/env: (\w+)/g)].map(([, name = '']) => name);
  for (const name of names) Object.assign(environment, { [name]: 'planted-secret-3' });
  await stack.empty();
  const made = await run('apply');

  // Assess
  expect([written.code, files.sort()]).toEqual([0, ['by-hand.yaml', 'orders.yaml']]);
  expect(texts.join('')).not.toContain('planted-secret');
  expect([adopted.code, adopted.progress]).toEqual([0, 'main/by-hand: ✓ take over the server\n']);
  expect([made.code, await shown()]).toEqual([0, before]);
});

/** What clients and owners see of all servers, without ids and times. */
async function shown(): Promise<object[]> {
  const servers = await all();
  const views = await Promise.all(
    servers.map(async (one) => {
      const tools = await detail(one['id'], 'tools');
      const tokens = await detail(one['id'], 'tokens');
      const sentences = await detail(one['id'], 'selection');
      const nameOf = (id: string) => tools.find((tool) => tool['id'] === id)?.['name'];
      const {
        name,
        baseUrl,
        source,
        governance,
        exposition,
        signed,
        access,
        limits,
        breaker,
        upstreamMs,
        headers,
        auth,
      } = one;
      return {
        ...{
          name,
          baseUrl,
          tags: source.tags,
          url: source.url,
          overrides: governance.overrides,
          exposition,
          signed,
          access,
          limits,
          breaker,
          upstreamMs,
        },
        status: one['status'],
        sentences: sentences.map(({ sentence, tool }) => [sentence, tool.name]),
        headers: headers.map(({ storedAt: _, ...header }: { storedAt?: string }) => header),
        auth: { type: auth.type, headerName: auth.headerName },
        rules: one['accessRules'].map((rule: Answered) => ({ ...rule, tools: rule.tools?.map(nameOf) })),
        tools: tools.map(({ name: called, description, enabled, redaction, edited }) => ({
          called,
          description,
          enabled,
          redaction,
          edited,
        })),
        tokens: tokens
          .map(({ label, scopes, limits: own }) => ({
            label,
            scopes: scopes && { ...scopes, tools: scopes.tools?.map(nameOf) },
            own,
          }))
          .filter(({ label }) => label !== 'First connection')
          .sort((a, b) => (a.label < b.label ? -1 : 1)),
      };
    }),
  );
  return views.sort((a, b) => (a.name < b.name ? -1 : 1));
}

test('many servers are made in one go, and compared in one', async () => {
  const plain = {
    source: { kind: 'openapi', url: 'https://docs.example.com/openapi.json' },
    governance: { maxItems: 20 },
  };
  await declare(
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`server-${at}`, { ...plain, name: `Server ${at}` }])),
  );

  const first = await run('apply');
  const second = await run('apply');

  expect([first.code, (await all()).length, second.code]).toEqual([0, 20, 0]);
});

test('the settings of the installation are held whole, and exported', async () => {
  const settings = { governance: { maxItems: 30, mode: 'strict' } };
  await writeFile(join(folder, 'all.yaml'), JSON.stringify({ kind: 'portcullis-servers', version: 1, settings }));
  await stack.call('PUT', '/v1/settings', { governance: { dropNulls: true } });

  const differs = await run('diff');
  const applied = await run('apply');
  const same = await run('apply');
  const { body } = await stack.call('GET', '/v1/settings');
  const exported = await run('export', '--installation');

  expect([differs.code, differs.text]).toEqual([1, '~ installation: set the global dropNulls, mode, maxItems\n']);
  expect([applied.code, same.text]).toEqual([0, '= installation: as declared\n']);
  expect(body.governance.overrides).toEqual(settings.governance);
  expect(exported.text).toContain('maxItems: 30');
});

test('floors are held whole, the rule for a second person as well, and what it holds back is told once with its request', async () => {
  stack.people('user-1', 'user-2');
  const declared = (settings: object) =>
    writeFile(join(folder, 'all.yaml'), JSON.stringify({ kind: 'portcullis-servers', version: 1, settings }));
  const floor = { secondPerson: ['governance'], redaction: true };
  const settings = { governance: { mode: 'strict' }, floor, projectFloors: { default: { answerDays: 7 } } };
  await declared(settings);
  await stack.call('PUT', '/v1/floor', { rules: { lockedTools: true } });

  const differs = await run('diff');
  const applied = await run('apply');
  const same = await run('apply');
  const exported = await run('export', '--installation');
  await declared({ ...settings, governance: { mode: 'minimal' } });
  const held = [await run('apply'), await run('apply')];
  const { body } = await stack.call('GET', '/v1/change-requests');
  const id = body.items[0]?.id;
  const second = { PORTCULLIS_TOKEN: 'second' };
  const out = sink();
  const code = await approvalCommand(['approve', id, '--url', server.url], out.stream, { environment: second });
  const after = await run('apply');

  expect([differs.code, differs.text]).toEqual([
    1,
    expect.stringMatching(/set lockedTools, redaction, secondPerson of the floor\n.*floor of the project default/),
  ]);
  expect([applied.code, same.text]).toEqual([0, '= installation: as declared\n']);
  expect(exported.text).toContain('secondPerson');
  for (const each of held) expect([each.code, each.text]).toEqual([1, expect.stringContaining(id)]);
  expect(body.items).toHaveLength(1);
  expect([code, out.text()]).toEqual([0, expect.stringMatching(/done.*- strict.*\+ minimal/s)]);
  expect([after.code, after.text]).toEqual([0, '= installation: as declared\n']);
});

test('files are validated without an installation', async () => {
  const [out, wrong] = [sink(), sink()];
  await declare({ orders: ORDERS });
  const fine = await main(['validate', folder], out.stream, sink().stream);
  await declare({ orders: { ...ORDERS, auth: { type: 'bearer', token: 'planted' } } });
  const faulty = await main(['validate', join(folder, 'servers.json')], wrong.stream, sink().stream);

  expect([fine, out.text()]).toEqual([0, '✓ 1 server is declared.\n']);
  expect([faulty, wrong.text()]).toEqual([1, expect.stringContaining('auth/token holds a secret')]);
  expect(wrong.text()).not.toContain('planted');
});

test.each(['apply', 'diff', 'export', 'validate'])('%s explains itself', async (command) => {
  const out = sink();

  const code = await main([command, '--help'], out.stream, sink().stream);

  expect([code, out.text()]).toEqual([0, expect.stringContaining(`-- ${command}`)]);
});

test('the JSON Schema is printed, takes a whole declaration, and refuses a secret', async () => {
  const out = sink();
  const code = await main(['apply', '--schema'], out.stream, sink().stream);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);

  const accepts = ajv.compile(JSON.parse(out.text()));

  const file = (server: object) => ({ kind: 'portcullis-servers', version: 1, servers: { orders: server } });
  expect([code, accepts(file(ORDERS)), accepts.errors]).toEqual([0, true, null]);
  expect(accepts(file({ ...ORDERS, auth: { type: 'bearer', token: { ssm: '/orders' } } }))).toBe(true);
  expect(accepts(file({ ...ORDERS, auth: { type: 'bearer', token: 'planted' } }))).toBe(false);
  expect(accepts(file({ ...ORDERS, colour: 'red' }))).toBe(false);
});
