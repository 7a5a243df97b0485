/**
 * A converted schema with all that is found out about it (Form), and one that references name (Definition). Tools share most of what
 * they hold, so every form that a schema is brought into is kept beside it.
 */
import { Buffer } from 'node:buffer';
import type { JsonSchema } from '../../json/value.ts';
import type { Target } from '../document/location.ts';
import type { OpenWarning } from '../model/warnings.ts';

export const REFERENCE = '#/$defs/';

/** How references are treated: everything finite written in their place, or only what is small. */
export type Mode = 'expanded' | 'compact';

/** All its fields are there from the beginning, so that the engine knows one shape of it. */
export class ConvertedSchema {
  schema: JsonSchema;
  /** Characters of its JSON, about: enough to choose a form by. 0 until it is measured. */
  bytes: number;
  /** As many of them may be too many: its JSON surely has `bytes - slack` bytes, and is mostly that long. */
  slack = 0;
  /** Definitions it refers to, one entry for each reference. */
  references: readonly Definition[];
  /** Bytes of its JSON; counted when it comes to the limit, -1 before. */
  exact = -1;
  /** Without what a schema over the limit loses first (cutting.ts). */
  terse: ConvertedSchema | undefined = undefined;
  /** What it refers to, each once; found when it is asked for. */
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

export class Definition extends ConvertedSchema {
  readonly key: string;
  /** In the order of registration. */
  readonly index: number;
  readonly target: Target;
  /** `base`: without the choice among its children, as an allOf of a child means it. */
  readonly mode: 'value' | 'base';
  /** A reference to it: always the same object. */
  readonly reference: JsonSchema;
  readonly warnings: OpenWarning[] = [];
  /** What stands in its place in a schema that has no room for it (cutting.ts). */
  nameOnly: ConvertedSchema | undefined = undefined;
  state: 'pending' | 'converting' | 'done' = 'pending';
  /** As merging sees it: before odd property names were moved. */
  logical: JsonSchema = {};
  isRecursive = false;
  /** Bytes with every reference that is not recursive written out; Infinity-safe. */
  inlined = 0;
  /** It or something it reaches has a warning. */
  reachesWarning = false;
  /** For the search of circles (circles.ts): when it was reached, 0 before; the earliest that it leads back to; found out. */
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

  /** True once in each search, of which there is one at a time: cheaper than a set of all that it has seen. */
  isNew(search: number): boolean {
    if (this.search === search) return false;
    this.search = search;
    return true;
  }
}

let searches = 0;

/** A number for one search among definitions, for `isNew`. */
export const newSearch = (): number => ++searches;

/** The definitions that a form refers to, each once: many schemas refer to the same one in a hundred places. */
export function childrenOf(form: ConvertedSchema): readonly Definition[] {
  form.children ??= form.references.length < 2 ? form.references : [...new Set(form.references)];
  return form.children;
}

/** Bytes of the form's JSON in UTF-8. */
export function exactBytes(form: ConvertedSchema): number {
  if (form.exact < 0) form.exact = Buffer.byteLength(JSON.stringify(form.schema));
  return form.exact;
}
