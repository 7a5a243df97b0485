/** `npm run verify`: runs verify/main.ts. `--help` works without an installation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runOnNode24 } from './ensure.mjs';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(readFileSync(join(root, 'verify', 'usage.txt'), 'utf8'));
} else {
  ensureInstalled();
  runOnNode24(['verify/main.ts', ...args]);
}
