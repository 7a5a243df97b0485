/**
 * The values of one answer that were redacted as the whole value of a field (a name, an e-mail address, a number), so
 * that removal.ts can find them elsewhere in the answer. Holds at most MAX_VALUES. Leaves out values that would remove
 * more than the person's data: single words that are not given names, ids, numbers with few digits.
 */
import { lazy } from '../../lib/lazy.ts';
import type { NamePart, ValueMemory } from '../../model/governance/report.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikePersonName } from '../facts/personName.ts';
import { DistinctValues } from './distinctValues.ts';
import { Matcher, type Pattern } from './matcher.ts';
import { formsOfName, seedsOfName } from './nameForms.ts';
import { mayContainAny } from './prefixes.ts';

/**
 * Maximum number of distinct values of one answer, and as many guesses. Later ones are redacted in their field only.
 */
export const MAX_VALUES = 1_000;
/** Minimum number of characters. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 120;
/** Minimum number of digits of a number. */
const MIN_DIGITS = 7;

/** `Hopper Test` and `Ann Lee2`, when a field says that it is a person's name. */
const WORDS_OF_NAME = lazy(
  () => /^\p{Lu}[\p{L}\p{M}'’.-]+(?: [\p{L}'’.-]{1,30}){0,3} \p{Lu}[\p{L}\p{M}'’.-]*\d{0,3}$/u,
);
/** Hashes and record ids. */
const HEX_ID = /^(?=.*[a-f])[0-9a-f-]{16,}$/i;
/** Values that are written the same way in a query and in nested JSON. */
const UNENCODED = /^[\w.-]*$/;
const NOT_ASCII = /[\u0080-\uffff]/;
const NOT_ASCII_UNITS = /[\u0080-\uffff]/g;
const NO_FORMS: ReadonlyMap<string, Pattern> = new Map();
const ALL_ENCODINGS: Encodings = { url: true, form: true, ascii: true };

/** The redacted values of one answer. */
export class RedactedValues implements ValueMemory {
  readonly #known = new DistinctValues(MAX_VALUES);
  /** Those of fields that name things as often as people. */
  readonly #guesses = new DistinctValues(MAX_VALUES);
  /** The part of a name that was noted last, until its counterpart follows. */
  #given: string | undefined;
  #surname: string | undefined;
  /** Words of the names (nameForms.ts), made for so many values. */
  #seeds: readonly string[] = [];
  #seedsOf = 0;

  note(type: string, value: string, options?: { readonly part?: NamePart; readonly guessed?: boolean }): void {
    const values = options?.guessed ? this.#guesses : this.#known;
    if (values.isFull) return;
    keep(values, type, value);
    if (type !== 'name') return;
    // `Lee, Ann`
    const comma = value.indexOf(', ');
    if (comma > 0) keep(values, type, `${value.slice(comma + 2)} ${value.slice(0, comma)}`);
    if (options?.part) this.#pair(value, options.part);
  }

  /** `{firstName: 'Ann', lastName: 'Lee'}` is `Ann Lee` in a sentence. */
  #pair(value: string, part: NamePart): void {
    if (part === 'given') this.#given = value;
    else this.#surname = value;
    if (this.#given === undefined || this.#surname === undefined) return;
    keep(this.#known, 'name', `${this.#given} ${this.#surname}`);
    this.#given = undefined;
    this.#surname = undefined;
  }

  /** A matcher for the values; undefined when none of them can occur in this text, as in most answers. */
  matcherFor(text: string): Matcher | undefined {
    if (this.#known.texts.length + this.#guesses.texts.length === 0) return undefined;
    const hasForms = this.#mayHaveForms(text);
    if (!hasForms && !this.#mayStandIn(text)) return undefined;
    const forms = hasForms ? this.#forms() : NO_FORMS;
    const patterns: Pattern[] = [];
    for (const [value, type] of this.#known.byText()) patterns.push(...patternsOf(type, value, forms.get(value)));
    // A guess (`host: {name: 'Santa Clara'}`) is only used when it begins with a given name.
    for (const [value, type] of this.#guesses.byText())
      if (isGivenName(value.slice(0, Math.max(0, value.indexOf(' '))))) patterns.push(...patternsOf(type, value));
    // Behind the values themselves: of equal texts the first counts.
    patterns.push(...forms.values());
    return patterns.length === 0 ? undefined : new Matcher(patterns);
  }

  /** Whether a text may hold another form of a known name. */
  #mayHaveForms(text: string): boolean {
    if (!text.includes(' ')) return false;
    if (this.#seedsOf !== this.#known.texts.length) {
      this.#seedsOf = this.#known.texts.length;
      this.#seeds = [...new Set(this.#names().flatMap(seedsOfName))];
    }
    return this.#seeds.length > 0 && mayContainAny(text, this.#seeds);
  }

  #names(): string[] {
    return [...this.#known.byText()].filter(([, type]) => type === 'name').map(([name]) => name);
  }

  /** The other forms of the known names; a text that is one of several people has the places of all. */
  #forms(): Map<string, Pattern> {
    const forms = new Map<string, Pattern>();
    for (const name of this.#names())
      for (const { text, place, surname } of formsOfName(name)) {
        const same = forms.get(text);
        forms.set(text, {
          type: 'name',
          text,
          value: name,
          anyCase: place === 'anywhere' || same?.anyCase === true,
          places: [...(same?.places ?? []), place],
          ...((surname ?? same?.surname) && { surname: surname ?? same?.surname }),
        });
      }
    return forms;
  }

  #mayStandIn(text: string): boolean {
    const known = this.#known.texts;
    const guesses = this.#guesses.texts;
    const encodings: Encodings = { url: text.includes('%'), form: text.includes('+'), ascii: text.includes('\\u') };
    const isEncoded = encodings.url || encodings.form || encodings.ascii;
    const hasSlugs = ID_AND_SLUG.test(text);
    if (!isEncoded && !hasSlugs && guesses.length === 0) return mayContainAny(text, known);
    const all: string[] = [];
    for (const values of [known, guesses]) {
      for (const value of values) {
        all.push(value);
        if (isEncoded) addEncoded(all, value, encodings);
        const slug = hasSlugs ? slugOf(value) : undefined;
        if (slug !== undefined) all.push(slug);
      }
    }
    return mayContainAny(text, all);
  }
}

function keep(values: DistinctValues, type: string, given: string): void {
  const value = hasSpaceAround(given) ? given.trim() : given;
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH) return;
  if (type === 'name' ? isWord(value) && !isSearched(value) : !mayBeSearched(type, value)) return;
  values.add(value, type);
}

/** Whether white space may be at an end. */
function hasSpaceAround(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first <= 32 || last <= 32 || first > 127 || last > 127;
}

/** Whether a value is an e-mail address or a number, as far as its type or a look at each character tells. */
function mayBeSearched(type: string, value: string): boolean {
  if (type === 'email') return true;
  let digits = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === 0x40) return true;
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= MIN_DIGITS;
}

/** Whether a value is one word of ASCII letters. */
function isWord(value: string): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at) | 32;
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** Whether a word is looked for elsewhere: only given names are. */
const isSearched = (word: string): boolean => word.length > 3 && isGivenName(word);

/**
 * The forms in which a value may occur elsewhere.
 *
 * @param same a form of another name with the same text: the surname of a first name that a field of its own gives
 */
function patternsOf(type: string, value: string, same?: Pattern): Pattern[] {
  if (type !== 'name') return value.includes('@') || isNumber(value) ? inAnyCase(type, value) : [];
  if (looksLikePersonName(value) || WORDS_OF_NAME().test(value)) {
    const slug = slugOf(value);
    const forms = inAnyCase(type, value);
    return slug === undefined ? forms : [...forms, { type, text: slug, value, anyCase: true, afterId: true }];
  }
  if (!isSearched(value)) return [];
  return [{ type, text: value, anyCase: false, ...(same?.surname !== undefined && { surname: same.surname }) }];
}

/**
 * A name as it stands behind an id in the path of a link: `/people/4666033-paul-springett`. Without the id it may be a login.
 * Undefined for a value without a space or with other letters than ASCII's.
 */
function slugOf(value: string): string | undefined {
  return value.includes(' ') && ASCII_WORDS.test(value) ? value.replaceAll(' ', '-') : undefined;
}
const ASCII_WORDS = /^[A-Za-z]+(?: [A-Za-z]+){1,3}$/;
const ID_AND_SLUG = /\/\d+-[A-Za-z]/;

/** In which ways a text may write a value otherwise: `Ann%20Lee`, `Ann+Lee`, `Andr\\u00e9`. */
interface Encodings {
  readonly url: boolean;
  readonly form: boolean;
  readonly ascii: boolean;
}

/** Adds the forms of a value in a query and in nested JSON that is written in ASCII, where they differ from the value. */
function addEncoded(into: string[], value: string, { url, form, ascii }: Encodings): void {
  if (UNENCODED.test(value)) return;
  const hasBlanks = value.includes(' ');
  if (url || (form && hasBlanks)) {
    const encoded = value.isWellFormed() ? encodeURIComponent(value) : value;
    if (encoded !== value) into.push(encoded);
    if (hasBlanks) into.push(encoded.replaceAll('%20', '+'));
  }
  if (ascii && NOT_ASCII.test(value)) into.push(value.replaceAll(NOT_ASCII_UNITS, escapeOf));
}

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function inAnyCase(type: string, value: string): Pattern[] {
  const forms = [value];
  addEncoded(forms, value, ALL_ENCODINGS);
  return forms.map((text) => ({ type, text, value, anyCase: true }));
}

function isNumber(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  return digits >= MIN_DIGITS && value.replaceAll(/[^\p{L}]/gu, '').length <= digits && !HEX_ID.test(value);
}
