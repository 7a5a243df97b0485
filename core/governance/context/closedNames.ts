/**
 * Which names of members pass in the mode `closed`: those that are field names for certain. A name may be data itself
 * (`{"people": {"Ann Lee": …}}`), and is withheld then. A name passes that says what it holds, because the catalogue or the descriptions of
 * many vendors have it or all of its words. Where a third of an object's names do, the object is a record, and others pass, too, that
 * are written like names in programs and have no given name among their words.
 */
import { isMarker } from '../catalog/marker.ts';
import { isOpaqueId } from '../facts/opaqueId.ts';
import { isGivenWord } from '../facts/wordSets.ts';
import { isKindWord } from '../fieldName/matching.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isRoleWord } from '../fieldName/roles.ts';
import { CLOSED_FIELD_WORDS } from '../vocabulary/closedFieldWords.ts';
import { COMMON_FIELD_NAMES } from '../vocabulary/commonFieldNames.ts';
import { phraseSet, setHas, wordsOf } from '../vocabulary/words.ts';

const MAX_LENGTH = 80;
/** Written like a name in a program: no space, and nothing but ASCII. */
const IN_PROGRAMS = /^[@$_#]{0,2}[A-Za-z][\w.:/$#@-]*$/;
/** A heading of a table, too. */
const HEADING = /^[\p{L}\p{M}\p{N}_$@#:./\-[\] ()%]+$/u;
const CAPITAL = /^\p{Lu}/u;
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
  if (words.length === 0 || !HEADING.test(key) || !/\p{L}/u.test(key)) return false;
  return COMMON.has(words.join('')) || words.every(isFieldWord);
}

/** Whether a given name is among the words of a name. */
const hasGivenName = (key: string): boolean =>
  wordsOf(key).some((word) => word.length > 2 && !isFieldWord(word) && isGivenWord(word.replace(/\d+$/, '')));

/**
 * Which of the names of an object's members pass.
 *
 * @param infoOf reads a name (fieldName/readName.ts)
 */
export function passingNames(keys: readonly string[], infoOf: (key: string) => KeyInfo): readonly boolean[] {
  const telling = keys.map(isTelling);
  const hasKind = keys.map((key) => infoOf(key).kind !== undefined);
  const known = keys.filter((_, index) => telling[index] === true || hasKind[index] === true);
  const isRecord = known.length * 3 >= keys.length;
  // `Mueller` beside `id` and `total` is no name of a field; beside `Id` and `Total` it may be one.
  const hasCapitals = known.filter((key) => CAPITAL.test(key)).length * 2 > known.length;
  return keys.map((key, index) => {
    if (key.length > MAX_LENGTH) return false;
    if (telling[index] === true || key === '' || isMarker(key) || isOpaqueId(key)) return true;
    if (!HEADING.test(key) || hasGivenName(key)) return false;
    if (hasKind[index] === true) return !key.includes('[');
    return isRecord && IN_PROGRAMS.test(key) && (hasCapitals || !CAPITAL.test(key));
  });
}
