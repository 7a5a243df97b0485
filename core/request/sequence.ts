/**
 * Sequential media types (OpenAPI 3.1.2 and 3.2): one JSON value per line, or each between a record separator and a line
 * feed (RFC 7464). An array is serialized as the sequence of its items; any other value as a sequence of one.
 */

import { jsonText } from '../lib/json/lossless.ts';
import type { JsonValue } from '../lib/json/value.ts';

const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/;
const RECORDS = /^application\/(?:[\w.-]+\+)?json-seq$/;

/** True for media types that are a sequence of JSON values. */
export const isSequence = (type: string): boolean => LINES.test(type) || RECORDS.test(type);

/** The serialized sequence; undefined when the media type is not sequential. */
export function sequence(type: string, value: JsonValue): string | undefined {
  if (!isSequence(type)) return undefined;
  const separator = RECORDS.test(type) ? '\u001e' : '';
  return (Array.isArray(value) ? value : [value]).map((item) => `${separator}${jsonText(item)}\n`).join('');
}
