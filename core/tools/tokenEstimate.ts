/**
 * About how many tokens a text costs a model. An estimate: models tokenize differently, and none of their tokenizers is worth
 * shipping for it. Calibrated in test/unit/tools against the o200k tokenizer over real tools.
 */

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
