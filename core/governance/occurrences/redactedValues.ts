/**
 * The values of one answer that were redacted as the whole value of a field (a name, an e-mail address, a number), so
 * that removal.ts can find them elsewhere in the answer. Holds at most MAX_VALUES. Leaves out values that would remove
 * more than the person's data: single words that are not given names, ids, numbers with few digits.
 */
import type { NamePart, ValueMemory } from '../report.ts';
import { isGivenName, looksLikePersonName } from '../value/facts/personName.ts';
import { Matcher, type Pattern } from './matcher.ts';
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
/** Number of first characters that the matcher looks for first. */
const PREFIX_LENGTH = 8;

/** `Hopper Test` and `Ann Lee2`, when a field says that it is a person's name. */
const WORDS_OF_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: [\p{L}'’.-]{1,30}){0,3} \p{Lu}[\p{L}\p{M}'’.-]*\d{0,3}$/u;
/** Hashes and record ids. */
const HEX_ID = /^(?=.*[a-f])[0-9a-f-]{16,}$/i;
/** Values that are written the same way in a query and in nested JSON. */
const UNENCODED = /^[\w.-]*$/;

/** The redacted values of one answer. */
export class RedactedValues implements ValueMemory {
  readonly #known = new Values();
  /** Those of fields that name things as often as people. */
  readonly #guesses = new Values();
  /** The part of a name that was noted last, until its counterpart follows. */
  #given: string | undefined;
  #surname: string | undefined;

  note(type: string, value: string, options?: { readonly part?: NamePart; readonly guessed?: boolean }): void {
    const values = options?.guessed ? this.#guesses : this.#known;
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
    if (this.#known.texts.length + this.#guesses.texts.length === 0 || !this.#mayStandIn(text)) return undefined;
    const patterns: Pattern[] = [];
    for (const [value, type] of this.#known.byText()) patterns.push(...patternsOf(type, value.trim()));
    // A guess (`host: {name: 'Santa Clara'}`) is only used when it begins with a given name.
    for (const [value, type] of this.#guesses.byText())
      if (isGivenName(value.slice(0, Math.max(0, value.indexOf(' ')))))
        patterns.push(...patternsOf(type, value.trim()));
    return patterns.length === 0 ? undefined : new Matcher(patterns);
  }

  #mayStandIn(text: string): boolean {
    // Whether anything in the text can be written in another form.
    const isEncoded = text.includes('%') || text.includes('+') || text.includes('\\u');
    const known = this.#known.texts;
    const guesses = this.#guesses.texts;
    if (!isEncoded && guesses.length === 0) return mayContainAny(text, known, PREFIX_LENGTH);
    const all: string[] = [];
    for (const values of [known, guesses]) {
      for (const value of values) {
        if (isEncoded) addPrefixes(all, value);
        else all.push(value);
      }
    }
    return mayContainAny(text, all, PREFIX_LENGTH);
  }
}

/** Up to this many values are not compared with each other, since most answers have fewer. */
const FEW = 32;

/** Values with their types, at most MAX_VALUES. Among the first ones some may be equal. */
class Values {
  readonly texts: string[] = [];
  readonly #types: string[] = [];
  /** Position by value, once there are more than few. */
  #positions: Map<string, number> | undefined;

  add(text: string, type: string): void {
    const { length } = this.texts;
    if (length >= MAX_VALUES) return;
    if (length >= FEW) {
      this.#positions ??= new Map(this.texts.map((each, at) => [each, at]));
      const known = this.#positions.get(text);
      if (known !== undefined) {
        this.#types[known] = type;
        return;
      }
      this.#positions.set(text, length);
    }
    this.texts.push(text);
    this.#types.push(type);
  }

  /** The last type of each value. */
  byText(): ReadonlyMap<string, string> {
    return new Map(this.texts.map((text, at) => [text, this.#types[at] ?? '']));
  }
}

/** Adds the beginnings of the forms in which a value may occur in a text that encodes something. */
function addPrefixes(into: string[], value: string): void {
  const prefix = value.slice(0, PREFIX_LENGTH);
  if (UNENCODED.test(prefix)) into.push(prefix);
  else for (const form of formsOf(prefix)) into.push(form.slice(0, PREFIX_LENGTH));
}

function keep(values: Values, type: string, value: string): void {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH) return;
  if (type === 'name' && WORD.test(value) && !isSearched(value)) return;
  values.add(value, type);
}

const WORD = /^[A-Za-z]+$/;
/** Whether a word is looked for elsewhere: only given names are. */
const isSearched = (word: string): boolean => word.length > 3 && isGivenName(word);

/** The forms in which a value may occur elsewhere. */
function patternsOf(type: string, value: string): Pattern[] {
  if (type !== 'name') return value.includes('@') || isNumber(value) ? inAnyCase(type, value) : [];
  if (looksLikePersonName(value) || WORDS_OF_NAME.test(value)) return inAnyCase(type, value);
  return isSearched(value) ? [{ type, text: value, anyCase: false }] : [];
}

/** A text as it is, as in a query, and as in nested JSON that is written in ASCII. */
function formsOf(text: string): Iterable<string> {
  if (UNENCODED.test(text)) return [text];
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : text;
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new Set([text, encoded, encoded.replaceAll('%20', '+'), ascii]);
}

function inAnyCase(type: string, value: string): Pattern[] {
  return [...formsOf(value)].map((text) => ({ type, text, value, anyCase: true }));
}

function isNumber(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  return digits >= MIN_DIGITS && value.replaceAll(/[^\p{L}]/gu, '').length <= digits && !HEX_ID.test(value);
}
