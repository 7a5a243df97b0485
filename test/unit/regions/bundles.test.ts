/** Deployments and edits with two regions: the bundle lies in both before anything names it, or nothing changes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { toolsTopic } from '../../../core/mcp/topics.ts';
import { type ManagementStack, managementStack } from '../../support/managementStack.ts';

jest.setTimeout(60_000);
let stack: ManagementStack;
beforeAll(async () => {
  stack = await managementStack();
  // The second region's tables are the first's: here replication takes no time.
  Object.assign(process.env, {
    EDGE_REGIONS: JSON.stringify([
      { region: 'eu-west-1', gates: 'settings', bundles: 'bundles-eu', push: 'iot.example.com' },
    ]),
    AWS_ENDPOINT_URL_DYNAMODB_EU_WEST_1: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  });
});
afterAll(() => {
  delete process.env['EDGE_REGIONS'];
  return stack.close();
});
beforeEach(() => {
  for (const method of ['log', 'warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
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
  const { removeBundlesBesideHome } = await import('../../../aws/regions/bundles.ts');
  await removeBundlesBesideHome(server.id);

  expect(bundlesIn('bundles-eu', server.id)).toEqual([]);
  expect(bundlesIn('bundles', server.id)).toHaveLength(1);
});
