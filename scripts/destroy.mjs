/** `npm run destroy [-- -c key=value … --delete-data]`: bin/destroy.ts shows and asks, then CDK removes the stacks. */
import { spawnSync } from 'node:child_process';
import { stepsOf } from './destroySteps.mjs';
import { ensureInstalled, node24, root } from './ensure.mjs';

ensureInstalled();
const args = process.argv.slice(2);
run(['bin/destroy.ts', ...args]);
for (const step of stepsOf(args)) run(['scripts/cdk.mjs', ...step]);

/** Ends this process with the exit code of a run that failed. */
function run(line) {
  const { status } = spawnSync(node24, line, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
