/**
 * Determines how much of bytes that are declared as binary is text: in runs of single-byte characters, of UTF-8, and of
 * UTF-16 or UTF-32 with or without a byte order mark. One pass. A NUL, a signature or a few other bytes do not change
 * the result.
 */
import { isUtf8 } from 'node:buffer';

/** How text is encoded. `narrow` is ASCII, UTF-8 or another single-byte charset. */
export type Script = 'narrow' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** How much of some bytes is text. */
export interface Textual {
  /** Share of the bytes that are text, 0 to 1; NULs at the end do not count. */
  readonly share: number;
  /** How to decode them. */
  readonly script: Script;
}

/** Random bytes practically never have a run of this length, since a third of them are ASCII. */
const MIN_RUN_LENGTH = 8;
const MIN_WIDE_LENGTH = 4;
/** So many bytes without a control character are text in some charset. */
const MIN_CERTAIN_LENGTH = 128;

/** How much of the bytes is text. */
export function textualOf(bytes: Uint8Array): Textual {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  if (end === 0) return { share: 0, script: 'narrow' };
  const narrow = narrowRuns(bytes, end) / end;
  const wide = wideRuns(bytes, end);
  // The last zeros belong to the last character.
  if (wide.covered / end > narrow) return { share: Math.min(1, wide.covered / end), script: wide.script };
  const mark = markOf(bytes);
  if (mark !== undefined && controlsOf(bytes, end) < bytes.length / 4) return { share: 1, script: mark };
  return { share: isCharacters(bytes, end) ? 1 : narrow, script: 'narrow' };
}

/** Whether there are no or almost no control characters, so that the bytes are text of some charset. */
function isCharacters(bytes: Uint8Array, end: number): boolean {
  const controls = controlsOf(bytes, end);
  if (controls === 0 && isUtf8(bytes.subarray(0, end))) return true;
  return end >= MIN_CERTAIN_LENGTH && controls <= Math.floor(end / 64);
}

function controlsOf(bytes: Uint8Array, end: number): number {
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f) controls++;
  }
  return controls;
}

/** 1 for ASCII that occurs in text, 2 for bytes that may begin a UTF-8 character or be a letter of another charset. */
const CLASS = new Uint8Array(256);
CLASS.fill(1, 0x20, 0x7f).fill(1, 0x09, 0x0e).fill(2, 0xa0);

/** Bytes in runs of ASCII, UTF-8, and single letters of another charset between ASCII. */
function narrowRuns(bytes: Uint8Array, end: number): number {
  let covered = 0;
  let run = 0;
  let at = 0;
  while (at < end) {
    const kind = CLASS[bytes[at] ?? 0] ?? 0;
    const length = kind === 2 ? highAt(bytes, at, end) : kind;
    if (length > 0) {
      run += length;
      at += length;
    } else {
      if (run >= MIN_RUN_LENGTH) covered += run;
      run = 0;
      at++;
    }
  }
  return run >= MIN_RUN_LENGTH ? covered + run : covered;
}

/** Length of a non-ASCII character: in UTF-8, or a byte above 0x9f between two ASCII characters; 0 for none. */
function highAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead >= 0xc2 && lead < 0xf5) {
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    let next = at + 1;
    while (next < at + length && next < end && ((bytes[next] ?? 0) & 0xc0) === 0x80) next++;
    if (next === at + length) return length;
  }
  return at > 0 && CLASS[bytes[at - 1] ?? 0] === 1 && at + 1 < end && CLASS[bytes[at + 1] ?? 0] === 1 ? 1 : 0;
}

/**
 * Bytes in runs of ASCII characters padded with one NUL (UTF-16) or three (UTF-32), and which of the four encodings
 * they have.
 */
function wideRuns(bytes: Uint8Array, end: number): { readonly covered: number; readonly script: Script } {
  let coveredByTwo = 0;
  let coveredByFour = 0;
  /** Bytes in runs, by the position of the first letter modulo the width. */
  const places = [0, 0, 0, 0];
  for (let at = 0; at < end; ) {
    const width = widthAt(bytes, at);
    if (width === 0) {
      at++;
      continue;
    }
    const start = at;
    while (at < end && widthAt(bytes, at) === width) at += width;
    if (at - start < MIN_WIDE_LENGTH * width) continue;
    if (width === 2) coveredByTwo += at - start;
    else coveredByFour += at - start;
    places[start % width] = (places[start % width] ?? 0) + at - start;
  }
  const isFour = coveredByFour > coveredByTwo;
  const [first = 0, second = 0, , last = 0] = places;
  const isLittle = first >= (isFour ? last : second);
  const script = `utf-${isFour ? 32 : 16}${isLittle ? 'le' : 'be'}` as Script;
  return { covered: isFour ? coveredByFour : coveredByTwo, script };
}

/** Width of an ASCII character by the NULs after it; 0 for another byte. */
function widthAt(bytes: Uint8Array, at: number): 0 | 2 | 4 {
  if ((bytes[at + 1] !== 0 && at + 1 < bytes.length) || CLASS[bytes[at] ?? 0] !== 1) return 0;
  return (bytes[at + 2] ?? 1) === 0 && (bytes[at + 3] ?? 1) === 0 ? 4 : 2;
}

function markOf(bytes: Uint8Array): Script | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}
