/**
 * `npm run oracles`: installs the programs of test/oracles/requirements.txt into a virtual environment below .cache/oracles and runs the
 * tests that ask them. `npm test` runs these tests as well once the programs are installed, and counts them as skipped before.
 * Needs Python 3.10 or newer.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
const requirements = join(root, 'test', 'oracles', 'requirements.txt');
const folder = join(root, '.cache', 'oracles');
const stamp = join(folder, '.made-of');

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`);
  console.error('The oracles need Python 3.10 or newer with its venv module, and PyPI.');
  process.exit(1);
}

const wanted = readFileSync(requirements, 'utf8');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  rmSync(folder, { recursive: true, force: true });
  run('python3', ['-m', 'venv', folder]);
  // Wheels alone, because they run no code while they are installed.
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
  run(join(folder, 'bin', 'pip'), ['install', ...options, '--requirement', requirements]);
  writeFileSync(stamp, wanted);
}
runOnNode24([
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'infra',
  '--testNamePattern',
  'cfn-lint',
  'properties',
  'regions',
]);
