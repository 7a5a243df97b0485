/**
 * What field names say, remembered for the process: reading a name takes as long as governing a hundred of its values,
 * and APIs repeat their names in every answer. It depends on the name alone, so all servers share it. Holds at most
 * 2 × MAX_NAMES names of at most MAX_LENGTH characters; the ones that were not asked for longest are forgotten first, so
 * that names which an upstream makes up do not push out the others for good.
 */
import { type KeyInfo, type NameReading, readKey } from './readName.ts';

/** Names of one generation. When it is full, it becomes the old one, and the old one is forgotten. */
const MAX_NAMES = 4_096;
/** Longer names are read by their beginning, each time. */
const MAX_LENGTH = 128;

/** Reads names in one way, and remembers them. */
export class NameCache {
  readonly #reading: NameReading;
  readonly #limit: number;
  #young = new Map<string, KeyInfo>();
  #old = new Map<string, KeyInfo>();

  constructor(reading: NameReading = {}, limit = MAX_NAMES) {
    this.#reading = reading;
    this.#limit = limit;
  }

  /** Names that are remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** What a name says. The same object for the same name, as long as it is remembered. */
  read(key: string): KeyInfo {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    if (key.length > MAX_LENGTH) return readKey(key.slice(0, MAX_LENGTH), this.#reading);
    const info = this.#old.get(key) ?? readKey(key, this.#reading);
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, info);
    return info;
  }

  /** Forgets all names. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

/** The names that all servers share. */
export const sharedNames = new NameCache();
/** The same for each sum from which evidence makes a name; there are as many as modes. */
const sharedFrom = new Map<number, NameCache>();

function sharedNamesFrom(nameFrom: number): NameCache {
  const names = sharedFrom.get(nameFrom) ?? new NameCache({ nameFrom });
  sharedFrom.set(nameFrom, names);
  return names;
}

/** Reads names and remembers them: with all servers, or, when an owner's patterns have marker types, for those alone. */
export function createKeyReader({ custom, nameFrom }: NameReading = {}): (key: string) => KeyInfo {
  const shared = nameFrom === undefined ? sharedNames : sharedNamesFrom(nameFrom);
  const names = custom === undefined || custom.size === 0 ? shared : new NameCache({ custom, nameFrom });
  return (key) => names.read(key);
}
