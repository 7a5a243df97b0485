/** The settings as a command gets them: `context` of cdk.json, and `-c key=value` as for `npm run deploy`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All values; those from the command line are text. Throws Error for a pair without `=`. */
export function contextOf(pairs: readonly string[]): Record<string, unknown> {
  const file = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'cdk.json'), 'utf8')) as { context?: object };
  const given = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new Error(`-c ${pair} is no setting; write -c key=value.`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { ...file.context, ...Object.fromEntries(given) };
}
