/**
 * Which names of members pass in the mode `closed`: those that are field names for certain. A name may be data itself
 * (`{"people": {"Ann Lee": …}}`), and is withheld then. A name passes that says what it holds, because the catalogue or the descriptions of
 * many vendors have it or all of its words. Where a third of an object's names do, the object is a record, and others pass, too, that
 * are written like names in programs and have no given name among their words.
 */
import { lazy } from '../../lib/lazy.ts';
import { isMarker } from '../catalog/marker.ts';
import { isOpaqueId } from '../facts/opaqueId.ts';
import { isGivenWord } from '../facts/wordSets.ts';
import { FIELD_NAME_RULES, isKindWord } from '../fieldName/matching.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isRoleWord } from '../fieldName/roles.ts';
import { CLOSED_FIELD_WORDS } from '../vocabulary/closedFieldWords.ts';
import { COMMON_FIELD_NAMES } from '../vocabulary/commonFieldNames.ts';
import { phraseSet, setHas, wordsOf } from '../vocabulary/words.ts';

const MAX_LENGTH = 80;
/** Written like a name in a program: no space, and nothing but ASCII. */
const IN_PROGRAMS = /^[@$_#]{0,2}[A-Za-z][\w.:/$#@-]*$/;
/** A heading of a table, too. */
const HEADING = lazy(() => /^[\p{L}\p{M}\p{N}_$@#:./\-[\] ()%]+$/u);
const CAPITAL = /^\p{Lu}/u;
/** No name of a field has a number that long; it may be a telephone's or an official one, as in values (value/harmless.ts). */
const LONG_NUMBER = /\d{7}/;
const LONG_ID = /^-?\d{7,}$/;
/** The same without the signs that join a name to data: `verified_phone` and `ns2:Surname`, but not `12 Baker Street` or `address/Baker`. */
const PLAIN = /^[@$_#]{0,2}[A-Za-z][\w.:-]*$/;
const COMMON = phraseSet(COMMON_FIELD_NAMES);
const FIELD_WORDS = phraseSet(CLOSED_FIELD_WORDS);

/** Whether a word in lower case belongs to the vocabulary of field names. */
export function isFieldWord(word: string): boolean {
  if (word.length <= 1 || /^\d{1,4}$/.test(word)) return true;
  const letters = word.replace(/\d{1,3}$/, '');
  return setHas(FIELD_WORDS, letters) || setHas(COMMON, letters) || isKindWord(letters) || isRoleWord(letters);
}

/** Whether a name says what it holds. Read without leaving anything of it out, as a prefix or a marker that is none. */
function isTelling(key: string): boolean {
  const words = wordsOf(key);
  if (words.length === 0 || !HEADING().test(key) || !/\p{L}/u.test(key)) return false;
  return COMMON.has(words.join('')) || words.every(isFieldWord);
}

/** Whether a given name is among the words of a name. */
const hasGivenName = (key: string): boolean =>
  wordsOf(key).some((word) => word.length > 2 && !isFieldWord(word) && isGivenWord(word.replace(/\d+$/, '')));

/** Whether a name of a kind is written like one in a program, or all of it is known; other words beside the catalogue's may be data. */
function isNameOfKind(key: string, { ruling }: KeyInfo): boolean {
  if (PLAIN.test(key)) return true;
  if (/[\d/:(]/.test(key)) return false;
  if (ruling.rule === FIELD_NAME_RULES['name.listed'] || ruling.rule === FIELD_NAME_RULES['name.birth']) return true;
  const words = wordsOf(key);
  const from = words.findIndex((_, at) => isKindWord(words.slice(at).join('')));
  return from > 0 && words.slice(0, from).every(isFieldWord);
}

/**
 * Which of the names of an object's members pass.
 *
 * @param infoOf reads a name (fieldName/readName.ts)
 */
export function passingNames(keys: readonly string[], infoOf: (key: string) => KeyInfo): readonly boolean[] {
  const telling = keys.map(isTelling);
  const hasKind = keys.map((key) => {
    const info = infoOf(key);
    return info.kind !== undefined && isNameOfKind(key, info);
  });
  const known = keys.filter((_, index) => telling[index] === true || hasKind[index] === true);
  const isRecord = known.length * 3 >= keys.length;
  // `Mueller` beside `id` and `total` is no name of a field; beside `Id` and `Total` it may be one.
  const hasCapitals = known.filter((key) => CAPITAL.test(key)).length * 2 > known.length;
  return keys.map((key, index) => {
    if (key.length > MAX_LENGTH) return false;
    if (telling[index] === true || key === '' || isMarker(key)) return true;
    if (isOpaqueId(key)) return !LONG_ID.test(key);
    if (!HEADING().test(key) || LONG_NUMBER.test(key) || hasGivenName(key)) return false;
    if (hasKind[index] === true) return !key.includes('[');
    return isRecord && IN_PROGRAMS.test(key) && (hasCapitals || !CAPITAL.test(key));
  });
}
