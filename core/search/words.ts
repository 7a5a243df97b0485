/**
 * Tokenizes text for the search index and for queries: splits names at capitals, stems words (Porter), removes stop words,
 * and makes pairs of neighbouring characters in scripts without spaces. Pure; linear in the length of the text.
 */
import { stemmer } from 'stemmer';

const listed = (words: string): string[] => words.trim().split(/\s+/);

/**
 * Stop words. Verbs that name an operation are not among them. Prepositions, conjunctions, question words and auxiliary
 * verbs end a phrase; articles and pronouns stand inside of one.
 */
const PHRASE_ENDS = new Set(
  listed(`of for to in on at by with from and or is are be am was were been being that which what who whom whose how why
    can could would should will may might must shall do does did has have had into about as if so than when where while such
    via per using use`),
);
const STOP_WORDS = new Set([
  ...PHRASE_ENDS,
  ...listed(`a an the my me i we our us you your yours it its this these those there please want wants need needs let some any
    all not no only one also just then them they their he she his her him like`),
]);

/**
 * Words that a request can do without: adverbs of place, time and degree, quantifiers, numerals, units of time, and verbs of
 * speaking and moving. APIs have them in texts rather than in names.
 */
const SLIGHT_WORDS = new Set(
  listed(`up down off out over under through between back again away together around before after during within without until
    since now today tomorrow yesterday tonight soon later still yet already ago once always never ever here else
    right next last first second third another other same each every both either own
    more most much many few less least several enough very really too quite rather lot lots bit
    two three four five six seven eight nine ten dozen couple half
    day days week weeks month months year years hour hours minute minutes morning evening night time times
    something anything everything nothing someone somebody anybody everybody nobody
    go goes going went gone come comes take takes put puts know say tell look looks see keep try happen happens`),
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

/** Whether a request can do without a word. */
export const isSlight = (word: string): boolean => SLIGHT_WORDS.has(word);

/** The meaningful words of a text by phrase: "the labels of a new parcel" is labels, new parcel. */
export function phrasesOf(text: string): string[][] {
  const phrases: string[][] = [];
  for (const part of text.split(/[.,;:!?()\n]/)) {
    let phrase: string[] = [];
    for (const word of [...rawWords(part), '']) {
      if (word !== '' && !PHRASE_ENDS.has(word)) {
        if (!STOP_WORDS.has(word)) phrase.push(word);
      } else if (phrase.length > 0) {
        phrases.push(phrase);
        phrase = [];
      }
    }
  }
  return phrases;
}

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
