/**
 * The values that were used last, up to a number of them. Using the newest again moves nothing: a Map whose entries are deleted and set
 * again for each request keeps getting new tables, which V8's collector carries along (local/functions/pending.ts has the reason).
 */
export class Recent<Value extends object> {
  private readonly values = new Map<string, Value>();
  private readonly most: number;
  private newest: string | undefined;

  constructor(most: number) {
    this.most = most;
  }

  /** The value, which is the newest from now on; undefined when it is not held. */
  use(name: string): Value | undefined {
    const value = this.values.get(name);
    if (value !== undefined && name !== this.newest) this.set(name, value);
    return value;
  }

  /** Holds the value as the newest; the one that was not used for longest goes when there are too many. */
  set(name: string, value: Value): void {
    this.values.delete(name);
    this.values.set(name, value);
    this.newest = name;
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value as string);
  }

  forget(name: string): void {
    this.values.delete(name);
  }
}
