/** In the package, in place of local/lib/kept.ts: nothing is made and kept; only the root is asked for. */
import { join } from 'node:path';

/** The package. */
export const root = join(import.meta.dirname, '..');
