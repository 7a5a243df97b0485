/**
 * Node's cache of compiled code on disk (module.enableCompileCache), so that a bundle that has run before starts with little more than half
 * of the processor time. The cache is beside the bundles, and removed with them.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** By then, what the first invocations need is compiled as well. */
const WRITE_AFTER_MS = 5_000;

let kept: string | undefined;

/**
 * Turns the cache on for this thread, for modules that are loaded from now on. It is written once, because a host that is killed writes
 * nothing at its end.
 * @param assembly folder of the cloud assembly
 */
export function keepCompiled(assembly: string): void {
  kept = assembly;
  enableCompileCache(join(assembly, 'compiled'));
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
}

/** The folder that was given to {@link keepCompiled}, for the threads that this one starts. */
export const compiledOf = (): string | undefined => kept;
