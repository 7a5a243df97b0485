/**
 * What one answer gave away: values of whole fields that were redacted as somebody's name, e-mail address or number, so that they can be
 * taken out wherever else they stand in it (removal.ts). Holds at most MAX_VALUES, whatever an upstream sends. Refuses what would take more
 * out than a person: single words that are no given names, ids, numbers of a few digits.
 */
import type { ValueMemory } from '../report.ts';
import { isGivenName, looksLikePersonName } from '../value/facts/personName.ts';
import { Matcher, mayContainAny, type Pattern } from './matcher.ts';

/** Distinct values kept of one answer, and as many guesses; what comes later is redacted where it stands, and not looked for. */
export const MAX_VALUES = 1_000;
/** Characters of a value. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 120;
/** Digits of a number. */
const MIN_DIGITS = 7;
/** Characters of a value that are looked for first. */
const PREFIX_LENGTH = 8;

const GIVEN_FIELD = /^(?:first|given)(?:name)?s?$|^fname$|^forename$|^vorname$|^prenoms?$|^nombres?$|^voornaam$/;
const SURNAME_FIELD =
  /^(?:last|family)(?:name)?$|^lname$|^surname$|^nachname$|^nomdefamille$|^apellidos?$|^achternaam$/;
/** `Hopper Test`, of which a field said that somebody is called so. */
const WORDS_OF_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: [\p{L}'’.-]{1,30}){0,3} \p{Lu}[\p{L}\p{M}'’.-]*$/u;
/** Hashes and ids of records. */
const HEX_ID = /^(?=.*[a-f])[0-9a-f-]{16,}$/i;
/** Has the same form in a query and in nested JSON. */
const UNENCODED = /^[\w.-]*$/;

/** The values of one answer. */
export class RedactedValues implements ValueMemory {
  /** Types by value. */
  readonly #known = new Map<string, string>();
  /** Of fields that name things as often as people. */
  readonly #guesses = new Map<string, string>();
  /** The part of a name that came last, until the other one comes beside it. */
  #given: string | undefined;
  #surname: string | undefined;

  note(type: string, value: string, options?: { readonly field?: string; readonly guessed?: boolean }): void {
    const values = options?.guessed ? this.#guesses : this.#known;
    keep(values, type, value);
    if (type !== 'name') return;
    // `Lee, Ann`
    const comma = value.indexOf(', ');
    if (comma > 0) keep(values, type, `${value.slice(comma + 2)} ${value.slice(0, comma)}`);
    if (options?.field) this.#pair(value, options.field);
  }

  /** `{firstName: 'Ann', lastName: 'Lee'}` is `Ann Lee` in a sentence. */
  #pair(value: string, field: string): void {
    if (GIVEN_FIELD.test(field)) this.#given = value;
    else if (SURNAME_FIELD.test(field)) this.#surname = value;
    else return;
    if (this.#given === undefined || this.#surname === undefined) return;
    keep(this.#known, 'name', `${this.#given} ${this.#surname}`);
    this.#given = undefined;
    this.#surname = undefined;
  }

  /** Finds the values, or undefined when there is surely nothing of them in this text: most answers end here. */
  matcherFor(text: string): Matcher | undefined {
    if (this.#known.size + this.#guesses.size === 0 || !this.#mayStandIn(text)) return undefined;
    const patterns: Pattern[] = [];
    for (const [value, type] of this.#known) patterns.push(...patternsOf(type, value.trim()));
    // A guess (`host: {name: 'Santa Clara'}`) is looked for when a given name begins it.
    for (const [value, type] of this.#guesses)
      if (isGivenName(value.slice(0, Math.max(0, value.indexOf(' ')))))
        patterns.push(...patternsOf(type, value.trim()));
    return patterns.length === 0 ? undefined : new Matcher(patterns);
  }

  #mayStandIn(text: string): boolean {
    // Whether anything in it can be written in another form at all.
    const isEncoded = text.includes('%') || text.includes('+') || text.includes('\\u');
    const prefixes = new Set<string>();
    for (const value of [...this.#known.keys(), ...this.#guesses.keys()]) {
      const prefix = value.slice(0, PREFIX_LENGTH);
      if (isEncoded && !UNENCODED.test(prefix))
        for (const form of formsOf(prefix)) prefixes.add(form.slice(0, PREFIX_LENGTH));
      else prefixes.add(prefix);
    }
    return mayContainAny(text, prefixes);
  }
}

function keep(values: Map<string, string>, type: string, value: string): void {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || values.size >= MAX_VALUES) return;
  values.set(value, type);
}

/** The forms in which a value may stand in another place. */
function patternsOf(type: string, value: string): Pattern[] {
  if (type !== 'name') return value.includes('@') || isNumber(value) ? inAnyCase(type, value) : [];
  if (looksLikePersonName(value) || WORDS_OF_NAME.test(value)) return inAnyCase(type, value);
  return value.length > 3 && isGivenName(value) ? [{ type, text: value, anyCase: false }] : [];
}

/** A text, and how it stands in a query and in nested JSON that is written in ASCII. */
function formsOf(text: string): ReadonlySet<string> {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : text;
  const ascii = text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new Set([text, encoded, encoded.replaceAll('%20', '+'), ascii]);
}

function inAnyCase(type: string, value: string): Pattern[] {
  return [...formsOf(value)].map((text) => ({ type, text, anyCase: true }));
}

function isNumber(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  return digits >= MIN_DIGITS && value.replaceAll(/[^\p{L}]/gu, '').length <= digits && !HEX_ID.test(value);
}
