/**
 * The modules that a function's thread or child process begins with, bundled as JavaScript once for each state of the sources. From
 * TypeScript, each of them would load what erases types first, which takes a tenth of a second of processor time: more than everything else
 * at the start of a thread.
 */
import { dirname, join } from 'node:path';
import { digestOf, keptFolder, sourcesIn } from '../../lib/kept.ts';

const NAMES = ['thread', 'child'] as const;
type Name = (typeof NAMES)[number];

let folder: string | undefined;

/** Bundles them where that is not done yet. Throws the errors of esbuild. */
export async function ensureEntries(): Promise<void> {
  const state = digestOf('', [...sourcesIn(['local/functions', 'local/lib']), 'package-lock.json']);
  folder = await keptFolder('entries', state, async (made) => {
    // Loaded only here, because most starts do not need it.
    const { buildSync } = await import('esbuild');
    buildSync({
      entryPoints: NAMES.map((name) => join(import.meta.dirname, `${name}.ts`)),
      outdir: made,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      logLevel: 'warning',
    });
  });
}

/** Path of the module; the source where nothing is bundled. */
export const entryOf = (name: Name): string =>
  folder === undefined ? join(import.meta.dirname, `${name}.ts`) : join(folder, `${name}.mjs`);

/** The folder that a child process may read, beside its function's own. */
export const entryFolder = (): string => dirname(entryOf('child'));
