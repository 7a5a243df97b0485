/**
 * Bundles in every region, as each region's functions read their own bucket. A bundle is stored everywhere before the server's row names
 * it, so any replica of the row names a bundle that exists.
 */
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { PortcullisError } from '../../core/lib/errors.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { bundleKey, partsKey, type SealedForm } from '../services/bundles.ts';
import { s3 } from '../services/clients.ts';
import { type Listed, listFolder, removeFolder, removeObjects } from '../services/objects.ts';
import { edgeRegions, s3In } from './edges.ts';

/** A bundle may have several megabytes, and the region may be far away. */
const PATIENCE_MS = 15_000;

/**
 * The parts of a large bundle are stored before the bundle. Throws PortcullisError `region_unreachable`, naming the regions that did not
 * store it, after all were tried.
 */
export async function storeEverywhere(serverId: string, { id, bytes, parts }: SealedForm): Promise<void> {
  const put = async (client: S3Client, Bucket: string, options = {}) => {
    const ContentType = 'application/gzip';
    if (parts) {
      const Key = partsKey(serverId, id);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: parts, ContentType }), options);
    }
    const Key = bundleKey(serverId, id);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType }), options);
  };
  const edges = edgeRegions();
  const [home, ...others] = await Promise.allSettled([
    put(s3(), requireEnvironment('BUCKET_BUNDLES')),
    ...edges.map((edge) => put(s3In(edge), edge.bundles, { abortSignal: AbortSignal.timeout(PATIENCE_MS) })),
  ]);
  if (home?.status === 'rejected') throw home.reason;
  const missing = edges.filter((_, index) => others[index]?.status === 'rejected').map(({ region }) => region);
  if (missing.length === 0) return;
  throw new PortcullisError(
    'region_unreachable',
    `${missing.join(', ')} did not store the bundle. The live version is unchanged; try again.`,
    { context: { missing }, cause: others.find((result) => result.status === 'rejected')?.reason },
  );
}

/** Running calls, and regions that learn of changes late, still use the version that they have read. */
export const GRACE_MS = 24 * 3_600_000;

/**
 * Deletes the bundles of a server that nothing can refer to any more: all but the live one and `next`. It waits until the live one is a
 * day old, which is when it replaced the last of the others. Only for the deployment that holds the server, so that none of them is made
 * live meanwhile. Resolves to the number deleted at home.
 */
export async function removeSuperseded(
  serverId: string,
  live: string,
  next: string,
  now = Date.now(),
): Promise<number> {
  const folder = `bundles/${serverId}/`;
  const home = requireEnvironment('BUCKET_BUNDLES');
  const kept = new Set([live, next].flatMap((id) => [bundleKey(serverId, id), partsKey(serverId, id)]));
  const all = await listFolder(home, folder);
  const since = all.find(({ key }) => key === bundleKey(serverId, live))?.at;
  if (since === undefined || now - since < GRACE_MS) return 0;
  const others = (found: readonly Listed[]) => found.map(({ key }) => key).filter((key) => !kept.has(key));
  await Promise.all([
    removeObjects(home, others(all)),
    ...edgeRegions().map(async (edge) => {
      const client = s3In(edge);
      await removeObjects(edge.bundles, others(await listFolder(edge.bundles, folder, client)), client);
    }),
  ]);
  return others(all).length;
}

/** Deletes what was stored for a server after its folder was emptied, because the server was deleted meanwhile. */
export async function removeLate(serverId: string): Promise<void> {
  const home = requireEnvironment('BUCKET_BUNDLES');
  await Promise.all([
    ...['bundles', 'lockfiles'].map((folder) => removeFolder(home, `${folder}/${serverId}/`)),
    removeBundlesBesideHome(serverId),
  ]);
}

/** Deletes a server's bundles in the other regions. Throws the errors of S3. */
export async function removeBundlesBesideHome(serverId: string): Promise<void> {
  await Promise.all(edgeRegions().map((edge) => removeFolder(edge.bundles, `bundles/${serverId}/`, s3In(edge))));
}
