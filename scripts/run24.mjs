/** `node scripts/run24.mjs <script> [args…]`: installs what is missing, then runs the script on the pinned Node 24. */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled();
runOnNode24(process.argv.slice(2));
