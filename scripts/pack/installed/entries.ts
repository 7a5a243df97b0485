/** In the package, in place of local/functions/runtime/entries.ts: the modules are bundled when the package is made. */
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'entries');

/** Nothing to do. */
export async function ensureEntries(): Promise<void> {}

/** Path of the module. */
export const entryOf = (name: 'thread' | 'child'): string => join(folder, `${name}.mjs`);

/** The folder that a child process may read, beside its function's own. */
export const entryFolder = (): string => folder;
