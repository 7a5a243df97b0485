/** Given names, and words that are written like names. */
import { GIVEN_NAMES } from '../vocabulary/givenNames.ts';
import { fold, phraseSet } from '../vocabulary/words.ts';

const GIVEN = phraseSet(GIVEN_NAMES);

/** Whether a value is a single given name of the vocabulary: `Priya`, `Anne-Marie`. */
export function isGivenName(value: string): boolean {
  if (value.length < 3 || value.length > 24) return false;
  if (capitalizedWords(value) === 1) return GIVEN.has(value.toLowerCase());
  if (!/^\p{Lu}[\p{L}\p{M}-]+$/u.test(value)) return false;
  return fold(value)
    .split('-')
    .every((part) => GIVEN.has(part));
}

/**
 * The number of words of a text that consists of capitalized words in ASCII with a space between two of them, as most
 * names; otherwise 0. Faster than the patterns, which all names would have to pass.
 */
export function capitalizedWords(text: string): number {
  let words = 0;
  let isStart = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 32) {
      if (isStart) return 0;
      isStart = true;
    } else if (isStart) {
      if (code < 65 || code > 90) return 0;
      words++;
      isStart = false;
    } else if ((code | 32) < 97 || (code | 32) > 122) return 0;
  }
  return isStart ? 0 : words;
}
