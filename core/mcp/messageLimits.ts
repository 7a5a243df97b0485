/**
 * Limits of a request body, checked before the protocol handles it: nesting, which could overflow the stack of recursive
 * functions; the number of messages in a batch; and duplicate ids in a batch, whose answers could not be matched.
 */
import { isObject } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import type { RefusalCode } from './errors.ts';

/**
 * The code of the limit that the body exceeds; undefined when it exceeds none.
 * @param parsed the body as JSON, or undefined when it is not JSON
 */
export function refusedShape(body: string, parsed: unknown): RefusalCode | undefined {
  if (isDeeper(body, LIMITS.mcpRequestDepth)) return 'body_too_deep';
  if (!Array.isArray(parsed)) return undefined;
  if (parsed.length > LIMITS.mcpBatchMessages) return 'batch_too_large';
  const ids = parsed.filter((message) => isObject(message) && 'method' in message && 'id' in message);
  return new Set(ids.map(({ id }) => id)).size < ids.length ? 'batch_ids_repeat' : undefined;
}

/**
 * True when the JSON text has more than `most` levels. Brackets in strings do not count. Linear in the length of the text.
 */
export function isDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > most) return true;
  }
  return false;
}

/** Offset of the quote that closes the string opened at `start`; the text's end when none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
