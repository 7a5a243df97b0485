/**
 * `npm run bench [-- <name>]`: runs a benchmark on the pinned Node 24, with the dependencies of the tests; see
 * bench/run.ts. Several start whole stacks, which serve the dashboard.
 */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
runOnNode24(['bench/run.ts', ...process.argv.slice(2)]);
