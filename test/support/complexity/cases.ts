/** Inputs that grow: a unit repeated between a beginning and an end. Small enough to be stored, whatever size they are run at. */

/** `§` in a unit is the number of its repetition, so that names can differ. */
export interface GrowingCase {
  /** Which input it is: a key of `targets.ts`. */
  readonly kind: string;
  readonly prefix: string;
  readonly unit: string;
  /** Repeated as often behind the middle: what closes the units. */
  readonly middle?: string;
  readonly close?: string;
  readonly suffix: string;
  /** What it once did, for who reads it. */
  readonly found?: string;
}

/** The case in about that many characters. */
export function textOf({ prefix, unit, middle = '', close = '', suffix }: GrowingCase, size: number): string {
  const rest = size - prefix.length - middle.length - suffix.length;
  const times = Math.max(1, Math.floor(rest / Math.max(1, unit.length + close.length)));
  return prefix + repeated(unit, times) + middle + repeated(close, times) + suffix;
}

function repeated(unit: string, times: number): string {
  if (!unit.includes('§')) return unit.repeat(times);
  return Array.from({ length: times }, (_, at) => unit.replaceAll('§', String(at))).join('');
}
