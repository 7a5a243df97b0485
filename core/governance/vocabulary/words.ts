/**
 * Splits field names and word lists into normalized words: `billingEmailAddress`, `billing_email_address` and `Billing
 * e-mail address` give the same ones. Lists of the vocabulary are words separated by white space.
 */

/** The normalized entries of a vocabulary list. */
export function phrases(list: string): string[] {
  return fold(list).split(/\s+/).filter(Boolean);
}

/** The normalized entries of a vocabulary list, as a set. */
export function phraseSet(list: string): ReadonlySet<string> {
  return new Set(phrases(list));
}

/** The normalized words of a field name, split at camelCase, underscores, dashes, dots and spaces. */
export function wordsOf(key: string): string[] {
  // Salesforce's custom fields end in `__c` and the like.
  const own = key.endsWith('c') || key.endsWith('r') ? key.replace(/__(?:p?c|pr|r)$/, '') : key;
  if (isAscii(own)) return asciiWordsOf(own);
  const separated = own.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(separated)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

const UPPER = 1;
const LOWER = 2;
const OTHER_LETTER_OR_DIGIT = 4;
const CLASS = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  CLASS[65 + code] = UPPER;
  CLASS[97 + code] = LOWER;
}
for (let code = 48; code < 58; code++) CLASS[code] = OTHER_LETTER_OR_DIGIT;

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}

/** The same words as those of the patterns, without their cost. */
function asciiWordsOf(key: string): string[] {
  const words: string[] = [];
  const lower = key.toLowerCase();
  let start = 0;
  let before = 0;
  for (let index = 0; index <= key.length; index++) {
    const own = index < key.length ? (CLASS[key.charCodeAt(index)] ?? 0) : 0;
    const begins =
      own === UPPER &&
      (before === LOWER || (before === UPPER && index + 1 < key.length && CLASS[key.charCodeAt(index + 1)] === LOWER));
    if (own === 0 || begins) {
      if (index > start) words.push(lower.slice(start, index));
      start = begins ? index : index + 1;
    }
    before = own;
  }
  return words;
}

/** An English word without its plural ending; other words are returned unchanged. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses') || word.endsWith('xes') || word.endsWith('ches')) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Whether a word or its singular is in the set. */
export function setHas(set: ReadonlySet<string>, word: string): boolean {
  return set.has(word) || set.has(singular(word));
}

/**
 * Replaces two letters that stand for one: umlauts (`empfaenger`), Nordic letters, long vowels in Japanese
 * (`denwa_bangou`).
 */
export function respell(word: string): string {
  return /[aou]e|aa|ou|uu|oo/.test(word) ? word.replace(/([aou])e|aa|ou|uu|oo/g, (two) => two.charAt(0)) : word;
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', đ: 'd' };

/** Lower case without accents and without the nukta of Indic scripts (`फ़ोन`). Letters such as `ß` and `ø` get their ASCII spelling. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\x00-\x7f]/.test(lower)) return lower;
  return lower
    .replace(/[ßłøæœıđ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, '')
    .normalize('NFC');
}
