/**
 * Values that describe a field instead of being its value: its caption (`first_name: "Vorname"`, `city: "Ort"`), its
 * type or state (`street: "string"`, `zip: "required"`), the name of another field (`last_name: "csv_lastName"`). A
 * value is a caption when the catalogue reads it as the name of a field of the same sort, in any of its languages. A
 * suffix filter rejects the values of ordinary records quickly.
 */

import { ALL_FIELD_KINDS, FIELD_KINDS } from '../catalog/index.ts';
import type { CaptionSort } from '../catalog/kind.ts';
import { capitalizedWords } from '../facts/givenName.ts';
import { SuffixFilter } from '../facts/suffixFilter.ts';
import { expandAbbreviations } from '../fieldName/composedName.ts';
import { isPersonRole, PERSONS } from '../fieldName/roles.ts';
import { ADDRESS_CAPTION_WORDS, CAPTION_WORDS, FIELD_TYPES, ROLE_CAPTIONS } from '../vocabulary/captions.ts';
import { ABBREVIATIONS, USES } from '../vocabulary/composition.ts';
import { phraseSet, phrases, wordsOf } from '../vocabulary/words.ts';

/** Short captions that are not a person's name. */
const SHORT_CAPTIONS = phraseSet('name naam namn navn nome nom imie ort plz');
const TYPES = phraseSet(FIELD_TYPES);
const ROLES = phraseSet(ROLE_CAPTIONS);
const CONTEXT_WORDS = new Set([...phrases(CAPTION_WORDS), ...phrases(USES)]);

const ADDRESS_CONTEXT_WORDS = phraseSet(ADDRESS_CAPTION_WORDS);

// At least five letters, since some family names have two or three Latin letters.
const NAME_CAPTIONS = captions(`${namesOf('name')} ${namesOf('bareName')}`, 5);
const CAPTIONS: Readonly<Record<CaptionSort, ReadonlySet<string>>> = {
  name: NAME_CAPTIONS,
  bareName: NAME_CAPTIONS,
  address: captions(`${namesOf('address')} ${FIELD_KINDS.postalCode.names}`, 3),
  other: captions(namesOf('other'), 4),
};

/** The field names of all kinds that have captions of this sort. */
function namesOf(sort: CaptionSort): string {
  return ALL_FIELD_KINDS.filter((kind) => FIELD_KINDS[kind].captions === sort)
    .map((kind) => FIELD_KINDS[kind].names)
    .join(' ');
}

function captions(list: string, least: number): ReadonlySet<string> {
  return new Set(
    phrases(list).filter(
      (phrase) => phrase.length >= least || phrase.charCodeAt(0) > 0x2fff || SHORT_CAPTIONS.has(phrase),
    ),
  );
}

const FILTER = new SuffixFilter(
  phrases(ABBREVIATIONS),
  TYPES,
  ROLES,
  CONTEXT_WORDS,
  SHORT_CAPTIONS,
  ...Object.values(CAPTIONS),
);

const MAX_CAPTION_LENGTH = 48;

/** By three letters: whether a caption begins with them. */
const BEGINNINGS = new Uint8Array(32_768);
for (const set of [
  phrases(ABBREVIATIONS),
  TYPES,
  ROLES,
  CONTEXT_WORDS,
  ADDRESS_CONTEXT_WORDS,
  PERSONS,
  ...Object.values(CAPTIONS),
])
  for (const phrase of set) BEGINNINGS[beginningOf(phrase)] = 1;

function beginningOf(text: string): number {
  return ((text.charCodeAt(0) & 31) << 10) | ((text.charCodeAt(1) & 31) << 5) | (text.charCodeAt(2) & 31);
}

/** Whether a value of capitalized words begins like no caption: names of people, mostly. */
function beginsOtherwise(value: string): boolean {
  return /^[A-Z][a-z]{2}/.test(value) && BEGINNINGS[beginningOf(value)] === 0 && capitalizedWords(value) > 1;
}

/**
 * Whether a value without digits is a caption of this sort.
 *
 * @param blanks the value has spaces or signs between words
 */
export function isCaption(sort: CaptionSort, value: string, blanks: boolean): boolean {
  const { length } = value;
  if (length < 2 || length > MAX_CAPTION_LENGTH) return false;
  const last = value.charCodeAt(length - 1);
  const end = last === 58 || last === 42 || last === 63 || last === 41 ? length - 1 : length;
  return blanks
    ? FILTER.mayEndWith(value, end) && !beginsOtherwise(value) && readsAsCaption(sort, value)
    : FILTER.mayContain(value, end) && readsAsCaption(sort, value);
}

function readsAsCaption(sort: CaptionSort, value: string): boolean {
  const given = wordsOf(value);
  const words = /^[A-Za-z]\w*_\w+$/.test(value) ? (expandAbbreviations(given)[0] ?? given) : given;
  const joined = words.join('');
  if (words.length <= 2 && TYPES.has(joined) && (value === value.toLowerCase() || value === value.toUpperCase()))
    return true;
  const known = CAPTIONS[sort];
  if (
    known.has(joined) ||
    (known === NAME_CAPTIONS && (words.length > 1 ? isPersonRole(joined) : sort === 'bareName' && ROLES.has(joined)))
  )
    return true;
  // `csv_last_name`: the name of a field, after any other word.
  const code = /^[A-Za-z]\w*$/.test(value) && (value.includes('_') || /[a-z][A-Z]/.test(value));
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      if (to - from === words.length || !known.has(words.slice(from, to).join(''))) continue;
      if (code && to === words.length) return true;
      if (
        [...words.slice(0, from), ...words.slice(to)].every(sort === 'address' ? isAddressContextWord : isContextWord)
      )
        return true;
    }
  }
  return false;
}

function isContextWord(word: string): boolean {
  return CONTEXT_WORDS.has(word) || isPersonRole(word) || CAPTIONS.name.has(word) || CAPTIONS.address.has(word);
}

/** `First Street` and `State Street` are addresses and not captions. */
function isAddressContextWord(word: string): boolean {
  return (
    ADDRESS_CONTEXT_WORDS.has(word) ||
    (CAPTIONS.address.has(word) && !/^(?:street|state|city|town|county|region|village|borough|district)$/.test(word))
  );
}
