/** `POST /v1/apply` for clients of the API: who may, what it needs, what it refuses before anything is changed, and what it leaves. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../../../../core/lib/json/canonical.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { importResult, type ManagementStack, managementStack, PREVIEW } from '../../../support/managementStack.ts';

let stack: ManagementStack;
beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
  stack = await managementStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.empty();
  stack.state.imported = importResult();
  stack.state.preview = PREVIEW;
});

const ORDERS = {
  name: 'Orders',
  source: { kind: 'manual' },
  baseUrl: 'https://api.example.com/v1',
  auth: { type: 'bearer', token: 'planted-secret' },
  tools: { ping: { verb: 'GET', path: '/ping', description: 'Tells whether the API runs.' } },
  tokens: [{ label: 'CI' }],
};
const BY_REFERENCE = { ...ORDERS, auth: { type: 'bearer', token: { secretsManager: 'orders', key: 'token' } } };

const apply = (servers: object, more: object = {}, role: 'admin' | 'editor' | 'viewer' = 'editor') =>
  stack.call('POST', '/v1/apply', { declarations: { servers }, ...more }, { role });
const servers = async () => (await stack.call('GET', '/v1/servers')).body.items as { id: string; name: string }[];

/** Runs the deployments that the management function starts, as the state machine would. */
async function whileDeploying<Result>(work: Promise<Result>): Promise<Result> {
  let isRunning = true;
  const begun = new Set<string>();
  const machine = (async () => {
    while (isRunning) {
      const ids = [...stack.executions].filter(([id, { status }]) => status === 'RUNNING' && !begun.has(id));
      for (const [id] of ids) begun.add(id);
      await Promise.all(ids.map(([id]) => stack.runPipeline(id)));
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  try {
    return await work;
  } finally {
    isRunning = false;
    await machine;
  }
}

test('one request makes a server whole; the next one finds it as declared', async () => {
  const first = await whileDeploying(apply({ orders: ORDERS }));
  const second = await apply({ orders: ORDERS });

  expect(first.body).toMatchObject({
    complete: true,
    servers: [{ key: 'main/orders', state: 'same', checked: true }],
    tokens: [{ server: 'main/orders', label: 'CI' }],
    webhooks: [],
  });
  expect(first.body.servers[0].done.map(({ kind }: { kind: string }) => kind)).toEqual(['create', 'tool', 'token']);
  expect(second.body).toMatchObject({ complete: true, servers: [{ state: 'same', done: [], steps: [] }], tokens: [] });
  expect(JSON.stringify([first.body, second.body])).not.toContain('planted-secret');
});

test('what a step needs, its caller needs: it is refused before anything is changed', async () => {
  const planned = await apply({ orders: ORDERS }, { mode: 'plan' }, 'viewer');
  const refused = await apply({ orders: ORDERS }, {}, 'viewer');
  await whileDeploying(apply({ orders: ORDERS }));
  const pruned = await stack.call('POST', '/v1/apply', { declarations: {}, prune: {} }, { role: 'editor' });
  const kept = await servers();
  const byAdmin = await stack.call('POST', '/v1/apply', { declarations: {}, prune: {} }, { role: 'admin' });

  expect([planned.status, planned.body.servers[0].state]).toEqual([200, 'differs']);
  expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
  expect([pruned.status, pruned.body.code, kept.length]).toEqual([403, 'role_required', 1]);
  expect([byAdmin.body.complete, (await servers()).length]).toEqual([true, 0]);
});

describe('a reference', () => {
  test('is told by a plan, and refused where its value is needed', async () => {
    const planned = await apply({ orders: BY_REFERENCE }, { mode: 'plan' });
    const refused = await apply({ orders: BY_REFERENCE });

    expect(planned.body.servers[0].needs).toEqual({
      references: [{ secretsManager: 'orders', key: 'token' }],
      document: false,
    });
    expect([refused.status, refused.body.code, (await servers()).length]).toEqual([400, 'declaration_invalid', 0]);
    expect(refused.body.faults).toEqual([
      {
        field: '/declarations/servers/orders',
        rule: 'reference_unresolved',
        message: expect.stringContaining('secretsManager orders, key token'),
      },
    ]);
  });

  test('is taken where the value is not needed', async () => {
    await whileDeploying(apply({ orders: ORDERS }));

    const { body } = await apply({ orders: BY_REFERENCE });

    expect(body).toMatchObject({ complete: true, servers: [{ state: 'same', done: [] }] });
  });
});

test('a description may be sent once, and named by its digest from then on', async () => {
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
  const digest = sha256(document);
  const declared = (source: object) => ({ orders: { source: { kind: 'openapi', document: source } } });

  const early = await apply(declared({ digest }), { mode: 'plan' });
  const made = await whileDeploying(apply(declared({ base64: Buffer.from(document).toString('base64') })));
  const later = await apply(declared({ digest }));
  const other = await apply(declared({ digest: '0'.repeat(64) }));

  expect(early.body.servers[0].needs).toEqual({ references: [], document: true });
  expect(made.body.complete).toBe(true);
  expect(later.body).toMatchObject({ complete: true, servers: [{ state: 'same', done: [] }] });
  expect([other.status, other.body.faults[0].rule]).toEqual([400, 'document_missing']);
});

test('what the time does not suffice for is left, and done by the next request', async () => {
  // Nobody runs the deployment, as if it took long.
  const clock = jest.spyOn(performance, 'now');
  const start = performance.now();
  let jumps = false;
  clock.mockImplementation(() => start + (jumps ? 16_000 : 0));
  const first = apply({ orders: ORDERS, other: { ...ORDERS, name: 'Other' } });
  while ((await servers()).length === 0) await new Promise((done) => setTimeout(done, 20));
  jumps = true;

  const left = await first;
  clock.mockRestore();
  const next = await whileDeploying(
    apply({ orders: ORDERS, other: { ...ORDERS, name: 'Other' } }, { checked: ['main/orders', 'main/other'] }),
  );

  expect([left.status, left.body.complete]).toEqual([200, false]);
  expect(left.body.servers.map(({ state }: { state: string }) => state)).toEqual(['left', 'left']);
  expect([next.body.complete, (await servers()).length]).toEqual([true, 2]);
});

test('a plan tells the first hundred steps of a server, and how many more there are', async () => {
  await whileDeploying(apply({ orders: ORDERS }));
  const added = Array.from({ length: 120 }, (_, at) => [`ping_${at}`, { verb: 'GET', path: `/ping/${at}` }]);

  const { body } = await apply({ orders: { ...ORDERS, tools: Object.fromEntries(added) } }, { mode: 'plan' });

  const [{ steps }] = body.servers;
  expect([steps.length, steps[0].says, steps.at(-1).says]).toEqual([100, 'delete the tool ping', 'do 22 more steps']);
});

test('everything that is wrong is told at once, and nothing is changed', async () => {
  const { status, body } = await apply({
    orders: { ...ORDERS, tools: { ping: { verb: 'GET', path: 'no-slash' } } },
    fine: ORDERS,
    other: { ...ORDERS, tools: { 'GET /x': { enabled: false } } },
  });

  expect([status, body.code, (await servers()).length]).toEqual([400, 'declaration_invalid', 0]);
  expect(body.faults.map(({ field }: { field: string }) => field)).toEqual([
    expect.stringMatching(/^\/declarations\/servers\/orders\/tools\/ping/),
    '/declarations/servers/other/tools/GET ~1x',
  ]);
});

test('descriptions that unpack to more than a request may hold are refused before anything is looked at', async () => {
  const base64 = gzipSync(Buffer.alloc(LIMITS.document.bytes)).toString('base64');
  const source = { kind: 'openapi', document: { base64 } };
  const many = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`server-${at}`, { name: `Server ${at}`, source, auth: { type: 'none' } }]),
  );

  const answer = await apply(many, { mode: 'plan' }, 'viewer');

  expect(answer).toMatchObject({
    status: 400,
    body: { faults: [{ field: '/declarations/servers/server-4/source/document/base64', rule: 'max_bytes' }] },
  });
  expect(await servers()).toEqual([]);
});
