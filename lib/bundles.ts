/**
 * The functions' code: for each entry below lambdas/ one ES module with all that it imports. All of them come from one run of
 * esbuild, which reads what they share once; the construct of aws-lambda-nodejs starts npm and esbuild anew for each function
 * and takes three times as long, most of a newcomer's wait.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** Below lambdas/, without the extension. */
export const ENTRIES = [
  'audit-archiver/handler',
  'authorization/handler',
  'management/handler',
  'mcp-rpc/handler',
  'mcp-stream/handler',
  'pipeline/distribute',
  'pipeline/inject-governance',
  'pipeline/parse-spec',
  'pipeline/provision',
  'pipeline/record-failure',
  'pipeline/reseal',
  'pipeline/seal-sandbox',
  'sandbox/handler',
  'spec-reader/handler',
] as const;

/** A function's entry module below lambdas/, without `.ts`. */
export type Entry = (typeof ENTRIES)[number];

let bundles: string | undefined;

/** A folder with nothing but the entry's `index.mjs`; it is there as long as this process. Throws what esbuild finds wrong. */
export function bundleOf(entry: Entry): string {
  bundles ??= bundleAll();
  return join(bundles, entry);
}

function bundleAll(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bundles-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  buildSync({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => ({ in: `lambdas/${entry}.ts`, out: `${entry}/index` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Names stay readable in stacks without being set at run time: keepNames defines one for every closure that is made.
    minifyWhitespace: true,
    minifySyntax: true,
    // One character beyond Latin-1 would make the engine keep the whole text at two bytes a character.
    charset: 'ascii',
    // What CommonJS packages ask for at run time.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return folder;
}
