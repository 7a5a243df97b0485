/** `node scripts/jest.mjs [jest arguments]`: jest on the pinned Node 24 with native ES modules. */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
runOnNode24([
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  ...process.argv.slice(2),
]);
