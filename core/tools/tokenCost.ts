/** About how many tokens a tool costs a model in its tool list: alone, in outline, in groups and behind a search. */
import { compactTool, describingTool, type OutlinedTool } from './compact.ts';
import { planGroups } from './exposition.ts';
import { type Action, groupsOf } from './grouped.ts';
import type { ToolDraft } from './model.ts';
import { searchingTools } from './searching.ts';
import { estimateTokens } from './tokenEstimate.ts';

/** The estimate for one tool as it stands in `tools/list`. */
export const toolTokens = (
  tool: Pick<OutlinedTool, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>,
): number =>
  estimateTokens(
    JSON.stringify({
      name: tool.name,
      ...(tool.title !== '' && { title: tool.title }),
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: tool.annotations,
    }),
  );

/** What the same tools cost in a compact list, with the tool that describes them. */
export const compactTokens = (tools: readonly Omit<Action, 'cacheHint'>[]): number =>
  [...tools.map((tool) => compactTool({ ...tool, cacheHint: 'none' })), describingTool(tools)].reduce(
    (sum, tool) => sum + toolTokens(tool),
    0,
  );

/** What a model pays before it has searched for any of the same tools. */
export const searchTokens = (
  tools: ReadonlyArray<Omit<Action, 'cacheHint'> & Pick<ToolDraft, 'path' | 'tags'>>,
): number =>
  searchingTools(
    tools.map((tool) => ({ ...tool, cacheHint: 'none', program: { path: tool.path }, findable: { tags: tool.tags } })),
  ).reduce((sum, tool) => sum + toolTokens(tool), 0);

/** What the same tools cost as groups, and how many groups these are. */
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
