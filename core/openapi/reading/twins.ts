/**
 * Finds parts of a text that were there before, byte for byte: the same parameters stand at hundreds of operations. A twin that
 * is missed costs only time; what is found is always equal.
 */
import type { Buffer } from 'node:buffer';

/** Bytes of a part that are looked at to find an earlier one. */
const SAMPLES = 24;
/** Parts that differ elsewhere only, of which it is looked at so many. */
const CANDIDATES = 16;

/** Parts are numbered; part `n` stands from `spans[2 * n]` to `spans[2 * n + 1]`. */
export class Twins {
  private readonly bytes: Buffer;
  private readonly spans: readonly number[];
  private readonly bySample = new Map<number, number[]>();
  /** Which part followed another one the last time, and began a list (-1). */
  private readonly followers = new Map<number, number>();

  constructor(bytes: Buffer, spans: readonly number[]) {
    this.bytes = bytes;
    this.spans = spans;
  }

  lengthOf(part: number): number {
    return this.spans[2 * part + 1]! - this.spans[2 * part]!;
  }

  /** The first part of this text; the number of the next part when there is none. */
  firstOf(start: number, end: number): number {
    const key = this.sample(start, end);
    const next = this.spans.length / 2;
    const known = this.bySample.get(key);
    if (!known) {
      this.bySample.set(key, [next]);
      return next;
    }
    for (const part of known) if (this.lengthOf(part) === end - start && this.isAt(part, start)) return part;
    if (known.length < CANDIDATES) known.push(next);
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
    const end = start + this.lengthOf(part);
    if (end > this.bytes.length) return false;
    return this.bytes.compare(this.bytes, this.spans[2 * part]!, this.spans[2 * part + 1]!, start, end) === 0;
  }

  private sample(start: number, end: number): number {
    const length = end - start;
    let hash = length;
    for (let at = 1; at <= SAMPLES; at++) {
      hash = (Math.imul(hash, 31) + this.bytes[start + Math.floor((length * at) / (SAMPLES + 1))]!) | 0;
    }
    return hash;
  }
}
