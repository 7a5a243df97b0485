/**
 * Finds parts of a text that occurred before, byte for byte, because hundreds of operations have the same parameters.
 * May miss a repetition, which only costs time; a repetition that it finds is always equal.
 */
import type { JsonByteScanner } from '../../lib/json/byteScanner.ts';

/** How many parts with the same hash are compared. */
const MAX_CANDIDATES = 16;

/** The parts found so far. Part `n` lies between `spans[2 * n]` and `spans[2 * n + 1]`. */
export class RepeatedText {
  private readonly text: JsonByteScanner;
  private readonly spans: readonly number[];
  private readonly bySample = new Map<number, number[]>();
  /** The part that followed another one the last time; key -1: that came first in an array. */
  private readonly followers = new Map<number, number>();

  constructor(text: JsonByteScanner, spans: readonly number[]) {
    this.text = text;
    this.spans = spans;
  }

  /** Length of a part in bytes. */
  lengthOf(part: number): number {
    return (this.spans[2 * part + 1] ?? 0) - (this.spans[2 * part] ?? 0);
  }

  /** The index of the first part with the text between two offsets, or the next free index when the text is new. */
  firstOf(start: number, end: number): number {
    const key = this.text.sample(start, end - start);
    const next = this.spans.length / 2;
    const known = this.bySample.get(key);
    if (!known) {
      this.bySample.set(key, [next]);
      return next;
    }
    for (const part of known) if (this.lengthOf(part) === end - start && this.isAt(part, start)) return part;
    if (known.length < MAX_CANDIDATES) known.push(next);
    return next;
  }

  /** The part that followed `before` the last time, when the text at `start` is the same; else -1. */
  expected(before: number, start: number): number {
    const known = this.followers.get(before);
    return known !== undefined && this.isAt(known, start) ? known : -1;
  }

  /** Notes that `part` followed `before`. Does nothing for -1, a part that was not deferred. */
  expect(before: number, part: number): void {
    if (part >= 0) this.followers.set(before, part);
  }

  private isAt(part: number, start: number): boolean {
    return this.text.areEqual(this.spans[2 * part] ?? 0, start, this.lengthOf(part));
  }
}
