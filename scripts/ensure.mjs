/**
 * Makes a fresh clone runnable: installs the locked dependencies when the lock file changed since the last install,
 * builds the dashboard when its sources changed, and names the Node 24 binary that the project pins as a dev dependency.
 * Plain JavaScript without imports from node_modules, because it runs before anything is installed, on whatever Node
 * (>= 20) the machine has.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Path of the pinned Node 24 binary; exists only after {@link ensureInstalled}. */
export const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const installStamp = join(root, 'node_modules', '.portcullis-lock');
const dashboardStamp = join(root, '.cache', 'dashboard');

/** Runs `npm ci` when node_modules does not match package-lock.json; does nothing (about 2 ms) otherwise. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(node24) && isStamped(installStamp, lock)) return;
  step('Installing the locked dependencies', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
    hint: 'Check the network or proxy, then run the same command again.',
  });
  writeFileSync(installStamp, lock);
}

/** Builds web/dist when anything that goes into it changed. Needs installed dependencies. */
export function ensureDashboard() {
  const sources = digestOf(
    ['web/src', 'web/public', 'core'],
    ['web/index.html', 'web/vite.config.ts', 'package-lock.json'],
  );
  if (existsSync(join(root, 'web', 'dist', 'index.html')) && isStamped(dashboardStamp, sources)) return;
  step('Building the dashboard', node24, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], {
    hint: 'The messages above name the file.',
  });
  mkdirSync(dirname(dashboardStamp), { recursive: true });
  writeFileSync(dashboardStamp, sources);
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

const isStamped = (stamp, digest) => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;

function step(title, command, args, { shell = false, hint }) {
  const began = Date.now();
  // Not to stdout, which may be a command's JSON on its way into a file.
  console.error(`${title} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['inherit', 2, 2], shell });
  if (status !== 0) {
    console.error(`${title} failed. ${hint}`);
    process.exit(status ?? 1);
  }
  console.error(`${title}: done in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
}

/** One digest over names and contents of folders and files. */
function digestOf(folders, files) {
  const hash = createHash('sha256');
  const add = (path) => existsSync(join(root, path)) && hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue;
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .sort()) {
      add(entry.slice(root.length + 1));
    }
  }
  for (const file of files) add(file);
  return hash.digest('hex');
}
