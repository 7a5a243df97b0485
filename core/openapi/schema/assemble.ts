/**
 * One tool's input schema from its properties: self-contained, below the size limit, references written out where that is
 * small and kept in `$defs` where it is not or where they go in circles. What does not fit is cut (cutting.ts).
 */

import type { JsonSchema } from '../../json/value.ts';
import { type ConvertedSchema, childrenOf, type Definition, type Mode, newSearch } from './converted.ts';
import type { ConvertedSchemas } from './inlining.ts';
import { eachForm, fits, joined, MAX_BYTES, type Parts, type Root, referencesOf } from './parts.ts';
import { type Listed, ReachableDefinitions } from './reachable.ts';
import { cutToSize } from './sizeLimit.ts';

/** All finite references are written out up to this size of the whole schema, unless that doubles it. */
const MAX_INLINED_BYTES = 20_000;
/** References this small are always written out. */
const MAX_SMALL_BYTES = 300;

export interface Assembled {
  readonly schema: JsonSchema;
  /** True when something had to be left out to keep the limit. */
  readonly isCut: boolean;
}

const NONE: Listed = { definitions: [], forms: [] };

export class Assembler {
  private readonly forms: ConvertedSchemas;
  /** Tools that refer to the same definitions, in the same order, carry the same ones. */
  private readonly known = new Map<string, ReachableDefinitions>();

  constructor(forms: ConvertedSchemas) {
    this.forms = forms;
  }

  /** `root` has its references unresolved. */
  assemble(root: Root, references = referencesOf(root)): Assembled {
    const bytes = estimate(root);
    if (references.length === 0 && bytes < MAX_BYTES / 3) return { schema: joined(root, NONE), isCut: false };
    const written = sizeWritten(bytes, references);
    const isWritten =
      written <= MAX_INLINED_BYTES && (written <= 4_000 || written < 2 * sizeDefined(bytes, references));
    const mode = isWritten ? 'expanded' : 'compact';
    const formed = references.length === 0 ? root : eachForm(root, (form) => this.written(form, mode));
    return this.sized({ root: formed, reachable: this.reachable(referencesOf(formed), mode) });
  }

  /** As it is when it surely or really fits, else cut. */
  private sized(parts: Parts): Assembled {
    const { root, reachable } = parts;
    let bytes = estimate(root);
    const slack = slackOf(root);
    reachable.reach(MAX_BYTES - (bytes - slack));
    bytes += reachable.bytes;
    // The estimate counts characters; the longest takes three bytes.
    if (bytes < MAX_BYTES / 3 || (bytes - slack - reachable.slack <= MAX_BYTES && fits(parts, same))) {
      return { schema: joined(root, reachable), isCut: false };
    }
    return { schema: cutToSize(parts), isCut: true };
  }

  private written(form: ConvertedSchema, mode: Mode): ConvertedSchema {
    if (form.references.length === 0) return form;
    const limit = mode === 'expanded' ? MAX_INLINED_BYTES : MAX_SMALL_BYTES;
    form[mode] ??= this.forms.rewritten(form, (one) =>
      one.isRecursive || one.inlined > limit ? undefined : this.written(one, mode).schema,
    );
    return form[mode];
  }

  /** Every definition that is still referred to, transitively. */
  private reachable(references: readonly Definition[], mode: Mode): ReachableDefinitions {
    const roots = new Set(references);
    let key: string = mode;
    for (const one of roots) key += ` ${one.index}`;
    let reachable = this.known.get(key);
    if (!reachable) {
      reachable = new ReachableDefinitions(roots, (one) => this.written(one, mode));
      this.known.set(key, reachable);
    }
    return reachable;
  }
}

/** Every definition that the references reach, in breadth-first order. */
export function closure(references: readonly Definition[]): readonly Definition[] {
  const search = newSearch();
  const found = references.filter((one) => one.isNew(search));
  for (let at = 0; at < found.length; at++) {
    for (const child of childrenOf(found[at]!)) if (child.isNew(search)) found.push(child);
  }
  return found;
}

/** Characters of the root's JSON, about, as Form has it. */
function estimate({ names, forms, required, additional }: Root): number {
  let bytes = 58;
  for (let at = 0; at < names.length; at++) bytes += names[at]!.length + 4 + forms[at]!.bytes;
  if (required.length > 0) bytes += 14;
  for (const argument of required) bytes += argument.length + 3;
  return bytes + (typeof additional === 'object' ? additional.bytes : 4);
}

/** How many of the estimated characters may be too many. */
function slackOf({ forms, additional }: Root): number {
  // Commas behind the last member, and the value of additionalProperties.
  let slack = 4;
  for (const form of forms) slack += form.slack;
  return slack + (typeof additional === 'object' ? additional.slack : 0);
}

const same = (form: ConvertedSchema): ConvertedSchema => form;

function sizeWritten(root: number, references: readonly Definition[]): number {
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

function sizeDefined(root: number, references: readonly Definition[]): number {
  let bytes = root;
  for (const one of closure(references)) bytes += one.bytes + one.key.length + 4;
  return bytes;
}
