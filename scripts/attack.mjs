/**
 * `npm run attack [-- <jest arguments>]`: the attack tests (test/attack) in their long form, which takes about fifteen
 * minutes. `npm test` runs the same files in their short form; test/support/attack.ts describes the difference.
 */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
process.env.ATTACK = 'long';
runOnNode24([
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'attack',
  '--maxWorkers',
  '1',
  ...process.argv.slice(2),
]);
