/** Installs what a benchmark needs beside the product (rivals, documents) from its own lock file, the first time it is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `folder` is one below bench/ with a package-lock.json. Throws when the packages cannot be had. */
export function ensurePackages(folder: string): string {
  const at = join(import.meta.dirname, '..', folder);
  if (!existsSync(join(at, 'node_modules'))) {
    console.log(`Installing bench/${folder} …`);
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: at,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`bench/${folder} could not be installed.`);
  }
  return join(at, 'node_modules');
}
