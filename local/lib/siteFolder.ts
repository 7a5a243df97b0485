/** A folder with the documentation in docs/, as it lies in the bucket of the dashboard. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/** A file of the folder by its key in the bucket, with the header that the deployment gives it (lib/constructs/edge.ts); undefined when it is not there. */
export function fileIn(
  folder: string,
  key: string,
): { readonly body: Buffer; readonly cacheControl: string } | undefined {
  const path = normalize(join(folder, key));
  if (!path.startsWith(join(folder, 'docs') + sep) || !existsSync(path)) return undefined;
  const cacheControl = key.startsWith('docs/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { body: readFileSync(path), cacheControl };
}
