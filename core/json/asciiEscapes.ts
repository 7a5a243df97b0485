/**
 * Characters beyond ASCII as the escapes that JSON has for them. Most descriptions have some dozens, and because of a single one
 * the engine would keep the whole text in two bytes a character, written twice and parsed more slowly.
 */
import { type Buffer, isAscii } from 'node:buffer';

const BACKSLASH = 0x5c;
/** Bytes that are asked at once whether all of them are ASCII. */
const BLOCK = 512;
/** Runs of other characters that are worth it. */
const MAX_RUNS = 2_000;

/**
 * Rewrites the JSON in the first `length` bytes, which is UTF-8, to ASCII; the buffer has room behind it. Gives the new length;
 * undefined when there are too many such characters, too little room, or one behind a backslash, which is no JSON.
 */
export function escapeNonAscii(bytes: Buffer, length: number): number | undefined {
  const runs = runsOf(bytes, length);
  if (!runs) return undefined;
  const escaped = runs.map(([start, end]) => escapes(bytes.toString('utf8', start, end)));
  let target = length;
  for (let at = 0; at < runs.length; at++) target += escaped[at]!.length - (runs[at]![1] - runs[at]![0]);
  if (target > bytes.length) return undefined;
  const grown = target;
  // From the end, so that nothing is written over before it is moved.
  let behind = length;
  for (let at = runs.length - 1; at >= 0; at--) {
    const [start, end] = runs[at]!;
    target -= behind - end;
    bytes.copyWithin(target, end, behind);
    target -= escaped[at]!.length;
    bytes.write(escaped[at]!, target, 'latin1');
    behind = start;
  }
  return grown;
}

type Run = readonly [start: number, end: number];

/** Where each run of characters beyond ASCII begins and ends. */
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

/** Those that begin in one block; gives the end of the last one. Apart, because the engine compiles loops within loops in vain. */
function addRuns(runs: Run[], bytes: Buffer, start: number, stop: number, length: number): number {
  let end = start;
  for (let at = start; at < stop; at++) {
    if (bytes[at]! < 0x80) continue;
    if (bytes[at - 1] === BACKSLASH || runs.length === MAX_RUNS) return -1;
    end = at + 1;
    while (end < length && bytes[end]! >= 0x80) end++;
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
