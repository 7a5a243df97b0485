/**
 * Detects replaced built-ins: the methods of strings, arrays, regular expressions, sets and promises that the checks use.
 * Code that replaces one could change the result of a check, so each check calls `isIntact` first. Freezing the built-ins
 * would be simpler but makes every call at least a tenth slower, because V8 treats frozen prototypes like changed ones. The
 * check takes microseconds and runs when a connection is opened or a file is read, not for each call on an open connection.
 */

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;

/** The checked objects: built-ins, and the unnamed iterator prototypes that `for`, spread and destructuring use. */
const holders: object[] = [Object, Reflect, JSON];
for (const type of [Array, BigInt, Boolean, Map, Number, Promise, RegExp, Set, String, Symbol, WeakMap, WeakSet])
  holders.push(type, type.prototype);
for (const iterator of [
  [][Symbol.iterator](),
  new Map().keys(),
  new Set().keys(),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
])
  holders.push(getPrototypeOf(iterator), getPrototypeOf(getPrototypeOf(iterator)));

interface Member {
  readonly holder: object;
  readonly key: PropertyKey;
  readonly value: unknown;
  readonly get: unknown;
}

const members: Member[] = [];
const remember = (holder: object, key: PropertyKey): void => {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor !== undefined) members.push({ holder, key, value: descriptor.value, get: descriptor.get });
};
for (const holder of holders) {
  for (const key of ownKeys(holder)) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    // Accessors on constructors are skipped, because some change in use (RegExp.$1).
    if (typeof descriptor?.value === 'function' || (descriptor?.get && typeof holder !== 'function'))
      remember(holder, key);
  }
}
for (const key of ['call', 'apply', 'bind']) remember(Function.prototype, key);
for (const name of [
  'Array',
  'Map',
  'Number',
  'Object',
  'Promise',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'WeakSet',
])
  remember(globalThis, name);

/** True when no built-in was replaced. Uses none that could have been. */
export function isIntact(): boolean {
  for (let at = 0; at < members.length; at++) {
    const member = members[at];
    if (member === undefined) return false;
    const now = getOwnPropertyDescriptor(member.holder, member.key);
    if (now === undefined || now.value !== member.value || now.get !== member.get) return false;
  }
  return true;
}
