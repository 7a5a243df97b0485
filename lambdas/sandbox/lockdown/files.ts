/**
 * Files: readable below the given folders, never writable. What works on descriptors that are open already (the runtime
 * writes its log through one) is left alone, because none can be opened for writing any more.
 */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fix, functionsOf, refusal, SandboxDenied } from './deny.ts';

/** Functions whose first argument is a path that is only read. */
const READERS = new Set([
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
  'statfs',
]);

/** Functions on descriptors, and classes and helpers without a path. */
const HARMLESS = new Set([
  'close',
  'closeSync',
  'fstat',
  'fstatSync',
  'fsync',
  'fsyncSync',
  'fdatasync',
  'fdatasyncSync',
  'read',
  'readSync',
  'readv',
  'readvSync',
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'Stats',
  'Dirent',
  'Dir',
  'ReadStream',
  'WriteStream',
  'FileReadStream',
  'FileWriteStream',
  '_toUnixTimestamp',
]);

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

export function denyFiles(readable: readonly string[]): void {
  const roots = readable.map((folder) => resolve(folder) + sep);
  const check = (what: string, path: unknown): void => {
    // A number is a descriptor that is open already.
    if (typeof path === 'number') return;
    const text = pathText(path);
    const full = text === undefined ? '' : resolve(text);
    if (!roots.some((root) => full.startsWith(root) || full + sep === root)) {
      throw new SandboxDenied(`${what} outside the function's folder`);
    }
  };
  shut(fs, 'fs', check, false);
  shut(fsPromises, 'fs.promises', check, true);
}

function shut(module: object, label: string, check: (what: string, path: unknown) => void, isAsync: boolean): void {
  const holder = module as Record<string, AnyFunction>;
  for (const key of functionsOf(module)) {
    const what = `${label}.${key}`;
    const base = key.replace(/Sync$/, '');
    if (HARMLESS.has(key)) continue;
    if (!READERS.has(base)) {
      fix(module, key, isAsync ? async () => refusal(what)() : refusal(what));
      continue;
    }
    const original = holder[key]!;
    const checked = (args: readonly unknown[]): void => {
      check(what, args[0]);
      if (base === 'open' && !isReadFlag(args[1])) throw new SandboxDenied(`${what} for writing`);
      if (base === 'createReadStream' && typeof args[1] === 'object' && args[1] !== null && 'fs' in args[1]) {
        throw new SandboxDenied(`${what} with a file system of its own`);
      }
    };
    const guarded: AnyFunction = isAsync
      ? async function (...args) {
          checked(args);
          return Reflect.apply(original, this, args);
        }
      : function (...args) {
          checked(args);
          return Reflect.apply(original, this, args);
        };
    // realpath.native and the promisified forms go with the wrapper.
    fix(module, key, guarded);
  }
}

/** Only a plain read; a callback in the place of the flags means the default, which is reading. */
const isReadFlag = (flags: unknown): boolean =>
  flags === undefined ||
  flags === null ||
  flags === 'r' ||
  flags === 'rs' ||
  flags === 'sr' ||
  flags === 0 ||
  typeof flags === 'function';

function pathText(path: unknown): string | undefined {
  if (typeof path === 'string') return path.includes('\0') ? undefined : path;
  if (path instanceof Uint8Array) return Buffer.from(path).toString();
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path);
  return undefined;
}
