/**
 * Replaces markers in a governed JSON answer by placeholders, where a marker is a complete value of a kind that the
 * owner selected. Markers inside texts, in other formats and in member names are kept.
 */
import { parseLossless } from '../../lib/json/lossless.ts';
import { isObject, type JsonValue } from '../../lib/json/value.ts';
import type { PlaceholderKind } from '../../model/governance/placeholderKinds.ts';
import type { Placeholders } from './placeholder.ts';

/** Kind of the placeholder by type of the marker. */
const KINDS: Readonly<Record<string, PlaceholderKind>> = { email: 'email', phone: 'phone', name: 'name', field: 'id' };
/** A value that is a marker of such a type, with or without a pseudonym. */
const MARKER = /^\[REDACTED:(email|phone|name|field)(?::[0-9a-z]{7})?\]$/;
/** At deeper levels markers are kept. */
const MAX_LEVELS = 200;

/** The governed text with placeholders; the same text when there are none to insert. */
export function withPlaceholders(
  governed: string,
  original: Uint8Array,
  kinds: ReadonlySet<PlaceholderKind>,
  { mint }: Placeholders,
): string {
  if (!Object.entries(KINDS).some(([type, kind]) => kinds.has(kind) && governed.includes(`[REDACTED:${type}`)))
    return governed;
  let source: JsonValue;
  let target: JsonValue;
  try {
    source = JSON.parse(Buffer.from(original).toString()) as JsonValue;
    target = parseLossless(governed);
  } catch {
    // The text is not a single JSON document (JSON lines, for example), so markers are kept.
    return governed;
  }
  let count = 0;
  const placed = (now: JsonValue | undefined, before: JsonValue | undefined, level: number): JsonValue | undefined => {
    if (typeof now === 'string') {
      const kind = KINDS[MARKER.exec(now)?.[1] ?? ''];
      if (kind === undefined || !kinds.has(kind) || now === before) return now;
      if (typeof before !== 'string') return now;
      const text = mint(kind, before);
      if (text === undefined) return now;
      count++;
      return text;
    }
    if (level > MAX_LEVELS) return now;
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
