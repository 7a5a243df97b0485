/** Denies a member: the property stays, throws when it is used, and cannot be replaced. */

/** Thrown by a denied function. Code `ERR_SANDBOX_DENIED`. */
export class SandboxDenied extends Error {
  override readonly name = 'SandboxDenied';
  readonly code = 'ERR_SANDBOX_DENIED';

  constructor(what: string) {
    super(`${what} is not available in the sandbox.`);
  }
}

type Holder = Record<PropertyKey, unknown>;

/** Replaces a property permanently. */
export function fix(holder: object, key: PropertyKey, value: unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  if (descriptor && !descriptor.configurable) {
    if (descriptor.writable) Object.defineProperty(holder, key, { value, writable: false });
    return;
  }
  Object.defineProperty(holder, key, {
    value,
    writable: false,
    configurable: false,
    enumerable: descriptor?.enumerable ?? false,
  });
}

/** A function that throws, callable and constructible like the one it replaces. */
export function refusal(what: string): (...args: unknown[]) => never {
  const refuse = function refuse(): never {
    throw new SandboxDenied(what);
  };
  Object.defineProperty(refuse, 'name', { value: what.split('.').at(-1) ?? what });
  return refuse;
}

/** Denies the named members of a module or object; skips members that this Node version does not have. */
export function deny(holder: object, label: string, keys: Iterable<string>): void {
  for (const key of keys) {
    if (typeof (holder as Holder)[key] === 'function') fix(holder, key, refusal(`${label}.${key}`));
  }
}

/** Every function that a module exports. */
export const functionsOf = (holder: object): string[] =>
  Object.keys(holder).filter((key) => typeof (holder as Holder)[key] === 'function');
