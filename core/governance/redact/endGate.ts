/**
 * Turns most values away from a look-up by their last three letters and, when they are one capitalised word, by their length: a
 * name costs a few reads of characters and no new string.
 */
export class EndGate {
  /** Lengths of the words with each end, a bit each. */
  private readonly ends = new Int32Array(32_768);
  /** First letters of them. */
  private readonly starts = new Int32Array(32_768);

  constructor(...sets: readonly Iterable<string>[]) {
    for (const set of sets) {
      for (const phrase of set) {
        const end = endOf(phrase, phrase.length);
        this.ends[end]! |= 1 << phrase.length;
        this.starts[end]! |= 1 << letter(phrase, 0);
      }
    }
  }

  /** Whether the value up to `end` may be in one of the sets, or end in a word of them; accents may stand for anything. */
  admits(value: string, end: number, words: boolean): boolean {
    for (let index = 1; index <= 3 && index <= end; index++) {
      const code = value.charCodeAt(end - index);
      if (code > 127) return true;
      if ((code | 32) < 97 || (code | 32) > 122) return index > 1;
    }
    const last = endOf(value, end);
    const lengths = this.ends[last]!;
    const first = value.charCodeAt(0);
    if (lengths === 0 || words || first < 65 || first > 90) return lengths !== 0;
    // `1 <<` counts modulo 32, so long phrases share a bit with short ones.
    return (lengths & (1 << end)) !== 0 && (this.starts[last]! & (1 << letter(value, 0))) !== 0;
  }
}

/** Lower and upper case read the same; what stands before a short word counts as nothing. */
function endOf(text: string, end: number): number {
  return (letter(text, end - 1) << 10) | (letter(text, end - 2) << 5) | letter(text, end - 3);
}

function letter(text: string, index: number): number {
  const code = index < 0 ? 0 : text.charCodeAt(index) | 32;
  return code < 97 || code > 122 ? 0 : code & 31;
}
