/**
 * Whether a value is written like the full name of a person, in any script, and what that form says. Knows no names: whose name it is, is
 * judged by the words (wordSets.ts) and the field (context/nameRules.ts).
 */
import { lazy } from '../../lib/lazy.ts';
import { fold } from '../vocabulary/words.ts';

/** The form of a value that is written like a name. */
export interface NameShape {
  /** Its words, folded, without titles, initials and particles; at least one. */
  readonly words: readonly string[];
  readonly isTitled: boolean;
  readonly hasInitial: boolean;
  readonly hasParticle: boolean;
  /** `Lee, Ann` */
  readonly hasComma: boolean;
  readonly isCapitals: boolean;
  /** It is one word of a script whose names have two: a given name or a surname alone. */
  readonly isSingle: boolean;
  /** `caseless`: of a script without capitals; `east`: Chinese, Japanese or Korean, mostly without spaces. */
  readonly script: 'cased' | 'caseless' | 'east';
}

const SHORTEST = 3;
const LONGEST = 50;
const MOST_WORDS = 5;

const NOT_IN_NAMES = /[0-9@/\\_:;#<>{}[\]=|*+!?"%&$()]/;
const CASED_WORD = lazy(() => /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|\p{L}{1,3}|[dlo]['’]\p{Lu}[\p{L}\p{M}-]+)$/u);
/** `Hanneke`, `Bouke-Jan` */
const SINGLE_WORD = lazy(() => /^(?:\p{Lu}[\p{Ll}\p{M}'’]{1,19}(?:-\p{Lu}[\p{Ll}\p{M}'’]{1,19})?)$/u);
const CASELESS_WORD = lazy(
  () =>
    /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Georgian}\p{Script=Thaana}\p{M}\u200c'’.-]+$/u,
);
const EAST = lazy(
  () =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・々]{2,8}(?:[ \u3000][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]{1,6})?$/u,
);
const FIRST_EAST = 0x1100;

const PARTICLES = new Set(
  'van von de der den del della da di do dos das du la le el al bin ibn ben y e ter ten zu zur af av st of los las bint abu ul vom und i t'.split(
    ' ',
  ),
);
/** Before a name, in the languages of the vocabulary: of address, of the academic degree, of office, of church and of kin. */
const TITLES = new Set(
  `dr prof mr mrs ms miss herr frau mme mlle m sr sra srta dott dra don dona ing rev sir lady pan pani bay hr fr father sister br capt sgt mag dipl
  docteur professor professeur profa doktor dottssa mgr inz lic licdo avv arch rag geom notar drs ir hon revd canon judge lt col maj cpl cmdr
  monsieur madame senor senora senhor senhora signor signora familie family famille tante onkel oncle tio tia opa oma papi mamie aunt aunty uncle
  soeur frere frei pater padre pfarrer pfr pastor rabbi imam sheikh hofrat meister mestre maestro mastro donna
  السيد السيدة الشيخ الدكتور الدكتورة د م أ الأستاذ श्री श्रीमती डॉ सुश्री`.split(/\s+/),
);

/** Whether a word of a name is a particle: `van`, `de`. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

/** Whether a word of a name is a title: `Mr`, `Frau`, `Dr.`. */
export const isTitle = (word: string): boolean =>
  TITLES.has((word.endsWith('.') ? word.slice(0, -1) : word).toLowerCase());

const INITIAL = /^\p{Lu}\.?$/u;
const STARTS_BIG = /^\p{Lu}/u;
const AFTER_APOSTROPHE = /^[dlo]['’]/;

/** The form of a value; undefined when it is not written like a full name. */
export function nameShapeOf(value: string): NameShape | undefined {
  if (value.length < SHORTEST || value.length > LONGEST || !mayBegin(value) || NOT_IN_NAMES.test(value))
    return undefined;
  if (value.charCodeAt(0) >= FIRST_EAST && EAST().test(value))
    return shapeOf(value, value.split(/[ \u3000・]/), 'east');
  if (!value.includes(' ')) return SINGLE_WORD().test(value) ? shapeOf(value, [value], 'cased') : undefined;
  const words = value.trim().split(/,? +/);
  if (words.length < 2 || words.length > MOST_WORDS || value.indexOf(',') !== value.lastIndexOf(',')) return undefined;
  if (words.every((word) => CASELESS_WORD().test(word))) return shapeOf(value, words, 'caseless');
  let capitals = 0;
  for (const word of words) {
    if (!CASED_WORD().test(word)) return undefined;
    if (STARTS_BIG.test(word)) capitals++;
    else if (!PARTICLES.has(word) && !AFTER_APOSTROPHE.test(word)) return undefined;
  }
  return capitals < 2 ? undefined : shapeOf(value, words, 'cased');
}

/** Whether bytes of ASCII may be such a value: no more than a look at their length, the first letter and the first blank. */
export function mayHaveNameShape(bytes: Uint8Array, start: number, end: number): boolean {
  const first = (bytes[start] ?? 0) | 0x20;
  if (end - start < SHORTEST || end - start > LONGEST || first < 97 || first > 122) return false;
  for (let at = start + 1; at < end; at++) if (bytes[at] === BLANK) return true;
  // One word: a capital letter and small ones.
  return bytes[start] !== first && isSmall(bytes[start + 1]) && isSmall(bytes[end - 1]);
}
const isSmall = (byte = 0): boolean => byte >= 97 && byte <= 122;
const BLANK = 0x20;

/** Whether the first character is one that names begin with: most values begin with a small letter or a digit. */
function mayBegin(value: string): boolean {
  const first = value.charCodeAt(0);
  return first > 127 || (first >= 65 && first <= 90) || (value.includes(' ') && first >= 97 && first <= 122);
}

function shapeOf(value: string, given: readonly string[], script: NameShape['script']): NameShape | undefined {
  const folded = given.map((word) => fold(word).replaceAll('’', "'").replace(/\.$/, ''));
  const words = folded.filter((word) => word.length > 1 && !PARTICLES.has(word) && !TITLES.has(word));
  if (words.length === 0) return undefined;
  return {
    words,
    isTitled: TITLES.has(folded[0] ?? ''),
    hasInitial: given.some((word) => INITIAL.test(word)),
    hasParticle: folded.some((word) => PARTICLES.has(word)),
    hasComma: value.includes(','),
    isCapitals: script === 'cased' && value === value.toUpperCase(),
    isSingle: script === 'cased' && given.length === 1,
    script,
  };
}
