/**
 * Argument keys: the wire name wherever clients take it, else a cleaned one. The body keeps plain names; a parameter whose
 * name is taken gets its place behind it (`id__path`). The wire name always stays in the mapping.
 */
import { PROPERTY_KEY } from '../schema/propertyNames.ts';

const MAX_LENGTH = 64;
/** Up to so many comparisons names are compared faster than a set of them is made. */
const MAX_COMPARISONS = 1_500;

export class ArgumentNames {
  /** Those of the body, which may be shared: never changed. */
  private body: readonly string[] = [];
  private readonly others: string[] = [];
  /** All of them, when they are many. */
  private all: Set<string> | undefined;
  private comparisons = 0;

  /** The keys of a body, which is the first to claim any: they differ. */
  take(keys: readonly string[]): void {
    this.body = keys;
  }

  /** A free key for a plain one; the same calls in the same order give the same keys. */
  claim(plain: string, location: string): string {
    // `body` is what a whole body is called, in this version of the document or the next.
    if (!this.isTaken(plain) && (plain !== 'body' || location === 'body')) return this.keep(plain);
    const placed = `${plain.slice(0, MAX_LENGTH - location.length - 2)}__${location}`;
    let key = placed;
    for (let number = 2; this.isTaken(key); number++) key = `${placed.slice(0, MAX_LENGTH - 5)}_${number}`;
    return this.keep(key);
  }

  /** Keys for wire names, the same in whatever order they come: those that stay as they are go first, the others by name. */
  claimAll(wires: ReadonlyArray<{ readonly name: string; readonly in: string }>): string[] {
    const claims = wires.map((wire, at) => ({ ...wire, at, key: plainKey(wire.name) }));
    const rank = ({ name, key }: (typeof claims)[number]) => (key === name ? '0' : `1${name}`);
    const keys: string[] = [];
    for (const { key, in: location, at } of claims.sort((one, other) =>
      rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other)),
    )) {
      keys[at] = this.claim(key, location);
    }
    return keys;
  }

  private isTaken(key: string): boolean {
    if (this.all) return this.all.has(key);
    this.comparisons += this.body.length + this.others.length;
    if (this.comparisons > MAX_COMPARISONS) this.all = new Set([...this.body, ...this.others]);
    return this.others.includes(key) || this.body.includes(key);
  }

  private keep(key: string): string {
    if (this.all) this.all.add(key);
    else this.others.push(key);
    return key;
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
    .slice(0, MAX_LENGTH);
  return text === '' ? 'value' : text;
}
