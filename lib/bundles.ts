/**
 * Bundles the code of the functions: one ES module for each entry in lambdas/. One run of esbuild makes all of them and
 * reads shared modules once; the construct of aws-lambda-nodejs runs npm and esbuild for each function, which takes three
 * times as long.
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
  'events/deliver',
  'events/expiry',
  'events/publish',
  'login-groups/handler',
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
  'trace-forwarder/handler',
] as const;

/** A function's entry module below lambdas/, without `.ts`. */
export type Entry = (typeof ENTRIES)[number];

let bundles: string | undefined;

/**
 * A folder with only the entry's `index.mjs`: below PORTCULLIS_BUNDLES, where `npm start` has bundled before, or one that is removed when
 * the process exits.
 * @throws the errors of esbuild
 */
export function bundleOf(entry: Entry): string {
  bundles ??= process.env['PORTCULLIS_BUNDLES'] ?? bundled();
  return join(bundles, entry);
}

function bundled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bundles-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  bundleAll(folder);
  return folder;
}

/**
 * Writes `<entry>/index.mjs` for each entry.
 * @throws the errors of esbuild
 */
export function bundleAll(folder: string): void {
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
    alias: { '@aws-sdk/credential-provider-node': './aws/environmentCredentials.ts' },
    // Identifiers are not minified, so that stack traces are readable. keepNames would set the name of each closure at run time.
    minifyWhitespace: true,
    minifySyntax: true,
    // With one character outside Latin-1, V8 would store the whole source with two bytes per character.
    charset: 'ascii',
    // CommonJS packages call `require` at run time.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
