/**
 * Finds tools in a list for people: those that have every word, as it is typed, in the order of the clients' search (core/search); where no
 * tool has all of them, what that search finds. Pure. The index of a list is made once, at the first search: 20,000 tools take a second.
 */
import { findableOf } from '../search/findable.ts';
import { type Searchable, ToolIndex } from '../search/toolIndex.ts';
import type { ToolSummary } from './schemas/tools.ts';

/** What of a tool is searched. */
export type Findable = Pick<ToolSummary, 'name' | 'title' | 'verb' | 'path' | 'tag' | 'tags' | 'description'>;

/** How many tools are ranked; the others stand behind them as they are listed. */
const RANKED = 100;

interface Indexed<T> extends Searchable {
  readonly tool: T;
}

const indexes = new WeakMap<object, ToolIndex<Indexed<Findable>>>();

function indexOf<T extends Findable>(tools: readonly T[]): ToolIndex<Indexed<T>> {
  let index = indexes.get(tools) as ToolIndex<Indexed<T>> | undefined;
  if (!index) {
    index = new ToolIndex(
      tools.map((tool): Indexed<T> => {
        const { name, title, description, tags, verb, path } = tool;
        const findable = { ...findableOf({ name, tags }), arguments: '' };
        return { tool, name, title, description, findable, inputSchema: {}, program: { verb, path } };
      }),
    );
    indexes.set(tools, index as unknown as ToolIndex<Indexed<Findable>>);
  }
  return index;
}

/**
 * The tools that were looked for, the best first; all of them as they are for an empty text.
 * @param wordsOf further words that a list shows of a tool
 */
export function findTools<T extends Findable>(
  tools: readonly T[],
  text: string,
  wordsOf: (tool: T) => readonly string[] = () => [],
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const found = tools.filter((tool) => {
    const { name, title, verb, path, tag, description } = tool;
    const hay = [name, title, verb, path, tag, description, ...wordsOf(tool)].join(' ').toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  if (found.length === 1) return found;
  const ranked = indexOf(tools)
    .find(text, RANKED)
    .tools.map(({ tool }) => tool);
  if (found.length === 0) return ranked;
  const isFound = new Set(found);
  const best = new Set(ranked.filter((tool) => isFound.has(tool)));
  return [...best, ...found.filter((tool) => !best.has(tool))];
}
