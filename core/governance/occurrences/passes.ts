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
import type { Remembered } from './redactedValues.ts';
import { takenFromText, takenFromValue } from './removal.ts';

const MAX_ROUNDS = 3;

export interface Rounds {
  readonly memory: Remembered;
  readonly tally: Tally;
  /** What an owner excepts. */
  readonly allow: FieldSelector;
}

/** Takes what is remembered out of a pointer. */
export type Plain = (pointer: string) => string;

/** @param again redacts the value once more; gives the same one when nothing is left to do */
export function takenEverywhere(
  value: JsonValue,
  rounds: Rounds,
  again: (value: JsonValue) => JsonValue,
): { readonly value: JsonValue; readonly plain: Plain } {
  let current = value;
  let plain: Plain = (pointer) => pointer;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const matcher = rounds.memory.matcherFor(JSON.stringify(current));
    if (matcher === undefined) break;
    plain = plainBy(matcher);
    const next = fromValue(current, matcher, rounds, -1);
    if (next === current) break;
    current = again(next);
    if (current === next) break;
  }
  return { value: current, plain };
}

/**
 * @param cap holds a JSON text under the size cap
 * @param again governs the text once more, without cutting lists
 */
export function governedEverywhere(
  first: Governed,
  rounds: Rounds & { readonly maxBytes: number },
  cap: (governed: Governed) => Governed,
  again: (text: string) => Governed,
): { readonly governed: Governed; readonly plain: Plain } {
  let governed = first;
  let plain: Plain = (pointer) => pointer;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const matcher = rounds.memory.matcherFor(governed.text);
    if (matcher === undefined) break;
    plain = plainBy(matcher);
    const text = governed.json ? fromJson(governed.text, matcher, rounds) : fromLines(governed.text, matcher, rounds);
    if (text === governed.text) break;
    const { json, truncations, capped } = governed;
    const next = again(text);
    const kept: Governed = { text: next.text, json, truncations, capped: capped || next.capped };
    governed = json ? cap(kept) : underCap(kept, rounds.maxBytes);
    if (next.text === text) break;
  }
  return { governed, plain };
}

function plainBy(matcher: Matcher): Plain {
  return (pointer) => takenFromText(pointer, matcher, () => undefined);
}

function underCap(governed: Governed, maxBytes: number): Governed {
  const { text, cut } = cutText(governed.text, maxBytes);
  return { ...governed, text, capped: governed.capped || cut };
}

/** Documents in lines are judged one by one: names of members and numbers are no text. */
function fromLines(text: string, matcher: Matcher, rounds: Rounds): string {
  const lines = text.split('\n').map((line) => {
    if (/^\s*[[{]/.test(line) && isJson(line)) return fromJson(line, matcher, rounds);
    return takenFromText(line, matcher, (type) => rounds.tally.add(type, []));
  });
  return lines.join('\n');
}

function fromJson(text: string, matcher: Matcher, rounds: Rounds): string {
  const bytes = Buffer.from(text);
  const wrapped = wrapNumbers(bytes, findExactNumbers(bytes) ?? []);
  const value = JSON.parse(wrapped.text) as JsonValue;
  const next = fromValue(value, matcher, rounds, wrapped.sentinel);
  return next === value ? text : JSON.stringify(unwrapNumbers(next, wrapped.sentinel));
}

function fromValue(value: JsonValue, matcher: Matcher, { tally, allow }: Rounds, sentinel: number): JsonValue {
  const isExempt = (path: Path): boolean => !allow.empty && allow.matches(path);
  return takenFromValue(value, { matcher, tally, isExempt, sentinel });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
