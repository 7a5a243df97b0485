/**
 * Replaces the non-ASCII characters of a JSON text by `\u` escapes. Most API descriptions have a few dozen of them, and
 * a single one makes V8 store the whole text with two bytes per character, which is slower to parse.
 */
import { type Buffer, isAscii } from 'node:buffer';

const BACKSLASH = 0x5c;
/** Bytes that are tested for ASCII in one call. */
const BLOCK = 512;
/** With more runs of non-ASCII characters than this, rewriting is not worth it. */
const MAX_RUNS = 2_000;

/**
 * Rewrites the JSON text in the first `length` bytes of a buffer to ASCII, in place.
 * @param bytes UTF-8, with free space after the text
 * @returns the new length; undefined when there are too many such characters, too little space, or one of them follows
 * a backslash (not JSON)
 */
export function escapeNonAscii(bytes: Buffer, length: number): number | undefined {
  const runs = runsOf(bytes, length);
  if (!runs) return undefined;
  const escaped = runs.map(([start, end]) => escapes(bytes.toString('utf8', start, end)));
  let target = length;
  for (const [at, [start, end]] of runs.entries()) target += (escaped[at] ?? '').length - (end - start);
  if (target > bytes.length) return undefined;
  const grown = target;
  // From the end backwards, so that no byte is overwritten before it is moved.
  let behind = length;
  for (let at = runs.length - 1; at >= 0; at--) {
    const [start, end] = runs[at] ?? [0, 0];
    const text = escaped[at] ?? '';
    target -= behind - end;
    bytes.copyWithin(target, end, behind);
    target -= text.length;
    bytes.write(text, target, 'latin1');
    behind = start;
  }
  return grown;
}

type Run = readonly [start: number, end: number];

/** Start and end of each run of non-ASCII bytes; undefined under the conditions of {@link escapeNonAscii}. */
function runsOf(bytes: Buffer, length: number): Run[] | undefined {
  const runs: Run[] = [];
  let end = 0;
  for (let block = 0; block < length; block += BLOCK) {
    const stop = Math.min(length, block + BLOCK);
    if (isAscii(bytes.subarray(block, stop))) continue;
    end = addRuns(runs, bytes, Math.max(block, end), stop, length);
    if (end < 0) return undefined;
  }
  return runs;
}

/**
 * Adds the runs that begin in one block and returns the end of the last one, or -1. A separate function because V8
 * optimizes nested loops badly.
 */
function addRuns(runs: Run[], bytes: Buffer, start: number, stop: number, length: number): number {
  let end = start;
  for (let at = start; at < stop; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if (bytes[at - 1] === BACKSLASH || runs.length === MAX_RUNS) return -1;
    end = at + 1;
    while (end < length && (bytes[end] ?? 0) >= 0x80) end++;
    runs.push([at, end]);
    at = end;
  }
  return end;
}

function escapes(characters: string): string {
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    text += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return text;
}
