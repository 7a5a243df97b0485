/**
 * National id numbers. `alone` says in which form its shape and check digits are rare enough to count without a word near it; in every other form
 * a word or a field name must say that it is an id.
 */

/** An id number of digits alone. */
export interface DigitId {
  readonly country: string;
  readonly name: string;
  /** Digits without separators. */
  readonly length: number;
  /** How it is written when it stands alone; absent when it never does. */
  readonly alone?: RegExp;
  valid(digits: string, raw: string): boolean;
}

/** An id with letters. */
export interface LetterId {
  readonly country: string;
  readonly name: string;
  /** The whole compact token (no spaces), upper case. */
  readonly pattern: RegExp;
  readonly alone: boolean;
  valid(token: string): boolean;
}

/** Sum of digits times weights. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += (digits.charCodeAt(index) - 48) * (weights[index] ?? 0);
  return sum;
}

/** The value of the digit at a position. */
export function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** Whether one digit is repeated throughout. */
export function allEqual(digits: string): boolean {
  return /^(\d)\1+$/.test(digits);
}

/** Day and month that exist in some year. */
export function isDay(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
