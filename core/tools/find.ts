/**
 * Finds tools in a list for people: those that have every word, as far as it is typed, in the order of the clients' search (core/search);
 * where no tool has all of them, what that search finds. Pure.
 */
import { findableOf } from '../search/findable.ts';
import { type Searchable, ToolIndex } from '../search/toolIndex.ts';
import type { ToolSummary } from './schemas/tools.ts';

/** What of a tool is searched. */
export type Findable = Pick<ToolSummary, 'id' | 'name' | 'title' | 'verb' | 'path' | 'tag' | 'tags' | 'description'>;

/** How many tools are ranked; the others stand behind them as they are listed. */
const RANKED = 100;

interface Indexed extends Searchable {
  readonly id: string;
}

/** The index of a list, as of the clients' search, without the arguments. Of 20,000 tools it takes a second. */
export const indexOf = (tools: readonly Findable[]): ToolIndex<Indexed> =>
  new ToolIndex(
    tools.map(({ id, name, title, description, tags, verb, path }): Indexed => {
      const findable = { ...findableOf({ name, tags }), arguments: '' };
      return { id, name, title, description, findable, inputSchema: {}, program: { verb, path } };
    }),
  );

/** The ids of the tools that a search finds, the best first. */
export const bestOf = (index: ToolIndex<Indexed>, text: string): string[] =>
  index.find(text, RANKED).tools.map(({ id }) => id);

/**
 * The tools that have every word; all of them for an empty text.
 * @param wordsOf further words that a list shows of a tool
 */
export function toolsWith<T extends Findable>(
  tools: readonly T[],
  text: string,
  wordsOf: (tool: T) => readonly string[] = () => [],
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  return tools.filter((tool) => {
    const { name, title, verb, path, tag, description } = tool;
    const hay = [name, title, verb, path, tag, description, ...wordsOf(tool)].join(' ').toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

/**
 * The found tools, the best first; without any, those that the search finds.
 * @param best ids, as of {@link bestOf}
 */
export function inOrder<T extends Findable>(
  tools: readonly T[],
  found: readonly T[],
  best: readonly string[],
): readonly T[] {
  if (best.length === 0) return found;
  const byId = new Map((found.length > 0 ? found : tools).map((tool) => [tool.id, tool]));
  const first = best.map((id) => byId.get(id)).filter((tool) => tool !== undefined);
  const isFirst = new Set(first);
  return [...first, ...found.filter((tool) => !isFirst.has(tool))];
}

/** All of it at once, for where nobody waits for each letter. */
export function findTools<T extends Findable>(tools: readonly T[], text: string): readonly T[] {
  if (text.trim() === '') return tools;
  return inOrder(tools, toolsWith(tools, text), bestOf(indexOf(tools), text));
}
