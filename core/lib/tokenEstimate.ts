/**
 * Estimates the number of tokens of a text. Models have different tokenizers, so an estimate is enough; it is calibrated
 * in test/unit/core/tools against the o200k tokenizer with real tools.
 */

/** Maximum characters of one token, by the kind of a run of characters. */
const SPACE = 0;
const WORD = 8;
const OTHER = 3;

/** The estimate for a text, from its runs of letters, digits and other characters; white space needs no tokens. */
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

/**
 * Bytes of one token in governed JSON answers, as {@link estimateTokens} counts them: for where only the size of a text is known. A test
 * holds it to the labelled ones.
 */
const BYTES_OF_TOKEN = 3.1;

/** The estimate for a text of which only the size is known. */
export const tokensOfBytes = (bytes: number): number => Math.round(bytes / BYTES_OF_TOKEN);
