/** `node scripts/screenshots.mjs [--readme]`: takes pictures of every page of the dashboard; see screenshots.ts. */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
runOnNode24(['--disable-warning=ExperimentalWarning', 'scripts/screenshots.ts', ...process.argv.slice(2)]);
