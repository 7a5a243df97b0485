/**
 * No code other than the function's own: eval and the Function constructors throw (V8's flag denies them too, where it is set), node:vm
 * is denied (the CPU deadline has its script already), and only built-in modules and files of the function's folder can be imported;
 * data: URLs cannot.
 */
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { refuseUnused } from './builtins.ts';
import { deny, fix, functionsOf, refusal, SandboxDenied } from './deny.ts';
import { refuseTampered } from './intrinsics.ts';

/** Denies every way to run code from a string. `importable`: folders whose files may still be imported. */
export function denyCodeFromStrings(importable: readonly string[]): void {
  const samples = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const sample of samples) {
    const prototype = Object.getPrototypeOf(sample) as object;
    const denied = refusal(sample.constructor.name);
    Object.defineProperty(denied, 'prototype', { value: prototype });
    fix(prototype, 'constructor', denied);
    if (sample.constructor.name === 'Function') fix(globalThis, 'Function', denied);
  }
  fix(globalThis, 'eval', refusal('eval'));
  deny(vm, 'vm', functionsOf(vm));

  const roots = importable.map((folder) => `${pathToFileURL(folder).href}/`);
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      refuseTampered();
      const isBuiltin = resolved.url.startsWith('node:');
      if (isBuiltin) refuseUnused(resolved.url);
      if (isBuiltin || roots.some((root) => resolved.url.startsWith(root))) return resolved;
      throw new SandboxDenied('importing code that is not the function’s own');
    },
  });
  deny(module, 'module', [
    'register',
    'registerHooks',
    'runMain',
    'enableCompileCache',
    'flushCompileCache',
    'stripTypeScriptTypes',
  ]);
  const { prototype } = module as unknown as { prototype?: object };
  if (prototype) deny(prototype, 'Module', ['_compile']);
}
