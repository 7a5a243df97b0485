/** Estimates how many tokens the tools of a server need in the tool list of a model, by exposition. */

import { estimateTokens } from '../lib/tokenEstimate.ts';
import type { ToolDraft } from '../model/tool.ts';
import { compactTools, describingTool } from './compact.ts';
import { planGroups } from './exposition.ts';
import { type Action, groupsOf } from './grouped.ts';
import { listedHints, listedTitle } from './listed.ts';
import { searchingTools } from './searching.ts';

/** The estimate for one tool in `tools/list`. */
export const toolTokens = (
  tool: Pick<Action, 'name' | 'title' | 'description' | 'inputSchema'> & {
    readonly annotations: Partial<Action['annotations']>;
  },
): number =>
  estimateTokens(
    JSON.stringify({
      name: tool.name,
      title: listedTitle(tool),
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: listedHints(tool.annotations),
    }),
  );

/** The estimate for a compact list, with the tool that describes the others. */
export const compactTokens = (tools: readonly Omit<Action, 'cacheHint'>[]): number =>
  [...compactTools(tools.map((tool) => ({ ...tool, cacheHint: 'none' }))), describingTool(tools)].reduce(
    (sum, tool) => sum + toolTokens(tool),
    0,
  );

/** The estimate for exposition by search, without any search. */
export const searchTokens = (
  tools: ReadonlyArray<Omit<Action, 'cacheHint'> & Pick<ToolDraft, 'path' | 'tags'>>,
): number =>
  searchingTools(
    tools.map((tool) => ({ ...tool, cacheHint: 'none', program: { path: tool.path }, findable: { tags: tool.tags } })),
  ).reduce((sum, tool) => sum + toolTokens(tool), 0);

/** The estimate for groups, and the number of groups. */
export function groupCost(tools: ReadonlyArray<Omit<Action, 'cacheHint'> & Pick<ToolDraft, 'path' | 'tag'>>): {
  readonly tokens: number;
  readonly groups: number;
} {
  const groups = groupsOf(
    planGroups(tools),
    tools.map((tool) => ({ ...tool, cacheHint: 'none' as const })),
  );
  return { tokens: groups.reduce((sum, group) => sum + toolTokens(group), 0), groups: groups.length };
}
