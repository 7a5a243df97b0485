/**
 * A cache of the most recently used values, filled by asynchronous loaders. Failed loads are not kept. Using the newest
 * value again does not change the map: deleting and setting an entry for each request makes V8 allocate new tables,
 * which its garbage collector has to copy (measured in local/functions/runtime/pending.ts).
 */

/** Keeps at most `capacity` values by name, and values of `maxWeight` in all; the least recently used one is removed first. */
export class LruCache<Value> {
  private readonly values = new Map<string, Promise<Value>>();
  private readonly weights = new Map<string, number>();
  private readonly capacity: number;
  private readonly maxWeight: number;
  private weight = 0;
  private lastUsed: string | undefined;

  constructor(capacity: number, maxWeight = Number.POSITIVE_INFINITY) {
    this.capacity = capacity;
    this.maxWeight = maxWeight;
  }

  /**
   * The value of a name, which becomes the most recently used.
   * @param load called when the value is not cached; concurrent calls for one name share one load
   */
  use(name: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.values.get(name);
    if (known !== undefined && name === this.lastUsed) return known;
    const value = known ?? load();
    if (known === undefined) {
      value.catch(() => {
        if (this.values.get(name) === value) this.remove(name);
      });
    }
    this.values.delete(name);
    this.values.set(name, value);
    this.lastUsed = name;
    if (this.values.size > this.capacity) this.removeOldest();
    return value;
  }

  /** Sets the weight of a value, which is 0 until then. The value stays even if it alone weighs more than `maxWeight`. */
  weigh(name: string, weight: number): void {
    if (!this.values.has(name)) return;
    this.weight += weight - (this.weights.get(name) ?? 0);
    this.weights.set(name, weight);
    while (this.weight > this.maxWeight && this.values.size > 1) this.removeOldest();
  }

  /** A Map iterates in the order of insertion, so the first key is the least recently used. */
  private removeOldest(): void {
    this.remove(this.values.keys().next().value as string);
  }

  private remove(name: string): void {
    this.values.delete(name);
    this.weight -= this.weights.get(name) ?? 0;
    this.weights.delete(name);
  }
}
