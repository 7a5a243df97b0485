/** Removes what `temporary.mjs` made room for, and ends the stacks that test files shared (sharedStack.ts). */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export default function end() {
  const folder = process.env.TMPDIR;
  for (const file of globSync('shared-stack-*.json', { cwd: folder })) {
    try {
      process.kill(JSON.parse(readFileSync(join(folder, file), 'utf8')).pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
