/**
 * `npm run bench [-- <name>]`: runs a benchmark on the pinned Node 24, with the dependencies of the tests; see
 * bench/run.ts.
 */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
runOnNode24(['bench/run.ts', ...process.argv.slice(2)]);
