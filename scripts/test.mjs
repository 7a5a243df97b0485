/**
 * `npm test`: checks types and lint, then runs every jest project (unit, infra, local, conformance, browser, attack),
 * also on a fresh clone. `npm test -- <jest arguments>` runs only jest with them. The last line is always `N passed, N
 * failed`, followed by `, N skipped` when something could not run on this machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDashboard, ensureInstalled, node24, root } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();

const chosen = process.argv.slice(2);
const report = join(root, '.cache', 'jest.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });

/** Test files often wait, for stacks, browsers and connections, so that two at a time leave a fifth of two cores idle. */
const WORKERS = '3';

let passed = 0;
let failed = 0;
let skipped = 0;

/** Prints what a check says once it has ended, so that checks can run at the same time. */
async function check(title, args) {
  const child = spawn(node24, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((done) => {
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', done);
  });
  process.stdout.write(Buffer.concat(output));
  console.log(`${title}: ${status === 0 ? 'passed' : 'FAILED'}`);
  if (status === 0) passed++;
  else failed++;
}

if (chosen.length === 0) {
  await Promise.all([
    check('types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
    check('types of the dashboard', ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']),
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  ]);
}
function jest(args) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    node24,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      ...args,
    ],
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  let failures = 0;
  if (existsSync(report)) {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    passed += result.numPassedTests;
    skipped += result.numPendingTests;
    failures = result.numFailedTests + result.numRuntimeErrorTestSuites;
  }
  failed += failures || (status === 0 ? 0 : 1);
}

if (chosen.length > 0) {
  jest(chosen);
} else {
  jest(['--selectProjects', 'unit', 'infra', '--maxWorkers', WORKERS]);
  jest(['--selectProjects', 'local', 'conformance', 'browser', 'attack', '--maxWorkers', WORKERS]);
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
