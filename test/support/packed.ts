/**
 * The packages as somebody installs them: tarballs made once, and installed into an empty folder with npm. Nothing is fetched: packages
 * from a registry (Node, and the peers of the construct library) are linked to those of the repository.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePackages, type Package } from '../../scripts/pack/packages.ts';
import type { Tarball } from '../../scripts/pack/tarball.ts';
import { until } from './until.ts';

const root = resolve(import.meta.dirname, '..', '..');
/** Plain JavaScript, without types: it runs before anything is installed. */
const { nodePackage } = (await import(join(root, 'scripts', 'node24.mjs'))) as { nodePackage: string };

/** The timeout of a hook that asks for the packages: half a minute of processor time, of which a busy machine gives little. */
export const MAKING_MS = 900_000;

/** A package and its tarball. */
export interface Made extends Omit<Package, 'pack'> {
  readonly tarball: Tarball;
}

/** The packages, made by the first test file of a run that asks for them. */
export async function madePackages(): Promise<Readonly<Record<'portcullis' | 'portcullis-cdk', Made>>> {
  const to = join(tmpdir(), 'packed');
  const file = join(to, 'made.json');
  if (isFirst(to)) {
    try {
      const packages = await makePackages(root, () => {}, join(to, 'folders'));
      const made = packages.map(({ pack, ...one }) => [one.name, { ...one, tarball: pack(to) }]);
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(made)));
      renameSync(`${file}.new`, file);
    } catch (error) {
      rmSync(to, { recursive: true });
      throw error;
    }
  }
  while (!existsSync(file)) {
    if (!existsSync(to)) throw new Error('The packages cannot be made; the test file that began to says why.');
    await sleep(200);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Whether the folder is made now; only one of two processes makes it. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Installs tarballs into a new folder, with these packages of the repository beside them. */
export function installed(tarballs: readonly string[], linked: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  // Versions of the registry are not asked for; what they would be is linked below.
  const flags = ['--offline', '--omit=optional', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: folder, stdio: 'pipe' });
  for (const name of [nodePackage, ...linked]) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
  return folder;
}

/** What a command of the installed package answers. */
export async function portcullis(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join('node_modules', 'portcullis', 'portcullis.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** `portcullis start` in a folder; resolves when it is ready. */
export async function startInstalled(folder: string, flags: readonly string[] = []) {
  const file = join(folder, '.portcullis', 'local.json');
  const child = spawn(
    process.execPath,
    [join('node_modules', 'portcullis', 'portcullis.mjs'), 'start', '--port', '0', '--no-open', ...flags],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  await until(async () => existsSync(file) || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`The stack did not start:\n${output}`);
  const { apiUrl, accessToken } = JSON.parse(readFileSync(file, 'utf8')) as { apiUrl: string; accessToken: string };
  return {
    apiUrl,
    accessToken,
    output: () => output,
    /** Ends it as Ctrl+C does. */
    async stop() {
      child.kill('SIGINT');
      return await ended;
    },
  };
}
