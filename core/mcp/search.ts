/** The search over the tools of a listing: made once for it, its index at the first search. */
import type { BundleTool } from '../bundle/model.ts';
import { type Found, ToolIndex } from '../search/toolIndex.ts';
import { searchingTools } from '../tools/searching.ts';

/** What is searched: the tools that a token opens, and no others. */
export interface Search {
  /** Of the listed tools. */
  readonly names: ReadonlySet<string>;
  find(query: string, limit: number): Found<BundleTool>;
}

/** The index is made at the first search, in milliseconds, and kept as long as the listing. */
export function searchOf(tools: readonly BundleTool[]): Search {
  let index: ToolIndex<BundleTool> | undefined;
  return {
    names: new Set(searchingTools(tools).map(({ name }) => name)),
    find: (query, limit) => {
      index ??= new ToolIndex(tools);
      return index.find(query, limit);
    },
  };
}
