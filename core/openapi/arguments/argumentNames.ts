/**
 * Names of arguments: the wire name wherever clients accept it, else a cleaned one. The body keeps plain names; a
 * parameter whose name is taken gets its location appended (`id__path`). The wire name always stays in the mapping.
 */
import { PROPERTY_KEY } from '../schema/propertyNames.ts';

const MAX_LENGTH = 64;
/** Up to this many comparisons, comparing names is faster than building a set. */
const MAX_COMPARISONS = 1_500;

/** The names taken by the arguments of one tool. */
export class ArgumentNames {
  /** Names of the body's arguments; possibly shared with other tools, never changed. */
  private body: readonly string[] = [];
  private readonly others: string[] = [];
  /** All names, once there are many. */
  private all: Set<string> | undefined;
  private comparisons = 0;

  /** Takes the names of a body, which comes first; they are distinct. */
  take(keys: readonly string[]): void {
    this.body = keys;
  }

  /**
   * A free name for a plain one. The same calls in the same order give the same names.
   * @param location its parameter location, or `body`
   */
  claim(plain: string, location: string): string {
    // `body` is what a whole body is called, in this version of the document or the next.
    if (!this.isTaken(plain) && (plain !== 'body' || location === 'body')) return this.keep(plain);
    const placed = `${plain.slice(0, MAX_LENGTH - location.length - 2)}__${location}`;
    let key = placed;
    for (let number = 2; this.isTaken(key); number++) key = `${placed.slice(0, MAX_LENGTH - 5)}_${number}`;
    return this.keep(key);
  }

  /**
   * Names for wire names, the same whatever their order: those that need no cleaning go first, the others sorted by
   * name.
   */
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

/** The argument name for a wire name when no other argument has it. */
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
