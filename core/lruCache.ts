/**
 * What was loaded and used last, up to a number of them; what fails to load is not kept. Using the newest again moves
 * nothing: a Map whose entries are deleted and set again for each request keeps getting new tables, which V8's collector
 * carries along (local/functions/pending.ts has the reason).
 */
export class LruCache<Value> {
  private readonly values = new Map<string, Promise<Value>>();
  private readonly most: number;
  private newest: string | undefined;

  constructor(most: number) {
    this.most = most;
  }

  /** The value, from now on the newest; loaded when it is not held. Who asks meanwhile waits for the same one. */
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
