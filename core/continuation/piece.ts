/**
 * A piece of a governed answer: the text of the items, members or characters that a part names, cut like any answer is (inner lists by the
 * limit of items, all of it by the limit of bytes). What is taken out is the very text of the answer, so all pieces joined are the answer.
 * Pure; it governs nothing, because all it is given is governed.
 */

import { createArrayScanner } from '../governance/json/arrayLimit.ts';
import type { Truncation } from '../governance/report.ts';
import { childAt, isArrayAt, itemsOf, type Place, rootOf } from './jsonPlaces.ts';
import { itemRange, type Part, pointerOf, type Range } from './part.ts';

/** A governed answer without cuts; `json` when its text is JSON. */
export interface Whole {
  readonly text: string;
  readonly json: boolean;
}

/** Most items of a list in a piece, and most bytes of the piece's text. */
export interface PieceLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
}

/** What a caller gets of an answer for the part that it named. */
export interface Piece {
  readonly text: string;
  /** The piece is JSON itself. */
  readonly json: boolean;
  /** What it is: `items 50 to 99 of 2,000 at /customers`. */
  readonly shows: string;
  /** Lists in it that were cut, by their places in the whole answer. */
  readonly truncations: readonly Truncation[];
  /** The part that goes on where this one ends, and how much is left behind this one. */
  readonly next?: Next;
}

/** The part to ask for next, and how many items or characters there are from it to the end. */
export interface Next {
  readonly part: string;
  readonly left: number;
  readonly unit: 'items' | 'characters';
}

/** Undefined where the answer has no such place. */
export function pieceOf(whole: Whole, part: Part, limits: PieceLimits): Piece | undefined {
  if (!whole.json) {
    return part.segments.length > 0 ? undefined : charactersOf(whole.text, '', part.characters, limits);
  }
  const { text } = whole;
  let place: Place | undefined = rootOf(text);
  for (const [at, segment] of part.segments.entries()) {
    const isLast = at === part.segments.length - 1;
    const range = isLast && isArrayAt(text, place) ? itemRange(segment) : undefined;
    if (range) return itemsPiece(text, place, part.segments.slice(0, -1), range, limits);
    place = childAt(text, place, segment);
    if (!place) return undefined;
  }
  const pointer = pointerOf(part.segments);
  if (part.characters) {
    return charactersOf(readable(text.slice(place.start, place.end)), pointer, part.characters, limits);
  }
  if (isArrayAt(text, place)) return itemsPiece(text, place, part.segments, { from: 0 }, limits);
  return valuePiece(text.slice(place.start, place.end), pointer, limits);
}

/** A value as it is read by its characters: of a text the text itself, of all else the JSON. */
const readable = (written: string): string => (written.startsWith('"') ? (JSON.parse(written) as string) : written);

/** A value that is no list: whole where it fits once its lists are cut, else its first characters. */
function valuePiece(text: string, pointer: string, limits: PieceLimits): Piece | undefined {
  const cut = cutLists(text, limits);
  if (Buffer.byteLength(cut.text) > limits.maxBytes) {
    return charactersOf(readable(text), pointer, undefined, limits);
  }
  const truncations = cut.truncations.map((each) => ({ ...each, pointer: pointer + each.pointer }));
  return { text: cut.text, json: true, shows: `the value at ${named(pointer)}`, truncations };
}

function itemsPiece(
  text: string,
  array: Place,
  segments: readonly string[],
  { from, to = Number.POSITIVE_INFINITY }: Range,
  limits: PieceLimits,
): Piece | undefined {
  const pointer = pointerOf(segments);
  const last = Math.min(to, from + limits.maxItems - 1);
  const texts: string[] = [];
  let total = 0;
  for (const { start, end } of itemsOf(text, array)) {
    if (total >= from && total <= last) texts.push(text.slice(start, end));
    total++;
  }
  if (texts.length === 0 && (total > 0 || from > 0)) return undefined;
  const cut = fitting(texts, limits);
  // One item alone is over the limit of bytes: it is read by its characters.
  if (!cut) return charactersOf(readable(texts[0] as string), `${pointer}/${from}`, undefined, limits);
  const end = from + cut.kept;
  const left = total - end;
  const size = Math.max(1, Math.min(cut.kept, limits.maxItems));
  return {
    text: cut.text,
    json: true,
    shows: cut.kept === 0 ? `the empty list at ${named(pointer)}` : shownItems(from, end - 1, total, pointer),
    truncations: cut.truncations.map((each) => ({ ...each, pointer: pointer + moved(each.pointer, from) })),
    ...(left > 0 && {
      next: { part: `${pointer}/${end}-${Math.min(end + size, total) - 1}`, left, unit: 'items' as const },
    }),
  };
}

/** As many of the items as the limit of bytes takes, their inner lists cut; undefined when the first alone is too long. */
function fitting(texts: readonly string[], limits: PieceLimits) {
  for (let kept = texts.length; ; kept = Math.floor(kept / 2)) {
    const cut = cutLists(`[${texts.slice(0, kept).join(',')}]`, limits);
    if (Buffer.byteLength(cut.text) <= limits.maxBytes) return { ...cut, kept };
    if (kept <= 1) return undefined;
  }
}

/** The same cut as the first one was, on a text. */
function cutLists(text: string, { maxItems }: PieceLimits): { text: string; truncations: readonly Truncation[] } {
  const scanner = createArrayScanner(maxItems);
  scanner.push(Buffer.from(text));
  const { bytes, truncations } = scanner.finish();
  return bytes && truncations.length > 0
    ? { text: Buffer.from(bytes).toString(), truncations }
    : { text, truncations: [] };
}

/** Characters are UTF-16 code units, as JSON Schema and JavaScript count them; no character is cut in two. */
function charactersOf(
  text: string,
  pointer: string,
  range: Range | undefined,
  { maxBytes }: PieceLimits,
): Piece | undefined {
  const { from, to = text.length - 1 } = range ?? { from: 0 };
  if (from >= text.length && text.length > 0) return undefined;
  let end = Math.min(to + 1, text.length, from + maxBytes);
  while (Buffer.byteLength(text.slice(from, end)) > maxBytes) end = from + Math.floor((end - from) * 0.9);
  if (end < text.length && end - from > 1 && isHigh(text.charCodeAt(end - 1))) end--;
  const left = text.length - end;
  return {
    text: text.slice(from, end),
    json: false,
    shows: `characters ${format(from)} to ${format(Math.max(from, end - 1))} of ${format(text.length)}${pointer === '' ? '' : ` of the value at ${named(pointer)}`}`,
    truncations: [],
    ...(left > 0 && {
      next: {
        part: `${pointer}@${end}-${Math.min(end + (end - from), text.length) - 1}`,
        left,
        unit: 'characters' as const,
      },
    }),
  };
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The first segment of a place in a piece is a position behind `from`. */
function moved(pointer: string, from: number): string {
  const [, index = '', rest = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? [];
  return `/${Number(index) + from}${rest}`;
}

const shownItems = (first: number, last: number, total: number, pointer: string): string =>
  `item${first === last ? '' : 's'} ${format(first)}${first === last ? '' : ` to ${format(last)}`} of ${format(total)} at ${named(pointer)}`;

/** Names in an answer are the upstream's words: only what is plainly a place is repeated in a note of ours. */
const PLACE = /^(?:\/[\p{L}\p{N}_$.@~-]{1,40}){1,12}$/u;
/** A pointer as a note may show it. */
export const named = (pointer: string): string =>
  pointer === '' ? 'the root' : PLACE.test(pointer) ? pointer : 'this place';

/** A whole number with commas between the thousands. */
export const format = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
