/**
 * Makes a fresh clone runnable: installs the locked dependencies when the lock file changed since the last
 * installation, builds the dashboard when its sources changed, and provides the path of the pinned Node 24 binary. Node
 * comes from a package for each platform, which is in the lock file with its digest and has no install scripts. Plain
 * JavaScript without imports from node_modules, because it runs before anything is installed, on any Node from version
 * 20.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeIn, nodePackage, nodePackages, platform, runOn } from './node24.mjs';

// `import.meta.dirname` needs Node 20.11.
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Path of the pinned Node 24 binary; exists only after {@link ensureInstalled}. */
export const node24 = nodeIn(join(root, 'node_modules', nodePackage));

const installStamp = join(root, 'node_modules', '.portcullis-lock');
const dashboardStamp = join(root, '.cache', 'dashboard');

/**
 * Installs the locked dependencies when package-lock.json changed since the last time; otherwise does nothing (about 2
 * ms). What only tests and checks need (test/package.json, half of all) is installed only with `withTests`. Existing
 * packages stay, because a stack may be running on them; only an incomplete installation is replaced. A complete one by `npm ci` is taken
 * as it is.
 */
export function ensureInstalled({ withTests = false } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const whole = `${lock} with tests`;
  const stamp = existsSync(installStamp) ? readFileSync(installStamp, 'utf8') : '';
  if (existsSync(node24) && (stamp === whole || (stamp === lock && !withTests))) return;
  if (!stamp && existsSync(node24) && isInstalledByHand() && loads('vite')) return writeFileSync(installStamp, whole);
  if (!nodePackage) {
    refuse(`There is no locked Node 24 for ${platform}; there is one for ${Object.keys(nodePackages).join(', ')}.`);
  }
  const takesTests = withTests || stamp.endsWith(' with tests');
  // Given explicitly, because the user's npm configuration (or NODE_ENV) may exclude them.
  const scope = ['--include=dev', '--include=optional', ...(takesTests ? [] : ['--workspaces=false'])];
  rmSync(installStamp, { force: true });
  if (stamp) npm('Installing what is missing', ['install', '--no-save', ...scope]);
  else npm('Installing the locked dependencies', ['ci', ...scope]);
  // npm does not report when an optional package could not be fetched or does not match the lock file.
  if (!existsSync(node24)) {
    refuse(
      `npm left out ${nodePackage}, the Node that everything here runs on: \`npm ci --loglevel=verbose\` tells why. Check the network or proxy, then run the same command again.`,
    );
  }
  if (spawnSync(node24, ['--version'], { stdio: ['ignore', 'ignore', 2] }).status !== 0) {
    refuse(
      `Node 24 does not run on this system (${node24}): it needs Linux with glibc 2.28 or newer (Alpine has another C library), macOS or Windows.`,
    );
  }
  // npm silently leaves out compiled packages that need a newer Node than the one it runs on.
  if (!loads('vite')) npm('Installing what needs Node 24', ['install', '--no-save', ...scope], dirname(node24));
  if (!loads('vite')) {
    refuse(
      'npm left out compiled packages: bring it up to date (npm install --global npm@10), then run the same command again.',
    );
  }
  writeFileSync(installStamp, takesTests ? whole : lock);
}

/** Whether somebody has run npm and it installed all that the lock file names; what it installed it lists in node_modules. */
function isInstalledByHand() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const [wanted, there] = [join(root, 'package-lock.json'), list].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  );
  return Object.entries(wanted).every(
    ([path, { link, optional, integrity }]) =>
      !path.includes('node_modules/') || link || optional || there[path]?.integrity === integrity,
  );
}

function refuse(why) {
  console.error(why);
  process.exit(1);
}

const loads = (name) => spawnSync(node24, ['--eval', `import('${name}')`], { cwd: root, stdio: 'ignore' }).status === 0;

/** Builds web/dist when one of its sources changed. Needs installed dependencies. */
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
 * A folder with what the bucket of the dashboard holds: the built dashboard, and the documentation in docs/, which is built where its
 * sources have changed. Needs the built dashboard.
 */
export function ensureSite() {
  const { status, stdout } = spawnSync(node24, ['--disable-warning=ExperimentalWarning', 'scripts/docs/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  const lines = stdout.trim().split('\n');
  const { folder, message } = JSON.parse(lines.pop());
  for (const line of lines) console.error(line);
  if (status !== 0) refuse(message);
  const site = join(root, '.cache', 'site');
  rmSync(site, { recursive: true, force: true });
  for (const part of [join(root, 'web', 'dist'), folder]) cpSync(part, site, { recursive: true });
  return site;
}

/**
 * Runs a script of the repository under the pinned Node 24 in this terminal, and exits with its exit code.
 * @param {string[]} args arguments of node
 */
export const runOnNode24 = (args, env = process.env) => runOn(node24, args, { cwd: root, env });

const isStamped = (stamp, digest) => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;

/** Runs npm. `nodeFolder` goes first on the path, so npm runs on that Node. */
function npm(title, args, nodeFolder) {
  step(title, 'npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
    env: nodeFolder ? { ...process.env, PATH: `${nodeFolder}${delimiter}${process.env.PATH}` } : process.env,
    hint: 'Check the network or proxy, then run the same command again.',
  });
}

function step(title, command, args, { shell = false, env = process.env, hint }) {
  const began = Date.now();
  // Not to stdout, which may be redirected JSON of a command.
  console.error(`${title} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['inherit', 2, 2], shell, env });
  if (status !== 0) {
    console.error(`${title} failed. ${hint}`);
    process.exit(status ?? 1);
  }
  console.error(`${title}: done in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
}

/** One digest of the names and contents of folders and files. */
function digestOf(folders, files) {
  const hash = createHash('sha256');
  for (const path of [...folders.flatMap(filesIn), ...files]) {
    if (existsSync(join(root, path))) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

// By names, because `Dirent.parentPath` needs Node 20.12.
const filesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .map((name) => join(folder, name))
        .filter((path) => statSync(join(root, path)).isFile())
        .sort()
    : [];
