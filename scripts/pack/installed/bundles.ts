/** In the package, in place of lib/bundles.ts: the functions were bundled when the package was made. */
import { join } from 'node:path';

/** The folder of an entry's code. */
export const bundleOf = (entry: string): string => join(import.meta.dirname, 'functions', entry);
