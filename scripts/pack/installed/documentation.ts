/** In the package, in place of local/documentation.ts: the site lies beside the code, built when the package was made. */
import { join } from 'node:path';
import { fileIn } from '../../../local/lib/siteFolder.ts';
import type { SiteFiles } from '../../../local/twins/s3/buckets.ts';

const folder = join(import.meta.dirname, '..', 'documentation');

/** Files with keys below `docs/`; undefined for all other keys. */
export const documentationFiles = (): SiteFiles => (key) => fileIn(folder, key);
