/** Turns most values away from a look-up by their last three letters: a name costs a few reads of characters, no new string. */
export class EndGate {
  private readonly ends = new Uint8Array(32_768);

  constructor(...sets: readonly Iterable<string>[]) {
    for (const set of sets) for (const phrase of set) this.ends[endOf(phrase, phrase.length)] = 1;
  }

  /** Whether the value up to `end` may be in one of the sets; what ends in an accent always may. */
  admits(value: string, end = value.length): boolean {
    for (let index = 1; index <= 3; index++) if (value.charCodeAt(end - index) > 127) return true;
    return this.ends[endOf(value, end)] === 1;
  }
}

/** Lower and upper case read the same. */
function endOf(text: string, end: number): number {
  return (
    ((text.charCodeAt(end - 1) & 31) << 10) | ((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 3) & 31)
  );
}
