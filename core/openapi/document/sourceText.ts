/**
 * How numbers and booleans are written in a document, where JavaScript writes them otherwise: `08`, `1.50`, `True`. Where a
 * description declares a text, that is the value that was meant. Of YAML it is kept while parsing, by the object or list
 * that holds the value. Of integers above 2^53 it is looked up in the text, in JSON and YAML alike.
 */
import type { JsonValue } from '../../lib/json/value.ts';

const texts = new WeakMap<object, Map<string, string>>();

/** Keeps the source text of a member or an item. */
export function keepSourceText(holder: object, key: string, text: string): void {
  const own = texts.get(holder);
  if (own) own.set(key, text);
  else texts.set(holder, new Map([[key, text]]));
}

/** Makes the source texts of an object known for a copy of it. */
export function shareSourceTexts(holder: object, copy: object): void {
  const own = texts.get(holder);
  if (own) texts.set(copy, own);
}

/** The source text of a member or an item; undefined when it is not known, or is that which JavaScript writes. */
export const sourceTextOf = (holder: object, key: string): string | undefined => texts.get(holder)?.get(key);

/** A text, also one that YAML reads as a number or boolean because it has no quotes; undefined for other values. */
export function textMember(holder: object, key: string): string | undefined {
  const value = (holder as Record<string, JsonValue>)[key];
  // Prototypes have no texts.
  if (typeof value === 'string') return value;
  if (!Object.hasOwn(holder, key)) return undefined;
  return typeof value === 'number' || typeof value === 'boolean'
    ? (sourceTextOf(holder, key) ?? String(value))
    : undefined;
}

/** The integers of a text that are rounded to a number: none when the text writes it as a fraction or with an exponent. */
export type DigitsOf = (rounded: number) => readonly string[];

/** Finds the integers of a text that JavaScript rounds. The text is searched once, at the first call. */
export function createDigitsOf(text: () => string): DigitsOf {
  let known: Map<number, string[]> | undefined;
  return (rounded) => {
    known ??= longIntegers(text());
    return known.get(rounded) ?? [];
  };
}

/** An integer of 16 digits or more that is not part of another number or of a word. */
const LONG_INTEGER = /(?<![\w.+-])-?[1-9]\d{15,400}(?![\w.+-])/g;

/** Of integers that are rounded to one number; with two it is not known which was meant. */
const MAX_ALIKE = 2;

function longIntegers(text: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [digits] of text.matchAll(LONG_INTEGER)) {
    const rounded = Number(digits);
    const alike = found.get(rounded);
    if (!alike) found.set(rounded, [digits]);
    else if (alike.length < MAX_ALIKE && !alike.includes(digits)) alike.push(digits);
  }
  return found;
}
