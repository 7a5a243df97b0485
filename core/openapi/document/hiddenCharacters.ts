/**
 * Where the source of a document may have characters that nobody sees (core/lib/visible.ts): as bytes of UTF-8, or as escapes of JSON and
 * YAML. Few documents have any, so that only those are looked through, and of JSON only the parts that have some (output/hiddenPlaces.ts).
 */
import { Buffer, isAscii } from 'node:buffer';
import { mayBeInvisible, visibleText } from '../../lib/visible.ts';

const BACKSLASH = 0x5c;
const DELETE = 0x7f;
const QUOTE = 0x22;
const SPACE = 0x20;
const BEFORE_QUOTE = new Set(Buffer.from(' \t\r\n\\-?:,[{'));
/** Bytes that are read one by one after a backslash: many documents have the next one there. */
const NEAR = 12;
/** Places that are kept; a text with more may have some everywhere. */
const MAX_PLACES = 500;
const SMALL_N = 0x6e;
const SMALL_R = 0x72;
const SMALL_U = 0x75;
/** Signs of escapes of characters that may be hidden: those of JSON, and those that only YAML has (1.2, section 5.7). */
const JSON_SIGNS = new Set(Buffer.from('bf'));
const YAML_SIGNS = new Set(Buffer.from('bfxUeavN0'));
/** Bytes that are judged together: most have nothing beyond ASCII, and of those that have, most have little. */
const CHUNKS = { large: 4_096, small: 256 };
/** Bytes around a chunk: a character may begin in one chunk and end in the next, and some are needed beside others. */
const AROUND = 8;
/** Direction marks, which are needed in a text that runs from the right: a chunk may have parts of several texts. */
const MARKS = /[\u200E\u200F\u061C]/;

/** The escapes of a JSON text. */
export interface Escapes {
  /** Whether it has a `\u`. */
  readonly hasUnicode: boolean;
  /** Where they may be of characters that nobody sees. */
  readonly hidden: readonly number[];
}

/** Reads the escapes of a JSON text, all in one search: the runtime stops at each backslash, and some documents have hundreds of thousands. */
export function escapesOf(bytes: Buffer): Escapes {
  let hasUnicode = false;
  const hidden: number[] = [];
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = nextBackslash(bytes, at + 2)) {
    const sign = bytes[at + 1];
    if (sign === SMALL_N || sign === QUOTE) continue;
    hasUnicode ||= sign === SMALL_U;
    if (hidden.length < MAX_PLACES && isHidden(bytes, at, JSON_SIGNS)) hidden.push(at);
  }
  return { hasUnicode, hidden };
}

function nextBackslash(bytes: Buffer, start: number): number {
  for (let at = start; at < start + NEAR; at++) if (bytes[at] === BACKSLASH) return at;
  return bytes.indexOf(BACKSLASH, start + NEAR);
}

function isHidden(bytes: Buffer, at: number, signs: ReadonlySet<number>): boolean {
  const sign = bytes[at + 1] ?? 0;
  if (sign === SMALL_R) return bytes[at + 2] !== BACKSLASH || bytes[at + 3] !== SMALL_N;
  if (sign !== SMALL_U) return signs.has(sign);
  return mayBeInvisible(String.fromCharCode(Number.parseInt(bytes.toString('latin1', at + 2, at + 6), 16)));
}

/** Where a JSON text may have some: offsets near them, as many as are kept. */
export function hiddenInJson(bytes: Buffer, escapes: Escapes): readonly number[] {
  const places = [...escapes.hidden];
  for (const at of hiddenInBytes(bytes)) if (places.push(at) >= MAX_PLACES) break;
  return places;
}

/** Whether one of the places is between two offsets. */
export const isHiddenBetween = (places: readonly number[], start: number, end: number): boolean =>
  places.length >= MAX_PLACES || places.some((at) => at - AROUND < end && at + CHUNKS.small + AROUND > start);

/** Offsets near those that a text may have beside its escapes. */
function* hiddenInBytes(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(DELETE); at >= 0; at = bytes.indexOf(DELETE, at + 1)) yield at;
  for (let start = 0; start < bytes.length; start += CHUNKS.large) {
    if (isAscii(bytes.subarray(start, start + CHUNKS.large))) continue;
    for (let at = start; at < start + CHUNKS.large; at += CHUNKS.small) {
      if (!isWestern(bytes, at, at + CHUNKS.small) && mayHideIn(bytes, at, at + CHUNKS.small)) yield at;
    }
  }
}

/**
 * Whether the characters that begin between two offsets are all ASCII, of Latin-1 without its control characters and soft hyphen, or the dashes,
 * quotes and dots of U+2010 to U+2027: then none is hidden, and nothing has to be decoded.
 */
function isWestern(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const lead = bytes[at] ?? 0;
    // Less than 0xc0 is within a character that began before.
    if (lead < 0xc0 || lead === 0xc3) continue;
    const next = bytes[at + 1] ?? 0;
    if (lead === 0xc2 && next >= 0xa0 && next !== 0xad) continue;
    const last = bytes[at + 2] ?? 0;
    if (lead !== 0xe2 || next !== 0x80 || last < 0x90 || last > 0xa7) return false;
  }
  return true;
}

function mayHideIn(bytes: Buffer, start: number, end: number): boolean {
  // Half a character is U+FFFD, which is seen. Between the values of a text a carriage return is a blank.
  const text = bytes.toString('utf8', Math.max(0, start - AROUND), end + AROUND).replaceAll('\r', '');
  return mayBeInvisible(text) && (MARKS.test(text) || visibleText(text) !== text);
}

/** Whether a YAML text may have any. A backslash is no escape everywhere, so each is looked at by itself. */
export function mayHideInYaml(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
    if (isHidden(bytes, at, YAML_SIGNS) && mayBeQuoted(bytes, at)) return true;
  }
  return !hiddenInBytes(bytes).next().done;
}

/**
 * Whether a place may be in double quotes, where alone YAML has escapes: the last quote before it is one that opens, after a blank or an
 * indicator, or is escaped itself. Patterns (`^[\x00-\x7F]+$`) mostly have none.
 */
function mayBeQuoted(bytes: Buffer, at: number): boolean {
  const quote = bytes.lastIndexOf(QUOTE, at);
  return quote >= 0 && BEFORE_QUOTE.has(bytes[quote - 1] ?? SPACE);
}
