/** The search over the tools of a listing. */
import type { BundleTool } from '../model/bundle.ts';
import { type Found, ToolIndex } from '../search/toolIndex.ts';
import { searchingTools } from '../tools/searching.ts';

/** A search over the tools that a token may use. */
export interface Search {
  /** Names of the listed tools. */
  readonly names: ReadonlySet<string>;
  find(query: string, limit: number): Found<BundleTool>;
}

/** Makes the search. Its index is built at the first search, in milliseconds, and kept as long as the listing. */
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
