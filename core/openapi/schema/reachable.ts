/**
 * The definitions that a tool's schema reaches, breadth-first, each in the variant in which the schema carries it. They
 * are found only as far as somebody asks: of a schema far over the limit most are left out anyway.
 */
import { type ConvertedSchema, childrenOf, type Definition, exactBytes } from '../model/convertedSchema.ts';

/** Definitions and the variant of each, in the same order. */
export interface Listed {
  readonly definitions: readonly Definition[];
  readonly forms: readonly ConvertedSchema[];
}

/** The definitions reachable from some roots. */
export class ReachableDefinitions implements Listed {
  /** More than `forms` until all are found. */
  readonly definitions: Definition[];
  readonly forms: ConvertedSchema[] = [];
  /** As in ConvertedSchema, of those found so far. */
  bytes = 0;
  slack = 0;
  readonly formOf: (one: Definition) => ConvertedSchema;
  private readonly reached: Set<Definition>;
  private readonly exact = new Map<(form: ConvertedSchema) => ConvertedSchema, number>();

  constructor(roots: ReadonlySet<Definition>, formOf: (one: Definition) => ConvertedSchema) {
    this.reached = new Set(roots);
    this.definitions = [...roots];
    this.formOf = formOf;
  }

  /** Finds them until they surely exceed a number of bytes, or all. */
  reach(bytes: number): void {
    while (this.bytes - this.slack <= bytes && this.grow());
  }

  /** Bytes of their JSON, each changed; above the limit only some number above it. */
  bytesOf(change: (form: ConvertedSchema) => ConvertedSchema, limit: number): number {
    let bytes = this.exact.get(change);
    if (bytes !== undefined) return bytes;
    bytes = 0;
    for (let at = 0; bytes <= limit && (at < this.forms.length || this.grow()); at++) {
      const one = this.definitions[at];
      const form = this.forms[at];
      if (one && form) bytes += entryBytes(one, change(form));
    }
    this.exact.set(change, bytes);
    return bytes;
  }

  private grow(): boolean {
    const one = this.definitions[this.forms.length];
    if (!one) return false;
    const form = this.formOf(one);
    this.forms.push(form);
    this.bytes += form.bytes;
    this.slack += form.slack;
    for (const child of childrenOf(form)) {
      if (this.reached.has(child)) continue;
      this.reached.add(child);
      this.definitions.push(child);
    }
    return true;
  }
}

/** Bytes of a definition with its key and comma. */
export const entryBytes = (one: Definition, form: ConvertedSchema): number => exactBytes(form) + one.key.length + 4;
