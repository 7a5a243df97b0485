/**
 * Synthesizes the CDK app, if its inputs have changed. Each state of the sources and settings has a folder of its own (kept.ts); the
 * functions are bundled once for all settings (bundled.ts).
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { PortcullisError } from '../core/lib/errors.ts';
import { contextOf } from '../lib/context.ts';
import { digestOf, keptFolder, root, sourcesIn } from './lib/kept.ts';

/** Folder of the cloud assembly. Throws PortcullisError `synth_failed`. */
export async function ensureSynthesized(
  say: (line: string) => void,
  given: Readonly<Record<string, string>> = {},
): Promise<string> {
  const context = JSON.stringify({ ...contextOf([]), ...given });
  const began = Date.now();
  let isNew = false;
  const outdir = await keptFolder('cdk', stateOf(context), async (folder) => {
    isNew = true;
    say('Synthesizing the stack and bundling its functions …');
    await run(folder, context);
  });
  if (isNew) {
    say(`Synthesizing the stack and bundling its functions: done in ${((Date.now() - began) / 1_000).toFixed(0)} s.`);
  }
  return outdir;
}

/** Digest of the sources and of the owner's settings. */
const stateOf = (context: string): string =>
  digestOf(context, [
    ...sourcesIn(['bin', 'lib', 'core', 'egress', 'aws', 'lambdas']),
    ...globSync('web/dist/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    'package-lock.json',
    'cdk.json',
  ]);

async function run(outdir: string, context: string): Promise<void> {
  let errors = '';
  const refuse = (why: string) =>
    new PortcullisError('synth_failed', `The stack does not synthesize:\n${why.slice(-4_000)}`);
  let bundles: string;
  try {
    // Loads esbuild, which a start with everything at hand does not need.
    bundles = await (await import('./lib/bundled.ts')).ensureBundled();
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/app.ts'], {
    cwd: root,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: context,
      PORTCULLIS_BUNDLES: bundles,
      // CDK's validation of the template takes longer than all the rest, and is done by `npm run synth` and `npm run deploy`.
      CDK_VALIDATION: 'false',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw refuse(errors);
}
