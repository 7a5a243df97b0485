/**
 * What a list says of a tool beside its description and schema: a title and hints, where they say something. Both cost
 * 20 to 35 tokens a tool, and most repeat the name or the protocol's defaults. And how it says all of it: with the characters shown that
 * nobody sees. Pure.
 */
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { mayBeShown, visible, visibleText } from '../lib/visible.ts';
import type { ToolAnnotations } from '../model/tool.ts';

/** The end of a title that was cut off a longer text. */
const CUT = /(?:\.\.\.|…)$/;

/**
 * The title in outlines, groups and searches; undefined if it only repeats the name, which clients show then, or the description, whole or
 * cut off, which they show beside it. The flat list has every title (mcp/listedTools.ts).
 */
export function listedTitle({
  name,
  title,
  description,
}: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}): string | undefined {
  const repeats = sameWords(title, name) || sameWords(title, description);
  return title === '' || repeats || (CUT.test(title) && wordsOf(description).startsWith(wordsOf(title)))
    ? undefined
    : title;
}

/**
 * The hints that differ from their default (MCP schema, ToolAnnotations: not read-only, destructive, not idempotent, open
 * world), without idempotence of what only reads. `readOnlyHint: true` and `destructiveHint: false` always differ.
 */
export function listedHints(annotations: Partial<ToolAnnotations>): Partial<ToolAnnotations> {
  const { readOnlyHint = false, destructiveHint = true, idempotentHint = false, openWorldHint = true } = annotations;
  const hints = {
    ...(readOnlyHint && { readOnlyHint }),
    ...(!destructiveHint && { destructiveHint }),
    ...(idempotentHint && !readOnlyHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
  // Clients that know no default would take a tool without any for a harmless one.
  return Object.keys(hints).length > 0 ? hints : { destructiveHint };
}

/** Whether two texts have the same words, whatever their spelling: `listAll_pets`, `List the pets`. */
export const sameWords = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

const wordsOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b(?:a|an|the|all)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * A listed tool, or a part of one, with every text and name shown (core/lib/visible.ts). A pattern gets escapes, which mean the same. Of a
 * listed value the call may have what is shown (core/mcp/arguments/repairs.ts); arguments are validated by the tool's own schema.
 * @param keyword that the value is of
 */
export function shownWords(value: JsonValue, keyword = ''): JsonValue {
  if (typeof value === 'string') return shownAs(value, keyword);
  if (Array.isArray(value)) {
    const items = value.map((item) => shownWords(item, keyword));
    // Several listed values may look the same.
    return keyword === 'enum' ? [...new Set(items)] : items;
  }
  if (!isObject(value)) return value;
  const out = Object.create(null) as JsonObject;
  for (const name of Object.keys(value)) out[shownAs(name, keyword)] ??= shownWords(value[name] as JsonValue, name);
  return out;
}

function shownAs(text: string, keyword: string): string {
  if (keyword === 'pattern' || keyword === 'patternProperties')
    return visible(text, { isJson: true }).replace(/\r(?!\n)/g, '\\r');
  if (keyword !== '$defs' && keyword !== '$ref') return visibleText(text);
  const shown = visibleText(keyword === '$ref' ? decoded(text) : text);
  // A reference is part of an address.
  return mayBeShown(shown) ? shown.replace(/[<>+ ]/g, '_') : text;
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
