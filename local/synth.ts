/** Synthesizes the CDK app into .cache/cdk.out, again only when something that goes into it changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { LocalStackError } from './errors.ts';

const root = join(import.meta.dirname, '..');
const SOURCES = ['bin', 'lib', 'core', 'egress', 'aws', 'lambdas'].map((folder) => `${folder}/**/*.{ts,js}`);

/** Folder of the cloud assembly. Throws LocalStackError `synth_failed`. */
export async function ensureSynthesized(say: (line: string) => void): Promise<string> {
  const outdir = join(root, '.cache', 'cdk.out');
  const stamp = join(root, '.cache', 'cdk.out.digest');
  const digest = digestOfSources();
  if (existsSync(join(outdir, 'manifest.json')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest)
    return outdir;
  say('Synthesizing the stack and bundling its functions …');
  const began = Date.now();
  rmSync(stamp, { force: true });
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await run(outdir);
  writeFileSync(stamp, digest);
  say(`Synthesizing the stack and bundling its functions: done in ${((Date.now() - began) / 1_000).toFixed(0)} s.`);
  return outdir;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = [
    ...SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })),
    ...globSync('web/dist/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    'package-lock.json',
    'cdk.json',
  ];
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function run(outdir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/app.ts'], {
      cwd: root,
      // The bundler calls `npx esbuild`; let it find the pinned Node.
      env: {
        ...process.env,
        CDK_OUTDIR: outdir,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      },
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
