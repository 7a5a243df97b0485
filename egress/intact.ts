/**
 * Whether the language is what it was: the methods of strings, arrays, patterns, sets and promises that every check is made of.
 * Code that replaces one of them decides what a check says, so each check asks first. Freezing them would be simpler and makes
 * every call slower by a tenth and more, since V8 takes frozen prototypes for changed ones; asking costs microseconds, and is
 * done where a connection is opened or a file is read, never on the way of a call over a warm connection.
 */

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;

/** Objects of the language, and those that have no name: what `for`, spreading and destructuring ask. */
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
    // Of the accessors on constructors some change by use (RegExp.$1).
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

/** True when nothing of it was replaced. Uses nothing that could have been. */
export function isIntact(): boolean {
  for (let at = 0; at < members.length; at++) {
    const member = members[at];
    if (member === undefined) return false;
    const now = getOwnPropertyDescriptor(member.holder, member.key);
    if (now === undefined || now.value !== member.value || now.get !== member.get) return false;
  }
  return true;
}
