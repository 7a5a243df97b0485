/**
 * Ranks the tool that a person expects for a sentence, by the product's own search, over the words of each way of listing. A model that reads a
 * list decides by more than words; a tool that words do not find, it often does not find either. Pure; one index at a time is in memory.
 */
import { EXPOSED, type Exposed } from '../../model/exposition.ts';
import type { Tool } from '../../model/tool.ts';
import { ToolIndex } from '../../search/toolIndex.ts';
import { TELLING } from './told.ts';

/** Places that are looked at; what is behind them counts as not found. */
export const MOST_RANKED = 50;

/** The place of a tool from 1, by way of listing; null where it is not among the first. */
export type Ranks = Readonly<Record<Exposed, number | null>>;

/** A sentence, and the id of the tool that should be found. */
export interface Expectation {
  readonly sentence: string;
  readonly toolId: string;
}

/** Nothing is found of a tool that clients do not see. */
export const NOT_FOUND: Ranks = { flat: null, compact: null, grouped: null, search: null };

/** The ranks of each expectation, in their order. */
export function ranksOf(tools: readonly Tool[], expected: readonly Expectation[]): Ranks[] {
  if (tools.length === 0 || expected.length === 0) return expected.map(() => NOT_FOUND);
  const columns = EXPOSED.map((way) => {
    const index = new ToolIndex(TELLING[way](tools));
    const ranks = expected.map(({ sentence, toolId }) => {
      const at = index.find(sentence, MOST_RANKED).tools.findIndex((tool) => tool.toolId === toolId);
      return at < 0 ? null : at + 1;
    });
    return [way, ranks] as const;
  });
  return expected.map(
    (_, at) => Object.fromEntries(columns.map(([way, ranks]) => [way, ranks[at] ?? null])) as unknown as Ranks,
  );
}
