/**
 * Values that exist for a moment each, by number: thousands come and go in a second, a few exist at a time.
 *
 * It is not a Map, because V8 replaces a Map's table every few deletions and lets the old table point at the new one. Once one such table
 * is in the old generation, it keeps every later table alive, with all values in them, until a full garbage collection; under load this
 * retained a fifth of everything. Imports nothing, because a child process may read this folder only.
 */

/** The lowest bits of a number are the slot of its value; the bits above count the values that were kept in that slot. */
const PLACES = 2 ** 20;
/** Content of a free slot. */
const NOBODY = -1;

/** Values by number. */
export class Pending<T> {
  private readonly ids: number[] = [];
  private readonly values: Array<T | undefined> = [];
  private readonly free: number[] = [];
  private counter = 0;

  /** Number of values. */
  get size(): number {
    return this.values.length - this.free.length;
  }

  /** Stores the value under a new number, which is never reused. */
  add(value: T): number {
    const place = this.free.pop() ?? this.values.length;
    const id = ++this.counter * PLACES + place;
    this.ids[place] = id;
    this.values[place] = value;
    return id;
  }

  get(id: number): T | undefined {
    const place = id % PLACES;
    return this.ids[place] === id ? this.values[place] : undefined;
  }

  /** False when there is no such value any more. */
  delete(id: number): boolean {
    const place = id % PLACES;
    if (this.ids[place] !== id) return false;
    this.ids[place] = NOBODY;
    this.values[place] = undefined;
    this.free.push(place);
    return true;
  }

  /** The numbers of all values, in no order. */
  present(): number[] {
    return this.ids.filter((id) => id !== NOBODY);
  }
}

/** The other side of a channel: values under the numbers that a {@link Pending} there has assigned, which holds as many or more. */
export class Mirror<T> {
  private readonly ids: number[] = [];
  private readonly values: Array<T | undefined> = [];

  set(id: number, value: T): void {
    const place = id % PLACES;
    this.ids[place] = id;
    this.values[place] = value;
  }

  get(id: number): T | undefined {
    const place = id % PLACES;
    return this.ids[place] === id ? this.values[place] : undefined;
  }

  delete(id: number): void {
    const place = id % PLACES;
    if (this.ids[place] === id) this.values[place] = undefined;
  }

  present(): T[] {
    return this.values.filter((value) => value !== undefined);
  }
}
