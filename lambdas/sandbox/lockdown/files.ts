/**
 * Files are readable below the given folders and never writable. Functions on open descriptors stay available (the runtime writes its log
 * through one), because none can be opened for writing any more.
 */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deny, fix, functionsOf, refusal, SandboxDenied } from './deny.ts';
import { refuseTampered } from './intrinsics.ts';

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

/** Denies the file system except reading below these folders. */
export function denyFiles(readable: readonly string[]): void {
  const roots = readable.map((folder) => resolve(folder) + sep);
  // Returns the checked value, which is then used: a buffer or URL object could change when it is read again.
  const check: Check = (what, path) => {
    // A number is a descriptor that is open already.
    if (typeof path === 'number') return path;
    const text = pathText(path);
    // After all methods of the path object have run.
    refuseTampered();
    const full = text === undefined ? '' : resolve(text);
    if (!roots.some((root) => full.startsWith(root) || full + sep === root)) {
      throw new SandboxDenied(`${what} outside the function's folder`);
    }
    return full;
  };
  shut(fs, 'fs', check, { isAsync: false });
  shut(fsPromises, 'fs.promises', check, { isAsync: true });
}

type Check = (what: string, path: unknown) => string | number;

function shut(module: object, label: string, check: Check, { isAsync }: { readonly isAsync: boolean }): void {
  const holder = module as Record<string, AnyFunction>;
  for (const key of functionsOf(module)) {
    const what = `${label}.${key}`;
    const base = key.replace(/Sync$/, '');
    if (HARMLESS.has(key)) continue;
    if (!READERS.has(base)) {
      fix(module, key, isAsync ? async () => refusal(what)() : refusal(what));
      continue;
    }
    const original = holder[key];
    if (original === undefined) continue;
    const checked = ([path, options, ...rest]: readonly unknown[]): unknown[] => {
      const own = typeof options === 'object' && options !== null ? { ...options } : options;
      const flags = base === 'open' ? own : ((own as Flags | undefined)?.flags ?? (own as Flags | undefined)?.flag);
      if (!isReadFlag(flags)) throw new SandboxDenied(`${what} for writing`);
      if (typeof own === 'object' && own !== null && 'fs' in own) {
        throw new SandboxDenied(`${what} with a file system of its own`);
      }
      const used: unknown[] = [check(what, path)];
      if (own !== undefined || rest.length > 0) used.push(own, ...rest);
      return used;
    };
    const guarded: AnyFunction = isAsync
      ? async function (...args) {
          const result = await Reflect.apply(original, this, checked(args));
          if (base === 'open') denyHandleChanges(result as object);
          return result;
        }
      : function (...args) {
          return Reflect.apply(original, this, checked(args));
        };
    // realpath.native and the promisified forms are replaced as well.
    fix(module, key, guarded);
  }
}

interface Flags {
  readonly flag?: unknown;
  readonly flags?: unknown;
}

/** A handle opened for reading could still change the file's rights, times and owner. */
function denyHandleChanges(handle: object): void {
  deny(Object.getPrototypeOf(handle) as object, 'FileHandle', ['chmod', 'chown', 'utimes', 'truncate']);
}

/** Only plain reading; a callback in place of the flags means the default, which is reading. */
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
