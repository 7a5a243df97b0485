/**
 * The pages of a server's tools, put together. A page has the figures of its own tools, which add up; what a list of all of them would cost in
 * groups is known for a server of one page alone. Pure.
 */
import type { ToolList } from './schemas/tools.ts';

/**
 * All tools of a server, page after page.
 * @param server the server's path in the management API
 * @param read gets a path
 */
export async function allTools(server: string, read: (path: string) => Promise<ToolList>): Promise<ToolList> {
  const pages: [ToolList, ...ToolList[]] = [await read(`${server}/tools`)];
  for (let { next } = pages[0]; next !== undefined; ) {
    const page = await read(`${server}/tools?after=${next}`);
    pages.push(page);
    next = page.next;
  }
  return joinedPages(pages);
}

/** One list of all pages, by name. */
export function joinedPages([first, ...others]: readonly [ToolList, ...ToolList[]]): ToolList {
  if (others.length === 0) return first;
  const pages = [first, ...others];
  const sum = (figure: (page: ToolList) => number) => pages.reduce((all, page) => all + figure(page), 0);
  return {
    items: pages.flatMap(({ items }) => items).sort((one, other) => (one.name < other.name ? -1 : 1)),
    total: sum(({ total }) => total),
    enabled: sum(({ enabled }) => enabled),
    tokens: sum(({ tokens }) => tokens),
    // It names as many subjects as fit into a text, however many tools there are.
    search: Math.max(...pages.map(({ search }) => search)),
    tags: joinedBy(
      pages.flatMap(({ tags }) => tags),
      ({ name }) => name,
      (one, { count, enabled }) => ({ ...one, count: one.count + count, enabled: one.enabled + enabled }),
    ).sort((one, other) => (one.name < other.name ? -1 : 1)),
    otherHosts: joinedBy(
      pages.flatMap(({ otherHosts }) => otherHosts),
      ({ origin }) => origin,
      (one, { tools }) => ({ ...one, tools: one.tools + tools }),
    ).sort((one, other) => other.tools - one.tools || (one.origin < other.origin ? -1 : 1)),
  };
}

function joinedBy<T>(all: readonly T[], keyOf: (one: T) => string, join: (one: T, other: T) => T): T[] {
  const joined = new Map<string, T>();
  for (const one of all) {
    const known = joined.get(keyOf(one));
    joined.set(keyOf(one), known ? join(known, one) : one);
  }
  return [...joined.values()];
}
