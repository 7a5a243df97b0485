/** Where a walk is and what it has found: counts by type, and pointers of the first hits, never values. */
import { pointerOf } from './pointer.ts';
import type { ValueMemory } from './valueMemory.ts';

const MAX_POINTERS = 100;

export type Path = (string | number)[];

/** Counts by type and the first pointers. */
export class Tally {
  count = 0;
  readonly pointers: string[] = [];
  /** Of the answer that is counted, when what it gives away in one field is to go everywhere. */
  readonly memory: ValueMemory | undefined;
  readonly #counts = new Map<string, { hits: number }>();

  constructor(memory?: ValueMemory) {
    this.memory = memory;
  }

  /** Hits by type, in the order of the first ones. */
  get byType(): Map<string, number> {
    return new Map([...this.#counts].map(([type, { hits }]) => [type, hits]));
  }

  /** A hit at the field `leaf` of the container at `path`; without a leaf, at `path` itself. */
  add(type: string, path: readonly (string | number)[], leaf?: string | number): void {
    this.count++;
    const known = this.#counts.get(type);
    if (known) known.hits++;
    else this.#counts.set(type, { hits: 1 });
    if (this.pointers.length < MAX_POINTERS) {
      const pointer = pointerOf(leaf === undefined ? path : [...path, leaf]);
      if (this.pointers.at(-1) !== pointer) this.pointers.push(pointer);
    }
  }

  /** Takes back the latest hits: what held them was judged as a whole. */
  withdraw(types: readonly string[], pointers: number): void {
    for (const type of types) {
      this.count--;
      const known = this.#counts.get(type)!;
      known.hits--;
      if (known.hits === 0) this.#counts.delete(type);
    }
    this.pointers.length = Math.min(this.pointers.length, pointers);
  }
}

/** State of one walk, shared by what walks and by what judges single values. */
export class Trail {
  tally = new Tally();
  path: Path = [];
  /** The field in the container at `path` that is looked at. */
  leaf: string | number | undefined;

  begin(tally: Tally, leaf: string | number | undefined): void {
    this.tally = tally;
    this.path = [];
    this.leaf = leaf;
  }

  hit(type: string): void {
    this.tally.add(type, this.path, this.leaf);
  }
}
