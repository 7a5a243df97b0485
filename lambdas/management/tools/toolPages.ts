/**
 * The list of a server's tools, a page at a time, in the order of their ids: a request reads the rows of its page alone. An instance keeps what it
 * has made of the server that it has listed last, so that whoever looks again after an edit has only that made anew. Figures are those of the
 * page; what the tools would cost in other listings is told where the page has all of them.
 */

import type { ToolItem } from '../../../aws/tables/toolItems.ts';
import { isSameItem, itemsAfter, toolIn } from '../../../aws/tables/tools.ts';
import type { QueryOf } from '../../../core/api/routes/index.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { otherHosts, unapprovedOrigin } from '../../../core/model/hosts.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { isTool, type Tool } from '../../../core/model/tool.ts';
import { findTools, toolsWith } from '../../../core/tools/find.ts';
import type { ToolList, ToolSummary } from '../../../core/tools/schemas/tools.ts';
import { compactTokens, groupCost, searchTokens } from '../../../core/tools/tokenCost.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { toolSummary } from '../serverRow/views.ts';

/** Characters of the summaries of a page: a function returns 6 MB at most, in which a quote counts twice. */
const PAGE_CHARACTERS = 4_000_000;
/** What an instance keeps of one server. */
const KEPT = LIMITS.toolsPerServer + LIMITS.listedTools;

interface Known {
  readonly item: ToolItem;
  readonly summary: ToolSummary;
  /** Where a page has all tools. */
  readonly tool?: Tool;
}

const known = new Map<string, Known>();
let knownServerId: string | undefined;

/** Handler of `listTools`. */
export const toolPages: HandlersOf<'listTools'> = {
  listTools: async ({ params, query }) => {
    const { after, limit = LIMITS.listedTools } = query;
    const [{ items, hasMore }, server] = await Promise.all([
      itemsAfter(params.id, after, limit),
      knownServer(params.id),
    ]);
    const isWhole = after === undefined && !hasMore;
    const read = knownOf(params.id, items, isWhole);
    const rows = within(read, PAGE_CHARACTERS);
    const next = hasMore || rows.length < read.length ? rows.at(-1)?.summary.id : undefined;
    const summaries = rows.map(({ summary }) => summary).sort(byName);
    const tools = next === undefined && isWhole ? rows.flatMap(({ tool }) => tool ?? []) : undefined;
    return {
      items: [...matching(summaries, query, tools !== undefined)],
      ...figuresOf(server, summaries, tools),
      ...(next !== undefined && { next }),
    };
  },
};

const byName = (one: ToolSummary, other: ToolSummary): number => (one.name < other.name ? -1 : 1);

/** What is known of the items; what was written since is made anew. */
function knownOf(serverId: string, items: readonly ToolItem[], isWhole: boolean): Known[] {
  if (knownServerId !== serverId || known.size > KEPT) known.clear();
  knownServerId = serverId;
  const read = items.map((item): Known => {
    const before = known.get(item.toolId);
    if (before && isSameItem(before.item, item) && (before.tool || !isWhole)) return before;
    const tool = toolIn(item);
    return { item, summary: toolSummary(tool), ...(isWhole && { tool }) };
  });
  // Of a page that has all of them, what is gone is forgotten.
  if (isWhole) known.clear();
  for (const one of read) known.set(one.item.toolId, one);
  return read;
}

/** As many as an answer has room for, one at least. */
function within(read: readonly Known[], most: number): Known[] {
  let characters = 0;
  const end = read.findIndex(({ summary }, at) => {
    characters += JSON.stringify(summary).length;
    return characters > most && at > 0;
  });
  return read.slice(0, end < 0 ? read.length : end);
}

function matching(
  summaries: readonly ToolSummary[],
  { q = '', tag, enabled }: QueryOf<'listTools'>,
  isWhole: boolean,
): readonly ToolSummary[] {
  const found = isWhole ? findTools(summaries, q) : toolsWith(summaries, q);
  return found.filter(
    (tool) => (tag === undefined || tool.tag === tag) && (enabled === undefined || String(tool.enabled) === enabled),
  );
}

/** @param tools all of the server, where the page has them */
function figuresOf(
  server: ServerRow,
  summaries: readonly ToolSummary[],
  tools: readonly Tool[] | undefined,
): Omit<ToolList, 'items' | 'next'> {
  const isSealed = (tool: { readonly enabled: boolean; readonly baseUrl?: string | undefined }) =>
    tool.enabled && unapprovedOrigin(placeOf(tool), server) === undefined;
  const sealed = summaries.filter(isSealed);
  const whole = tools?.filter((tool) => isTool(tool) && isSealed(tool));
  return {
    total: summaries.length,
    enabled: summaries.filter((tool) => tool.enabled).length,
    tokens: sealed.reduce((sum, tool) => sum + tool.tokens, 0),
    search: searchTokens(whole ?? sealed.map((tool) => ({ ...tool, inputSchema: {} }))),
    ...(whole && { compact: compactTokens(whole), grouped: groupCost(whole) }),
    tags: tagsOf(summaries),
    otherHosts: otherHosts(summaries.map(placeOf), server.baseUrl).map((host) => ({
      ...host,
      approved: Object.hasOwn(server.hosts ?? {}, host.origin),
    })),
  };
}

const placeOf = ({ baseUrl }: { readonly baseUrl?: string | undefined }) => (baseUrl === undefined ? {} : { baseUrl });

function tagsOf(all: readonly { readonly tag: string; readonly enabled: boolean }[]) {
  const tags = new Map<string, { name: string; count: number; enabled: number }>();
  for (const { tag, enabled } of all) {
    const entry = tags.get(tag) ?? { name: tag, count: 0, enabled: 0 };
    entry.count++;
    if (enabled) entry.enabled++;
    tags.set(tag, entry);
  }
  return [...tags.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
