import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { documents } from '../../../../aws/services/clients.ts';
import { changeDeployment } from '../../../../aws/tables/deployments.ts';
import { changeServer } from '../../../../aws/tables/servers.ts';
import { listTools, storeTools } from '../../../../aws/tables/tools.ts';
import type { Tool, ToolDraft } from '../../../../core/model/tool.ts';
import { handler as distribute } from '../../../../lambdas/pipeline/distribute.ts';
import { handler as injectGovernance } from '../../../../lambdas/pipeline/inject-governance.ts';
import { handler as parseSpec } from '../../../../lambdas/pipeline/parse-spec.ts';
import { handler as sealSandbox } from '../../../../lambdas/pipeline/seal-sandbox.ts';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(() => {
  Object.assign(stack.state, { startFails: false, imported: undefined });
  jest.restoreAllMocks();
});

const longAgo = new Date(Date.now() - 60_000).toISOString();
const importing = { source: { kind: 'openapi', url: 'https://api.example.com/openapi.json' }, auth: { type: 'none' } };

describe('deploying again', () => {
  test('lets exactly one of many at once begin', async () => {
    const { server } = await stack.liveServer();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => stack.call('POST', `/v1/servers/${server.id}/deployments`)),
    );

    const begun = answers.filter(({ status }) => status === 202);
    expect(begun).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'deployment_running' } });
    }
    const list = await stack.call('GET', `/v1/servers/${server.id}/deployments`);
    expect(list.body.items).toHaveLength(2);
    expect(list.body.items[0].id).toBe(begun[0]?.body.id);
  });

  test('keeps the live version and its status while it runs, and when it fails', async () => {
    const { server } = await stack.liveServer();
    await changeServer(server.id, (row) => ({ ...row, baseUrl: '' }));

    const begun = await stack.call('POST', `/v1/servers/${server.id}/deployments`);
    const during = await stack.call('GET', `/v1/servers/${server.id}`);
    await stack.runPipeline(begun.body.id);
    const after = await stack.call('GET', `/v1/servers/${server.id}`);
    const record = await stack.call('GET', `/v1/servers/${server.id}/deployments/${begun.body.id}`);

    expect(during.body).toMatchObject({ status: 'live', deploying: begun.body.id, bundle: { version: 1 } });
    expect(after.body).toMatchObject({ status: 'live', bundle: { version: 1 } });
    expect(after.body.deploying).toBeUndefined();
    expect(record.body).toMatchObject({ status: 'failed', error: { phase: 'provision', code: 'base_url_invalid' } });
  });

  test('imports a server that never was live, and seals stored tools again later unless asked to import', async () => {
    const made = await stack.call('POST', '/v1/servers', importing);
    const { id } = made.body.server;
    await stack.runPipeline(made.body.deployment.id);
    const failed = await stack.call('GET', `/v1/servers/${id}`);
    stack.state.imported = importResult();

    const first = await stack.call('POST', `/v1/servers/${id}/deployments`, {});
    await stack.runPipeline(first.body.id);
    const second = await stack.call('POST', `/v1/servers/${id}/deployments`);
    await stack.runPipeline(second.body.id);
    const third = await stack.call('POST', `/v1/servers/${id}/deployments`, { reimport: true });
    await stack.runPipeline(third.body.id);

    expect(failed.body).toMatchObject({ status: 'failed', name: '' });
    expect([first, second, third].map(({ body }) => body.kind)).toEqual(['import', 'manual', 'import']);
    const last = await stack.call('GET', `/v1/servers/${id}/deployments/${third.body.id}`);
    expect(last.body).toMatchObject({ status: 'live', diff: { added: 0, unchanged: 3 } });
    expect((await stack.call('GET', `/v1/servers/${id}`)).body).toMatchObject({ name: 'Imported API', status: 'live' });
  });

  test('says that a server made by hand has nothing to import', async () => {
    const { server } = await stack.liveServer();

    const answer = await stack.call('POST', `/v1/servers/${server.id}/deployments`, { reimport: true });

    expect(answer).toMatchObject({ status: 422, body: { code: 'nothing_to_import' } });
  });

  test('releases the server when the pipeline cannot be started', async () => {
    const { server } = await stack.liveServer();
    stack.state.startFails = true;

    const answer = await stack.call('POST', `/v1/servers/${server.id}/deployments`);

    expect(answer.body).toMatchObject({ status: 'failed', error: { code: 'deployment_not_started' } });
    expect((await stack.call('GET', `/v1/servers/${server.id}`)).body).toMatchObject({ status: 'live' });
    stack.state.startFails = false;
    expect((await stack.call('POST', `/v1/servers/${server.id}/deployments`)).status).toBe(202);
  });
});

describe('the tools of a deployment', () => {
  const begun = async () => {
    stack.state.imported = importResult();
    const made = await stack.call('POST', '/v1/servers', importing);
    const { server, deployment } = made.body;
    return { id: server.id as string, deploymentId: deployment.id as string, path: `/v1/servers/${server.id}` };
  };
  const stored = async (id: string) => (await stack.rows('tools')).filter((row) => row['serverId'] === id);

  test('go live with bounds of an int64 and forty levels of schemas, which a table could not keep as they stand', async () => {
    const { id, deploymentId, path } = await begun();
    const [tool] = importResult('POST /deep').tools as [ToolDraft];
    let inner: object = { type: 'integer', maximum: 2 ** 63, minimum: -(2 ** 63) };
    for (let level = 0; level < 40; level++) inner = { type: 'object', properties: { inner } };
    const inputSchema = { type: 'object', properties: { inner } } as ToolDraft['inputSchema'];
    stack.state.imported = { ...importResult(), tools: [{ ...tool, inputSchema }] };

    await stack.runPipeline(deploymentId);

    expect((await stack.call('GET', path)).body).toMatchObject({ status: 'live' });
    const [listed] = (await stack.call('GET', `${path}/tools`)).body.items;
    const shown = await stack.call('GET', `${path}/tools/${listed.id}`);
    expect(shown.body.inputSchema).toEqual(inputSchema);
    expect(await stored(id)).toHaveLength(1);
  });

  test('go live although two hundred warnings touch two thousand of them, which no row of a table could hold', async () => {
    const { deploymentId, path } = await begun();
    const names = Array.from({ length: 2_000 }, (_, at) => `a_tool_with_a_name_of_usual_length_${at}`);
    const warnings = Array.from({ length: 200 }, (_, at) => ({
      code: 'reference_missing',
      message: 'The reference cannot be resolved.',
      pointer: `#/components/schemas/Missing${at}`,
      tools: names,
    }));
    stack.state.imported = { ...importResult(), warnings };

    await stack.runPipeline(deploymentId);

    const record = await stack.call('GET', `${path}/deployments/${deploymentId}`);
    expect(record.body).toMatchObject({
      status: 'live',
      phases: [{ detail: '3 endpoints, 200 warnings' }, {}, {}, {}],
    });
    expect(record.body.warnings[0]).toMatchObject({
      pointer: '#/components/schemas/Missing0',
      tools: names.slice(0, 20),
    });
  });

  test('are not written any more once the deployment was given up or the server deleted', async () => {
    const { id, deploymentId } = await begun();
    await changeServer(id, (row) => ({ ...row, deploying: 'dep_01ARZ3NDEKTSV4RRFFQ69G5FAV' }));

    const tool = { serverId: id, toolId: 'tool_late', annotations: { readOnlyHint: true } } as Tool;
    const late = storeTools({ serverId: id, deploymentId }, [tool], []);

    await expect(late).rejects.toMatchObject({ code: 'deployment_superseded' });
    expect(await stored(id)).toEqual([]);
  });

  test('are left as people have edited them when the last phase runs a second time', async () => {
    const { id, deploymentId, path } = await begun();
    await stack.runPipeline(deploymentId);
    const [tool] = (await stack.call('GET', `${path}/tools`)).body.items;
    await stack.call('PATCH', `${path}/tools/${tool.id}`, { title: 'Edited by a person' });

    const again = distribute({ serverId: id, deploymentId, kind: 'import' });

    await expect(again).rejects.toMatchObject({ name: 'deployment_superseded' });
    expect((await stack.call('GET', `${path}/tools/${tool.id}`)).body.title).toBe('Edited by a person');
  });

  test('are left alone as well when it runs a second time before anybody has edited anything', async () => {
    const { id, deploymentId, path } = await begun();
    await stack.runPipeline(deploymentId);
    const before = await stored(id);

    await distribute({ serverId: id, deploymentId, kind: 'import' });

    expect(await stored(id)).toEqual(before);
    expect((await stack.call('GET', path)).body).toMatchObject({ status: 'live', bundle: { version: 1 } });
  });
});

describe('an import that fails between two portions of its tools', () => {
  const endpoints = (prefix: string) => Array.from({ length: 110 }, (_, at) => `GET /${prefix}/${at}`);
  const toolsOf = async (id: string) =>
    (await listTools(id))
      .map(({ name, title, version }) => ({ name, title, version }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  /** A live server of 110 tools, one of them edited, and a further import that renames half of them; a failing second portion. */
  async function halfWritten(failure: Error) {
    stack.state.imported = importResult(...endpoints('a'));
    const made = await stack.call('POST', '/v1/servers', { ...importing, signed: false });
    const { server } = made.body;
    await stack.runPipeline(made.body.deployment.id);
    const path = `/v1/servers/${server.id}`;
    const [first] = (await stack.call('GET', `${path}/tools`)).body.items;
    await stack.call('PATCH', `${path}/tools/${first.id}`, { title: 'Edited by a person' });
    const before = await toolsOf(server.id);
    stack.state.imported = importResult(...endpoints('b').slice(0, 60), ...endpoints('a').slice(60));
    const again = await stack.call('POST', `${path}/deployments`, { reimport: true });
    let portions = 0;
    const send = documents().send.bind(documents());
    const failing = jest.spyOn(documents(), 'send').mockImplementation((async (command: { input: object }) => {
      const isPortion = JSON.stringify(command.input).startsWith('{"TransactItems":[{"ConditionCheck"');
      if (isPortion && ++portions === 2) throw failure;
      return send(command as never);
    }) as never);
    return { id: server.id as string, path, before, deploymentId: again.body.id as string, failing };
  }

  test('leaves them all as they were, so that the next edit seals no half', async () => {
    const { id, path, before, deploymentId } = await halfWritten(new Error('the machine has burnt down'));

    await stack.runPipeline(deploymentId);

    expect(await toolsOf(id)).toEqual(before);
    const edited = await stack.call('PATCH', path, { governance: { maxItems: 9 } });
    expect(edited.body).toMatchObject({ status: 'live', bundle: { tools: 110 } });
    expect(edited.body.deploying).toBeUndefined();
    expect((await stack.call('GET', `${path}/deployments/${deploymentId}`)).body.status).toBe('failed');
  });

  test('writes them all when the phase is repeated', async () => {
    const { id, deploymentId, path } = await halfWritten(new Error('once'));
    const event = { serverId: id, deploymentId, kind: 'import' as const };
    for (const phase of [parseSpec, sealSandbox, injectGovernance]) await phase(event);
    await expect(distribute(event)).rejects.toThrow();

    await distribute(event);

    const names = (await toolsOf(id)).map(({ name }) => name);
    expect(names).toHaveLength(110);
    expect(names.filter((name) => name.startsWith('get_b'))).toHaveLength(60);
    expect((await stack.call('GET', path)).body.deploying).toBeUndefined();
  });

  test('is taken back by whoever finds it when nothing could record the failure, also when that one dies on the way', async () => {
    const { id, path, before, deploymentId, failing } = await halfWritten(new Error('no answer'));
    const event = { serverId: id, deploymentId, kind: 'import' as const };
    for (const phase of [parseSpec, sealSandbox, injectGovernance]) await phase(event);
    await expect(distribute(event)).rejects.toThrow();
    failing.mockRestore();
    stack.executions.delete(deploymentId);
    await changeDeployment(id, deploymentId, (row) => ({ ...row, createdAt: longAgo }));
    expect(await toolsOf(id)).not.toEqual(before);
    // The first one who looks has taken hold of it and gets no further.
    await changeServer(id, (row) => ({ ...row, deploying: `${deploymentId}.undo` }));
    await expect(storeTools(event, await listTools(id), [])).rejects.toMatchObject({ code: 'deployment_superseded' });

    const seen = await stack.call('GET', path);

    expect(seen.body).toMatchObject({ status: 'live' });
    expect(seen.body.deploying).toBeUndefined();
    expect(await toolsOf(id)).toEqual(before);
  });
});

describe('a deployment that was lost', () => {
  async function lost(loss: (deploymentId: string) => void, age = longAgo) {
    const { body } = await stack.call('POST', '/v1/servers', { ...importing });
    const { server, deployment } = body;
    await changeDeployment(server.id, deployment.id, (row) => ({ ...row, createdAt: age }));
    loss(deployment.id);
    return { id: server.id as string, deployment: deployment.id as string };
  }

  test.each([
    ['was never started', (id: string) => void stack.executions.delete(id)],
    ['was stopped', (id: string) => void Object.assign(stack.executions.get(id) as object, { status: 'ABORTED' })],
  ])('is failed and releases its server when its execution %s', async (_, loss) => {
    const { id, deployment } = await lost(loss);

    const seen = await stack.call('GET', `/v1/servers/${id}/deployments/${deployment}`);
    const server = await stack.call('GET', `/v1/servers/${id}`);

    expect(seen.body).toMatchObject({ status: 'failed', error: { phase: 'parse-spec', code: 'deployment_lost' } });
    expect(server.body.status).toBe('failed');
    expect(server.body.deploying).toBeUndefined();
  });

  test('is given up by whoever looks at its server, or switches it', async () => {
    const [looked, switched] = [
      await lost((deployment) => stack.executions.delete(deployment)),
      await lost((deployment) => stack.executions.delete(deployment)),
    ];

    const seen = await stack.call('GET', `/v1/servers/${looked.id}`);
    const refused = await stack.call('PUT', `/v1/servers/${switched.id}/status`, { status: 'online' });

    expect(seen.body.status).toBe('failed');
    expect(seen.body.deploying).toBeUndefined();
    expect(refused).toMatchObject({ status: 409, body: { code: 'server_not_deployed' } });
  });

  test('is given up by whoever wants to deploy next', async () => {
    const { id } = await lost((deployment) => stack.executions.delete(deployment));

    const answer = await stack.call('POST', `/v1/servers/${id}/deployments`);

    expect(answer).toMatchObject({ status: 202, body: { status: 'running' } });
  });

  test('is left alone while it runs, and while it is young', async () => {
    const running = await lost(() => {});
    const young = await lost((id) => stack.executions.delete(id), new Date().toISOString());

    const answers = await Promise.all(
      [running, young].map(({ id, deployment }) => stack.call('GET', `/v1/servers/${id}/deployments/${deployment}`)),
    );

    expect(answers.map(({ body }) => body.status)).toEqual(['running', 'running']);
  });

  test('that ended without releasing its server is released by the next change', async () => {
    const { server, deployment } = await stack.liveServer();
    await changeServer(server.id, (row) => ({ ...row, deploying: deployment.id }));

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'Free' });

    expect(answer).toMatchObject({ status: 200, body: { name: 'Free', status: 'live' } });
  });
});

test('answers 404 for a deployment that is not of this server', async () => {
  const [one, other] = [await stack.liveServer(), await stack.liveServer()];

  const answer = await stack.call('GET', `/v1/servers/${one.server.id}/deployments/${other.deployment.id}`);

  expect(answer).toMatchObject({ status: 404, body: { code: 'deployment_not_found' } });
});

test('shows the signed surface of the live version, and none before there is one', async () => {
  const { server } = await stack.liveServer();
  await stack.call('POST', `/v1/servers/${server.id}/tools`, { name: 'list_orders', verb: 'GET', path: '/orders' });
  const young = await stack.call('POST', '/v1/servers', importing);

  const lockfile = await stack.call('GET', `/v1/servers/${server.id}/lockfile`, undefined, { role: 'viewer' });
  const none = await stack.call('GET', `/v1/servers/${young.body.server.id}/lockfile`);

  expect(lockfile.body).toMatchObject({ serverId: server.id, entries: [{ name: 'list_orders' }] });
  expect(lockfile.body.surface).toMatch(/^[0-9a-f]{64}$/);
  expect(none).toMatchObject({ status: 404, body: { code: 'lockfile_not_found' } });
});

test('a deployment tells one tool from several', async () => {
  const detailsOf = async (...endpoints: string[]) => {
    stack.state.imported = importResult(...endpoints);
    const made = await stack.call('POST', '/v1/servers', importing);
    await stack.runPipeline(made.body.deployment.id);
    const again = await stack.call('POST', `/v1/servers/${made.body.server.id}/deployments`);
    await stack.runPipeline(again.body.id);
    const { body } = await stack.call('GET', `/v1/servers/${made.body.server.id}/deployments`);
    return body.items
      .flatMap(({ phases }: { phases: { detail: string }[] }) => phases.map(({ detail }) => detail))
      .join();
  };

  const one = await detailsOf('GET /a');
  const two = await detailsOf('GET /a', 'GET /b');

  expect(one.match(/\b1 (endpoint|tool)\b/g)).toHaveLength(6);
  expect(two.match(/\b2 (endpoints|tools)\b/g)).toHaveLength(6);
});

describe('what a re-import would change', () => {
  test('is shown with the surface to approve, and changes nothing', async () => {
    stack.state.imported = importResult('GET /orders sales', 'DELETE /orders/{id} sales', 'GET /pets');
    const made = await stack.call('POST', '/v1/servers', { ...importing, signed: true });
    const { id } = made.body.server;
    await stack.runPipeline(made.body.deployment.id);
    const before = await stack.call('GET', `/v1/servers/${id}/tools`);
    const edited = async (path: string, title: string) => {
      const { id: toolId } = before.body.items.find((tool: { path: string }) => tool.path === path);
      await stack.call('PATCH', `/v1/servers/${id}/tools/${toolId}`, { title });
    };
    await edited('/orders', 'My orders');
    await edited('/pets', 'My pets');
    const tools = await stack.call('GET', `/v1/servers/${id}/tools`);
    const lockfile = await stack.call('GET', `/v1/servers/${id}/lockfile`);
    const next = importResult('GET /orders sales', 'DELETE /orders/{id} sales', 'POST /orders sales');
    const [orders] = next.tools;
    stack.state.imported = {
      ...next,
      tools: [{ ...(orders as object), title: 'All orders' }, ...next.tools.slice(1)],
    } as never;

    const preview = await stack.call('POST', `/v1/servers/${id}/reimport/preview`);
    const again = await stack.call('POST', `/v1/servers/${id}/reimport/preview`, {});

    expect(preview.body.diff).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 1 });
    expect(preview.body.changes).toEqual([
      expect.objectContaining({
        change: 'added',
        verb: 'POST',
        path: '/orders',
        severities: ['new_power', 'new_words'],
      }),
      expect.objectContaining({ change: 'removed', verb: 'GET', path: '/pets', severities: ['breaks_callers'] }),
      expect.objectContaining({ change: 'changed', path: '/orders', verb: 'GET', fields: [], severities: ['unseen'] }),
    ]);
    expect(preview.body.conflicts).toEqual([
      expect.objectContaining({
        kind: 'edited_and_changed',
        field: 'title',
        edited: 'My orders',
        next: 'All orders',
      }),
      expect.objectContaining({ kind: 'edited_and_removed', field: 'title', edited: 'My pets' }),
    ]);
    expect(preview.body.liveSurface).toBe(lockfile.body.surface);
    expect(preview.body.surface).not.toBe(lockfile.body.surface);
    expect(again.body).toEqual(preview.body);
    expect((await stack.call('GET', `/v1/servers/${id}/tools`)).body).toEqual(tools.body);
    // Of the previews the last two are kept.
    const read = [...stack.objects.keys()].filter((key) => key.includes(id) && key.endsWith('/import.json.gz'));
    expect(read.map((key) => key.includes('/previewReimport/')).sort()).toEqual([false, true, true]);

    const refused = await stack.call('POST', `/v1/servers/${id}/deployments`, { reimport: true });
    await stack.runPipeline(refused.body.id);
    const waiting = (await stack.call('GET', `/v1/servers/${id}`)).body;
    const approved = await stack.call('POST', `/v1/servers/${id}/deployments`, {
      reimport: true,
      approvedSurface: preview.body.surface,
    });
    await stack.runPipeline(approved.body.id);
    const outcome = async (deployment: { body: { id: string } }) =>
      (await stack.call('GET', `/v1/servers/${id}/deployments/${deployment.body.id}`)).body;
    expect(await outcome(refused)).toMatchObject({ status: 'failed', error: { code: 'surface_changed' } });
    expect(await outcome(approved)).toMatchObject({ status: 'live', diff: preview.body.diff });
    expect(waiting).toMatchObject({
      status: 'live',
      stopped: { deployment: refused.body.id, code: 'surface_changed', at: expect.any(String) },
    });
    expect((await stack.call('GET', `/v1/servers/${id}`)).body).not.toHaveProperty('stopped');
  });

  test('needs approval on a server that nobody has set up otherwise, and switching that off is entered', async () => {
    stack.state.imported = importResult('GET /orders');
    const made = await stack.call('POST', '/v1/servers', importing);
    await stack.runPipeline(made.body.deployment.id);
    const path = `/v1/servers/${made.body.server.id}`;

    const off = await stack.call('PATCH', path, { signed: false });

    const trail = await stack.call('GET', `${path}/audit`, undefined, { query: { class: 'management' } });
    expect([made.body.server.signed, off.body.signed]).toEqual([true, false]);
    expect(JSON.stringify(trail.body.items[0])).toMatch(/server\.change.*signed/);
  });

  test('is refused where there is no description, or none that can be read', async () => {
    const { server } = await stack.liveServer();
    const manual = await stack.call('POST', `/v1/servers/${server.id}/reimport/preview`);
    stack.state.imported = importResult();
    const made = await stack.call('POST', '/v1/servers', importing);
    await stack.runPipeline(made.body.deployment.id);
    stack.state.imported = undefined;
    const unreachable = await stack.call('POST', `/v1/servers/${made.body.server.id}/reimport/preview`);

    expect(manual).toMatchObject({ status: 422, body: { code: 'nothing_to_import' } });
    expect(unreachable).toMatchObject({ status: 422, body: { code: 'spec_unreachable' } });
    const unknown = await stack.call('POST', '/v1/servers/srv_000000000000/reimport/preview');
    expect(unknown.body.code).toBe('server_not_found');
  });
});
