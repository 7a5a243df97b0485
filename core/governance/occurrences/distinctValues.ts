/**
 * Distinct values with their types. Looks equal ones up by a few of their characters, since an answer may have thousands and
 * hashing a whole value takes longer than redacting it.
 */

/** Up to this many values are not compared with each other, since most answers have fewer. */
const FEW = 32;
const SLOTS = 4_096;
/** How many slots from the value's own one on may hold it. */
const PROBES = 8;

/** At most `most` values. Among the first ones, and where many are alike, some may be equal. */
export class DistinctValues {
  readonly texts: string[] = [];
  readonly #types: string[] = [];
  readonly #most: number;
  /** Positions of the values plus one, once there are more than few. */
  #slots: Uint16Array | undefined;

  /** @param most at most 65,535 */
  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.texts.length >= this.#most;
  }

  /** Adds a value, or gives another type to the one that is there. */
  add(text: string, type: string): void {
    if (this.isFull) return;
    if (this.texts.length >= FEW) {
      if (this.#slots === undefined) {
        this.#slots = new Uint16Array(SLOTS + PROBES);
        for (const [at, each] of this.texts.entries()) this.#slots[this.#slotOf(each, this.#slots)] = at + 1;
      }
      const slot = this.#slotOf(text, this.#slots);
      const known = (this.#slots[slot] ?? 0) - 1;
      if (this.texts[known] === text) {
        this.#types[known] = type;
        return;
      }
      this.#slots[slot] = this.texts.length + 1;
    }
    this.texts.push(text);
    this.#types.push(type);
  }

  /** The last type of each value. */
  byText(): ReadonlyMap<string, string> {
    return new Map(this.texts.map((text, at) => [text, this.#types[at] ?? '']));
  }

  /** The slot that holds the value or may hold it. */
  #slotOf(text: string, slots: Uint16Array): number {
    const first = hashOfSome(text) & (SLOTS - 1);
    for (let slot = first; slot < first + PROBES; slot++) {
      const known = slots[slot] ?? 0;
      if (known === 0 || this.texts[known - 1] === text) return slot;
    }
    return first;
  }
}

/** A hash of the length, the first and the last characters, which differ most in ids, numbers and addresses of mailboxes. */
function hashOfSome(text: string): number {
  const { length } = text;
  let hash = length;
  for (let at = 0; at < 9 && at < length; at += 2) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  for (let at = length - 4; at >= 0 && at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return hash >>> 16;
}
