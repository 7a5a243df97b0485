/**
 * Finds texts regardless of the characters between their letters and digits. Only ASCII letters and digits count, in
 * either case and also in full width. Spaces, line ends (also escaped, `\
 * `), dashes, quotes, invisible and combining characters are skipped. One pass over the text for all searched texts.
 */

/** Shorter texts would be found by chance. */
export const MIN_LENGTH = 10;
/** With this many other characters in a row, a text does not continue after them. */
const MAX_GAP = 64;

/** The letter or digit that a character counts as, in lower case; 0 for none. */
const LETTERS = new Uint8Array(128);
for (let code = 0x30; code <= 0x39; code++) LETTERS[code] = code;
for (let code = 0x61; code <= 0x7a; code++) LETTERS[code] = LETTERS[code - 0x20] = code;

/** Of full width (U+FF01 to U+FF5E). */
const wideLetter = (code: number): number => (code > 0xff00 && code < 0xff5f ? (LETTERS[code - 0xfee0] ?? 0) : 0);

/** The letter or digit that a character counts as, by its code; 0 for none. */
export const letterOf = (code: number): number => (code < 128 ? (LETTERS[code] ?? 0) : wideLetter(code));

const BACKSLASH = 0x5c;
/** `\b`, `\f`, `\n`, `\r`, `\t`. */
const ESCAPED = new Uint8Array(128);
for (const letter of 'bfnrt') ESCAPED[letter.charCodeAt(0)] = 1;

/** Whether a character is the letter of an escape such as `\n`, given the code of the one before. */
export const isEscapeLetter = (before: number, code: number): boolean =>
  before === BACKSLASH && ESCAPED[code & 127] === 1;

/** The letter or digit at an offset; 0 for the letter of an escape such as `\n`. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && isEscapeLetter(text.charCodeAt(at - 1), code) ? 0 : letterOf(code);
}

/** The letters and digits of a text, in lower case. */
export function alphanumericsOf(text: string): string {
  const lower = text.toLowerCase();
  return /[^a-z0-9]/.test(lower) ? lower.replace(/[^a-z0-9]+/g, '') : lower;
}

/** Offsets of a found text. */
export type Span = readonly [start: number, end: number];

/** A bit for each hash of the first four letters of a text, so that hardly any other four letters have to be looked up. */
const SLOTS = 1 << 12;
const hashOf = (window: number): number => Math.imul(window, 0x9e3779b1);
const slotOf = (hash: number): number => hash >>> 20;
const bitOf = (hash: number): number => 1 << ((hash >>> 17) & 7);

/** Returns a search for these texts. Its finds do not overlap. */
export function finderOf(encodings: Iterable<string>): (text: string) => Span[] {
  /** By their first four letters. */
  const byWindow = new Map<number, Set<string>>();
  const begins = new Uint8Array(SLOTS);
  for (const encoding of encodings) {
    const letters = alphanumericsOf(encoding);
    if (letters.length < MIN_LENGTH) continue;
    const window = windowOf(letters);
    const hash = hashOf(window);
    begins[slotOf(hash)] = (begins[slotOf(hash)] ?? 0) | bitOf(hash);
    byWindow.set(window, (byWindow.get(window) ?? new Set()).add(letters));
  }
  if (byWindow.size === 0) return () => [];
  const endAt = (text: string, start: number, window: number): number =>
    Math.max(-1, ...[...(byWindow.get(window) ?? [])].map((letters) => endOf(text, start, letters)));
  return (text) => {
    const found: Span[] = [];
    let from = 0;
    // The last four letters.
    let window = 0;
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const letter = letterOf(code);
      const isEscape = isEscapeLetter(before, code);
      before = code;
      if (letter === 0 || isEscape) continue;
      window = (window << 8) | letter;
      const hash = hashOf(window);
      if (((begins[slotOf(hash)] ?? 0) & bitOf(hash)) === 0 || !byWindow.has(window)) continue;
      const start = fourthBefore(text, at, from);
      const end = start < 0 ? -1 : endAt(text, start, window);
      if (end < 0) continue;
      found.push([start, end]);
      from = end;
      at = end - 1;
      before = 0;
      window = 0;
    }
    return found;
  };
}

const windowOf = (letters: string): number => {
  let window = 0;
  for (let at = 0; at < 4; at++) window = (window << 8) | letters.charCodeAt(at);
  return window;
};

/** Offset of the fourth letter before `end`; -1 when it is before `from` or the letters are too far apart. */
function fourthBefore(text: string, end: number, from: number): number {
  let letters = 0;
  const least = Math.max(from, end - 4 * MAX_GAP);
  for (let at = end; at >= least; at--) if (letterAt(text, at) !== 0 && ++letters === 4) return at;
  return -1;
}

/** The offset after the text when it begins at `start`, otherwise -1. */
function endOf(text: string, start: number, letters: string): number {
  let at = start;
  for (let index = 0; index < letters.length; index++) {
    const most = at + MAX_GAP;
    let letter = letterAt(text, at);
    while (letter === 0 && at < most && at < text.length) letter = letterAt(text, ++at);
    if (letter !== letters.charCodeAt(index)) return -1;
    at++;
  }
  return at;
}
