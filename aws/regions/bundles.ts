/**
 * Bundles in every region: each region's functions read their own bucket. A bundle is stored everywhere before a server row
 * names it, so whichever replica of the row arrives when, what it names is there.
 */
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { PortcullisError } from '../../core/errors.ts';
import { bundleKey } from '../bundles.ts';
import { s3 } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { removeFolder } from '../objects.ts';
import { edgeRegions, s3In } from './edges.ts';

/** A bundle may have some megabytes, and the region may be on the other side of the world. */
const PATIENCE_MS = 15_000;

/** Throws PortcullisError `region_unreachable` naming the regions that did not take it, after all have been tried. */
export async function storeEverywhere(serverId: string, bundleId: string, bytes: Uint8Array): Promise<void> {
  const put = async (client: S3Client, Bucket: string, options = {}) => {
    const Key = bundleKey(serverId, bundleId);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: 'application/gzip' }), options);
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
    `${missing.join(', ')} did not take the bundle. The live version is unchanged; try again.`,
    { context: { missing }, cause: others.find((result) => result.status === 'rejected')?.reason },
  );
}

/** Deletes a server's bundles beside home. Throws what S3 answers. */
export async function removeBundlesBesideHome(serverId: string): Promise<void> {
  await Promise.all(edgeRegions().map((edge) => removeFolder(edge.bundles, `bundles/${serverId}/`, s3In(edge))));
}
