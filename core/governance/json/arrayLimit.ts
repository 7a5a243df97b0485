/**
 * Cuts the tails of long arrays out of JSON bytes without parsing them.
 * One pass keeps a stack of open containers and a count per array; past the limit it only follows strings and brackets
 * until the array closes, so a tail costs no memory and what stands behind it (totals, cursors) is kept.
 * The state is a few numbers and holds across any chunk border: feed a body as it arrives, or whole.
 *
 * All positions are offsets into the kept output, so keys and numbers may span chunks; they are read in `finish`.
 * It trusts that it is given JSON: on any imbalance it reports `doubt` and the caller parses the body plainly.
 */
import type { Truncation } from '../report.ts';
import { type ArrayCut, closeBrackets, truncationsOf } from './cuts.ts';
import { isExact, NUMBER_MARKS } from './numberText.ts';
import { stringClose } from './strings.ts';
import * as structure from './structure.ts';

/** Deeper nesting than this is doubt. */
export const MAX_DEPTH = 512;

export interface ScanResult {
  /** The shortened JSON (UTF-8); `undefined` on doubt. */
  readonly bytes?: Uint8Array;
  readonly truncations: readonly Truncation[];
  /** Output ranges [start, end, start, end …] of numbers that a JavaScript number would write differently. */
  readonly exactNumbers: readonly number[];
  /** True when the input ended inside the document and brackets were closed for it. */
  readonly repaired: boolean;
}

// Imported bindings are looked up at every use; these are used at every byte.
const { QUOTE, COMMA, Byte, CLASS } = structure;

export interface ArrayScanner {
  push(chunk: Uint8Array): void;
  /** Ends the document; with `truncated`, an unfinished one is closed at its last complete element. */
  finish(options?: { truncated?: boolean }): ScanResult;
}

/** A scanner for one document that keeps the first `maxItems` elements of every array (Infinity keeps all). */
export function createArrayScanner(maxItems: number): ArrayScanner {
  const parts: Uint8Array[] = [];
  const cuts: ArrayCut[] = [];
  const exactNumbers: number[] = [];
  /** Stack of open containers; index 0 is the root's. Objects hold count -1. */
  const counts = new Int32Array(MAX_DEPTH + 1);
  const keyStarts: number[] = [];
  const keyEnds: number[] = [];

  let depth = 0;
  /** Length of the kept output so far. */
  let kept = 0;
  let doubt = false;
  let inString = false;
  let escaped = false;
  let stringStart = 0;
  let stringEnd = 0;
  let ended = false;
  // The number being read: where it began, and the facts that make its text matter.
  let numberStart = -1;
  let lastNumberByte = 0;
  let numberMarks = 0;
  /** Depth of the array whose tail is being skipped, or 0. */
  let skipDepth = 0;
  let skipped: ArrayCut | undefined;
  // The last place where the output could be closed, for repair.
  let safeEnd = 0;
  let safeDepth = 0;
  /** 1 when the last complete element ends there, so that it counts. */
  let safeElement = 0;

  const path = (level: number): (readonly [number, number])[] => {
    const result: (readonly [number, number])[] = [];
    for (let at = 0; at < level - 1; at++) {
      const count = counts[at]!;
      result.push(count < 0 ? [keyStarts[at]!, keyEnds[at]!] : [-1, count]);
    }
    return result;
  };

  const endNumber = (at: number): void => {
    if (isExact(at - numberStart, numberMarks, lastNumberByte)) exactNumbers.push(numberStart, at);
    numberStart = -1;
  };

  function push(input: Uint8Array): void {
    if (doubt || input.length === 0) return;
    const chunk = input;
    const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
    const length = chunk.length;
    /** Where the kept stretch of this chunk begins, or -1 while skipping. */
    let from = skipDepth > 0 ? -1 : 0;
    /** Output offset of chunk position 0 while keeping. */
    let base = kept;
    let index = 0;
    // Hot state in locals; it is written back where the loops are left.
    let level = depth;

    if (inString) {
      if (escaped) index = 1;
      index = stringClose(chunk, view, index, length);
      escaped = index > length;
      if (index >= length) index = length;
      else {
        inString = false;
        stringEnd = base + index + 1;
        index++;
      }
    }
    if (numberStart >= 0) {
      index = passNumber(chunk, index, length);
      if (index < length) endNumber(base + index);
    }

    while (index < length) {
      if (skipDepth > 0) {
        // Only strings, brackets and the commas of the array that is cut; the hottest loop, so on locals alone.
        const floor = skipDepth;
        let total = 0;
        while (index < length) {
          const byte = chunk[index]!;
          if (byte === QUOTE) {
            index = stringClose(chunk, view, index + 1, length);
            if (index >= length) {
              inString = true;
              escaped = index > length;
              index = length;
              break;
            }
          } else if (byte > 0x5a) {
            const kind = CLASS[byte]!;
            if (kind === Byte.openObject || kind === Byte.openArray) {
              if (level >= MAX_DEPTH) {
                doubt = true;
                return;
              }
              counts[level++] = kind === Byte.openArray ? 0 : -1;
            } else if (kind === Byte.closeObject || kind === Byte.closeArray) {
              if (counts[--level]! < 0 !== (kind === Byte.closeObject)) {
                doubt = true;
                return;
              }
              if (level < floor) break;
            }
          } else if (byte === COMMA && level === floor) total++;
          index++;
        }
        skipped!.total += total;
        if (level < floor) {
          skipDepth = 0;
          skipped = undefined;
          from = index;
          base = kept - index;
          safeEnd = kept + 1;
          safeDepth = level;
          safeElement = 1;
          if (level === 0) ended = true;
          index++;
        }
        continue;
      }
      const kind = CLASS[chunk[index]!]!;
      if (kind === Byte.other) {
        index++;
        continue;
      }
      if (kind === Byte.quote) {
        stringStart = base + index;
        index = stringClose(chunk, view, index + 1, length);
        if (index >= length) {
          inString = true;
          escaped = index > length;
          index = length;
          break;
        }
        stringEnd = base + ++index;
        continue;
      }
      if (kind === Byte.colon) {
        if (level > 0) {
          keyStarts[level - 1] = stringStart;
          keyEnds[level - 1] = stringEnd;
        }
        index++;
        continue;
      }
      if (kind === Byte.number) {
        numberStart = base + index;
        numberMarks = 0;
        index = passNumber(chunk, index, length);
        if (index < length) endNumber(base + index);
        continue;
      }
      if (ended) {
        doubt = true;
        return;
      }
      if (kind === Byte.comma) {
        if (level === 0) {
          doubt = true;
          return;
        }
        safeEnd = base + index;
        safeDepth = level;
        safeElement = 0;
        const count = counts[level - 1]!;
        if (count >= 0) {
          counts[level - 1] = count + 1;
          if (count + 1 >= maxItems) {
            skipDepth = level;
            skipped = { path: path(level), total: count + 2, kept: count + 1, atLeast: false };
            cuts.push(skipped);
            parts.push(chunk.subarray(from, index));
            kept = base + index;
            from = -1;
          }
        }
      } else if (kind === Byte.openObject || kind === Byte.openArray) {
        if (level >= MAX_DEPTH) {
          doubt = true;
          return;
        }
        counts[level++] = kind === Byte.openArray ? 0 : -1;
        safeEnd = base + index + 1;
        safeDepth = level;
        safeElement = 0;
      } else {
        if (level === 0 || counts[level - 1]! < 0 !== (kind === Byte.closeObject)) {
          doubt = true;
          return;
        }
        level--;
        safeEnd = base + index + 1;
        safeDepth = level;
        safeElement = 1;
        if (level === 0) ended = true;
      }
      index++;
    }
    depth = level;
    if (from >= 0) {
      parts.push(chunk.subarray(from, length));
      kept = base + length;
    }
  }

  /** Passes the bytes of a number and collects what matters about them. */
  function passNumber(chunk: Uint8Array, start: number, length: number): number {
    let index = start;
    let marks = numberMarks;
    while (index < length) {
      const mark = NUMBER_MARKS[chunk[index]!]!;
      if (mark === 0) break;
      marks |= mark;
      index++;
    }
    numberMarks = marks;
    if (index > start) lastNumberByte = chunk[index - 1]!;
    return index;
  }

  function finish(options: { truncated?: boolean } = {}): ScanResult {
    const nothing = { truncations: [], exactNumbers: [], repaired: false };
    if (doubt) return nothing;
    const unfinished = depth > 0 || inString;
    if (unfinished && (!options.truncated || (depth === 0 && safeDepth === 0))) return nothing;
    if (numberStart >= 0 && !unfinished) endNumber(kept);
    let bytes: Uint8Array = parts.length === 1 ? parts[0]! : Buffer.concat(parts, kept);
    if (unfinished) {
      closeCounts();
      bytes = closeBrackets(bytes.subarray(0, safeEnd), counts, safeDepth);
      while (exactNumbers.length > 0 && exactNumbers.at(-1)! > safeEnd) exactNumbers.length -= 2;
    }
    return { bytes, truncations: truncationsOf(cuts, bytes), exactNumbers, repaired: unfinished };
  }

  /** Every array that is still open at the end of a truncated input is cut there, with a total that is a lower bound. */
  function closeCounts(): void {
    if (skipped) skipped.atLeast = true;
    for (let level = safeDepth; level >= 1; level--) {
      const count = counts[level - 1]!;
      if (count < 0 || level === skipDepth) continue;
      const whole = level < safeDepth ? 1 : safeElement;
      // Behind a comma the element that was lost is known to exist.
      const lost = level === safeDepth && whole === 0 && count > 0 ? 1 : 0;
      cuts.push({ path: path(level), total: count + whole + lost, kept: count + whole, atLeast: true });
    }
  }

  return { push, finish };
}
