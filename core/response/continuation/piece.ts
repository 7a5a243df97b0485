/**
 * A piece of a governed answer: the text of the items, members or characters that a part names, cut like any answer
 * (inner lists by the item limit, the whole by the byte limit). Pieces are original text of the answer, so all of them
 * joined are the answer. Pure. Does not govern, since its input is governed already.
 */

import { createArrayScanner } from '../../governance/json/arrayLimit.ts';
import type { Truncation } from '../../model/governance/report.ts';
import { childAt, isArrayAt, itemsOf, type Place, rootOf } from './jsonPlaces.ts';
import { itemRange, type Part, pointerOf, type Range } from './part.ts';

/** A governed answer without cuts; `json` says that its text is JSON. */
export interface Whole {
  readonly text: string;
  readonly json: boolean;
}

/** Maximum items of a list in a piece, and maximum bytes of the piece. */
export interface PieceLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
}

/** What a caller gets for the part that it named. */
export interface Piece {
  readonly text: string;
  /** The piece is valid JSON. */
  readonly json: boolean;
  /** Describes the piece: `items 50 to 99 of 2,000 at /customers`. */
  readonly shows: string;
  /** The part that names exactly this piece. */
  readonly part: string;
  /** Lists in the piece that were cut, with pointers into the whole answer; the outermost first. */
  readonly truncations: readonly Truncation[];
  /** What follows this piece. */
  readonly next?: Next;
}

/** The next part to ask for, and the number of items, characters or lists from there to the end. */
export interface Next {
  readonly part: string;
  readonly left: number;
  readonly unit: 'items' | 'characters' | 'lists';
}

/** Maximum number of lists in one piece of them. */
export const MAX_LISTS = 100;

/** The piece for a part; undefined when the answer does not have the part. */
export function pieceOf(whole: Whole, part: Part, limits: PieceLimits): Piece | undefined {
  if (!whole.json) {
    return part.segments.length > 0 || part.lists ? undefined : charactersOf(whole.text, '', part.characters, limits);
  }
  if (part.lists) return listsPiece(whole, part.segments, part.lists, limits);
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

/** A value as read by characters: the content of a string, otherwise the JSON text. */
const readable = (written: string): string => (written.startsWith('"') ? (JSON.parse(written) as string) : written);

/** A value that is not a list: whole if it fits after its lists are cut, otherwise its first characters. */
function valuePiece(text: string, pointer: string, limits: PieceLimits): Piece | undefined {
  const cut = cutLists(text, limits);
  if (Buffer.byteLength(cut.text) > limits.maxBytes) {
    return charactersOf(readable(text), pointer, undefined, limits);
  }
  const truncations = cut.truncations.map((each) => ({ ...each, pointer: pointer + each.pointer }));
  return {
    text: cut.text,
    json: true,
    shows: `the value at ${displayPointer(pointer)}`,
    part: pointer,
    truncations: outermostFirst(truncations),
  };
}

/** The next parts of the lists that are cut in a value or a range of items, whatever its size, as JSON. */
function listsPiece(
  whole: Whole,
  segments: readonly string[],
  { from, to = Number.POSITIVE_INFINITY }: Range,
  { maxItems, maxBytes }: PieceLimits,
): Piece | undefined {
  const piece = pieceOf(whole, { segments }, { maxItems, maxBytes: Number.POSITIVE_INFINITY });
  if (!piece) return undefined;
  const { part: place, truncations } = piece;
  const parts = truncations.map(({ pointer, total, kept }) => ({
    part: `${pointer}/${kept}-${Math.min(kept * 2, total) - 1}`,
    left: total - kept,
  }));
  let end = Math.min(to + 1, from + MAX_LISTS, parts.length);
  if (from >= end) return undefined;
  const written = () => JSON.stringify(parts.slice(from, end));
  while (end - from > 1 && Buffer.byteLength(written()) > maxBytes) end = from + Math.floor((end - from) / 2);
  const left = parts.length - end;
  return {
    text: written(),
    json: true,
    shows: `the places of cut lists, ${format(from)} to ${format(end - 1)} of ${format(parts.length)}, with the next part of each`,
    part: `${place}#${from}-${end - 1}`,
    truncations: [],
    ...(left > 0 && {
      next: { part: `${place}#${end}-${Math.min(end + MAX_LISTS, parts.length) - 1}`, left, unit: 'lists' as const },
    }),
  };
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
  // A single item is over the byte limit, so it is read by characters.
  if (!cut) return charactersOf(readable(texts[0] as string), `${pointer}/${from}`, undefined, limits);
  const end = from + cut.kept;
  const left = total - end;
  const size = Math.max(1, Math.min(cut.kept, limits.maxItems));
  return {
    text: cut.text,
    json: true,
    shows: cut.kept === 0 ? `the empty list at ${displayPointer(pointer)}` : shownItems(from, end - 1, total, pointer),
    part: cut.kept === 0 ? pointer : `${pointer}/${from}-${end - 1}`,
    truncations: outermostFirst(
      cut.truncations.map((each) => ({ ...each, pointer: pointer + inAnswer(each.pointer, from) })),
    ),
    ...(left > 0 && {
      next: { part: `${pointer}/${end}-${Math.min(end + size, total) - 1}`, left, unit: 'items' as const },
    }),
  };
}

/** As many items as the byte limit allows, with inner lists cut; undefined when the first one alone is too long. */
function fitting(texts: readonly string[], limits: PieceLimits) {
  for (let kept = texts.length; ; kept = Math.floor(kept / 2)) {
    const cut = cutLists(`[${texts.slice(0, kept).join(',')}]`, limits);
    if (Buffer.byteLength(cut.text) <= limits.maxBytes) return { ...cut, kept };
    if (kept <= 1) return undefined;
  }
}

/** Cuts the lists in a JSON text as governance cuts those of an answer. */
function cutLists(text: string, { maxItems }: PieceLimits): { text: string; truncations: readonly Truncation[] } {
  const scanner = createArrayScanner(maxItems);
  scanner.push(Buffer.from(text));
  const { bytes, truncations } = scanner.finish();
  return bytes && truncations.length > 0
    ? { text: Buffer.from(bytes).toString(), truncations }
    : { text, truncations: [] };
}

/**
 * A range of characters, which are UTF-16 code units as in JSON Schema and JavaScript. Surrogate pairs are not split.
 */
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
    shows: `characters ${format(from)} to ${format(Math.max(from, end - 1))} of ${format(text.length)}${pointer === '' ? '' : ` of the value at ${displayPointer(pointer)}`}`,
    part: `${pointer}@${from}-${Math.max(from, end - 1)}`,
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

const depth = ({ pointer }: Truncation): number => pointer.split('/').length;

/** An outer list ends behind those in it, and is what readers want most often. */
export const outermostFirst = (cuts: readonly Truncation[]): Truncation[] =>
  cuts.toSorted((one, other) => depth(one) - depth(other));

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** A pointer in a piece as a pointer in the answer: its first segment is an index counted from `from`. */
function inAnswer(pointer: string, from: number): string {
  const [, index = '', rest = ''] = /^\/(\d+)(.*)$/s.exec(pointer) ?? [];
  return `/${Number(index) + from}${rest}`;
}

const shownItems = (first: number, last: number, total: number, pointer: string): string =>
  `item${first === last ? '' : 's'} ${format(first)}${first === last ? '' : ` to ${format(last)}`} of ${format(total)} at ${displayPointer(pointer)}`;

/** Names in an answer come from the upstream. Only a pointer of this form is repeated in a note of the gateway. */
const POINTER = /^(?:\/[\p{L}\p{N}_$.@~-]{1,40}){1,12}$/u;
/** A pointer as shown in a note. */
export const displayPointer = (pointer: string): string =>
  pointer === '' ? 'the root' : isPlainPointer(pointer) ? pointer : 'this place';

/** Whether a pointer may be repeated in a note. */
export const isPlainPointer = (pointer: string): boolean => pointer === '' || POINTER.test(pointer);

/** A whole number with commas between the thousands. */
export const format = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
