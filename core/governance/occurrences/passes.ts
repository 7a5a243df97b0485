/**
 * Takes what an answer gave away out of all of it, and governs it again where something went, since what stood beside may read otherwise
 * now: so that a second redaction changes nothing. Ends after MAX_ROUNDS.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldSelector } from '../context/fieldSelector.ts';
import { cutText } from '../formats/plainText.ts';
import { unwrapNumbers, wrapNumbers } from '../json/exactNumbers.ts';
import { findExactNumbers } from '../json/numberText.ts';
import type { Governed } from '../run.ts';
import type { Path, Tally } from '../tally.ts';
import type { Matcher } from './matcher.ts';
import type { RedactedValues } from './redactedValues.ts';
import { removeFromText, removeFromValue } from './removal.ts';

const MAX_PASSES = 3;

export interface PassOptions {
  readonly memory: RedactedValues;
  readonly tally: Tally;
  /** What an owner excepts. */
  readonly allow: FieldSelector;
}

/** Takes what is remembered out of a pointer. */
export type RedactPointer = (pointer: string) => string;

/** @param again redacts the value once more; gives the same one when nothing is left to do */
export function removeFromWholeValue(
  value: JsonValue,
  options: PassOptions,
  again: (value: JsonValue) => JsonValue,
): { readonly value: JsonValue; readonly redactPointer: RedactPointer } {
  let current = value;
  let redactPointer: RedactPointer = (pointer) => pointer;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const matcher = options.memory.matcherFor(JSON.stringify(current));
    if (matcher === undefined) break;
    redactPointer = pointerRedactor(matcher);
    const next = fromValue(current, matcher, options, -1);
    if (next === current) break;
    current = again(next);
    if (current === next) break;
  }
  return { value: current, redactPointer };
}

/**
 * @param cap holds a JSON text under the size cap
 * @param again governs the text once more, without cutting lists
 */
export function removeFromWholeAnswer(
  first: Governed,
  options: PassOptions & { readonly maxBytes: number },
  cap: (governed: Governed) => Governed,
  again: (text: string) => Governed,
): { readonly governed: Governed; readonly redactPointer: RedactPointer } {
  let governed = first;
  let redactPointer: RedactPointer = (pointer) => pointer;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const matcher = options.memory.matcherFor(governed.text);
    if (matcher === undefined) break;
    redactPointer = pointerRedactor(matcher);
    const text = governed.json ? fromJson(governed.text, matcher, options) : fromLines(governed.text, matcher, options);
    if (text === governed.text) break;
    const { json, truncations, capped } = governed;
    const next = again(text);
    const kept: Governed = { text: next.text, json, truncations, capped: capped || next.capped };
    governed = json ? cap(kept) : underCap(kept, options.maxBytes);
    if (next.text === text) break;
  }
  return { governed, redactPointer };
}

function pointerRedactor(matcher: Matcher): RedactPointer {
  return (pointer) => removeFromText(pointer, matcher, () => undefined);
}

function underCap(governed: Governed, maxBytes: number): Governed {
  const { text, cut } = cutText(governed.text, maxBytes);
  return { ...governed, text, capped: governed.capped || cut };
}

/** Documents in lines are judged one by one: names of members and numbers are no text. */
function fromLines(text: string, matcher: Matcher, options: PassOptions): string {
  const lines = text.split('\n').map((line) => {
    if (/^\s*[[{]/.test(line) && isJson(line)) return fromJson(line, matcher, options);
    return removeFromText(line, matcher, (type) => options.tally.add(type, []));
  });
  return lines.join('\n');
}

function fromJson(text: string, matcher: Matcher, options: PassOptions): string {
  const bytes = Buffer.from(text);
  const wrapped = wrapNumbers(bytes, findExactNumbers(bytes) ?? []);
  const value = JSON.parse(wrapped.text) as JsonValue;
  const next = fromValue(value, matcher, options, wrapped.sentinel);
  return next === value ? text : JSON.stringify(unwrapNumbers(next, wrapped.sentinel));
}

function fromValue(value: JsonValue, matcher: Matcher, { tally, allow }: PassOptions, sentinel: number): JsonValue {
  const isExempt = (path: Path): boolean => !allow.empty && allow.matches(path);
  return removeFromValue(value, { matcher, tally, isExempt, sentinel });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
