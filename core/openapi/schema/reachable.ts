/**
 * The definitions that a tool's schema refers to, directly or indirectly, in breadth-first order and each in the variant
 * that the schema contains. Found step by step, because a schema far over the limit needs only the first ones.
 */
import { type ConvertedSchema, childrenOf, type Definition, exactBytes } from '../model/convertedSchema.ts';

/** Definitions and their variants, in the same order. */
export interface Listed {
  readonly definitions: readonly Definition[];
  readonly forms: readonly ConvertedSchema[];
}

/** The definitions reachable from some roots. */
export class ReachableDefinitions implements Listed {
  /** All that are found; those without an entry in `forms` are still to be searched for references. */
  readonly definitions: Definition[];
  readonly forms: ConvertedSchema[] = [];
  /** As in ConvertedSchema, summed over `forms`. */
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

  /** Finds more definitions until all are found or they certainly have more than `bytes` bytes. */
  reach(bytes: number): void {
    while (this.bytes - this.slack <= bytes && this.grow());
  }

  /** Bytes of the JSON of all definitions with `change` applied; stops at the first number above the limit. */
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

/** Bytes of an entry of `$defs` with its key and comma. */
export const entryBytes = (one: Definition, form: ConvertedSchema): number => exactBytes(form) + one.key.length + 4;
