/** `npm run portcullis -- …`: see cli/main.ts. Help needs no installation. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runOnNode24 } from './ensure.mjs';

const args = process.argv.slice(2);
const usage = (command) => join(root, 'cli', 'usage', `${command}.txt`);
const [command = ''] = args;
const asked = ['--help', '-h', 'help'].includes(command) ? usage('portcullis') : usage(command);
if (/^[a-z-]+$/.test(command) && args.some((arg) => ['--help', '-h', 'help'].includes(arg)) && existsSync(asked)) {
  process.stdout.write(readFileSync(asked, 'utf8'));
} else {
  ensureInstalled();
  // What Node makes of the sources is kept for the next time: half of a short command's time. A folder that cannot be written costs nothing.
  const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env };
  runOnNode24(['cli/main.ts', ...args], env);
}
