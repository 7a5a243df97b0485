/**
 * `npm run attack [-- <jest arguments>]`: the standing attacks (test/attack) in their long form, some fifteen minutes. `npm test` runs
 * the same files in their short form; test/support/attack.ts says what differs.
 */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
process.env.ATTACK = 'long';
runOnNode24([
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'attack',
  '--maxWorkers',
  '1',
  ...process.argv.slice(2),
]);
