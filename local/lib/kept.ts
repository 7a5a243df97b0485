/**
 * Folders below .cache/ that are made once for each state of what they are made of: the synthesized app and the bundles of its functions.
 * Each state has a folder of its own, so hosts of different states do not disturb each other; folders that were not used lately are
 * removed.
 */
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

/** The repository. */
export const root = join(import.meta.dirname, '..', '..');
/** Number of folders of a kind that are always kept, and the time since its last use after which another one is removed. */
const KEPT = 4;
const IN_USE_MS = 2 * 60 * 60_000;

/**
 * The folder of this kind and state; `make` fills it where there is none yet.
 * @param kind name below .cache/
 * @param state digest of everything that it is made of
 * @throws what `make` throws; the folder does not exist then
 */
export async function keptFolder(
  kind: string,
  state: string,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const cache = join(root, '.cache', kind);
  const folder = join(cache, state);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await make(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another host was faster; its result is the same.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld(cache);
  return folder;
}

function removeOld(cache: string): void {
  const found = readdirSync(cache)
    .map((name) => ({ path: join(cache, name), used: statSync(join(cache, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of found.slice(KEPT)) {
    if (used < Date.now() - IN_USE_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** The code in folders of the repository, as paths from its root. */
export const sourcesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,js,json}`, { cwd: root }));

/** Digest of files of the repository, by name and content, and of a text. */
export function digestOf(text: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(`${text}\0`);
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}
