/**
 * Makes a fresh clone runnable: installs the locked dependencies when the lock file changed since the last install,
 * and names the Node 24 binary that the project pins as a dev dependency. Plain JavaScript without imports from
 * node_modules, because it runs before anything is installed, on whatever Node (>= 20) the machine has.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.portcullis-lock');

/** Path of the pinned Node 24 binary; exists only after {@link ensureInstalled}. */
export const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Runs `npm ci` when node_modules does not match package-lock.json; does nothing (about 2 ms) otherwise. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(node24) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing the locked dependencies (first run, or package-lock.json changed) …');
  const began = Date.now();
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error(
      'npm ci failed; see its messages above. Check the network or proxy, then run the same command again.',
    );
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, lock);
  console.log(`Dependencies installed in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
}

/**
 * Runs a script under the pinned Node 24 with this terminal, passing signals on, and exits with its code.
 * @param {string[]} args arguments of node
 */
export function runOnNode24(args) {
  const child = spawn(node24, args, { cwd: root, stdio: 'inherit', env: process.env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
