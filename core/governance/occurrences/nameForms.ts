/**
 * The other forms in which sentences name a person whose full name a field of the answer gives: without the title, by the first name, by
 * title and surname, with an initial, the surname first, with one of two surnames. Knows no language but titles and particles; refuses
 * surnames that stand alone and first names that are no given names of the vocabulary, which are words, towns and brands as often.
 */
import { isGivenName } from '../facts/givenName.ts';
import { isParticle, isTitle } from '../facts/nameShape.ts';

/** Where a form counts. */
export type FormPlace =
  /** Wherever the name itself does. */
  | 'anywhere'
  /** In a text of several words, as it is written. */
  | 'sentence'
  /** Behind a title (`Mr`, `Frau Dr.`). */
  | 'afterTitle';

/** One other form of a name. */
export interface NameForm {
  readonly text: string;
  readonly place: FormPlace;
  /** The surname that may follow, also after further given names: behind `Marcos` of `Marcos Javier Pardo`. */
  readonly surname?: string;
}

const MOST_WORDS = 6;
const SHORTEST = 3;
/** Words of names in scripts with capitals; in others a name has no forms of this kind. */
const CASED_WORD = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
const INITIAL = /^\p{Lu}\.?$/u;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md|mba|esq)\.?$/i;
const NONE: readonly NameForm[] = [];

/** The other forms of a full name, at most ten; none for what is not two to six words in a script with capitals. */
export function formsOfName(name: string): readonly NameForm[] {
  const words = partsOf(name);
  if (words === undefined) return NONE;
  const { given, middle, surname } = words;
  if (isTitle(given)) return [{ text: surname.join(' '), place: 'afterTitle' }];
  const last = surname.at(-1) ?? '';
  const whole = surname.join(' ');
  const forms: NameForm[] = [];
  const add = (text: string, place: FormPlace, rest?: Partial<NameForm>) => {
    if (text.length >= SHORTEST && text !== name) forms.push({ text, place, ...rest });
  };
  add([given, ...middle, whole].join(' '), 'anywhere');
  add(`${given} ${whole}`, 'anywhere');
  // `José García López` is `José García` as well; of `Ana María López` the two given names.
  if (middle[0] && !INITIAL.test(middle[0])) add(`${given} ${middle[0]}`, 'anywhere');
  add(`${whole} ${given}`, 'anywhere', { surname: whole });
  add(`${whole}, ${given}`, 'anywhere', { surname: whole });
  if (last.length >= SHORTEST) {
    const initial = given.charAt(0);
    for (const text of [`${initial}. ${whole}`, `${initial} ${whole}`, `${whole} ${initial}.`]) add(text, 'sentence');
    add(whole, 'afterTitle');
    if (middle.length > 0 && !INITIAL.test(middle.at(-1) ?? '')) add([middle.at(-1), whole].join(' '), 'afterTitle');
  }
  if (isGivenName(given)) add(given, 'sentence', { surname: whole });
  return forms;
}

/** The shortest words that all forms of a name have at least one of, so that a text without any of them has no form. */
export function seedsOfName(name: string): readonly string[] {
  const words = partsOf(name);
  return words === undefined ? [] : [words.given, words.surname.at(-1) ?? ''].filter((word) => word.length >= SHORTEST);
}

interface NameParts {
  /** A title where no first name is known: `Mr Smithson`. */
  readonly given: string;
  readonly middle: readonly string[];
  /** With its particles: `van der Berg`. */
  readonly surname: readonly string[];
}

function partsOf(name: string): NameParts | undefined {
  const comma = name.indexOf(', ');
  const turned = comma > 0 ? `${name.slice(comma + 2)} ${name.slice(0, comma)}` : name;
  const words = turned.trim().split(/[ \u00a0]+/);
  while (words.length > 2 && isTitle(words[0] ?? '')) words.shift();
  while (words.length > 2 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  if (
    words.length < 2 ||
    words.length > MOST_WORDS ||
    words.some((word) => !CASED_WORD.test(word) && !isParticle(word))
  )
    return undefined;
  const [given = '', ...rest] = words;
  let from = rest.length - 1;
  while (from > 0 && isParticle(rest[from - 1] ?? '')) from--;
  if (!CASED_WORD.test(given) || !CASED_WORD.test(rest.at(-1) ?? '')) return undefined;
  return { given, middle: rest.slice(0, from), surname: rest.slice(from) };
}
