/** A map for what an instance remembers between requests: it never grows beyond its capacity, whatever clients send. */

/** Setting an entry beyond `capacity` removes the one that was set longest ago. Reading an entry does not keep it. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  private readonly capacity: number;

  constructor(capacity: number) {
    super();
    this.capacity = capacity;
  }

  override set(key: Key, value: Value): this {
    // A Map iterates in the order of insertion, so the entry goes to the end.
    if (!this.delete(key) && this.size >= this.capacity) this.delete(this.keys().next().value as Key);
    return super.set(key, value);
  }
}
