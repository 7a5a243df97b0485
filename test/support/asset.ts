/** Bundles a function as the CDK app does, for tests that run it in a process of its own. */
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** Writes `<folder>/index.mjs` and returns its path. */
export async function bundleFunction(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'index.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './aws/services/environmentCredentials.ts' },
    minifyWhitespace: true,
    minifySyntax: true,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  return outfile;
}
