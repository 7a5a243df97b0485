/**
 * Tokenizes text for the search index and for queries: splits names at capitals, stems words (Porter), removes stop words,
 * and makes pairs of neighbouring characters in scripts without spaces. Pure; linear in the length of the text.
 */
import { stemmer } from 'stemmer';

/** Stop words. Verbs that name an operation are not among them. */
const STOP_WORDS = new Set(
  `a an the of for to in on at by with from and or is are be am was were been being my me i we our us you your yours it its this that
  these those there which what who whom whose how why please can could would should will may might must shall want wants need needs let
  some any all do does did has have had into about as if so not no only one also just than then them they their he she his her him
  when where while like such via per using use`.split(/\s+/),
);

/** Maximum length of a word; longer runs are identifiers or base64. */
const MAX_WORD_LENGTH = 40;
/** Scripts without spaces between words; pairs of neighbouring characters are indexed. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;

/** Cache of stems, because stemming is most of the work and APIs repeat their words. */
const stems = new Map<string, string>();
const MAX_CACHED_STEMS = 20_000;

/** The stems of a text in order, with repetitions and without stop words. */
export const wordsOf = (text: string): string[] => meaningfulWords(text).map(stemOf);

/** The lower-case words of a text before stemming, without stop words. */
export const meaningfulWords = (text: string): string[] => rawWords(text).filter((word) => !STOP_WORDS.has(word));

/** The lower-case words of a text before stemming, with stop words. */
export function rawWords(text: string): string[] {
  const spaced = text
    .normalize('NFKC')
    .replace(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    // The endings of contractions and possessives: "what's", "team's".
    .replace(/['’](?:s|t|re|ve|ll|d|m)\b/g, ' ');
  return (spaced.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length <= MAX_WORD_LENGTH);
}

/**
 * The lower-case words of a request that are values or names of somebody rather than words of an API: those with digits,
 * with a capital inside of a sentence, or in quotes.
 */
export function valueWords(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/(?<![\p{L}\p{N}])["'“‘]([^"'“”‘’]{1,80})["'”’](?![\p{L}\p{N}])/gu)) {
    for (const word of rawWords(quoted)) found.add(word);
  }
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const isInside = /[^\s.!?:]\s*$/.test(text.slice(Math.max(0, index - 3), index));
    if (/\p{N}/u.test(run) || (isInside && /^\p{Lu}/u.test(run))) {
      for (const word of rawWords(run)) found.add(word);
    }
  }
  return found;
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => (letters[at] ?? '') + letter);
}

/** The stem of a word, without accents: the same for `cafés` and `cafes`, `users` and `user`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  const stem = stemmer(plain);
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/**
 * An English noun in the singular: the same for `users` and `user`, but not for `used`. A guess by the ending, so `status`
 * and `address` stay as they are.
 */
export function singularOf(word: string): string {
  if (word.length < 4) return word;
  if (/.ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Whether a word looks like an English plural. */
export const isPlural = (word: string): boolean => singularOf(word) !== word;
