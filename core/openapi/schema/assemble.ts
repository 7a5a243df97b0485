/**
 * Assembles a tool's input schema from its arguments, self-contained and below the size limit. References to small
 * schemas are inlined; those to large or recursive ones stay, with an entry in `$defs`. A schema over the limit is
 * shortened (sizeLimit.ts).
 */

import type { JsonSchema } from '../../lib/json/value.ts';
import { type ConvertedSchema, childrenOf, type Definition, type Mode, newSearch } from '../model/convertedSchema.ts';
import type { ConvertedSchemas } from './inlining.ts';
import { eachForm, fits, joined, MAX_BYTES, type Parts, type Root, referencesOf } from './parts.ts';
import { type Listed, ReachableDefinitions } from './reachable.ts';
import { cutToSize } from './sizeLimit.ts';

/** Up to this size of the whole schema, all references that are not recursive are inlined, unless that doubles it. */
const MAX_INLINED_BYTES = 20_000;
/** References to schemas this small are always inlined. */
const MAX_SMALL_BYTES = 300;

/** A finished input schema. */
export interface Assembled {
  readonly schema: JsonSchema;
  /** True when the schema was shortened to the size limit. */
  readonly isCut: boolean;
}

const NONE: Listed = { definitions: [], forms: [] };

/** Assembles the schemas of one import. Intermediate results are kept, because tools share many schemas. */
export class Assembler {
  private readonly forms: ConvertedSchemas;
  /** Reachable definitions by the definitions that a root refers to. */
  private readonly known = new Map<string, ReachableDefinitions>();

  constructor(forms: ConvertedSchemas) {
    this.forms = forms;
  }

  /**
   * The schema of a tool.
   * @param root its arguments; no reference is inlined yet
   */
  assemble(root: Root, references = referencesOf(root)): Assembled {
    const bytes = estimate(root);
    if (references.length === 0 && bytes < MAX_BYTES / 3) return { schema: joined(root, NONE), isCut: false };
    const inlined = sizeInlined(bytes, references);
    const isInlined =
      inlined <= MAX_INLINED_BYTES && (inlined <= 4_000 || inlined < 2 * sizeWithDefinitions(bytes, references));
    const mode = isInlined ? 'expanded' : 'compact';
    const inlinedRoot = references.length === 0 ? root : eachForm(root, (form) => this.inlined(form, mode));
    return this.sized({ root: inlinedRoot, reachable: this.reachable(referencesOf(inlinedRoot), mode) });
  }

  /** The joined schema; shortened when it is over the size limit. */
  private sized(parts: Parts): Assembled {
    const { root, reachable } = parts;
    let bytes = estimate(root);
    const slack = slackOf(root);
    reachable.reach(MAX_BYTES - (bytes - slack));
    bytes += reachable.bytes;
    // The estimate counts UTF-16 code units, each of which is at most three bytes in UTF-8.
    if (bytes < MAX_BYTES / 3 || (bytes - slack - reachable.slack <= MAX_BYTES && fits(parts, unchanged))) {
      return { schema: joined(root, reachable), isCut: false };
    }
    return { schema: cutToSize(parts), isCut: true };
  }

  /** The schema with references inlined by the mode; computed once for each schema. */
  private inlined(form: ConvertedSchema, mode: Mode): ConvertedSchema {
    if (form.references.length === 0) return form;
    const limit = mode === 'expanded' ? MAX_INLINED_BYTES : MAX_SMALL_BYTES;
    form[mode] ??= this.forms.rewritten(form, (one) =>
      one.isRecursive || one.inlined > limit ? undefined : this.inlined(one, mode).schema,
    );
    return form[mode];
  }

  /** All definitions that references lead to, directly or indirectly. */
  private reachable(references: readonly Definition[], mode: Mode): ReachableDefinitions {
    const roots = new Set(references);
    let key: string = mode;
    for (const one of roots) key += ` ${one.index}`;
    let reachable = this.known.get(key);
    if (!reachable) {
      reachable = new ReachableDefinitions(roots, (one) => this.inlined(one, mode));
      this.known.set(key, reachable);
    }
    return reachable;
  }
}

/** All definitions that the references reach, breadth-first. */
export function closure(references: readonly Definition[]): readonly Definition[] {
  const search = newSearch();
  const found = references.filter((one) => one.isNew(search));
  // The loop also visits the items that it appends.
  for (const one of found) for (const child of childrenOf(one)) if (child.isNew(search)) found.push(child);
  return found;
}

/** Approximate characters of the root's JSON. */
function estimate({ names, forms, required, additional }: Root): number {
  let bytes = 58;
  for (const name of names) bytes += name.length + 4;
  for (const form of forms) bytes += form.bytes;
  if (required.length > 0) bytes += 14;
  for (const argument of required) bytes += argument.length + 3;
  return bytes + (typeof additional === 'object' ? additional.bytes : 4);
}

/** How many characters too high {@link estimate} may be. */
function slackOf({ forms, additional }: Root): number {
  // The commas after last members, and the value of additionalProperties.
  let slack = 4;
  for (const form of forms) slack += form.slack;
  return slack + (typeof additional === 'object' ? additional.slack : 0);
}

const unchanged = (form: ConvertedSchema): ConvertedSchema => form;

function sizeInlined(root: number, references: readonly Definition[]): number {
  let bytes = root;
  const kept = new Set<Definition>();
  let isDeep = false;
  for (const one of references) {
    if (one.isRecursive) kept.add(one);
    else bytes += one.inlined;
    isDeep ||= one.isRecursive || one.references.length > 0;
    if (bytes > MAX_INLINED_BYTES) return bytes;
  }
  if (isDeep) for (const one of closure(references)) if (one.isRecursive) kept.add(one);
  for (const one of kept) bytes += one.inlined;
  return bytes;
}

function sizeWithDefinitions(root: number, references: readonly Definition[]): number {
  let bytes = root;
  for (const one of closure(references)) bytes += one.bytes + one.key.length + 4;
  return bytes;
}
