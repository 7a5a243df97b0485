/**
 * `npm start`: runs the whole stack on this machine. Flags are in local/main.ts; `--help` works without an
 * installation.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDashboard, ensureInstalled, root, runOnNode24 } from './ensure.mjs';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(readFileSync(join(root, 'cli', 'usage', 'start.txt'), 'utf8'));
} else {
  ensureInstalled();
  ensureDashboard();
  const { options, variables } = JSON.parse(readFileSync(join(root, 'local', 'process.json'), 'utf8'));
  runOnNode24([...options, 'local/main.ts', ...args], { ...process.env, ...variables });
}
