/**
 * `npm test`: checks types and lint while the functions are bundled, then runs every jest project (unit, infra, local, conformance,
 * browser, attack, packed), also on a fresh clone; a few failed files are run once more, alone, and named. `npm run test:quick`
 * (`--quick`) runs unit, infra and one main job, from a description to a call, in a browser. `npm test -- <jest arguments>` runs only
 * jest with them. The last line is always `N passed, N failed`, followed by `, N skipped` when something could not run on this machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureDashboard, ensureInstalled, node24, root } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();

const isQuick = process.argv[2] === '--quick';
const chosen = isQuick ? [] : process.argv.slice(2);
const report = join(root, '.cache', 'jest.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });

/** Test files often wait, for stacks, browsers and connections, so that two at a time leave a fifth of two cores idle. */
const WORKERS = '3';

/** Imports a description in a browser, and calls what came of it with a client. */
const MAIN_JOB = 'test/browser/clicks.test.ts';

/** Each checker works out for itself what files share, so that four of them, the default, take a fifth more processor time than two. */
const TYPES = ['node_modules/typescript/bin/tsc', '--checkers', '2', '-p'];

/** Bundles the functions and synthesizes the default layout into .cache/, or every worker with a stack would do so on a fresh clone. */
const PREPARE = "import('./local/synth.ts').then(({ ensureSynthesized }) => ensureSynthesized(() => {}))";

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
    check('types', [...TYPES, 'tsconfig.json']),
    check('types of the dashboard', [...TYPES, 'web/tsconfig.json']),
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    check('bundles', ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PREPARE]),
  ]);
}
/** Runs jest once and returns what it reported, or undefined where it ended before it could. */
function jest(args) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    node24,
    [
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--json',
      `--outputFile=${report}`,
      ...args,
    ],
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  return { status, result: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
}

/** Counts a run of jest. A run that ended without success and without a failed test counts as one failure. */
function count({ status, result }) {
  passed += result?.numPassedTests ?? 0;
  skipped += result?.numPendingTests ?? 0;
  const failures = result ? result.numFailedTests + result.numRuntimeErrorTestSuites : 0;
  failed += failures || (status === 0 ? 0 : 1);
}

/** More failed files than this are a fault of the code and not of a busy machine: nothing is run again. */
const FILES_RUN_AGAIN = 5;

/**
 * The runs of a whole suite, in which a few failed files are run once more, alone. Whole stacks and browsers share this
 * machine with whatever else runs on it, and a test that only fails then says nothing about the code; but each is named.
 */
function suite(args) {
  const first = jest(args);
  const names = failedIn(first);
  if (names.length === 0 || names.length > FILES_RUN_AGAIN) return count(first);
  console.log(`run again, alone: ${names.map((name) => relative(root, name)).join(' ')}`);
  const again = jest(['--runInBand', ...names]);
  for (const { name, assertionResults } of first.result.testResults) {
    if (names.includes(name)) continue;
    passed += assertionResults.filter(({ status }) => status === 'passed').length;
    skipped += assertionResults.filter(({ status }) => status === 'pending').length;
  }
  count(again);
  if (!again.result) return;
  const still = failedIn(again);
  for (const name of names)
    if (!still.includes(name)) console.log(`passed only when run again: ${relative(root, name)}`);
}

/** The paths of the files in which a test failed. */
function failedIn({ result }) {
  return (result?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

if (chosen.length > 0) {
  count(jest(chosen));
} else if (isQuick) {
  suite(['test/unit/', 'test/infra/', MAIN_JOB, '--maxWorkers', WORKERS]);
} else {
  // All at once: while stacks and browsers are waited for, unit tests have the processors.
  suite(['--maxWorkers', WORKERS]);
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
