/**
 * Argument keys: the wire name wherever clients take it, else a cleaned one. The body keeps plain names; a parameter whose
 * name is taken gets its place behind it (`id__path`). The wire name always stays in the mapping.
 */
import { PROPERTY_KEY } from './schema/oddKeys.ts';

const LENGTH = 64;

export class ArgumentNames {
  private readonly taken = new Set<string>();

  /** Keys that were claimed before, in the same order: those of a body. */
  take(keys: readonly string[]): void {
    for (const key of keys) this.taken.add(key);
  }

  /** A free key for a plain one; the same calls in the same order give the same keys. */
  claim(plain: string, place: string): string {
    // `body` is what a whole body is called, in this version of the document or the next.
    if (!this.taken.has(plain) && (plain !== 'body' || place === 'body')) {
      this.taken.add(plain);
      return plain;
    }
    const placed = `${plain.slice(0, LENGTH - place.length - 2)}__${place}`;
    let key = placed;
    for (let number = 2; this.taken.has(key); number++) key = `${placed.slice(0, LENGTH - 5)}_${number}`;
    this.taken.add(key);
    return key;
  }

  /** Keys for wire names, the same in whatever order they come: those that stay as they are go first, the others by name. */
  claimAll(wires: ReadonlyArray<{ readonly name: string; readonly in: string }>): string[] {
    const claims = wires.map((wire, at) => ({ ...wire, at, key: plainKey(wire.name) }));
    const rank = ({ name, key }: (typeof claims)[number]) => (key === name ? '0' : `1${name}`);
    const keys: string[] = [];
    for (const { key, in: place, at } of claims.sort((one, other) =>
      rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other)),
    )) {
      keys[at] = this.claim(key, place);
    }
    return keys;
  }
}

/** The key for a wire name if nothing else had it. */
export const plainKey = (name: string): string =>
  PROPERTY_KEY.test(name) && name !== '__proto__' ? name : cleaned(name);

function cleaned(name: string): string {
  const text = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[_.]+|[_.]+$/g, '')
    .slice(0, LENGTH);
  return text === '' ? 'value' : text;
}
