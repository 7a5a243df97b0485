/**
 * A cache of the most recently used values, filled by asynchronous loaders. Failed loads are not kept. Using the newest
 * value again does not change the map: deleting and setting an entry for each request makes V8 allocate new tables,
 * which its garbage collector has to copy (measured in local/functions/pending.ts).
 */

/** Keeps at most `capacity` values by name; the least recently used one is removed first. */
export class LruCache<Value> {
  private readonly values = new Map<string, Promise<Value>>();
  private readonly capacity: number;
  private lastUsed: string | undefined;

  constructor(capacity: number) {
    this.capacity = capacity;
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
        if (this.values.get(name) === value) this.values.delete(name);
      });
    }
    this.values.delete(name);
    this.values.set(name, value);
    this.lastUsed = name;
    // A Map iterates in the order of insertion, so the first key is the least recently used.
    if (this.values.size > this.capacity) this.values.delete(this.values.keys().next().value as string);
    return value;
  }
}
