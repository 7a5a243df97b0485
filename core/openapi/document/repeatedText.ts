/**
 * Finds parts of a text that occurred before, byte for byte: the same parameters stand at hundreds of operations.
 * Missing a repetition only costs time; what is found is always equal.
 */
import type { JsonByteScanner } from '../../json/byteScanner.ts';

/** Parts with the same hash that are compared. */
const MAX_CANDIDATES = 16;

/** The parts found so far. Part `n` lies between `spans[2 * n]` and `spans[2 * n + 1]`. */
export class RepeatedText {
  private readonly text: JsonByteScanner;
  private readonly spans: readonly number[];
  private readonly bySample = new Map<number, number[]>();
  /** Which part followed another the last time; -1 stands for the beginning of a list. */
  private readonly followers = new Map<number, number>();

  constructor(text: JsonByteScanner, spans: readonly number[]) {
    this.text = text;
    this.spans = spans;
  }

  /** Bytes of a part. */
  lengthOf(part: number): number {
    return (this.spans[2 * part + 1] ?? 0) - (this.spans[2 * part] ?? 0);
  }

  /** The first part with the text between two offsets; the number of the next part when it is new. */
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

  /** The part that followed `before` the last time, when its text stands at `start` again, else -1. */
  expected(before: number, start: number): number {
    const known = this.followers.get(before);
    return known !== undefined && this.isAt(known, start) ? known : -1;
  }

  /** Notes that `part` followed `before`; -1 for a part that was not deferred is ignored. */
  expect(before: number, part: number): void {
    if (part >= 0) this.followers.set(before, part);
  }

  private isAt(part: number, start: number): boolean {
    return this.text.areEqual(this.spans[2 * part] ?? 0, start, this.lengthOf(part));
  }
}
