/**
 * About how many tokens a tool costs a model in its tool list. An estimate: models tokenize differently, and none of their
 * tokenizers is worth shipping for it. Calibrated in test/unit/tools against the o200k tokenizer over real tools.
 */
import type { ToolDraft } from './model.ts';

/** Words, numbers, and signs with what follows them; long words are several tokens. */
const PIECE = /[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]+/g;

/** The estimate for any text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    tokens += /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / 8) : Math.ceil(piece.length / 3);
  }
  return tokens;
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
