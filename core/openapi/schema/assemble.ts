/**
 * One tool's input schema from its properties: self-contained, below the size limit, references written out where that is
 * small and kept in `$defs` where it is not or where they go in circles. What does not fit is cut, prose first.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import { isObject } from '../reading/read.ts';
import { cut } from '../text.ts';
import type { Definition, Definitions, Form, Piece } from './definitions.ts';

/** Hard limit of a schema's JSON (a client refuses or a model drowns); with room for what is added later. */
const MAX_BYTES = 60_000;
/** All finite references are written out up to this size of the whole schema, unless that doubles it. */
const INLINE_BYTES = 20_000;
/** References this small are always written out. */
const SMALL = 300;

export interface Assembled {
  readonly schema: JsonSchema;
  /** True when something had to be left out to keep the limit. */
  readonly isCut: boolean;
}

/** `piece` is the root object with its properties, references unresolved. */
export function assemble(definitions: Definitions, piece: Piece): Assembled {
  if (piece.references.length === 0) return finish(definitions, piece, piece);
  const bytes = sizeWritten(piece);
  const isWritten = bytes <= INLINE_BYTES && (bytes <= 4_000 || bytes < 2 * sizeDefined(piece));
  const inline = isWritten ? writtenOut : ifSmall;
  const root = formOf(definitions, piece.schema, inline);
  return finish(
    definitions,
    piece,
    withDefinitions(root, (one) => contentOf(definitions, one, inline)),
  );
}

/** Every definition that the piece reaches, in breadth-first order. */
export function closure(references: Iterable<Definition>): Set<Definition> {
  const seen = new Set(references);
  for (const definition of seen) for (const child of definition.references) seen.add(child);
  return seen;
}

function sizeWritten(piece: Piece): number {
  let bytes = piece.bytes;
  const kept = new Set<Definition>();
  let isDeep = false;
  for (const one of piece.references) {
    if (one.isRecursive) kept.add(one);
    else bytes += one.inlined;
    isDeep ||= one.isRecursive || one.references.length > 0;
    if (bytes > INLINE_BYTES) return bytes;
  }
  if (isDeep) for (const one of closure(piece.references)) if (one.isRecursive) kept.add(one);
  for (const one of kept) bytes += one.inlined;
  return bytes;
}

function sizeDefined(piece: Piece): number {
  let bytes = piece.bytes;
  for (const one of closure(piece.references)) bytes += one.bytes + one.key.length + 4;
  return bytes;
}

/** Decides what stands in a reference's place; undefined leaves the reference. */
type Inline = (definitions: Definitions, one: Definition) => Form | undefined;

const writtenOut: Inline = (definitions, one) =>
  one.isRecursive || one.inlined > INLINE_BYTES ? undefined : contentOf(definitions, one, writtenOut);

const ifSmall: Inline = (definitions, one) =>
  one.isRecursive || one.inlined > SMALL ? undefined : contentOf(definitions, one, ifSmall);

function contentOf(definitions: Definitions, one: Definition, inline: Inline): Form {
  const key = inline === writtenOut ? 'expanded' : 'compact';
  one[key] ??= one.references.length === 0 ? one : formOf(definitions, one.schema, inline);
  return one[key];
}

function formOf(definitions: Definitions, raw: JsonSchema, inline: Inline): Form {
  const schema = definitions.expand(raw, (one) => inline(definitions, one)?.schema);
  return { schema, ...definitions.measure(schema) };
}

/** Adds `$defs` for every reference that is left, transitively. */
function withDefinitions(root: Form, content: (one: Definition) => Form): Form {
  if (root.references.length === 0) return root;
  const defs: JsonObject = {};
  const reached = new Set(root.references);
  let bytes = root.bytes + 12;
  for (const one of reached) {
    const form = content(one);
    defs[one.key] = form.schema;
    bytes += form.bytes + one.key.length + 4;
    for (const child of form.references) reached.add(child);
  }
  return { schema: { ...root.schema, $defs: defs }, bytes, references: root.references };
}

/** Below the limit as it is, or cut in steps: prose, far definitions, large value lists, deep levels, in the end everything. */
function finish(definitions: Definitions, piece: Piece, { schema, bytes }: Form): Assembled {
  // The estimate counts characters; the longest takes three bytes.
  if (bytes < MAX_BYTES / 3 || bytesOf(schema) <= MAX_BYTES) return { schema, isCut: false };
  const terse = shortened(schema);
  if (bytesOf(terse) <= MAX_BYTES) return { schema: terse, isCut: true };
  const near = withNearDefinitions(definitions, shortened(formOf(definitions, piece.schema, ifSmall).schema), (one) =>
    shortened(contentOf(definitions, one, ifSmall).schema),
  );
  if (bytesOf(near) <= MAX_BYTES) return { schema: near, isCut: true };
  for (const depth of [5, 4, 3, 2]) {
    const shallow = cutAt(near, depth);
    if (bytesOf(shallow) <= MAX_BYTES) return { schema: shallow, isCut: true };
  }
  const { $defs: _, properties, ...rest } = near;
  const names = Object.fromEntries(Object.keys((properties ?? {}) as JsonObject).map((name) => [name, {}]));
  return { schema: { ...rest, properties: names }, isCut: true };
}

const bytesOf = (value: JsonValue): number => Buffer.byteLength(JSON.stringify(value));

/** Definitions by distance from the root until the limit is reached; references to the others accept anything. */
function withNearDefinitions(
  definitions: Definitions,
  schema: JsonSchema,
  contentOf: (one: Definition) => JsonSchema,
): JsonSchema {
  let left = MAX_BYTES * 0.85 - bytesOf(schema);
  const queue = [...new Set(definitions.measure(schema).references)];
  const seen = new Set(queue);
  const kept = new Map<Definition, JsonSchema>();
  for (const one of queue) {
    const content = contentOf(one);
    const bytes = bytesOf(content) + one.key.length + 4;
    if (bytes > left) continue;
    left -= bytes;
    kept.set(one, content);
    for (const child of definitions.measure(content).references) {
      if (!seen.has(child)) {
        seen.add(child);
        queue.push(child);
      }
    }
  }
  const stubbed = (value: JsonSchema) => definitions.expand(value, (one) => (kept.has(one) ? undefined : stub(one)));
  const defs = Object.fromEntries([...kept].map(([one, content]) => [one.key, stubbed(content)]));
  return { ...stubbed(schema), ...(kept.size > 0 && { $defs: defs }) };
}

function stub(one: Definition): JsonSchema {
  const type = one.schema['type'];
  return { ...(type !== undefined && { type }), description: `${one.key} (details left out)` };
}

/** Prose shortened, examples dropped, value lists beyond fifty told instead of listed. */
function shortened(schema: JsonSchema): JsonSchema {
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const out: JsonObject = {};
    for (const key of Object.keys(value)) {
      const item = value[key]!;
      if (key === 'examples' || key === 'title') continue;
      if (key === 'description' && typeof item === 'string') out[key] = cut(item, 100);
      else if (key === 'const' || key === 'default') out[key] = item;
      else if (key === 'properties' && isObject(item)) {
        out[key] = Object.fromEntries(Object.keys(item).map((name) => [name, visit(item[name]!)]));
      } else if (key === 'enum' && Array.isArray(item)) {
        if (item.length <= 50) out[key] = item;
        else
          out['description'] = cut(
            `${typeof value['description'] === 'string' ? value['description'] : ''} One of ${item.length} values, for example ${item.slice(0, 5).join(', ')}.`.trim(),
            250,
          );
      } else out[key] = visit(item);
    }
    if (
      Array.isArray(value['enum']) &&
      value['enum'].length > 50 &&
      typeof value['description'] === 'string' &&
      !String(out['description']).includes(' values, ')
    ) {
      out['description'] =
        `One of ${value['enum'].length} values, for example ${value['enum'].slice(0, 5).join(', ')}.`;
    }
    return out;
  };
  return visit(schema) as JsonSchema;
}

/** Objects and arrays below a level accept anything of their type. */
function cutAt(schema: JsonSchema, depth: number): JsonSchema {
  const visit = (value: JsonValue, left: number): JsonValue => {
    if (!isObject(value)) return value;
    if (left === 0) {
      const type = value['type'];
      return { ...(type !== undefined && { type }), ...(type === 'array' && { items: {} }) };
    }
    const out: JsonObject = {};
    for (const key of Object.keys(value)) {
      const item = value[key]!;
      if ((key === 'properties' || key === 'patternProperties' || key === '$defs') && isObject(item)) {
        out[key] = Object.fromEntries(Object.keys(item).map((name) => [name, visit(item[name]!, left - 1)]));
      } else if (key === 'items' || key === 'additionalProperties') out[key] = visit(item, left - 1);
      else if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(item)) {
        if (left > 1) out[key] = item.map((branch) => visit(branch, left - 1));
      } else if (key === '$ref' || !isObject(item)) out[key] = item;
    }
    return out;
  };
  return visit(schema, depth) as JsonSchema;
}
