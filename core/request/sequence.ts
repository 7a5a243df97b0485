/**
 * Sequential media types (OpenAPI 3.1.2 and 3.2): JSON values one per line, or each between a record separator and a
 * line feed (RFC 7464). A list is the sequence; any other value is its only item.
 */

import { jsonText } from '../json/lossless.ts';
import type { JsonValue } from '../json/value.ts';

const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/;
const RECORDS = /^application\/(?:[\w.-]+\+)?json-seq$/;

/** True for media types that are a sequence of JSON values. */
export const isSequence = (type: string): boolean => LINES.test(type) || RECORDS.test(type);

/** The values as such a type has them; undefined for other types. */
export function sequence(type: string, value: JsonValue): string | undefined {
  if (!isSequence(type)) return undefined;
  const mark = RECORDS.test(type) ? '\u001e' : '';
  return (Array.isArray(value) ? value : [value]).map((item) => `${mark}${jsonText(item)}\n`).join('');
}
