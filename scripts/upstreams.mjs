/**
 * `npm run upstreams [-- flags]`: tries MCP servers of others as upstreams, on the pinned Node 24; see test/upstreams/main.ts.
 */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
runOnNode24(['test/upstreams/main.ts', ...process.argv.slice(2)]);
