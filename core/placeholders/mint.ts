/**
 * Puts placeholders in the place of markers in a governed JSON answer: only where a marker stands for the whole of a value, of a kind that
 * the owner wants, at the place where the answer has that value. In texts, other formats and names of members markers stay markers.
 */
import { parseLossless } from '../json/lossless.ts';
import { isObject, type JsonValue } from '../json/value.ts';
import type { PlaceholderKind } from './kinds.ts';
import type { Placeholders } from './placeholder.ts';

/** The type in a marker, by kind. */
const MARKERS: Readonly<Record<string, PlaceholderKind>> = {
  '[REDACTED:email]': 'email',
  '[REDACTED:phone]': 'phone',
  '[REDACTED:name]': 'name',
  '[REDACTED:field]': 'id',
};
/** Deeper than this markers stay. */
const MOST_LEVELS = 200;

/** The governed text with placeholders; the same text where there is nothing to put in. */
export function withPlaceholders(
  governed: string,
  original: Uint8Array,
  kinds: ReadonlySet<PlaceholderKind>,
  { mint }: Placeholders,
): string {
  if (!Object.entries(MARKERS).some(([marker, kind]) => kinds.has(kind) && governed.includes(marker))) return governed;
  let source: JsonValue;
  let target: JsonValue;
  try {
    source = JSON.parse(Buffer.from(original).toString()) as JsonValue;
    target = parseLossless(governed);
  } catch {
    // JSON of another form than ours, such as lines: its markers stay.
    return governed;
  }
  let count = 0;
  const placed = (now: JsonValue | undefined, before: JsonValue | undefined, level: number): JsonValue | undefined => {
    if (typeof now === 'string') {
      const kind = MARKERS[now];
      if (kind === undefined || !kinds.has(kind) || now === before) return now;
      if (typeof before !== 'string') return now;
      const text = mint(kind, before);
      if (text === undefined) return now;
      count++;
      return text;
    }
    if (level > MOST_LEVELS) return now;
    if (Array.isArray(now) && Array.isArray(before)) {
      for (let at = 0; at < now.length; at++) now[at] = placed(now[at], before[at], level + 1) as JsonValue;
    } else if (isObject(now) && isObject(before)) {
      for (const key of Object.keys(now)) {
        if (key !== '__proto__' && Object.hasOwn(before, key)) {
          now[key] = placed(now[key], before[key], level + 1) as JsonValue;
        }
      }
    }
    return now;
  };
  target = placed(target, source, 0) as JsonValue;
  return count === 0 ? governed : JSON.stringify(target);
}
