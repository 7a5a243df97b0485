/** `npm run release -- …`: scripts/release/main.ts on the pinned Node 24, with the dashboard built. `--help` tells more. */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
runOnNode24(['--disable-warning=ExperimentalWarning', 'scripts/release/main.ts', ...process.argv.slice(2)]);
