/**
 * A converted schema with everything that is worked out about it (ConvertedSchema), and one that references name
 * (Definition). Tools share most of their schemas, so each variant that one is brought into is kept on it.
 */
import { Buffer } from 'node:buffer';
import type { JsonSchema } from '../../json/value.ts';
import type { Target } from '../document/location.ts';
import type { OpenWarning } from './warnings.ts';

/** Prefix of references to definitions. */
export const REFERENCE = '#/$defs/';

/** How references are treated: all finite ones inlined, or only small ones. */
export type Mode = 'expanded' | 'compact';

/**
 * A schema with its size, its references and its variants. All fields are initialized, so that V8 sees one object
 * shape.
 */
export class ConvertedSchema {
  schema: JsonSchema;
  /** About as many characters as its JSON has, enough to choose a variant by; 0 until measured. */
  bytes: number;
  /** By how much `bytes` may be too high; `bytes - slack` is a lower bound. */
  slack = 0;
  /** Definitions it refers to, one entry per reference. */
  references: readonly Definition[];
  /** Bytes of its JSON, counted only near the limit; -1 before. */
  exact = -1;
  /** Without what a schema over the limit loses first (sizeLimit.ts). */
  terse: ConvertedSchema | undefined = undefined;
  /** The definitions it refers to, each once; filled by {@link childrenOf}. */
  children: readonly Definition[] | undefined = undefined;
  expanded: ConvertedSchema | undefined = undefined;
  compact: ConvertedSchema | undefined = undefined;

  /** Not measured yet when only the schema is given. */
  constructor(schema: JsonSchema, bytes = 0, references: readonly Definition[] = NONE) {
    this.schema = schema;
    this.bytes = bytes;
    this.references = references;
  }
}

const NONE: readonly Definition[] = [];

/** A schema that references name, an entry of `$defs`. */
export class Definition extends ConvertedSchema {
  readonly key: string;
  /** In the order of registration. */
  readonly index: number;
  readonly target: Target;
  /** `base`: without the union of its children, as an allOf of a child means it. */
  readonly mode: 'value' | 'base';
  /** A reference to it, always the same object. */
  readonly reference: JsonSchema;
  readonly warnings: OpenWarning[] = [];
  /** Stands for it in a schema that has no room for it (sizeLimit.ts). */
  nameOnly: ConvertedSchema | undefined = undefined;
  state: 'pending' | 'converting' | 'done' = 'pending';
  /** The schema as merging sees it, before property names that clients refuse were moved. */
  logical: JsonSchema = {};
  isRecursive = false;
  /** Bytes with every reference that is not recursive inlined; at most 1e9. */
  inlined = 0;
  /** It, or a definition that it reaches, has a warning. */
  reachesWarning = false;
  /** State of the search for cycles (cycles.ts): visiting order (0 before), lowest order it leads back to, done. */
  order = 0;
  low = 0;
  isSettled = false;
  /** The last search that came by (`isNew`). */
  private search = 0;

  constructor(key: string, index: number, target: Target, mode: 'value' | 'base') {
    super({});
    this.key = key;
    this.index = index;
    this.target = target;
    this.mode = mode;
    this.reference = { $ref: `${REFERENCE}${key}` };
  }

  /** True once per search; only one search runs at a time, and this is cheaper than a set of what it has seen. */
  isNew(search: number): boolean {
    if (this.search === search) return false;
    this.search = search;
    return true;
  }
}

let searches = 0;

/** A number for one search, for {@link Definition.isNew}. */
export const newSearch = (): number => ++searches;

/** The definitions that a schema refers to, each once: many schemas refer to the same one in a hundred places. */
export function childrenOf(form: ConvertedSchema): readonly Definition[] {
  form.children ??= form.references.length < 2 ? form.references : [...new Set(form.references)];
  return form.children;
}

/** Bytes of the schema's JSON in UTF-8. */
export function exactBytes(form: ConvertedSchema): number {
  if (form.exact < 0) form.exact = Buffer.byteLength(JSON.stringify(form.schema));
  return form.exact;
}
