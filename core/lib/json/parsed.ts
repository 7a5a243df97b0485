/** Reads texts that may be no JSON. */
import type { JsonValue } from './value.ts';

/** The value of a text; undefined when it is no JSON. The reason is left out: it quotes the text. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
