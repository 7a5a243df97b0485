/**
 * The interface of national ids. `alone` is the form in which an id is rare enough to count without a word for it
 * nearby. In every other form a word or the field's name must say that the number is an id.
 */

/** An id that consists of digits. */
export interface DigitId {
  readonly country: string;
  readonly name: string;
  /** Digits without separators. */
  readonly length: number;
  /** How it is written when it counts without a word nearby; missing when it never does. */
  readonly alone?: RegExp;
  valid(digits: string, raw: string): boolean;
}

/** An id with letters. */
export interface LetterId {
  readonly country: string;
  readonly name: string;
  /** The whole token without spaces, in upper case. */
  readonly pattern: RegExp;
  readonly alone: boolean;
  valid(token: string): boolean;
}

/** The sum of the digits multiplied by the weights. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += (digits.charCodeAt(index) - 48) * (weights[index] ?? 0);
  return sum;
}

/** The value of the digit at a position. */
export function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** Whether all digits are the same. */
export function allEqual(digits: string): boolean {
  return /^(\d)\1+$/.test(digits);
}

/** Whether the day exists in the month in some year. */
export function isDay(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
