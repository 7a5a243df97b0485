/** Where the built dashboard lies. */
import { join } from 'node:path';

/** Its folder; PORTCULLIS_SITE names one with the documentation beside it, which scripts/cdk.mjs puts together. */
export const dashboardFolder = (): string =>
  process.env['PORTCULLIS_SITE'] ?? join(import.meta.dirname, '..', 'web', 'dist');
