/**
 * Names of arguments. An argument is called as the parameter or field is (the wire name) if MCP clients accept that
 * name, else by a cleaned form of it. Fields of the body keep their names; a parameter whose name is taken gets its
 * location appended (`id__path`). The tool's mapping keeps the wire name.
 */
import { PROPERTY_KEY } from '../schema/propertyNames.ts';

const MAX_LENGTH = 64;
/** Up to this many comparisons in total, comparing names is faster than building a set. */
const MAX_COMPARISONS = 1_500;

/** The names of the arguments of one tool. */
export class ArgumentNames {
  /** Names of the body's arguments; may be shared with other tools, so it is never changed. */
  private body: readonly string[] = [];
  private readonly others: string[] = [];
  /** All names; set once {@link MAX_COMPARISONS} is passed. */
  private all: Set<string> | undefined;
  private comparisons = 0;

  /** Sets the names of the body's arguments. Call it before `claim`; the names are distinct. */
  take(keys: readonly string[]): void {
    this.body = keys;
  }

  /**
   * Reserves a name: the given one, or one with the location and a number appended when it is taken. The same calls in
   * the same order give the same names.
   * @param location `in` of the parameter, or `body`
   */
  claim(plain: string, location: string): string {
    // `body` is reserved for a body that is one argument, which a later version of the document may introduce.
    if (!this.isTaken(plain) && (plain !== 'body' || location === 'body')) return this.keep(plain);
    const placed = `${plain.slice(0, MAX_LENGTH - location.length - 2)}__${location}`;
    let key = placed;
    for (let number = 2; this.isTaken(key); number++) key = `${placed.slice(0, MAX_LENGTH - 5)}_${number}`;
    return this.keep(key);
  }

  /**
   * Reserves names for several wire names; the result does not depend on their order. Wire names that need no cleaning
   * come first, then the others sorted by name.
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
