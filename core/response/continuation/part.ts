/**
 * The notation for a part of an answer: a JSON pointer (RFC 6901) whose last segment may be a range of items
 * (`/customers/50-99`), optionally followed by a range of characters (`@4096-8191`, `/body@0-4095`) or of the lists that
 * are cut there (`#0-99`, `/customers/0-49#100-199`). There are no filters and no wildcards.
 */

/** Positions from zero; `to` is inclusive. */
export interface Range {
  readonly from: number;
  /** Last position; missing for an open range. */
  readonly to?: number;
}

/** A parsed part: the unescaped segments of its pointer, and the range of characters or of cut lists. */
export interface Part {
  readonly segments: readonly string[];
  readonly characters?: Range;
  readonly lists?: Range;
}

const MAX_CHARACTERS = 1_000;
const TAIL = /([@#])(\d{1,9})-(\d{1,9})?$/;
const ITEMS = /^(\d{1,9})-(\d{1,9})?$/;

/** The text of every refusal. It describes the complete notation. */
export const PART_RULE =
  'must be a JSON pointer into the answer ("" is all of it), whose last segment may be a range of items, such as /customers/50-99, or which a range of characters may follow, such as /body@0-4095, or one of the lists that are cut there, such as /customers#0-99';

/** Parses a part; undefined when the text is not one. Does not check that the answer has such a part. */
export function parsePart(text: string): Part | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const [tail, sign, from = '', to] = TAIL.exec(text) ?? [''];
  const pointer = text.slice(0, text.length - tail.length);
  if (pointer !== '' && (!pointer.startsWith('/') || /~(?![01])/.test(pointer))) return undefined;
  const segments = pointer.split('/').slice(1).map(unescaped);
  if (tail === '') return { segments };
  const range = rangeOf(from, to);
  return range && { segments, [sign === '@' ? 'characters' : 'lists']: range };
}

/** The last segment as a range of items; undefined when it is none. */
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

/** The JSON pointer of the segments (RFC 6901, section 3). */
export const pointerOf = (segments: readonly string[]): string =>
  segments.map((segment) => `/${escaped(segment)}`).join('');
