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
    const a = value.charCodeAt(end - 1);
    const b = value.charCodeAt(end - 2);
    const c = value.charCodeAt(end - 3);
    // What stands before the value is no number, which counts as nothing here.
    if ((a | b | c) > 127) return true;
    if (LETTERS[a] === 0) return false;
    const last = (LETTERS[a]! << 10) | ((LETTERS[b] ?? 0) << 5) | (LETTERS[c] ?? 0);
    const lengths = this.ends[last]!;
    if (lengths === 0 || words) return lengths !== 0;
    const first = value.charCodeAt(0);
    if (first < 65 || first > 90) return true;
    // `1 <<` counts modulo 32, so long phrases share a bit with short ones.
    return (lengths & (1 << end)) !== 0 && (this.starts[last]! & (1 << (first & 31))) !== 0;
  }
}

/** Lower and upper case read the same, all else counts as nothing. */
const LETTERS = new Uint8Array(128);
for (let code = 1; code <= 26; code++) LETTERS[64 + code] = LETTERS[96 + code] = code;

function endOf(text: string, end: number): number {
  return (letter(text, end - 1) << 10) | (letter(text, end - 2) << 5) | letter(text, end - 3);
}

function letter(text: string, index: number): number {
  return LETTERS[text.charCodeAt(index)] ?? 0;
}
