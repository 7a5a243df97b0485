/**
 * Groups of words that detectors look for. A table by three characters says which groups have a word with them, so that
 * one pass over a value (characters.ts) tells which groups may be in it, instead of a search for each group.
 */

// Numbers stand before everything else: the bundler writes their values where they are used, which is faster in loops.
/** Slots of three characters. */
export const SLOT_MASK = 32_767;
const MAX_GROUPS = 16;
/** All groups. */
export const ALL_KEYWORDS = 0xffff;

/** Five bits of each character: letters without their case, and a few sorts of other ones. */
export const KEYWORD_FOLD = new Uint8Array(256).fill(31);
for (let letter = 1; letter <= 26; letter++) {
  KEYWORD_FOLD[64 + letter] = letter;
  KEYWORD_FOLD[96 + letter] = letter;
}
for (let digit = 48; digit < 58; digit++) KEYWORD_FOLD[digit] = 27;
for (const [sort, chars] of [
  [0, ' '],
  [28, '_'],
  [29, '-'],
  [30, '.:/='],
] as const) {
  for (const char of chars) KEYWORD_FOLD[char.charCodeAt(0)] = sort;
}
/** By slot: the groups with a word that has these three characters, as bits. */
export const KEYWORD_GROUPS = new Uint16Array(SLOT_MASK + 1);
/** Stands for any third character. */
const ANY = Array.from({ length: 32 }, (_, code) => code);
const foldOf = (char: string): number => (char === '@' ? 0 : (KEYWORD_FOLD[char.charCodeAt(0)] ?? 0));
let defined = 0;

/**
 * Defines a group; returns its bit.
 *
 * @param parts of each word two or three ASCII characters, best rare ones; case does not count, and `@` stands for a space.
 * Words in other scripts need no part: a value with characters outside ASCII may have every group.
 */
export function defineKeywords(parts: string): number {
  if (defined === MAX_GROUPS) throw new RangeError(`There are ${MAX_GROUPS} groups of keywords already.`);
  const bit = 1 << defined++;
  for (const part of parts.trim().split(/\s+/)) {
    const [first = 0, second = 0, third] = Array.from(part, foldOf);
    for (const last of third === undefined ? ANY : [third]) {
      const slot = (first << 10) | (second << 5) | last;
      KEYWORD_GROUPS[slot] = (KEYWORD_GROUPS[slot] ?? 0) | bit;
    }
  }
  return bit;
}
