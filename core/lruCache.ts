/**
 * A cache of the most recently used values, filled by asynchronous loaders. Failed loads are not kept. Using the newest
 * value again moves nothing: a Map whose entries are deleted and set for each request keeps allocating tables, which
 * V8's collector then has to copy (measured in local/functions/pending.ts).
 */

/** At most `most` values by name, the least recently used one is dropped first. */
export class LruCache<Value> {
  private readonly values = new Map<string, Promise<Value>>();
  private readonly most: number;
  private newest: string | undefined;

  constructor(most: number) {
    this.most = most;
  }

  /**
   * The value of a name, which becomes the newest.
   * @param load called when it is not cached; concurrent calls for one name share a load
   */
  use(name: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.values.get(name);
    if (known !== undefined && name === this.newest) return known;
    const value = known ?? load();
    if (known === undefined) {
      value.catch(() => {
        if (this.values.get(name) === value) this.values.delete(name);
      });
    }
    this.values.delete(name);
    this.values.set(name, value);
    this.newest = name;
    // The one that was not used for longest.
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value as string);
    return value;
  }
}
