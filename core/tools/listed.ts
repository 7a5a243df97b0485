/**
 * What a list says of a tool beside its description and schema: a title and hints, where they say something. Both cost
 * 20 to 35 tokens a tool, and most repeat the name or the protocol's defaults. Pure.
 */
import type { ToolAnnotations } from './model.ts';

/** The title; undefined if it only repeats the name, which clients show then. */
export const listedTitle = ({ name, title }: { readonly name: string; readonly title: string }): string | undefined =>
  title === '' || sameWords(title, name) ? undefined : title;

/**
 * The hints that differ from their default (MCP schema, ToolAnnotations: not read-only, destructive, not idempotent, open
 * world), without idempotence of what only reads. `readOnlyHint: true` and `destructiveHint: false` always differ.
 */
export function listedHints(annotations: Partial<ToolAnnotations>): Partial<ToolAnnotations> {
  const { readOnlyHint = false, destructiveHint = true, idempotentHint = false, openWorldHint = true } = annotations;
  return {
    ...(readOnlyHint && { readOnlyHint }),
    ...(!destructiveHint && { destructiveHint }),
    ...(idempotentHint && !readOnlyHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
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
