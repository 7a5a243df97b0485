/**
 * The first module of a function that a client waits for, copied beside its `main.mjs` (lib/bundles.ts). Node has its own modules compiled,
 * and V8 takes code that was compiled under the same flags only: with one more it parses each module anew and writes it down for a cache
 * that nobody reads. Lambda's runtime gives `--expose-gc`, and the sandbox's flag is another. Both are read when a context is made, so the
 * one that runs keeps what they say: code from strings stays forbidden here, as before.
 *
 * Relies on nothing of ours. lambdas/sandbox/lockdown.ts forbids code from strings in contexts that come later, before any of them can.
 */
import v8 from 'node:v8';

const given = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`.replaceAll('_', '-');
for (const flag of ['expose-gc', 'disallow-code-generation-from-strings'])
  if (given.includes(`--${flag}`)) v8.setFlagsFromString(`--no-${flag}`);

export const { handler } = await import('./main.mjs');
