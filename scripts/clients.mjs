/**
 * `npm run clients [-- flags]`: runs the matrix of real MCP clients on the pinned Node 24; see test/clients/main.ts.
 */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
runOnNode24(['test/clients/main.ts', ...process.argv.slice(2)]);
