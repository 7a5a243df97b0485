/**
 * Synthesizes the CDK app, if its inputs have changed. Each state of the sources has a folder of its own below .cache/, so hosts of
 * different states do not disturb each other; old folders are removed when they were not used lately.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { LocalStackError } from './errors.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache', 'cdk');
const SOURCES = ['bin', 'lib', 'core', 'egress', 'aws', 'lambdas'].map((folder) => `${folder}/**/*.{ts,js}`);
/** Number of assemblies that are always kept, and the time since its last use after which another one is removed. */
const KEPT = 4;
const IN_USE_MS = 2 * 60 * 60_000;

/** Folder of the cloud assembly. Throws LocalStackError `synth_failed`. */
export async function ensureSynthesized(
  say: (line: string) => void,
  given: Readonly<Record<string, string>> = {},
): Promise<string> {
  const context = JSON.stringify({ ...settingsOfFile(), ...given });
  const outdir = join(cache, digestOf(context));
  if (existsSync(join(outdir, 'manifest.json'))) {
    utimesSync(outdir, new Date(), new Date());
    return outdir;
  }
  say('Synthesizing the stack and bundling its functions …');
  const began = Date.now();
  const unfinished = `${outdir}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await run(unfinished, context);
    try {
      renameSync(unfinished, outdir);
    } catch (error) {
      // Another host was faster; its result is the same.
      if (!existsSync(join(outdir, 'manifest.json'))) throw error;
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld();
  say(`Synthesizing the stack and bundling its functions: done in ${((Date.now() - began) / 1_000).toFixed(0)} s.`);
  return outdir;
}

function removeOld(): void {
  const found = readdirSync(cache)
    .map((name) => ({ path: join(cache, name), used: statSync(join(cache, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of found.slice(KEPT)) {
    if (used < Date.now() - IN_USE_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** The owner's settings, which CDK's command line would read as well. */
const settingsOfFile = (): Record<string, unknown> =>
  (JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context?: Record<string, unknown> }).context ?? {};

/** Digest of the sources and of the owner's settings. */
function digestOf(context: string): string {
  const hash = createHash('sha256').update(`${context}\0`);
  const files = [
    ...SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })),
    ...globSync('web/dist/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    'package-lock.json',
    'cdk.json',
  ];
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

function run(outdir: string, context: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/app.ts'], {
      cwd: root,
      // CDK's validation of the template takes longer than all the rest, and is done by `npm run synth` and `npm run deploy`.
      env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: context, CDK_VALIDATION: 'false' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new LocalStackError('synth_failed', `The stack does not synthesize:\n${errors.slice(-4_000)}`));
    });
  });
}
