/** The surface of a server's live version, and whether another one is the same to a signed server, as seal-sandbox finds it. */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { readJson } from '../../../aws/services/objects.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { isSigned, type Lockfile, type Surface, storedSurface } from '../../../core/tools/bundle/lockfile.ts';

/** SHA-256 in lower-case hex, from the key of the lockfile; undefined for a server that never was live. */
export const liveSurface = ({ lockfileKey }: Pick<ServerRow, 'lockfileKey'>): string | undefined =>
  lockfileKey && /([0-9a-f]{64})\.json\.gz$/.exec(lockfileKey)?.[1];

interface Present {
  readonly server: ServerRow;
  readonly tools: readonly Tool[];
}

/**
 * The digests of a surface and of the live one. They are equal where a deployment needs no approval, also if the live version was signed
 * by an earlier version of the product in another form.
 */
export async function comparedSurfaces(
  next: Surface,
  { server, tools }: Present,
  importDigest?: string,
): Promise<{ readonly surface: string; readonly liveSurface?: string }> {
  const live = liveSurface(server);
  if (!server.lockfileKey || live === undefined) return { surface: next.digest };
  const differs = { surface: next.digest, liveSurface: live };
  if (live === next.digest) return differs;
  const lockfile = await readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), server.lockfileKey);
  if (lockfile?.format !== 1) return differs;
  const isSameDescription = importDigest !== undefined && importDigest === server.importDigest;
  const isSame = isSigned(next, { lockfile, live: storedSurface(server, tools), isSameDescription });
  return isSame ? { surface: live, liveSurface: live } : differs;
}
