/** The search over the tools of a listing. */
import type { BundleTool } from '../model/bundle.ts';
import type { Found, ToolIndex } from '../search/toolIndex.ts';
import { searchingTools } from '../tools/searching.ts';

/** A search over the tools that a token may use. */
export interface Search {
  /** Names of the listed tools. */
  readonly names: ReadonlySet<string>;
  /** Loads what a search needs, once: its code and its table of words. A server that does not list by search loads neither. */
  prepare(): Promise<void> | undefined;
  /** @throws Error before `prepare` is done */
  find(query: string, limit: number): Found<BundleTool>;
}

let Index: typeof ToolIndex | undefined;

async function load(): Promise<void> {
  Index = (await import('../search/toolIndex.ts')).ToolIndex;
}

/** Makes the search. Its index is built at the first search, in milliseconds, and kept as long as the listing. */
export function searchOf(tools: readonly BundleTool[]): Search {
  let index: ToolIndex<BundleTool> | undefined;
  return {
    names: new Set(searchingTools(tools).map(({ name }) => name)),
    prepare: () => (Index ? undefined : load()),
    find: (query, limit) => {
      if (!Index) throw new Error('A search was asked before it was prepared.');
      index ??= new Index(tools);
      return index.find(query, limit);
    },
  };
}
