/** `npm run pack`: makes the packages in packed/ (scripts/pack/main.ts), on the pinned Node 24, with the dashboard built. */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

// With the TypeScript of the tests, for the types of the construct library.
ensureInstalled({ withTests: true });
ensureDashboard();
runOnNode24(['--disable-warning=ExperimentalWarning', 'scripts/pack/main.ts', ...process.argv.slice(2)]);
