/**
 * Built-in modules that are not used here cannot be loaded any more. They are denied without being loaded: `node:repl` would load
 * `node:domain`, which slows down every event emitter, and `node:test` and `node:sqlite` would slow down cold starts. A module that is
 * loaded already, because a dependency imports it, loses its functions.
 */
import { fix, functionsOf, refusal, SandboxDenied } from './deny.ts';
import { refuseTampered } from './intrinsics.ts';

const UNUSED: ReadonlySet<string> = new Set(['domain', 'repl', 'sea', 'sqlite', 'test', 'test/reporters', 'wasi']);

type Load = (this: typeof process, id: string) => object | undefined;

/** Denies the built-in modules that the sandbox does not use, for the life of the process. */
export function denyUnusedBuiltins(): void {
  const load = process.getBuiltinModule as Load;
  const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] };
  for (const name of UNUSED) {
    if (!moduleLoadList.includes(`NativeModule ${name}`)) continue;
    const module = load.call(process, `node:${name}`);
    if (module === undefined) throw new Error(`node:${name} is loaded and cannot be had.`);
    for (const key of functionsOf(module)) fix(module, key, refusal(`${name}.${key}`));
  }
  fix(process, 'getBuiltinModule', (id: string) => {
    refuseUnused(id);
    return load.call(process, id);
  });
}

/** Throws SandboxDenied; `id` is with or without `node:`. */
export function refuseUnused(id: string): void {
  refuseTampered();
  const name = String(id).replace(/^node:/, '');
  if (UNUSED.has(name)) throw new SandboxDenied(`node:${name}`);
}
