/**
 * Cuts the tails of long arrays out of JSON bytes without parsing them. One pass keeps a stack of open containers and a
 * count for each array. After the limit it only follows strings and brackets until the array closes, so a tail takes no
 * memory, and members after it (totals, cursors) are kept. A body may come whole or in chunks.
 *
 * Positions are offsets into the kept output; keys and numbers that span chunks are read in `finish`. The input must be
 * JSON: when brackets do not match, the result has no bytes and the caller parses the body instead. Why no other reader of
 * JSON can do this: design/decisions/0030-json-readers.md.
 */
import type { Truncation } from '../../model/governance/report.ts';
import * as jsonBytes from './bytes.ts';
import { type ArrayCut, truncationsOf } from './cuts.ts';
import { MAX_DEPTH, OpenContainers } from './openContainers.ts';

/** The shortened document. */
export interface ScanResult {
  /** The shortened JSON (UTF-8); undefined when the brackets do not match or are nested too deep. */
  readonly bytes?: Uint8Array;
  readonly truncations: readonly Truncation[];
  /** Output ranges [start, end, start, end …] of numbers that JavaScript would write differently. */
  readonly exactNumbers: readonly number[];
  /** The input ended inside the document, and its open containers were closed. */
  readonly repaired: boolean;
}

/** Reads one document in chunks. */
export interface ArrayScanner {
  push(chunk: Uint8Array): void;
  /** Ends the document. With `truncated`, an unfinished one is closed after its last complete element. */
  finish(options?: { truncated?: boolean }): ScanResult;
}

// Local copies: access to an imported binding is slower, and these are used for every byte.
const { Byte, BYTE_CLASS: CLASS, COMMA, QUOTE, NUMBER_MARKS, isExact, stringClose } = jsonBytes;

/** A scanner for one document that keeps the first `maxItems` elements of every array (Infinity keeps all). */
export function createArrayScanner(maxItems: number): ArrayScanner {
  return new Scanner(maxItems);
}

class Scanner implements ArrayScanner {
  readonly #maxItems: number;
  readonly #parts: Uint8Array[] = [];
  readonly #cuts: ArrayCut[] = [];
  readonly #exactNumbers: number[] = [];
  readonly #open = new OpenContainers();
  #depth = 0;
  /** Length of the kept output so far. */
  #kept = 0;
  /** Where the kept part of this chunk begins, or -1 while skipping. */
  #from = 0;
  /** Output offset of position 0 of this chunk while keeping. */
  #base = 0;
  #isUnsure = false;
  #hasEnded = false;
  #inString = false;
  #isEscaped = false;
  #stringStart = 0;
  #stringEnd = 0;
  /** Output offset of the number that is being read, or -1. */
  #numberStart = -1;
  #numberMarks = 0;
  #lastNumberByte = 0;
  /** The array whose tail is being skipped. */
  #skipped: ArrayCut | undefined;
  #skipDepth = 0;
  /** The last output position where the document could be closed; `#safeElements` is 1 when an element ends there. */
  #safeEnd = 0;
  #safeDepth = 0;
  #safeElements = 0;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    if (this.#isUnsure || length === 0) return;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#from = this.#skipped === undefined ? 0 : -1;
    this.#base = this.#kept;
    let index = this.#resume(chunk, view);
    while (index < length) {
      index =
        this.#skipped === undefined ? this.#keep(chunk, view, index) : this.#skip(chunk, view, index, this.#skipped);
    }
    if (this.#isUnsure || this.#from < 0) return;
    this.#parts.push(chunk.subarray(this.#from, length));
    this.#kept = this.#base + length;
  }

  finish(options: { truncated?: boolean } = {}): ScanResult {
    const nothing = { truncations: [], exactNumbers: [], repaired: false };
    if (this.#isUnsure) return nothing;
    const isUnfinished = this.#depth > 0 || this.#inString;
    if (isUnfinished && (!options.truncated || (this.#depth === 0 && this.#safeDepth === 0))) return nothing;
    if (this.#numberStart >= 0 && !isUnfinished) this.#endNumber(this.#kept);
    const [only = NO_BYTES] = this.#parts;
    let bytes: Uint8Array = this.#parts.length === 1 ? only : Buffer.concat(this.#parts, this.#kept);
    const exactNumbers = this.#exactNumbers;
    if (isUnfinished) {
      this.#cutOpenArrays();
      bytes = Buffer.concat([
        bytes.subarray(0, this.#safeEnd),
        Buffer.from(this.#open.closingBrackets(this.#safeDepth)),
      ]);
      while ((exactNumbers.at(-1) ?? 0) > this.#safeEnd) exactNumbers.length -= 2;
    }
    const truncations = this.#cuts.length === 0 ? [] : truncationsOf(this.#cuts, bytes);
    return { bytes, truncations, exactNumbers, repaired: isUnfinished };
  }

  /** Continues the token in which the previous chunk ended; returns the position after it. */
  #resume(chunk: Uint8Array, view: DataView): number {
    const { length } = chunk;
    let index = 0;
    if (this.#inString) {
      const close = stringClose(view, this.#isEscaped ? 1 : 0, length);
      index = this.#passString(close, length);
      if (!this.#inString) this.#stringEnd = this.#base + index;
    }
    if (this.#numberStart >= 0) index = this.#passNumber(chunk, index);
    return index;
  }

  /**
   * @param close result of `stringClose`
   * @returns the position after the string, or the end of the chunk
   */
  #passString(close: number, length: number): number {
    this.#inString = close >= length;
    this.#isEscaped = close > length;
    return this.#inString ? length : close + 1;
  }

  /** Skips the bytes of a number and collects their marks. */
  #passNumber(chunk: Uint8Array, start: number): number {
    const { length } = chunk;
    let index = start;
    let marks = this.#numberMarks;
    for (; index < length; index++) {
      const mark = NUMBER_MARKS[chunk[index] ?? 0] ?? 0;
      if (mark === 0) break;
      marks |= mark;
    }
    this.#numberMarks = marks;
    if (index > start) this.#lastNumberByte = chunk[index - 1] ?? 0;
    if (index < length) this.#endNumber(this.#base + index);
    return index;
  }

  #endNumber(end: number): void {
    const start = this.#numberStart;
    if (isExact(end - start, this.#numberMarks, this.#lastNumberByte)) this.#exactNumbers.push(start, end);
    this.#numberStart = -1;
  }

  /**
   * Skips the tail of a cut array: strings, brackets and its own commas. The hottest loop, so it uses only local
   * variables.
   */
  #skip(chunk: Uint8Array, view: DataView, start: number, cut: ArrayCut): number {
    const { length } = chunk;
    const { counts } = this.#open;
    const floor = this.#skipDepth;
    let level = this.#depth;
    let total = 0;
    let index = start;
    while (index < length) {
      const byte = view.getUint8(index);
      if (byte === QUOTE) {
        index = stringClose(view, index + 1, length);
        if (index >= length) {
          index = this.#passString(index, length);
          break;
        }
      } else if (byte > 0x5a) {
        const kind = CLASS[byte];
        if (kind === Byte.openObject || kind === Byte.openArray) {
          if (level >= MAX_DEPTH) return this.#giveUp(length);
          counts[level++] = kind === Byte.openArray ? 0 : -1;
        } else if (kind === Byte.closeObject || kind === Byte.closeArray) {
          if ((counts[--level] ?? 0) < 0 !== (kind === Byte.closeObject)) return this.#giveUp(length);
          if (level < floor) break;
        }
      } else if (byte === COMMA && level === floor) total++;
      index++;
    }
    cut.total += total;
    this.#depth = level;
    if (level >= floor) return index;
    this.#skipped = undefined;
    this.#skipDepth = 0;
    this.#from = index;
    this.#base = this.#kept - index;
    this.#setSafe(this.#kept + 1, level, 1);
    this.#hasEnded ||= level === 0;
    return index + 1;
  }

  /** Follows the kept part, up to the end of the chunk or to an array that has its maximum of elements. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a loop over every byte of an answer; calls in it cost time
  #keep(chunk: Uint8Array, view: DataView, start: number): number {
    const { length } = chunk;
    const { counts, keyStarts, keyEnds } = this.#open;
    const base = this.#base;
    let level = this.#depth;
    let index = start;
    while (index < length) {
      const kind = CLASS[chunk[index] ?? 0];
      if (kind === Byte.other) index++;
      else if (kind === Byte.quote) {
        this.#stringStart = base + index;
        index = this.#passString(stringClose(view, index + 1, length), length);
        if (!this.#inString) this.#stringEnd = base + index;
      } else if (kind === Byte.colon) {
        if (level > 0) {
          keyStarts[level - 1] = this.#stringStart;
          keyEnds[level - 1] = this.#stringEnd;
        }
        index++;
      } else if (kind === Byte.number) {
        this.#numberStart = base + index;
        this.#numberMarks = 0;
        index = this.#passNumber(chunk, index);
      } else if (this.#hasEnded) return this.#giveUp(length);
      else if (kind === Byte.comma) {
        if (level === 0) return this.#giveUp(length);
        this.#setSafe(base + index, level, 0);
        const count = counts[level - 1] ?? -1;
        if (count >= 0) counts[level - 1] = count + 1;
        if (count >= 0 && count + 1 >= this.#maxItems) {
          this.#depth = level;
          this.#beginSkip(chunk, index, count + 1);
          return index + 1;
        }
        index++;
      } else if (kind === Byte.openObject || kind === Byte.openArray) {
        if (level >= MAX_DEPTH) return this.#giveUp(length);
        counts[level++] = kind === Byte.openArray ? 0 : -1;
        this.#setSafe(base + ++index, level, 0);
      } else {
        if (level === 0 || (counts[level - 1] ?? 0) < 0 !== (kind === Byte.closeObject)) return this.#giveUp(length);
        this.#setSafe(base + ++index, --level, 1);
        this.#hasEnded = level === 0;
      }
    }
    this.#depth = level;
    return index;
  }

  /** The array at `#depth` has `kept` elements before the comma at `index`; the rest is skipped. */
  #beginSkip(chunk: Uint8Array, index: number, kept: number): void {
    this.#skipDepth = this.#depth;
    this.#skipped = { path: this.#open.path(this.#depth), total: kept + 1, kept, atLeast: false };
    this.#cuts.push(this.#skipped);
    this.#parts.push(chunk.subarray(this.#from, index));
    this.#kept = this.#base + index;
    this.#from = -1;
  }

  #setSafe(end: number, depth: number, elements: 0 | 1): void {
    this.#safeEnd = end;
    this.#safeDepth = depth;
    this.#safeElements = elements;
  }

  /** Gives up: the bytes are not JSON that this scanner can follow. */
  #giveUp(length: number): number {
    this.#isUnsure = true;
    return length;
  }

  /** Cuts every array that is still open at the end of a truncated input. Its total is a lower bound. */
  #cutOpenArrays(): void {
    if (this.#skipped) this.#skipped.atLeast = true;
    for (let level = this.#safeDepth; level >= 1; level--) {
      const count = this.#open.counts[level - 1] ?? -1;
      if (count < 0 || level === this.#skipDepth) continue;
      const whole = level < this.#safeDepth ? 1 : this.#safeElements;
      // After a comma there must be one more element, which was lost.
      const lost = level === this.#safeDepth && whole === 0 && count > 0 ? 1 : 0;
      this.#cuts.push({
        path: this.#open.path(level),
        total: count + whole + lost,
        kept: count + whole,
        atLeast: true,
      });
    }
  }
}

const NO_BYTES = new Uint8Array(0);
