/**
 * Markers, which replace redacted values: `[REDACTED:<type>]`, or `[REDACTED:<type>:<pseudonym>]` (catalog/pseudonyms.ts). A
 * type consists of letters, digits and dashes.
 */

import { MARKER, MARKER_PREFIX as PREFIX } from '../vocabulary/markerForm.ts';
import { CATALOG } from './index.ts';

/** The marker of a type. */
export function markerOf(type: string, pseudonym?: string): string {
  return pseudonym === undefined ? `${PREFIX}${type}]` : `${PREFIX}${type}:${pseudonym}]`;
}

const KNOWN: ReadonlySet<string> = new Set([...CATALOG.map(({ id }) => id), 'field', 'depth', 'withheld']);

/**
 * The markers in a text. `[REDACTED:…]` with a type that does not exist is ordinary text, since an upstream may imitate
 * markers.
 *
 * @param custom types of the owner's patterns
 */
export function markersIn(text: string, custom?: ReadonlySet<string>): RegExpExecArray[] {
  if (!text.includes(PREFIX)) return [];
  return [...text.matchAll(MARKER)].filter((hit) => KNOWN.has(hit[1] ?? '') || custom?.has(hit[1] ?? '') === true);
}

/** The text without its markers. */
export function withoutMarkers(text: string, custom?: ReadonlySet<string>): string {
  let rest = '';
  let from = 0;
  for (const hit of markersIn(text, custom)) {
    rest += text.slice(from, hit.index);
    from = hit.index + hit[0].length;
  }
  return from === 0 ? text : rest + text.slice(from);
}

/**
 * Whether a value is one marker and nothing else; it may have the number that redacted keys get. Markers are never
 * redacted again.
 */
export function isMarker(text: string): boolean {
  if (text.charCodeAt(0) !== 0x5b || text.length > 127) return false;
  const plain = text.startsWith(PREFIX) && KNOWN.has(text.slice(PREFIX.length, -1)) && text.endsWith(']');
  return plain || markersIn(text)[0]?.[0] === text;
}
