/**
 * One tool's input schema from its properties: self-contained, below the size limit, references written out where that is
 * small and kept in `$defs` where it is not or where they go in circles. What does not fit is cut (cutting.ts).
 */
import type { JsonSchema } from '../../json.ts';
import { cutToSize, exactBytes, joined, MAX_BYTES, type Parts } from './cutting.ts';
import type { Definition, Definitions, Form, Piece } from './definitions.ts';

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
  if (piece.references.length === 0) return sized(definitions, { root: piece, contents: new Map() });
  const bytes = sizeWritten(piece);
  const isWritten = bytes <= INLINE_BYTES && (bytes <= 4_000 || bytes < 2 * sizeDefined(piece));
  const inline = isWritten ? writtenOut : ifSmall;
  return sized(definitions, withDefinitions(definitions, formOf(definitions, piece.schema, inline), inline));
}

/** As it is when it surely or really fits, else cut. */
function sized(definitions: Definitions, parts: Parts): Assembled {
  let bytes = parts.root.bytes;
  for (const form of parts.contents.values()) bytes += form.bytes;
  // The estimate counts characters; the longest takes three bytes.
  if (bytes < MAX_BYTES / 3 || (bytes < 2 * MAX_BYTES && exactBytes(parts) <= MAX_BYTES)) {
    return { schema: joined(parts), isCut: false };
  }
  return { schema: cutToSize(definitions, parts), isCut: true };
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

/** Adds every definition that is still referred to, transitively, in breadth-first order. */
function withDefinitions(definitions: Definitions, root: Form, inline: Inline): Parts {
  const contents = new Map<Definition, Form>();
  const reached = new Set(root.references);
  for (const one of reached) {
    const form = contentOf(definitions, one, inline);
    contents.set(one, form);
    for (const child of form.references) reached.add(child);
  }
  return { root, contents };
}
