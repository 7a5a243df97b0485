/**
 * Removes the values that were redacted in one field from the rest of the answer: other fields, sentences, URLs, names
 * of members. Where something was removed, the answer is governed again, because the text around it may now read
 * differently; so a second redaction changes nothing. At most MAX_PASSES passes. Fields that the owner excepts and
 * markers are never changed.
 */

import type { JsonValue } from '../../lib/json/value.ts';
import type { Path, Tally } from '../../model/governance/report.ts';
import type { Finding } from '../../model/governance/rule.ts';
import type { MarkerFor } from '../../model/governance/span.ts';
import { isMarker } from '../catalog/marker.ts';
import type { FieldSelector } from '../context/fieldSelector.ts';
import { cutText } from '../formats/plainText.ts';
import type { Governed } from '../formats/run.ts';
import { findExactNumbers } from '../json/bytes.ts';
import { unwrapNumbers, wrapNumbers } from '../json/exactNumbers.ts';
import { replaceSpans } from '../value/prose.ts';
import type { Matcher } from './matcher.ts';
import type { RedactedValues } from './redactedValues.ts';

const MAX_PASSES = 3;

/** What a removal works with: the redacted values, the tally, the owner's exceptions. */
export interface RemovalOptions {
  readonly values: RedactedValues;
  readonly tally: Tally;
  readonly allow: FieldSelector;
  readonly markerFor: MarkerFor;
}

/** Removes the values from a JSON pointer. */
export type PointerRedactor = (pointer: string) => string;

const UNCHANGED: PointerRedactor = (pointer) => pointer;

/**
 * Removes the values from a parsed answer.
 *
 * @param again redacts the value once more; returns the same value when nothing is left
 */
export function removeFromWholeValue(
  value: JsonValue,
  options: RemovalOptions,
  again: (value: JsonValue) => JsonValue,
): { readonly value: JsonValue; readonly redactPointer: PointerRedactor } {
  let current = value;
  let redactPointer = UNCHANGED;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const matcher = options.values.matcherFor(JSON.stringify(current));
    if (matcher === undefined) break;
    redactPointer = pointerRedactor(matcher, options.markerFor);
    const next = removeFromValue(current, matcher, options, -1);
    if (next === current) break;
    current = again(next);
    if (current === next) break;
  }
  return { value: current, redactPointer };
}

/**
 * Removes the values from the text of an answer.
 *
 * @param cap applies the size cap to a JSON text
 * @param again governs the text once more, without cutting lists
 */
export function removeFromWholeAnswer(
  first: Governed,
  options: RemovalOptions & { readonly maxBytes: number },
  cap: (governed: Governed) => Governed,
  again: (text: string) => Governed,
): { readonly governed: Governed; readonly redactPointer: PointerRedactor } {
  let governed = first;
  let redactPointer = UNCHANGED;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const matcher = options.values.matcherFor(governed.text);
    if (matcher === undefined) break;
    redactPointer = pointerRedactor(matcher, options.markerFor);
    const text = governed.json
      ? removeFromJson(governed.text, matcher, options)
      : removeFromLines(governed, matcher, options);
    if (text === governed.text) break;
    const { bytes: _ofBefore, ...rest } = governed;
    const next = again(text);
    const kept: Governed = { ...rest, text: next.text, capped: rest.capped || next.capped };
    governed = rest.json ? cap(kept) : capText(kept, options.maxBytes);
    if (next.text === text) break;
  }
  return { governed, redactPointer };
}

function pointerRedactor(matcher: Matcher, markerFor: MarkerFor): PointerRedactor {
  return (pointer) => removeFromText(pointer, matcher, markerFor, () => undefined);
}

function capText(governed: Governed, maxBytes: number): Governed {
  const { text, cut } = cutText(governed.text, maxBytes);
  return { ...governed, text, capped: governed.capped || cut };
}

/** JSON documents in lines are handled one by one, since their numbers and names of members are not text. */
function removeFromLines({ text, isSequence }: Governed, matcher: Matcher, options: RemovalOptions): string {
  const lines = text.split('\n').map((line) => {
    if ((isSequence || /^\s*[[{]/.test(line)) && isJson(line)) return removeFromJson(line, matcher, options);
    return removeFromText(line, matcher, options.markerFor, (finding) => options.tally.add(finding, []));
  });
  return lines.join('\n');
}

function removeFromJson(text: string, matcher: Matcher, options: RemovalOptions): string {
  // Without escapes, what is in a string or in the name of a member is in the text.
  if (!text.includes('\\') && matcher.find(text).length === 0) return text;
  const bytes = Buffer.from(text);
  const wrapped = wrapNumbers(bytes, findExactNumbers(bytes) ?? []);
  const value = JSON.parse(wrapped.text) as JsonValue;
  const next = removeFromValue(value, matcher, options, wrapped.sentinel);
  return next === value ? text : JSON.stringify(unwrapNumbers(next, wrapped.sentinel));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The value with the finds removed; the same value when there are none.
 *
 * @param sentinel first character of strings that hold the text of a number (json/exactNumbers.ts), or -1
 */
function removeFromValue(
  value: JsonValue,
  matcher: Matcher,
  { tally, allow, markerFor }: RemovalOptions,
  sentinel: number,
): JsonValue {
  const path: Path = [];

  function visit(node: JsonValue): JsonValue {
    if (typeof node === 'string') {
      if (node.charCodeAt(0) === sentinel) return visitNumber(node.slice(1), node);
      return removeFromText(node, matcher, markerFor, (finding) => tally.add(finding, path));
    }
    if (typeof node === 'number') return visitNumber(String(node), node);
    if (typeof node !== 'object' || node === null) return node;
    return Array.isArray(node) ? visitArray(node) : visitObject(node);
  }

  /** A number is replaced only when all of it is found. */
  function visitNumber(text: string, node: JsonValue): JsonValue {
    const [span] = matcher.find(text);
    if (span === undefined || span.end - span.start !== text.length) return node;
    tally.add(span.finding, path);
    return markerFor(span.type, text);
  }

  function visitArray(array: JsonValue[]): JsonValue[] {
    let copy: JsonValue[] | undefined;
    for (const [index, item] of array.entries()) {
      path.push(index);
      const next = visit(item);
      path.pop();
      if (next === item) continue;
      copy ??= array.slice();
      copy[index] = next;
    }
    return copy ?? array;
  }

  function visitObject(object: { [key: string]: JsonValue }): JsonValue {
    const keys = Object.keys(object);
    for (const [index, key] of keys.entries()) {
      path.push(key);
      if (!allow.empty && allow.matches(path)) {
        path.pop();
        continue;
      }
      const member = object[key] as JsonValue;
      const next = visit(member);
      path.pop();
      if (next !== member || (matcher.find(key).length > 0 && !isMarker(key)))
        return changedFrom(object, keys, index, next);
    }
    return object;
  }

  /** The object whose first change is its member at `first`, or the name of that member. */
  function changedFrom(
    object: { [key: string]: JsonValue },
    keys: readonly string[],
    first: number,
    value: JsonValue,
  ): JsonValue {
    const entries = keys.slice(0, first).map((key): [string, JsonValue] => [key, object[key] as JsonValue]);
    const names = new Set(keys.slice(0, first));
    for (let index = first; index < keys.length; index++) {
      const key = keys[index] ?? '';
      const member = object[key] as JsonValue;
      path.push(key);
      const isAllowed = !allow.empty && allow.matches(path);
      const next = index === first ? value : isAllowed ? member : visit(member);
      const name = isAllowed
        ? key
        : uniqueName(
            removeFromText(key, matcher, markerFor, (finding) => tally.add(finding, path.slice(0, -1))),
            names,
          );
      path.pop();
      names.add(name);
      entries.push([name, next]);
    }
    return Object.fromEntries(entries);
  }

  return visit(value);
}

/** A name that is not among `names`: equal names are numbered. */
function uniqueName(name: string, names: ReadonlySet<string>): string {
  let free = name;
  for (let times = 2; names.has(free); times++) free = `${name} (${times})`;
  return free;
}

/** The text with the finds replaced by markers; `onHit` is called with each. */
function removeFromText(
  text: string,
  matcher: Matcher,
  markerFor: MarkerFor,
  onHit: (finding: Finding) => void,
): string {
  if (isMarker(text)) return text;
  const spans = matcher.find(text);
  if (spans.length === 0) return text;
  for (const { finding } of spans) onHit(finding);
  return replaceSpans(text, spans, markerFor);
}
