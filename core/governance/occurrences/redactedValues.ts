/**
 * What one answer gave away: values of whole fields that were redacted as somebody's name, address of mail or number, so that they can be
 * taken out wherever else they stand in it (elsewhere.ts). Holds at most MAX_REMEMBERED values, whatever an upstream sends.
 * Refuses what would take more out than a person: single words that are no given names, ids, numbers of a few digits.
 */

import { isGivenName, looksLikePersonName } from '../value/facts/personName.ts';
import type { ValueMemory } from '../valueMemory.ts';
import { Matcher, type Pattern } from './matcher.ts';
import { mayContainAny } from './prefilter.ts';

/** Distinct values kept of one answer, and as many guesses; what comes later is redacted where it stands, and not looked for. */
export const MAX_REMEMBERED = 1_000;
const MIN_LENGTH = 3;
const MAX_LENGTH = 120;
const MIN_DIGITS = 7;

const GIVEN_FIELD = /^(?:first|given)(?:name)?s?$|^fname$|^forename$|^vorname$|^prenoms?$|^nombres?$|^voornaam$/;
const SURNAME_FIELD =
  /^(?:last|family)(?:name)?$|^lname$|^surname$|^nachname$|^nomdefamille$|^apellidos?$|^achternaam$/;
/** `Hopper Test`, of which a field said that somebody is called so. */
const WORDS_OF_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: [\p{L}'’.-]{1,30}){0,3} \p{Lu}[\p{L}\p{M}'’.-]*$/u;
/** Hashes and ids of records. */
const HEX_ID = /^(?=.*[a-f])[0-9a-f-]{16,}$/i;
/** So much of a value is looked for first. */
const PREFIX_LENGTH = 8;
/** Written alike everywhere. */
const PLAIN = /^[\w.-]*$/;

export class RedactedValues implements ValueMemory {
  /** Types by value. */
  readonly #known = new Map<string, string>();
  /** Of fields that name things as often as people. */
  readonly #guesses = new Map<string, string>();
  /** The part of a name that came last, until the other one comes beside it. */
  #given: string | undefined;
  #surname: string | undefined;

  note(type: string, value: string, field: string, guessed: boolean): void {
    if (guessed) this.#keep(this.#guesses, type, value);
    else this.#keep(this.#known, type, value);
    if (type !== 'name') return;
    // `Lee, Ann`
    const comma = value.indexOf(', ');
    if (comma > 0)
      this.#keep(guessed ? this.#guesses : this.#known, type, `${value.slice(comma + 2)} ${value.slice(0, comma)}`);
    if (field !== '') this.#pair(value, field);
  }

  #keep(values: Map<string, string>, type: string, value: string): void {
    if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || values.size >= MAX_REMEMBERED) return;
    values.set(value, type);
  }

  /** `{firstName: 'Ann', lastName: 'Lee'}` is `Ann Lee` in a sentence. */
  #pair(value: string, field: string): void {
    if (GIVEN_FIELD.test(field)) this.#given = value;
    else if (SURNAME_FIELD.test(field)) this.#surname = value;
    else return;
    if (this.#given === undefined || this.#surname === undefined) return;
    this.#keep(this.#known, 'name', `${this.#given} ${this.#surname}`);
    this.#given = undefined;
    this.#surname = undefined;
  }

  /** Finds what is remembered, or undefined when there is surely nothing of it in this text: most answers end here. */
  matcherFor(text: string): Matcher | undefined {
    if (this.#known.size + this.#guesses.size === 0 || !this.#mayStandIn(text)) return undefined;
    const patterns: Pattern[] = [];
    for (const [value, type] of this.#known) patterns.push(...patternsOf(type, value.trim()));
    // `host: {name: 'Santa Clara'}`: a guess is repeated when something else says that it is right.
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
      if (isEncoded && !PLAIN.test(prefix))
        for (const form of formsOf(prefix)) prefixes.add(form.slice(0, PREFIX_LENGTH));
      else prefixes.add(prefix);
    }
    return mayContainAny(text, prefixes);
  }
}

/** The forms in which a value may stand elsewhere. */
function patternsOf(type: string, value: string): Pattern[] {
  if (type !== 'name') return value.includes('@') || isNumber(value) ? inAnyCase(type, value) : [];
  if (looksLikePersonName(value) || WORDS_OF_NAME.test(value)) return inAnyCase(type, value);
  return value.length > 3 && isGivenName(value) ? [{ type, text: value, anyCase: false }] : [];
}

/** A text, and as it stands in a query and in nested JSON that is written in ASCII. */
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
