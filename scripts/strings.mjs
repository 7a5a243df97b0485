/** `npm run strings [-- <folder or file>…]`: lists every text that people read; see strings.ts. */
import { ensureInstalled, runOnNode24 } from './ensure.mjs';

ensureInstalled();
runOnNode24(['--disable-warning=ExperimentalWarning', 'scripts/strings.ts', ...process.argv.slice(2)]);
