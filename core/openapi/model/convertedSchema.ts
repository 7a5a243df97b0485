/**
 * A converted schema with its size, references and variants (ConvertedSchema), and one that becomes an entry of `$defs`
 * (Definition). Tools share most of their schemas, so each variant is computed once and kept here.
 */
import { Buffer } from 'node:buffer';
import type { JsonSchema } from '../../lib/json/value.ts';
import type { Target } from '../document/location.ts';
import type { OpenWarning } from './warnings.ts';

/** Prefix of references to definitions. */
export const REFERENCE = '#/$defs/';

/** Which references are inlined: all that are not recursive (`expanded`), or only those to small schemas (`compact`). */
export type Mode = 'expanded' | 'compact';

/**
 * A schema with its size, its references and its variants. All fields are initialized, so that all objects have the same
 * hidden class in V8.
 */
export class ConvertedSchema {
  schema: JsonSchema;
  /** Approximate characters of its JSON, exact enough to choose a variant; 0 until measured. */
  bytes: number;
  /** How much too high `bytes` may be: `bytes - slack` is a lower bound. */
  slack = 0;
  /** Definitions it refers to, one entry per reference. */
  references: readonly Definition[];
  /** Bytes of its JSON in UTF-8; -1 until {@link exactBytes} counts them, which is done near the limit only. */
  exact = -1;
  /** The schema without descriptions and what else is removed first from a schema over the limit (sizeLimit.ts). */
  terse: ConvertedSchema | undefined = undefined;
  /** The definitions it refers to, without duplicates; set by {@link childrenOf}. */
  children: readonly Definition[] | undefined = undefined;
  expanded: ConvertedSchema | undefined = undefined;
  compact: ConvertedSchema | undefined = undefined;

  /** @param bytes 0 when the schema is not measured yet */
  constructor(schema: JsonSchema, bytes = 0, references: readonly Definition[] = NONE) {
    this.schema = schema;
    this.bytes = bytes;
    this.references = references;
  }
}

const NONE: readonly Definition[] = [];

/** A schema that becomes an entry of `$defs`. */
export class Definition extends ConvertedSchema {
  readonly key: string;
  /** Its number in the order of registration. */
  readonly index: number;
  readonly target: Target;
  /** `base`: without the union of its subtypes, for an `allOf` of a subtype that refers to it. */
  readonly mode: 'value' | 'base';
  /** The `$ref` to it, one object for all uses. */
  readonly reference: JsonSchema;
  readonly warnings: OpenWarning[] = [];
  /** A short schema that replaces it in a tool over the limit (sizeLimit.ts). */
  nameOnly: ConvertedSchema | undefined = undefined;
  state: 'pending' | 'converting' | 'done' = 'pending';
  /** The schema before property names that clients refuse were replaced; merging reads this one. */
  logical: JsonSchema = {};
  isRecursive = false;
  /** Bytes of its JSON when every reference that is not recursive is inlined; at most 1e9. */
  inlined = 0;
  /** True when it, or a definition that it refers to directly or indirectly, has a warning. */
  reachesWarning = false;
  /**
   * State of Tarjan's algorithm (cycles.ts): `order` is the index of the visit (0 before it), `low` the lowest index
   * that can be reached, `isSettled` is set when its component is complete.
   */
  order = 0;
  low = 0;
  isSettled = false;
  /** The last search that visited it (`isNew`). */
  private search = 0;

  constructor(key: string, index: number, target: Target, mode: 'value' | 'base') {
    super({});
    this.key = key;
    this.index = index;
    this.target = target;
    this.mode = mode;
    this.reference = { $ref: `${REFERENCE}${key}` };
  }

  /** True at the first call of each search. Only one search runs at a time; this is faster than a set of visited ones. */
  isNew(search: number): boolean {
    if (this.search === search) return false;
    this.search = search;
    return true;
  }
}

let searches = 0;

/** A new number of a search, for {@link Definition.isNew}. */
export const newSearch = (): number => ++searches;

/** The definitions that a schema refers to, without duplicates. */
export function childrenOf(form: ConvertedSchema): readonly Definition[] {
  form.children ??= form.references.length < 2 ? form.references : [...new Set(form.references)];
  return form.children;
}

/** Bytes of the schema's JSON in UTF-8. */
export function exactBytes(form: ConvertedSchema): number {
  if (form.exact < 0) form.exact = Buffer.byteLength(JSON.stringify(form.schema));
  return form.exact;
}
