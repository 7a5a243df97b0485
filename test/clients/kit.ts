/**
 * What programs in other languages are made of and how: Python's in one virtual environment each with pinned requirements, others built
 * from pinned modules. All of it goes below .cache and is made again only when what it is made of has changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const cache = join(resolve(import.meta.dirname, '..', '..'), '.cache');

export interface Kit {
  /** Its folder below .cache. */
  readonly name: string;
  /** Absolute paths of what it is made of. */
  readonly files: readonly string[];
  /** Commands, one after the other, with the folder that they fill. */
  readonly make: (folder: string) => ReadonlyArray<readonly [string, ...string[]]>;
  /** Where the commands run. */
  readonly in: string;
}

/** A virtual environment with what the file asks for. */
export const pythonKit = (requirements: string): Kit => ({
  name: `clients/python-${/([^/]+)\.txt$/.exec(requirements)?.[1]}`,
  files: [requirements],
  in: resolve(requirements, '..'),
  make: (folder) => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'pip'), 'install', '--quiet', '-r', requirements],
  ],
});

/** The Python of such a kit. */
export const pythonOf = (folder: string): string => join(folder, 'bin', 'python');

/** Where a kit is made. */
export const folderOf = ({ name }: Kit): string => join(cache, name);

/** Makes it unless it is there; the reason where it cannot be made. */
export function ensureKit(kit: Kit, say: (line: string) => void): string | undefined {
  const folder = folderOf(kit);
  const hash = createHash('sha256');
  for (const file of kit.files) hash.update(readFileSync(file));
  const wanted = hash.digest('hex');
  const stamp = join(folder, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined;
  say(`Making ${kit.name} …`);
  mkdirSync(folder, { recursive: true });
  for (const [program, ...args] of kit.make(folder)) {
    const { status, error, stderr } = spawnSync(program, args, { cwd: kit.in, encoding: 'utf8' });
    if (status !== 0) return (error?.message ?? stderr ?? '').trim().slice(-300);
  }
  writeFileSync(stamp, wanted);
  return undefined;
}
