/**
 * `node scripts/jest.mjs [jest arguments]`: runs jest on the pinned Node 24. A path without options selects its
 * project.
 */
import { existsSync } from 'node:fs';
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
// Paths go first, because jest reads a path after --selectProjects as one more project and then runs everything.
const given = process.argv.slice(2);
const isPath = (argument) => argument.startsWith('test/') && existsSync(argument);
// These start whole stacks, which serve the dashboard, or synthesize what is deployed.
if (given.some((argument) => /^test\/(?:local|browser|attack|conformance|packed|oracles|infra)(?:\/|$)/.test(argument)))
  ensureDashboard();
runOnNode24([
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  ...given.filter(isPath),
  ...given.filter((argument) => !isPath(argument)),
]);
