/**
 * Installs what a benchmark needs besides the product (other libraries, documents) from its own lock file, when it is
 * first needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of a folder of bench/ that has a package-lock.json. Throws when the installation fails. */
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
