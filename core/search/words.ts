/**
 * The words of a text as search compares them: names split at capitals, stems (Porter), no words that say nothing, and pairs of
 * neighbours where a script writes no spaces. The same for what is searched and for what is asked. Pure; linear in the text.
 */
import { stemmer } from 'stemmer';

/** What stands in any request and tells no tool from another. Verbs that name what is done are not among them. */
const SAYS_NOTHING = new Set(
  `a an the of for to in on at by with from and or is are be am was were been being my me i we our us you your yours it its this that
  these those there which what who whom whose how why please can could would should will may might must shall want wants need needs let
  some any all do does did has have had into about as if so not no only one also just than then them they their he she his her him
  when where while like such via per using use`.split(/\s+/),
);

/** Longer runs of letters and digits are no words (identifiers, Base64). */
const LONGEST = 40;
/** Scripts that are written without spaces: neighbouring characters are searched in pairs. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;

/** Stemming is most of the work, and APIs repeat their words. */
const stems = new Map<string, string>();
const STEMS_KEPT = 20_000;

/** In their order, repeated as often as they stand there. */
export function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const word of rawWords(text)) if (!SAYS_NOTHING.has(word)) found.push(stemOf(word));
  return found;
}

/** Lower-case words before stemming, those that say nothing included. */
export function rawWords(text: string): string[] {
  const spaced = text
    .normalize('NFKC')
    .replace(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    // Of contractions and possessives: "what's", "team's".
    .replace(/['’](?:s|t|re|ve|ll|d|m)\b/g, ' ');
  return (spaced.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length <= LONGEST);
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => (letters[at] ?? '') + letter);
}

/** `cafés` and `cafes` are one word, and so are `users` and `user`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  const stem = stemmer(plain);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
}
