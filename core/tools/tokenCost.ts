/**
 * About how many tokens a tool costs a model in its tool list. An estimate: models tokenize differently, and none of their
 * tokenizers is worth shipping for it. Calibrated in test/unit/tools against the o200k tokenizer over real tools.
 */
import { planGroups } from './exposition.ts';
import { type Action, groupsOf } from './grouped.ts';
import type { ToolDraft } from './model.ts';

/** Characters that one token covers at most, by the kind of a run. */
const SPACE = 0;
const WORD = 8;
const OTHER = 3;

/** The estimate for any text: runs of letters, of digits and of everything else, white space for nothing. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind = SPACE;
  let isDigit = false;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code >= 48 && code <= 57;
    const next = (code | 32) >= 97 && (code | 32) <= 122 ? WORD : code <= 32 ? SPACE : OTHER;
    if (next !== kind || digit !== isDigit) {
      if (kind !== SPACE) tokens += Math.ceil(run / kind);
      kind = next;
      isDigit = digit;
      run = 0;
    }
    run++;
  }
  return kind === SPACE ? tokens : tokens + Math.ceil(run / kind);
}

/** The estimate for one tool as it stands in `tools/list`. */
export const toolTokens = (
  tool: Pick<ToolDraft, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>,
): number =>
  estimateTokens(
    JSON.stringify({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: tool.annotations,
    }),
  );

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
