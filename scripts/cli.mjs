#!/usr/bin/env node
/** `npm run portcullis -- …`: runs cli/main.ts, or with `start` scripts/start.mjs. `--help` works without an installation. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runOnNode24 } from './ensure.mjs';

const args = process.argv.slice(2);
const usage = (command) => join(root, 'cli', 'usage', `${command}.txt`);
const [command = ''] = args;
const asked = ['--help', '-h', 'help'].includes(command) ? usage('portcullis') : usage(command);
if (command === 'start') {
  // As in the package (packaged.mjs), where it is the only way.
  process.argv.splice(2, 1);
  await import('./start.mjs');
} else if (
  /^[a-z-]+$/.test(command) &&
  args.some((arg) => ['--help', '-h', 'help'].includes(arg)) &&
  existsSync(asked)
) {
  process.stdout.write(readFileSync(asked, 'utf8'));
} else {
  ensureInstalled();
  // Node keeps the compiled sources for the next run, which halves the time of a short command. It ignores a folder
  // that it cannot write.
  const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env };
  runOnNode24(['cli/main.ts', ...args], env);
}
