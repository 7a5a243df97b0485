/** What governance did to one answer: counts, JSON pointers (RFC 6901) and cuts, never values. */

/** An array that was cut. */
export interface Truncation {
  /** JSON pointer of the array ('' is the root). */
  readonly pointer: string;
  readonly total: number;
  readonly kept: number;
  /** True when reading stopped at a cap, so that `total` is a lower bound. */
  readonly atLeast?: boolean;
}

/** What was redacted. */
export interface RedactionReport {
  readonly count: number;
  /** Detector id → hits. */
  readonly byType: Readonly<Record<string, number>>;
  /** JSON pointers of redacted leaves, the first 100. */
  readonly pointers: readonly string[];
}

/** An answer as it leaves governance. */
export interface GovernedBody {
  /** The governed text: valid JSON whenever `json` is true. */
  readonly text: string;
  readonly json: boolean;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
  /** True when the size cap cut something. */
  readonly capped: boolean;
}

/** Keys and indexes from the root of a document. */
export type Path = (string | number)[];

/** The pointer of a path. */
export function pointerOf(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const segment of path) pointer += `/${escapeSegment(segment)}`;
  return pointer;
}

function escapeSegment(segment: string | number): string {
  const text = String(segment);
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** The segments of a pointer; '' is the root. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Remembers, for one answer, which values were redacted. */
export interface ValueMemory {
  /**
   * A whole field was redacted.
   *
   * @param type of its marker
   * @param value as the upstream sent it
   * @param options.field its name, words joined, where one is known
   * @param options.guessed the field names things as often as people, and the object around it decided
   */
  note(type: string, value: string, options?: { readonly field?: string; readonly guessed?: boolean }): void;
}

const MAX_POINTERS = 100;

/** Hits by type and the first pointers. */
export class Tally {
  count = 0;
  readonly pointers: string[] = [];
  /** Of the answer that is counted, when what it gives away in one field is to be redacted everywhere. */
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

  /** Takes back the latest hits of these types, and the pointers behind the first `pointers`. */
  withdraw(types: readonly string[], pointers: number): void {
    for (const type of types) {
      this.count--;
      const known = this.#counts.get(type);
      if (known && --known.hits === 0) this.#counts.delete(type);
    }
    this.pointers.length = Math.min(this.pointers.length, pointers);
  }
}

/** Where a walk is, shared by what walks and what judges single values. */
export class Trail {
  tally = new Tally();
  path: Path = [];
  /** The field in the container at `path` that is looked at. */
  leaf: string | number | undefined;

  /** Begins at the root of a document, or at a field by itself. */
  begin(tally: Tally, leaf: string | number | undefined): void {
    this.tally = tally;
    this.path = [];
    this.leaf = leaf;
  }

  /** Goes into the container at the leaf; gives what `leave` needs. */
  enter(): string | number | undefined {
    const name = this.leaf;
    if (name !== undefined) this.path.push(name);
    return name;
  }

  leave(name: string | number | undefined): void {
    if (name !== undefined) this.path.pop();
    this.leaf = name;
  }

  /** Counts a hit at the leaf. */
  hit(type: string): void {
    this.tally.add(type, this.path, this.leaf);
  }
}
