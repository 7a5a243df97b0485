/**
 * How a caller names a part of an answer: a JSON pointer (RFC 6901), whose last segment may be a range of a list's items
 * (`/customers/50-99`), or a range of characters behind it (`@4096-8191`, `/body@0-4095`). Nothing else: no filters, no wildcards.
 */

/** Positions from zero, the last one included. */
export interface Range {
  readonly from: number;
  /** Of the last one; open when nothing is given. */
  readonly to?: number;
}

/** A part as it was read: the segments of its pointer, unescaped, and the characters of the text found there. */
export interface Part {
  readonly segments: readonly string[];
  readonly characters?: Range;
}

const MOST_CHARACTERS = 1_000;
const CHARACTERS = /@(\d{1,9})-(\d{1,9})?$/;
const ITEMS = /^(\d{1,9})-(\d{1,9})?$/;

/** What every refusal says; a caller that reads it knows the whole grammar. */
export const PART_RULE =
  'must be a JSON pointer into the answer ("" is all of it), whose last segment may be a range of items, such as /customers/50-99, or which a range of characters may follow, such as /body@0-4095';

/** Undefined for what is no part; whether there is such a place is another question. */
export function parsePart(text: string): Part | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const [tail, from = '', to] = CHARACTERS.exec(text) ?? [''];
  const pointer = text.slice(0, text.length - tail.length);
  if (pointer !== '' && (!pointer.startsWith('/') || /~(?![01])/.test(pointer))) return undefined;
  const segments = pointer.split('/').slice(1).map(unescaped);
  if (tail === '') return { segments };
  const characters = rangeOf(from, to);
  return characters && { segments, characters };
}

/** A last segment as a range of items. */
export function itemRange(segment: string | undefined): Range | undefined {
  const [, from, to] = ITEMS.exec(segment ?? '') ?? [];
  return from === undefined ? undefined : rangeOf(from, to);
}

function rangeOf(from: string, to: string | undefined): Range | undefined {
  if (to === undefined) return { from: Number(from) };
  return Number(to) < Number(from) ? undefined : { from: Number(from), to: Number(to) };
}

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');
const escaped = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer of these segments (RFC 6901 section 3). */
export const pointerOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${escaped(segment)}`).join('');
