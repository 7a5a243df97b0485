/**
 * Finds parts of a text that were there before, byte for byte: the same parameters stand at hundreds of operations. A twin that
 * is missed costs only time; what is found is always equal.
 */
import type { JsonByteScanner } from '../../json/byteScanner.ts';

/** Parts that differ elsewhere only, of which it is looked at so many. */
const MAX_CANDIDATES = 16;

/** Parts are numbered; part `n` stands from `spans[2 * n]` to `spans[2 * n + 1]`. */
export class RepeatedText {
  private readonly text: JsonByteScanner;
  private readonly spans: readonly number[];
  private readonly bySample = new Map<number, number[]>();
  /** Which part followed another one the last time, and began a list (-1). */
  private readonly followers = new Map<number, number>();

  constructor(text: JsonByteScanner, spans: readonly number[]) {
    this.text = text;
    this.spans = spans;
  }

  lengthOf(part: number): number {
    return this.spans[2 * part + 1]! - this.spans[2 * part]!;
  }

  /** The first part of this text; the number of the next part when there is none. */
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

  /** The part that followed `before` the last time, when its text stands at `start` again; else -1. */
  expected(before: number, start: number): number {
    const known = this.followers.get(before);
    return known !== undefined && this.isAt(known, start) ? known : -1;
  }

  expect(before: number, part: number): void {
    if (part >= 0) this.followers.set(before, part);
  }

  private isAt(part: number, start: number): boolean {
    return this.text.areEqual(this.spans[2 * part]!, start, this.lengthOf(part));
  }
}
