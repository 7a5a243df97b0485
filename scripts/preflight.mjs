/** `npm run preflight [-- -c key=value]`: whether the account's quotas are enough for a deployment; see bin/preflight.ts. */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled();
runOnNode24(['bin/preflight.ts', ...process.argv.slice(2)]);
