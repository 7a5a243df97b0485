/**
 * Built-in modules that nothing here uses cannot be loaded any more. They are not loaded to be shut: `node:repl` brings
 * `node:domain`, which gives every emitter of the process a slower `emit`, and `node:test` and `node:sqlite` take a part of each
 * cold start. One that is there already, because a dependency imports it, loses its functions.
 */
import { fix, functionsOf, refusal, SandboxDenied } from './deny.ts';
import { refuseTampered } from './intrinsics.ts';

const UNUSED: ReadonlySet<string> = new Set(['domain', 'repl', 'sea', 'sqlite', 'test', 'test/reporters', 'wasi']);

type Load = (this: typeof process, id: string) => object | undefined;

/** Shuts the built-in modules that the sandbox has no use for. For the rest of the process. */
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
