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
import { pointerOf } from './pointer.ts';

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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What a byte outside strings means. */
const Byte = {
  other: 0,
  quote: 1,
  openObject: 2,
  openArray: 3,
  closeObject: 4,
  closeArray: 5,
  comma: 6,
  colon: 7,
  number: 8,
} as const;
const CLASS = new Uint8Array(256);
CLASS[QUOTE] = Byte.quote;
CLASS[0x7b] = Byte.openObject;
CLASS[0x5b] = Byte.openArray;
CLASS[0x7d] = Byte.closeObject;
CLASS[0x5d] = Byte.closeArray;
CLASS[0x2c] = Byte.comma;
CLASS[0x3a] = Byte.colon;
CLASS[0x2d] = Byte.number;
for (let digit = 0x30; digit <= 0x39; digit++) CLASS[digit] = Byte.number;

/** Bytes of a number token: digits, sign, point, exponent. */
const IN_NUMBER = new Uint8Array(256);
for (const byte of Buffer.from('0123456789+-.eE')) IN_NUMBER[byte] = 1;

interface Cut {
  /** Per open container: [keyStart, keyEnd] output offsets, or [-1, index]. */
  readonly path: readonly (readonly [number, number])[];
  total: number;
  kept: number;
  atLeast: boolean;
}

export interface ArrayScanner {
  push(chunk: Uint8Array): void;
  /** Ends the document; with `truncated`, an unfinished one is closed at its last complete element. */
  finish(options?: { truncated?: boolean }): ScanResult;
}

/** A scanner for one document that keeps the first `maxItems` elements of every array (Infinity keeps all). */
export function createArrayScanner(maxItems: number): ArrayScanner {
  const parts: Uint8Array[] = [];
  const cuts: Cut[] = [];
  const exactNumbers: number[] = [];
  /** Stack of open containers; index 0 is the root's. Objects hold count -1. */
  const counts: number[] = [];
  const keyStarts: number[] = [];
  const keyEnds: number[] = [];

  let depth = 0;
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
  let sawPoint = false;
  let sawExponent = false;
  // The cut being skipped: depth of its array, or 0.
  let skipDepth = 0;
  let skipped: Cut | undefined;
  // The last place where the output could be closed, for repair.
  let safeEnd = 0;
  let safeDepth = 0;
  /** 1 when the last complete element ends there, so that it counts. */
  let safeElement = 0;

  const path = (): (readonly [number, number])[] => {
    const result: (readonly [number, number])[] = [];
    for (let level = 0; level < depth - 1; level++) {
      const count = counts[level]!;
      result.push(count < 0 ? [keyStarts[level]!, keyEnds[level]!] : [-1, count]);
    }
    return result;
  };

  const endNumber = (at: number): void => {
    const length = at - numberStart;
    if (length > 15 || sawExponent || (sawPoint && lastNumberByte === 0x30) || isNegativeZero(length)) {
      exactNumbers.push(numberStart, at);
    }
    numberStart = -1;
  };
  const isNegativeZero = (length: number): boolean => length === 2 && lastNumberByte === 0x30 && negative;
  let negative = false;

  function push(chunk: Uint8Array): void {
    if (doubt || chunk.length === 0) return;
    const length = chunk.length;
    let from = skipDepth > 0 ? -1 : 0;
    let index = 0;
    /** Output offset of chunk position 0 while keeping. */
    let base = kept;

    while (index < length) {
      if (inString) {
        if (escaped) {
          escaped = false;
          index++;
        }
        index = endOfString(chunk, index);
        if (index >= length) break;
        if (chunk[index] === BACKSLASH) {
          escaped = true;
          index++;
          continue;
        }
        inString = false;
        stringEnd = base + index + 1;
        index++;
        continue;
      }
      const byte = chunk[index]!;
      if (numberStart >= 0) {
        if (IN_NUMBER[byte] === 1) {
          if (byte === 0x2e) sawPoint = true;
          else if (byte === 0x65 || byte === 0x45) sawExponent = true;
          lastNumberByte = byte;
          index++;
          continue;
        }
        endNumber(base + index);
      }
      const kind = CLASS[byte]!;
      if (kind === Byte.other) {
        index++;
        continue;
      }
      if (kind === Byte.quote) {
        inString = true;
        if (skipDepth === 0) stringStart = base + index;
        index++;
        continue;
      }
      if (ended) {
        doubt = true;
        return;
      }
      if (skipDepth > 0) {
        if (kind === Byte.comma) {
          if (depth === skipDepth) skipped!.total++;
        } else if (kind === Byte.openObject || kind === Byte.openArray) {
          if (depth >= MAX_DEPTH) {
            doubt = true;
            return;
          }
          counts[depth] = kind === Byte.openArray ? 0 : -1;
          depth++;
        } else if (kind === Byte.closeObject || kind === Byte.closeArray) {
          if (counts[depth - 1]! < 0 !== (kind === Byte.closeObject)) {
            doubt = true;
            return;
          }
          if (depth === skipDepth) {
            skipDepth = 0;
            skipped = undefined;
            from = index;
            base = kept - index;
            depth--;
            safeEnd = base + index + 1;
            safeDepth = depth;
            safeElement = 1;
            if (depth === 0) ended = true;
          } else depth--;
        }
        index++;
        continue;
      }
      switch (kind) {
        case Byte.number:
          numberStart = base + index;
          negative = byte === 0x2d;
          lastNumberByte = byte;
          sawPoint = false;
          sawExponent = false;
          break;
        case Byte.colon:
          keyStarts[depth - 1] = stringStart;
          keyEnds[depth - 1] = stringEnd;
          break;
        case Byte.openObject:
        case Byte.openArray:
          if (depth >= MAX_DEPTH) {
            doubt = true;
            return;
          }
          counts[depth] = kind === Byte.openArray ? 0 : -1;
          depth++;
          safeEnd = base + index + 1;
          safeDepth = depth;
          safeElement = 0;
          break;
        case Byte.closeObject:
        case Byte.closeArray:
          if (depth === 0 || counts[depth - 1]! < 0 !== (kind === Byte.closeObject)) {
            doubt = true;
            return;
          }
          depth--;
          safeEnd = base + index + 1;
          safeDepth = depth;
          safeElement = 1;
          if (depth === 0) ended = true;
          break;
        case Byte.comma: {
          if (depth === 0) {
            doubt = true;
            return;
          }
          safeEnd = base + index;
          safeDepth = depth;
          safeElement = 0;
          const count = counts[depth - 1]!;
          if (count >= 0) {
            counts[depth - 1] = count + 1;
            if (count + 1 >= maxItems) {
              skipDepth = depth;
              skipped = { path: path(), total: count + 2, kept: count + 1, atLeast: false };
              cuts.push(skipped);
              parts.push(chunk.subarray(from, index));
              kept = base + index;
              from = -1;
            }
          }
          break;
        }
      }
      index++;
    }
    if (from >= 0) {
      parts.push(chunk.subarray(from, length));
      kept = base + length;
    }
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
      bytes = close(bytes.subarray(0, safeEnd), counts, safeDepth);
      while (exactNumbers.length > 0 && exactNumbers.at(-1)! > safeEnd) exactNumbers.length -= 2;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const truncations = cuts
      .filter((cut) => cut.kept < cut.total || cut.atLeast)
      .map((cut) => ({
        pointer: pointerOf(cut.path.map(([start, end]) => (start < 0 ? end : readKey(text, start, end)))),
        total: cut.total,
        kept: cut.kept,
        ...(cut.atLeast ? { atLeast: true } : {}),
      }));
    return { bytes, truncations, exactNumbers, repaired: unfinished };
  }

  /** Every array that is still open at the end of a truncated input is cut there, with a total that is a lower bound. */
  function closeCounts(): void {
    if (skipped) skipped.atLeast = true;
    for (let level = safeDepth; level >= 1; level--) {
      const count = counts[level - 1]!;
      if (count < 0 || level === skipDepth) continue;
      depth = level;
      const whole = level < safeDepth ? 1 : safeElement;
      // Behind a comma the element that was lost is known to exist.
      const lost = level === safeDepth && whole === 0 && count > 0 ? 1 : 0;
      cuts.push({ path: path(), total: count + whole + lost, kept: count + whole, atLeast: true });
    }
  }

  return { push, finish };
}

/** Position of the next quote or backslash at or after `index`: short strings by loop, long ones by native search. */
function endOfString(chunk: Uint8Array, start: number): number {
  const length = chunk.length;
  const near = Math.min(start + 32, length);
  let index = start;
  for (; index < near; index++) {
    const byte = chunk[index];
    if (byte === QUOTE || byte === BACKSLASH) return index;
  }
  if (index === length) return length;
  const quote = chunk.indexOf(QUOTE, index);
  const end = quote < 0 ? length : quote;
  const backslash = chunk.subarray(index, end).indexOf(BACKSLASH);
  return backslash < 0 ? end : index + backslash;
}

function close(bytes: Uint8Array, counts: readonly number[], depth: number): Uint8Array {
  let closers = '';
  for (let level = depth - 1; level >= 0; level--) closers += counts[level]! < 0 ? '}' : ']';
  return Buffer.concat([bytes, Buffer.from(closers)]);
}

function readKey(text: Buffer, start: number, end: number): string {
  try {
    return String(JSON.parse(text.toString('utf8', start, end)));
  } catch {
    return text.toString('utf8', start + 1, end - 1);
  }
}
