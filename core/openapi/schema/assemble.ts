/**
 * One tool's input schema from its properties: self-contained, below the size limit, references written out where that is
 * small and kept in `$defs` where it is not or where they go in circles. What does not fit is cut (cutting.ts).
 */
import type { JsonObject, JsonSchema } from '../../json.ts';
import { Contents, type Listed } from './contents.ts';
import { cutToSize, MAX_BYTES } from './cutting.ts';
import { type Definition, newSearch } from './definitions.ts';
import { childrenOf, exactBytes, type Form, type Forms, type Mode } from './forms.ts';

/** All finite references are written out up to this size of the whole schema, unless that doubles it. */
const INLINE_BYTES = 20_000;
/** References this small are always written out. */
const SMALL = 300;

/** The object at the root of a tool's schema. */
export interface Root {
  /** Arguments, and the form of each. */
  readonly names: readonly string[];
  readonly forms: readonly Form[];
  readonly required: readonly string[];
  readonly additional: Form | boolean;
}

/** Everything a tool's schema is made of. */
export interface Parts {
  readonly root: Root;
  readonly contents: Contents;
}

export interface Assembled {
  readonly schema: JsonSchema;
  /** True when something had to be left out to keep the limit. */
  readonly isCut: boolean;
}

const NONE: Listed = { definitions: [], forms: [] };

export class Assembler {
  private readonly forms: Forms;
  /** Tools that refer to the same definitions, in the same order, carry the same ones. */
  private readonly known = new Map<string, Contents>();

  constructor(forms: Forms) {
    this.forms = forms;
  }

  /** `root` has its references unresolved. */
  assemble(root: Root, references = referencesOf(root)): Assembled {
    const bytes = estimate(root);
    if (references.length === 0 && bytes < MAX_BYTES / 3) return { schema: joined(root, NONE), isCut: false };
    const written = sizeWritten(bytes, references);
    const isWritten = written <= INLINE_BYTES && (written <= 4_000 || written < 2 * sizeDefined(bytes, references));
    const mode = isWritten ? 'expanded' : 'compact';
    const formed = references.length === 0 ? root : eachForm(root, (form) => this.written(form, mode));
    return this.sized({ root: formed, contents: this.contents(referencesOf(formed), mode) });
  }

  /** As it is when it surely or really fits, else cut. */
  private sized(parts: Parts): Assembled {
    const { root, contents } = parts;
    let bytes = estimate(root);
    const slack = slackOf(root);
    contents.reach(MAX_BYTES - (bytes - slack));
    bytes += contents.bytes;
    // The estimate counts characters; the longest takes three bytes.
    if (bytes < MAX_BYTES / 3 || (bytes - slack - contents.slack <= MAX_BYTES && fits(parts, same))) {
      return { schema: joined(root, contents), isCut: false };
    }
    return { schema: cutToSize(parts), isCut: true };
  }

  private written(form: Form, mode: Mode): Form {
    if (form.references.length === 0) return form;
    const limit = mode === 'expanded' ? INLINE_BYTES : SMALL;
    form[mode] ??= this.forms.rewritten(form, (one) =>
      one.isRecursive || one.inlined > limit ? undefined : this.written(one, mode).schema,
    );
    return form[mode];
  }

  /** Every definition that is still referred to, transitively. */
  private contents(references: readonly Definition[], mode: Mode): Contents {
    const roots = new Set(references);
    let key: string = mode;
    for (const one of roots) key += ` ${one.index}`;
    let contents = this.known.get(key);
    if (!contents) {
      contents = new Contents(roots, (one) => this.written(one, mode));
      this.known.set(key, contents);
    }
    return contents;
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

/** The definitions that a root itself refers to, one entry for each reference. */
export function referencesOf({ forms, additional }: Root): readonly Definition[] {
  const references: Definition[] = [];
  for (let at = 0; at < forms.length; at++) {
    const own = forms[at]!.references;
    for (let one = 0; one < own.length; one++) references.push(own[one]!);
  }
  if (typeof additional === 'object') references.push(...additional.references);
  return references;
}

/** The root with each of its schemas in another form. */
export function eachForm(root: Root, change: (form: Form) => Form): Root {
  return {
    names: root.names,
    forms: root.forms.map(change),
    required: root.required,
    additional: typeof root.additional === 'object' ? change(root.additional) : root.additional,
  };
}

export function joined(root: Root, { definitions, forms }: Listed): JsonSchema {
  const properties: JsonObject = {};
  for (let at = 0; at < root.names.length; at++) properties[root.names[at]!] = root.forms[at]!.schema;
  const schema: JsonSchema = { type: 'object', properties };
  if (root.required.length > 0) schema['required'] = [...root.required];
  schema['additionalProperties'] = typeof root.additional === 'object' ? root.additional.schema : root.additional;
  if (forms.length > 0) {
    const written: JsonObject = {};
    for (let at = 0; at < forms.length; at++) written[definitions[at]!.key] = forms[at]!.schema;
    schema['$defs'] = written;
  }
  return schema;
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

/** Bytes of the root's JSON: names are ASCII. */
export function rootBytes({ names, forms, required, additional }: Root): number {
  let bytes = '{"type":"object","properties":{},"additionalProperties":}'.length;
  for (let at = 0; at < names.length; at++) bytes += names[at]!.length + 4 + exactBytes(forms[at]!);
  if (names.length > 0) bytes -= 1;
  if (required.length > 0) bytes += '"required":[],'.length - 1;
  for (const argument of required) bytes += argument.length + 3;
  return bytes + (typeof additional === 'object' ? exactBytes(additional) : String(additional).length);
}

/** Whether the joined JSON keeps the limit with the definitions in another form. */
export function fits({ root, contents }: Parts, change: (form: Form) => Form): boolean {
  const room = MAX_BYTES - rootBytes(root);
  if (room < 0) return false;
  const bytes = contents.bytesOf(change, MAX_BYTES);
  return bytes === 0 || bytes + DEFINITIONS <= room;
}

/** Bytes of `"$defs":{},` without the last comma in it. */
export const DEFINITIONS = '"$defs":{},'.length - 1;
const same = (form: Form): Form => form;

function sizeWritten(root: number, references: readonly Definition[]): number {
  let bytes = root;
  const kept = new Set<Definition>();
  let isDeep = false;
  for (const one of references) {
    if (one.isRecursive) kept.add(one);
    else bytes += one.inlined;
    isDeep ||= one.isRecursive || one.references.length > 0;
    if (bytes > INLINE_BYTES) return bytes;
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
