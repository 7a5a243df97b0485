/** `npm start`: the whole stack on this machine. See local/main.ts for the flags. */
import { ensureDashboard, ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled();
ensureDashboard();
runOnNode24(['--disable-warning=ExperimentalWarning', 'local/main.ts', ...process.argv.slice(2)]);
