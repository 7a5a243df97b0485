/**
 * What is under way, by number, each of it for a moment: thousands come and go in a second, a few are there at once.
 *
 * Not a Map: V8 gives a Map a new table every few deletions and lets the old one point at the new one. Once one of these tables has
 * grown old, each next one survives because of it, and with it all that was under way when it was replaced, until all of the heap is
 * collected: in a host under load a fifth of everything was carried along. Imports nothing, because a child process may read this folder only.
 */

/** A number says in its lowest bits where its value is kept, and above them which of all that were kept there is meant. */
const PLACES = 2 ** 20;
/** In a place that is free. */
const NOBODY = -1;

/** Values by number. */
export class Pending<T> {
  private readonly ids: number[] = [];
  private readonly values: Array<T | undefined> = [];
  private readonly free: number[] = [];
  private counter = 0;

  /** How many were added and not deleted. */
  get size(): number {
    return this.values.length - this.free.length;
  }

  /** Keeps the value under a number of its own, which is never given again. */
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

  /** False when it is not there any more. */
  delete(id: number): boolean {
    const place = id % PLACES;
    if (this.ids[place] !== id) return false;
    this.ids[place] = NOBODY;
    this.values[place] = undefined;
    this.free.push(place);
    return true;
  }

  /** The numbers of what is there, in no order. */
  present(): number[] {
    return this.ids.filter((id) => id !== NOBODY);
  }
}

/** The other side of a channel: values under the numbers that a {@link Pending} over there gave, which holds as many or more. */
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
