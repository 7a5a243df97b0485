import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { changeServer } from '../../../../aws/tables/servers.ts';
import { listTools } from '../../../../aws/tables/tools.ts';
import { sweepVersions } from '../../../../aws/versions.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(() => {
  Object.assign(stack.state, { imported: undefined });
  jest.restoreAllMocks();
});

const FIRST = ['GET /orders sales', 'GET /pets'];
const SECOND = ['GET /orders sales', 'DELETE /orders/{id} sales'];

async function deploy(path: string, body: object) {
  const begun = await stack.call('POST', `${path}/deployments`, body);
  if (begun.status !== 202) return begun;
  await stack.runPipeline(begun.body.id);
  return stack.call('GET', `${path}/deployments/${begun.body.id}`);
}

/** A server that was imported twice: the second document has lost a tool and got another. */
async function importedTwice(extra: object = {}) {
  stack.state.imported = importResult(...FIRST);
  const made = await stack.call('POST', '/v1/servers', {
    source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
    auth: { type: 'none' },
    signed: false,
    ...extra,
  });
  const { id } = made.body.server;
  const path = `/v1/servers/${id}`;
  await stack.runPipeline(made.body.deployment.id);
  const tools = await names(path);
  const pets = tools.find(({ name }) => name === 'get_pets')?.id as string;
  await stack.call('PATCH', `${path}/tools/${pets}`, { description: 'All pets, as a person put it' });
  stack.state.imported = importResult(...SECOND);
  const { surface } = (await stack.call('POST', `${path}/reimport/preview`)).body;
  const second = await deploy(path, { reimport: true, approvedSurface: surface });
  return { id: id as string, path, first: made.body.deployment.id as string, second: second.body.id as string };
}

/** What an import gives that is read from the document of this digest. */
const readFrom = (readDigest: string, ...operations: string[]) => ({ ...importResult(...operations), readDigest });

describe('a re-import of a signed server', () => {
  const imported = async (readDigest: string) => {
    stack.state.imported = readFrom(readDigest, ...FIRST);
    const made = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
      auth: { type: 'none' },
    });
    await stack.runPipeline(made.body.deployment.id);
    return { path: `/v1/servers/${made.body.server.id}`, first: made.body.deployment.id as string };
  };
  const again = async (path: string) => {
    const preview = await stack.call('POST', `${path}/reimport/preview`);
    const { body } = await deploy(path, { reimport: true });
    return { readAnew: preview.body.readAnew, message: (body.error?.message ?? '') as string, status: body.status };
  };

  test('says that it is not the API that changed, where other tools are made of the same description', async () => {
    const { path } = await imported('a');
    stack.state.imported = readFrom('a', ...SECOND);

    const { readAnew, message } = await again(path);

    expect(readAnew).toBe(true);
    expect(message).toMatch(/^The API's description has not changed, but this version of Portcullis/);
    expect(message).toMatch(/1 added: delete_orders_id_; .* 1 removed: get_pets/);
  });

  test('keeps an update destructive, as earlier versions called it, until somebody approves that it is not', async () => {
    // Prepare
    const read = readFrom('a', 'PUT /orders/{id}');
    const earlier = read.tools.map((tool) => ({
      ...tool,
      annotations: { ...tool.annotations, destructiveHint: true },
    }));
    stack.state.imported = { ...read, tools: earlier };
    const source = { kind: 'openapi', url: 'https://api.example.com/openapi.json' };
    const made = await stack.call('POST', '/v1/servers', { source, auth: { type: 'none' }, signed: true });
    const path = `/v1/servers/${made.body.server.id}`;
    await stack.runPipeline(made.body.deployment.id);
    const isDestructive = async () =>
      (await stack.call('GET', `${path}/tools`)).body.items[0].annotations.destructiveHint as boolean;
    stack.state.imported = read;

    // Act
    const preview = (await stack.call('POST', `${path}/reimport/preview`)).body;
    const stopped = await again(path);
    const before = await isDestructive();
    const approved = await deploy(path, { reimport: true, approvedSurface: preview.surface });

    // Assess
    expect(preview.readAnew).toBe(true);
    expect(preview.changes[0]).toMatchObject({ reasons: ['says that it is not destructive'] });
    expect(stopped).toMatchObject({ status: 'failed', message: expect.stringContaining('this version of Portcullis') });
    expect(before).toBe(true);
    expect(approved.body.status).toBe('live');
    expect(await isDestructive()).toBe(false);
  });

  test.each([
    ['another description', 'b', SECOND],
    ['one that was read by a version that kept no digest', undefined, SECOND],
  ])('blames the API for %s', async (_, readDigest, operations) => {
    const { path } = await imported('a');
    stack.state.imported = readDigest === undefined ? importResult(...operations) : readFrom(readDigest, ...operations);

    const { readAnew, message } = await again(path);

    expect(readAnew).toBe(false);
    expect(message).toMatch(/^The tool list differs/);
  });

  test('of the same description by the same version goes live', async () => {
    const { path } = await imported('a');

    expect(await again(path)).toEqual({ readAnew: false, message: '', status: 'live' });
  });

  test('knows after a roll back that its tools are of another description', async () => {
    const { path, first } = await imported('a');
    stack.state.imported = readFrom('b', ...SECOND);
    const { surface } = (await stack.call('POST', `${path}/reimport/preview`)).body;
    await deploy(path, { reimport: true, approvedSurface: surface });
    const { rollback } = (await stack.call('GET', `${path}/versions/compare`, undefined, { query: { to: first } }))
      .body;
    await deploy(path, { rollbackTo: first, approvedSurface: rollback.surface });

    const { readAnew, message } = await again(path);

    expect(readAnew).toBe(false);
    expect(message).toMatch(/^The tool list differs/);
  });
});

const names = async (path: string): Promise<{ id: string; name: string; description: string }[]> =>
  (await stack.call('GET', `${path}/tools`)).body.items;
const nameList = async (path: string) => (await names(path)).map(({ name }) => name).sort();

describe('what a deployment changed', () => {
  test('is kept by name, the gravest first, and counted in the list', async () => {
    const { path, first, second } = await importedTwice();

    const changes = (await stack.call('GET', `${path}/deployments/${second}/changes`)).body;
    const origin = (await stack.call('GET', `${path}/deployments/${first}/changes`)).body;
    const list = (await stack.call('GET', `${path}/deployments`)).body.items;

    expect(changes).toMatchObject({ diff: { added: 1, removed: 1, changed: 0, unchanged: 1 }, more: 0 });
    expect(
      changes.changes.map(({ change, name, severities }: { change: string; name: string; severities: string[] }) => [
        change,
        name,
        ...severities,
      ]),
    ).toEqual([
      ['added', 'delete_orders_id_', 'new_power', 'new_words'],
      ['removed', 'get_pets', 'breaks_callers'],
    ]);
    expect(origin).toMatchObject({ diff: { added: 2, removed: 0, changed: 0, unchanged: 0 } });
    expect(list.map(({ restorable }: { restorable: boolean }) => restorable)).toEqual([true, true]);
  });

  test('is not there of one that failed', async () => {
    const { path } = await importedTwice();
    stack.state.imported = undefined;

    const failed = await deploy(path, { reimport: true });
    const changes = await stack.call('GET', `${path}/deployments/${failed.body.id}/changes`);
    const back = await stack.call('POST', `${path}/deployments`, { rollbackTo: failed.body.id });

    expect(failed.body).toMatchObject({ status: 'failed', restorable: false });
    expect(changes).toMatchObject({ status: 409, body: { code: 'version_missing' } });
    expect(back).toMatchObject({ status: 409, body: { code: 'version_missing' } });
  });
});

describe('a comparison', () => {
  test('is of any two versions, in both directions, or with the tools as they stand', async () => {
    const { path, first, second } = await importedTwice();
    const [order] = (await names(path)).filter(({ name }) => name === 'get_orders');
    await stack.call('PATCH', `${path}/tools/${order?.id}`, { description: 'Edited since' });
    const compare = async (query: Record<string, string>) =>
      (await stack.call('GET', `${path}/versions/compare`, undefined, { query, role: 'viewer' })).body;

    const forth = await compare({ from: first, to: second });
    const back = await compare({ from: second, to: first });
    const since = await compare({ from: second });

    expect(forth.diff).toEqual({ added: 1, removed: 1, changed: 0, unchanged: 1 });
    expect(back.changes.map(({ change, name }: Record<string, string>) => [change, name])).toEqual([
      ['added', 'get_pets'],
      ['removed', 'delete_orders_id_'],
    ]);
    expect(since.changes).toMatchObject([{ change: 'changed', name: 'get_orders', fields: ['description'] }]);
    expect(since.rollback).toBeUndefined();
  });

  test('refuses what is no deployment of this server', async () => {
    const { path } = await importedTwice();
    const other = await importedTwice();

    const stranger = await stack.call('GET', `${path}/versions/compare`, undefined, { query: { to: other.first } });
    const nonsense = await stack.call('GET', `${path}/versions/compare`, undefined, { query: { to: 'dep_1' } });

    expect(stranger).toMatchObject({ status: 404, body: { code: 'deployment_not_found' } });
    expect(nonsense).toMatchObject({ status: 400, body: { faults: [{ field: 'to' }] } });
  });
});

describe('rolling back', () => {
  test('is a deployment of its own that brings the tools back, with the edits of their time, and is entered', async () => {
    const { id, path, first } = await importedTwice();
    const before = await names(path);

    const done = await deploy(path, { rollbackTo: first });

    expect(done.body).toMatchObject({
      status: 'live',
      kind: 'restore',
      rollbackTo: first,
      diff: { added: 1, removed: 1, changed: 0, unchanged: 1 },
    });
    const after = await names(path);
    expect(after.map(({ name }) => name).sort()).toEqual(['get_orders', 'get_pets']);
    expect(after.find(({ name }) => name === 'get_pets')?.description).toBe('All pets, as a person put it');
    // Tokens that open single tools name them by their ids.
    expect(after.find(({ name }) => name === 'get_orders')?.id).toBe(
      before.find(({ name }) => name === 'get_orders')?.id,
    );
    const { bundle } = (await stack.call('GET', path)).body;
    expect(bundle.tools).toBe(2);
    const sealed = JSON.parse(
      gunzipSync(stack.objects.get(`bundles/bundles/${id}/${bundle.id}.json.gz`) as Buffer).toString(),
    );
    expect(sealed.tools.map(({ name }: { name: string }) => name)).toEqual(['get_orders', 'get_pets']);
    const { items } = (await stack.call('GET', `${path}/audit`)).body;
    expect(items[0]).toMatchObject({
      action: 'server.deploy',
      actor: 'user-1',
      detail: { deploymentId: done.body.id, kind: 'restore', rollbackTo: first },
    });
  });

  test('can itself be rolled back, and edits made meanwhile can be undone', async () => {
    const { path, first, second } = await importedTwice();

    await deploy(path, { rollbackTo: first });
    const forth = await deploy(path, { rollbackTo: second });
    const [order] = (await names(path)).filter(({ name }) => name === 'get_orders');
    await stack.call('DELETE', `${path}/tools/${order?.id}`);
    const without = await nameList(path);
    await deploy(path, { rollbackTo: forth.body.id });

    expect(without).toEqual(['delete_orders_id_']);
    expect(await nameList(path)).toEqual(['delete_orders_id_', 'get_orders']);
    const [again] = (await names(path)).filter(({ name }) => name === 'get_orders');
    const edit = await stack.call('PATCH', `${path}/tools/${again?.id}`, { title: 'Orders again' });
    expect(edit).toMatchObject({ status: 200, body: { resealed: true } });
  });

  test('of two at once one goes through', async () => {
    const { path, first, second } = await importedTwice();

    const answers = await Promise.all(
      [first, second, first, second].map((rollbackTo) => stack.call('POST', `${path}/deployments`, { rollbackTo })),
    );

    const begun = answers.filter(({ status }) => status === 202);
    expect(begun).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'deployment_running' } });
    }
  });

  test('that fails leaves the live version and the stored tools as they were', async () => {
    const { id, path, first } = await importedTwice();
    const before = [await listTools(id), (await stack.call('GET', path)).body.bundle];
    stack.state.sandboxRefuses = true;

    const done = await deploy(path, { rollbackTo: first });
    stack.state.sandboxRefuses = false;

    expect(done.body).toMatchObject({ status: 'failed', error: { code: 'sandbox_refused' } });
    expect([await listTools(id), (await stack.call('GET', path)).body.bundle]).toEqual(before);
  });

  test('is for editors', async () => {
    const { path, first } = await importedTwice();

    const answer = await stack.call('POST', `${path}/deployments`, { rollbackTo: first }, { role: 'viewer' });

    expect(answer).toMatchObject({ status: 403, body: { code: 'role_required' } });
  });

  test('cannot be asked together with a re-import', async () => {
    const { path, first } = await importedTwice();

    const answer = await stack.call('POST', `${path}/deployments`, { rollbackTo: first, reimport: true });

    expect(answer).toMatchObject({ status: 400, body: { faults: [{ field: '/reimport', rule: 'contradiction' }] } });
  });

  test('refuses a version whose stored text is not what its record names', async () => {
    const { id, path, first } = await importedTwice();
    for (const [key, bytes] of stack.objects) {
      if (!/\/[0-9a-f]{64}\.json\.gz$/.test(key) || !key.startsWith(`specs/versions/${id}/`)) continue;
      const text = gunzipSync(bytes).toString().replaceAll('/orders', '/admin/orders');
      stack.objects.set(key, gzipSync(text));
    }

    const answer = await stack.call('POST', `${path}/deployments`, { rollbackTo: first });

    expect(answer).toMatchObject({ status: 409, body: { code: 'version_missing' } });
    expect(await nameList(path)).toEqual(['delete_orders_id_', 'get_orders']);
  });
});

describe('the seals of today hold when rolling back', () => {
  test('a version of another host is refused, when asked for and in the pipeline', async () => {
    const { id, path, first } = await importedTwice();
    const begun = await stack.call('POST', `${path}/deployments`, { rollbackTo: first });
    await changeServer(id, (row) => ({ ...row, baseUrl: 'https://elsewhere.example.com/v1' }));
    await stack.runPipeline(begun.body.id);
    const stopped = await stack.call('GET', `${path}/deployments/${begun.body.id}`);

    const refused = await stack.call('POST', `${path}/deployments`, { rollbackTo: first });
    const look = await stack.call('GET', `${path}/versions/compare`, undefined, { query: { to: first } });

    expect(stopped.body).toMatchObject({ status: 'failed', error: { code: 'version_elsewhere' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'version_elsewhere' } });
    expect(look.body).toMatchObject({
      baseUrl: { from: 'https://elsewhere.example.com/v1', to: 'https://api.example.com/v1' },
      rollback: { obstacle: { code: 'version_elsewhere' } },
    });
  });

  test('another path at the same origin comes back with the tools', async () => {
    const { path, first } = await importedTwice();
    await stack.call('PATCH', path, { baseUrl: 'https://api.example.com/v2' });

    const done = await deploy(path, { rollbackTo: first });

    expect(done.body.status).toBe('live');
    expect((await stack.call('GET', path)).body.baseUrl).toBe('https://api.example.com/v1');
  });

  test('the surface of a signed server has to be approved', async () => {
    const { path, first } = await importedTwice({ signed: true });

    const stopped = await deploy(path, { rollbackTo: first });
    const look = (await stack.call('GET', `${path}/versions/compare`, undefined, { query: { to: first } })).body;
    const approved = await deploy(path, { rollbackTo: first, approvedSurface: look.rollback.surface });

    expect(stopped.body).toMatchObject({ status: 'failed', error: { code: 'surface_changed' } });
    expect(look.rollback.surface).not.toBe(look.rollback.liveSurface);
    expect(approved.body).toMatchObject({ status: 'live', approvedSurface: look.rollback.surface });
  });

  test('governance is today’s, and so is an approval that was taken back', async () => {
    stack.state.imported = {
      ...importResult(...FIRST),
      tools: importResult(...FIRST).tools.map((tool) =>
        tool.path === '/pets' ? { ...tool, baseUrl: 'https://pets.example.com' } : tool,
      ),
    };
    const made = await stack.call('POST', '/v1/servers', {
      source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' },
      auth: { type: 'none' },
      hosts: [{ origin: 'https://pets.example.com' }],
      governance: { pii: false },
    });
    const { id } = made.body.server;
    const path = `/v1/servers/${id}`;
    await stack.runPipeline(made.body.deployment.id);
    await stack.call('PATCH', path, {
      governance: { pii: true },
      hosts: [{ origin: 'https://pets.example.com', approved: false }],
    });

    const done = await deploy(path, { rollbackTo: made.body.deployment.id });

    expect(done.body.status).toBe('live');
    const { bundle } = (await stack.call('GET', path)).body;
    const key = `bundles/bundles/${id}/${bundle.id}.json.gz`;
    const sealed = JSON.parse(gunzipSync(stack.objects.get(key) as Buffer).toString());
    expect(sealed.governance.pii).toBe(true);
    expect(sealed.hosts).toBeUndefined();
    expect(sealed.tools.map(({ name }: { name: string }) => name)).toEqual(['get_orders']);
  });
});

describe('the store of versions', () => {
  test('holds the last ones, and nothing else', async () => {
    const { id } = await importedTwice();
    const folder = `specs/versions/${id}/`;
    const digest = (number: number) => number.toString(16).padStart(64, '0');
    const lived = Array.from({ length: LIMITS.keptVersions + 5 }, (_, index) => ({
      serverId: id,
      deploymentId: `dep_${String(index).padStart(26, '0')}`,
      kept: { digest: digest(index) },
    }));
    for (const { deploymentId, kept } of lived) {
      for (const name of [deploymentId, kept.digest]) stack.objects.set(`${folder}${name}.json.gz`, gzipSync('{}'));
    }
    const held = { serverId: id, deploymentId: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV', kept: { digest: digest(9_999) } };

    await sweepVersions(lived, held);

    const left = [...stack.objects.keys()].filter((key) => key.startsWith(folder));
    const staying = lived.slice(0, LIMITS.keptVersions - 1);
    const wanted = staying.flatMap(({ deploymentId, kept }) => [deploymentId, kept.digest]);
    expect(left.sort()).toEqual(wanted.map((name) => `${folder}${name}.json.gz`).sort());
  });

  test('is emptied with its server', async () => {
    const { id, path } = await importedTwice();

    const answer = await stack.call('DELETE', path);

    expect(answer.status).toBe(204);
    expect([...stack.objects.keys()].filter((key) => key.includes(id))).toEqual([]);
  });
});
