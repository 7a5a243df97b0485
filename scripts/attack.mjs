/**
 * `npm run attack [-- <jest arguments>]`: the attack tests (test/attack), and the unit tests that search at random, in their long form.
 * `npm test` runs the same files in their short form; test/support/attack.ts describes the difference.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDashboard, ensureInstalled, root, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
process.env.ATTACK = 'long';

const given = process.argv.slice(2);
runOnNode24([
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  // First, because jest reads a path after --selectProjects as one more project.
  ...(given.length > 0 ? [] : ['test/attack/', ...unitTestsWithRounds()]),
  '--selectProjects',
  'attack',
  'unit',
  '--maxWorkers',
  '1',
  ...given,
]);

/** Those that ask test/support/attack.ts how often to do something. */
function unitTestsWithRounds() {
  return readdirSync(join(root, 'test', 'unit'), { recursive: true })
    .map((name) => join('test', 'unit', name))
    .filter(
      (path) => path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes('support/attack.ts'),
    );
}
