/** Single values for instances.ts: numbers within bounds, texts of a length, and JSON equality. */
import { RE2JS } from 're2js';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';

export const isSame = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other));

export function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export function isDivisible(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** A number that all parts allow; `none` when the bounds exclude each other, `unknown` when only `multipleOf` does not fit. */
export function numberIn(parts: readonly JsonObject[], isInteger: boolean): number | 'none' | 'unknown' {
  let least = -Infinity;
  let most = Infinity;
  let isAbove = false;
  let isBelow = false;
  const steps: number[] = isInteger ? [1] : [];
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } of parts) {
    if (typeof minimum === 'number' && minimum > least) [least, isAbove] = [minimum, false];
    if (typeof maximum === 'number' && maximum < most) [most, isBelow] = [maximum, false];
    if (typeof exclusiveMinimum === 'number' && exclusiveMinimum >= least) [least, isAbove] = [exclusiveMinimum, true];
    if (typeof exclusiveMaximum === 'number' && exclusiveMaximum <= most) [most, isBelow] = [exclusiveMaximum, true];
    if (typeof multipleOf === 'number') steps.push(multipleOf);
  }
  if (least > most || (least === most && (isAbove || isBelow))) return 'none';
  const step = Math.max(...steps, 0);
  const fits = (value: number) =>
    (isAbove ? value > least : value >= least) &&
    (isBelow ? value < most : value <= most) &&
    steps.every((one) => isDivisible(value, one));
  const near = (bound: number) =>
    step > 0
      ? [Math.ceil(bound / step) * step, Math.ceil(bound / step) * step + step, Math.floor(bound / step) * step]
      : [bound, bound + 1e-6];
  const candidates = [
    ...(least > -Infinity ? near(least) : []),
    0,
    1,
    ...(most < Infinity ? near(most) : []),
    ...(least > -Infinity && most < Infinity ? [(least + most) / 2] : []),
  ];
  const found = candidates.find(fits);
  if (found !== undefined) return found;
  return isInteger && step === 1 ? 'none' : 'unknown';
}

/** Words with a length between the two. */
export function textOf(least: number, most: number): string {
  const words = 'some text of any length';
  return words
    .repeat(Math.ceil(Math.max(least, 1) / words.length))
    .slice(0, Math.max(least, Math.min(most, words.length)));
}

/** The target of a reference within the schema. */
export function pointed(root: JsonObject, reference: string): JsonValue | undefined {
  let found: JsonValue | undefined = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const key = decodeURIComponent(step.replace(/%(?![0-9a-f]{2})/gi, '%25'))
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined;
  }
  return found;
}

export const covers = (types: readonly string[], one: string): boolean =>
  types.includes(one) || (one === 'integer' && types.includes('number'));

/** Whether the keywords for single values allow a text, number or boolean. */
export function allows(part: JsonObject, value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const { type, minLength, maxLength, pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } =
    part;
  if (type !== undefined && !covers([type].flat() as string[], typeOfValue(value))) return false;
  if (Array.isArray(part['enum']) && !part['enum'].some((one) => isSame(one, value))) return false;
  if (part['const'] !== undefined && !isSame(part['const'], value)) return false;
  if (typeof value === 'string') {
    const { length } = [...value];
    if (typeof minLength === 'number' && length < minLength) return false;
    if (typeof maxLength === 'number' && length > maxLength) return false;
    return typeof pattern !== 'string' || isMatch(pattern, value);
  }
  if (typeof value !== 'number') return true;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || isDivisible(value, multipleOf);
}

const expressions = new Map<string, RE2JS | undefined>();

/** In linear time, like the validator of calls; a pattern that RE2 does not support matches nothing. */
export function isMatch(pattern: string, text: string): boolean {
  if (!expressions.has(pattern)) {
    try {
      expressions.set(pattern, RE2JS.compile(RE2JS.translateRegExp(pattern)));
    } catch {
      expressions.set(pattern, undefined);
    }
  }
  return expressions.get(pattern)?.matcher(text).find() ?? false;
}
