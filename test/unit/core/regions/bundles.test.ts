/** Deployments and edits with two regions: the bundle lies in both before anything names it, or nothing changes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { removeServer } from '../../../../aws/tables/servers.ts';
import { toolsTopic } from '../../../../core/mcp/topics.ts';
import { type ManagementStack, managementStack } from '../../../support/managementStack.ts';

let stack: ManagementStack;
beforeAll(async () => {
  stack = await managementStack();
  // The second region's tables are the first's: here replication takes no time.
  Object.assign(process.env, {
    EDGE_REGIONS: JSON.stringify([
      {
        region: 'eu-west-1',
        gates: 'settings',
        bundles: 'bundles-eu',
        push: 'iot.example.com',
        upstreamTokens: 'upstreamTokens',
      },
    ]),
    AWS_ENDPOINT_URL_DYNAMODB_EU_WEST_1: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  });
});
afterAll(() => {
  delete process.env['EDGE_REGIONS'];
  return stack.close();
});
beforeEach(() => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

const bundlesIn = (bucket: string, serverId: string) =>
  [...stack.objects.keys()].filter((key) => key.startsWith(`${bucket}/bundles/${serverId}/`));
const rowOf = async (id: string) =>
  (await stack.rows('servers')).find(({ serverId }) => serverId === id) as unknown as
    | { status: string; bundle?: { id: string; version: number } }
    | undefined;
/** The other region's bucket takes nothing. */
const awayIsDown = () => {
  const set = stack.objects.set.bind(stack.objects);
  jest.spyOn(stack.objects, 'set').mockImplementation((key, bytes) => {
    if (key.startsWith('bundles-eu/')) throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    return set(key, bytes);
  });
};

test('a deployment stores its bundle in every region and tells the streams of every region', async () => {
  const { server } = await stack.liveServer();

  const id = (await rowOf(server.id))?.bundle?.id;
  for (const bucket of ['bundles', 'bundles-eu']) {
    expect(bundlesIn(bucket, server.id)).toEqual([`${bucket}/bundles/${server.id}/${id}.json.gz`]);
  }
  expect(stack.pushes.filter((topic) => topic === toolsTopic(server.id))).toHaveLength(2);
});

test('a deployment that one region does not take leaves nothing live and names the region', async () => {
  awayIsDown();
  const { server, deployment } = await stack.liveServer();

  const { body } = await stack.call('GET', `/v1/servers/${server.id}/deployments/${deployment.id}`);
  expect(body).toMatchObject({ status: 'failed', error: { phase: 'distribute', code: 'region_unreachable' } });
  expect(body.error.message).toContain('eu-west-1');
  expect(await rowOf(server.id)).toMatchObject({ status: 'failed' });
  expect((await rowOf(server.id))?.bundle).toBeUndefined();
});

test('an edit that one region does not take is refused and undone, and the live version stays', async () => {
  const { server } = await stack.liveServer('Before');
  const before = (await rowOf(server.id))?.bundle;
  awayIsDown();

  const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'After' });

  expect(answer).toMatchObject({ status: 502, body: { code: 'region_unreachable' } });
  expect(await rowOf(server.id)).toMatchObject({ name: 'Before', bundle: before });
});

test('a deleted server leaves no bundle in any region', async () => {
  const { server } = await stack.liveServer();

  // Its gate has no table here, so what is deleted is asked of the step that deletes.
  const { removeBundlesBesideHome } = await import('../../../../aws/regions/bundles.ts');
  await removeBundlesBesideHome(server.id);

  expect(bundlesIn('bundles-eu', server.id)).toEqual([]);
  expect(bundlesIn('bundles', server.id)).toHaveLength(1);
});

describe('versions that nothing names any more', () => {
  const now = Date.now.bind(Date);
  const later = (hours: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
  const redeploy = async (id: string) => {
    const { body } = await stack.call('POST', `/v1/servers/${id}/deployments`);
    await stack.runPipeline(body.id);
    return (await stack.call('GET', `/v1/servers/${id}/deployments/${body.id}`)).body;
  };
  const edit = async (id: string, maxItems: number) => {
    const answer = await stack.call('PATCH', `/v1/servers/${id}`, { governance: { maxItems } });
    return answer.body.bundle.id as string;
  };
  const names = (bucket: string, id: string) => bundlesIn(bucket, id).map((key) => /([0-9a-f]{64})/.exec(key)?.[1]);

  test('are deleted in every region by the next deployment, once the live one is a day old; what calls may still name stays', async () => {
    const { server } = await stack.liveServer();
    const [, , live] = [await edit(server.id, 6), await edit(server.id, 7), await edit(server.id, 8)];

    await redeploy(server.id);
    expect([names('bundles', server.id), names('bundles-eu', server.id)].map(({ length }) => length)).toEqual([4, 4]);

    later(25);
    await stack.call('PATCH', `/v1/servers/${server.id}`, { name: 'A day later' });
    const newest = (await rowOf(server.id))?.bundle?.id;
    await redeploy(server.id);
    // The live one is new: what it replaced may be in use.
    expect(names('bundles', server.id)).toEqual(expect.arrayContaining([live, newest]));

    later(50);
    expect((await redeploy(server.id)).status).toBe('live');
    expect([names('bundles', server.id), names('bundles-eu', server.id)]).toEqual([[newest], [newest]]);
    expect((await rowOf(server.id))?.bundle?.id).toBe(newest);
  });

  test('cost no deployment its life when they cannot be deleted', async () => {
    const { server } = await stack.liveServer();
    await edit(server.id, 6);
    later(25);
    jest.spyOn(stack.objects, 'delete').mockImplementation(() => {
      throw new Error('denied');
    });

    expect((await redeploy(server.id)).status).toBe('live');
    expect(names('bundles', server.id)).toHaveLength(2);
  });

  test('are none of a server that was deleted while it was sealed', async () => {
    const { server } = await stack.liveServer();
    stack.state.whileProbing = async () => {
      // As a deletion leaves it that has just ended: the version that is being sealed is stored already.
      await removeServer({ serverId: server.id });
    };

    const answer = await stack.call('PATCH', `/v1/servers/${server.id}`, { governance: { maxItems: 9 } });

    expect(answer.status).toBeGreaterThanOrEqual(400);
    const left = [...stack.objects.keys()].filter((key) => key.startsWith('bundles') && key.includes(server.id));
    expect(left).toEqual([]);
  });
});
