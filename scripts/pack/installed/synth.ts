/**
 * In the package, in place of local/synth.ts: the assembly lies beside the code, synthesized when the package was made. One with other
 * settings is synthesized by the construct library, which the person installs beside it (aws-cdk-lib alone is ten times this package).
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { PACKAGED_SETTINGS } from '../settings.ts';

const LIBRARY = 'portcullis-cdk';

/** Folder of the cloud assembly. Throws PortcullisError `synth_failed`. */
export async function ensureSynthesized(
  say: (line: string) => void,
  given: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (Object.keys(given).length === 0) return join(import.meta.dirname, '..', 'assembly');
  const app = library();
  const context = JSON.stringify({ ...PACKAGED_SETTINGS, ...given });
  const state = createHash('sha256').update(`${app.version}\0${context}`).digest('hex').slice(0, 32);
  const outdir = resolve('node_modules', '.cache', 'portcullis', state);
  if (existsSync(outdir)) return outdir;
  say('Synthesizing the stack with these settings …');
  const unfinished = `${outdir}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [app.path], {
    env: { ...process.env, CDK_OUTDIR: unfinished, CDK_CONTEXT_JSON: context, CDK_VALIDATION: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new PortcullisError('synth_failed', `The stack does not synthesize:\n${stderr.slice(-4_000)}`);
  }
  renameSync(unfinished, outdir);
  return outdir;
}

/** The app of the construct library that is installed in the current folder. */
function library(): { readonly path: string; readonly version: string } {
  const { resolve: find } = createRequire(resolve('package.json'));
  try {
    const manifest = find(`${LIBRARY}/package.json`);
    find('aws-cdk-lib/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { path: join(dirname(manifest), 'dist', 'app.mjs'), version };
  } catch {
    throw new PortcullisError(
      'synth_failed',
      `--context: other settings need the construct library: npm install ${LIBRARY} aws-cdk-lib constructs. Without --context the stack starts as it is packaged (${Object.entries(
        PACKAGED_SETTINGS,
      )
        .map((pair) => pair.join('='))
        .join(', ')}).`,
    );
  }
}
