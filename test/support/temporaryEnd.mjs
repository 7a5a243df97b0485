/** Removes what `temporary.mjs` made room for. */
import { rmSync } from 'node:fs';

export default function end() {
  rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 3 });
}
