/** What a search reads of a tool beside what clients are shown. Pure. */
import type { Searchable } from './toolIndex.ts';
import { wordsOf } from './words.ts';

/** The `findable` part of a tool; with the operationId only if it has words that the name does not have. */
export function findableOf({
  name,
  tags,
  operationId,
}: {
  readonly name: string;
  readonly tags: readonly string[];
  readonly operationId?: string | undefined;
}): NonNullable<Searchable['findable']> {
  const known = new Set(wordsOf(name));
  const isLost = operationId !== undefined && wordsOf(operationId).some((word) => !known.has(word));
  return { ...(tags.length > 0 && { tags }), ...(isLost && { operationId }) };
}
