/** Inputs that grow: a unit repeated between a beginning and an end, stored in a form that is small for any size. */

/** `§` in a unit is replaced by the number of its repetition, so that names can differ. */
export interface GrowingCase {
  /** The kind of input: a key of `targets.ts`. */
  readonly kind: string;
  readonly prefix: string;
  readonly unit: string;
  /** Between the units and as many repetitions of `close`. */
  readonly middle?: string;
  readonly close?: string;
  readonly suffix: string;
  /** The fault that it once found, for the reader. */
  readonly found?: string;
}

/** The case with about that many characters. */
export function textOf({ prefix, unit, middle = '', close = '', suffix }: GrowingCase, size: number): string {
  const rest = size - prefix.length - middle.length - suffix.length;
  const times = Math.max(1, Math.floor(rest / Math.max(1, unit.length + close.length)));
  return prefix + repeated(unit, times) + middle + repeated(close, times) + suffix;
}

function repeated(unit: string, times: number): string {
  if (!unit.includes('§')) return unit.repeat(times);
  return Array.from({ length: times }, (_, at) => unit.replaceAll('§', String(at))).join('');
}
