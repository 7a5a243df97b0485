/**
 * Takes what was redacted in one field out of the rest of its answer: other fields, sentences, addresses of pages, names of members.
 * An owner's exceptions stay as they are. Markers are never changed.
 */
import type { JsonValue } from '../../json/value.ts';
import { isMarker, markerOf } from '../catalog/marker.ts';
import type { Path, Tally } from '../tally.ts';
import { replaceSpans } from '../text/prose.ts';
import type { Matcher } from './matcher.ts';

export interface RemovalOptions {
  readonly matcher: Matcher;
  readonly tally: Tally;
  /** Whether an owner excepts the field at this path. */
  readonly isExempt: (path: Path) => boolean;
  /** First character of strings that carry the text of a number (json/exactNumbers.ts), or -1. */
  readonly sentinel: number;
}

/** The value without what is remembered; the same value when there is nothing of it. */
export function removeFromValue(value: JsonValue, { matcher, tally, isExempt, sentinel }: RemovalOptions): JsonValue {
  const path: Path = [];

  function visit(node: JsonValue): JsonValue {
    if (typeof node === 'string') {
      if (node.charCodeAt(0) === sentinel) return numberText(node.slice(1), node);
      return removeFromText(node, matcher, (type) => tally.add(type, path));
    }
    if (typeof node === 'number') return numberText(String(node), node);
    if (typeof node !== 'object' || node === null) return node;
    return Array.isArray(node) ? visitArray(node) : visitObject(node);
  }

  /** A number goes when all of it is remembered. */
  function numberText(text: string, node: JsonValue): JsonValue {
    const [span] = matcher.find(text);
    if (span === undefined || span.end - span.start !== text.length) return node;
    tally.add(span.type, path);
    return markerOf(span.type);
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
    const entries: [string, JsonValue][] = [];
    const names = new Set<string>();
    let changed = false;
    for (const [key, member] of Object.entries(object)) {
      path.push(key);
      if (isExempt(path)) {
        path.pop();
        entries.push([key, member]);
        names.add(key);
        continue;
      }
      const next = visit(member);
      const name = unused(
        removeFromText(key, matcher, (type) => tally.add(type, path.slice(0, -1))),
        names,
      );
      path.pop();
      names.add(name);
      entries.push([name, next]);
      changed ||= next !== member || name !== key;
    }
    return changed ? Object.fromEntries(entries) : object;
  }

  return visit(value);
}

/** Members whose names became the same are numbered. */
function unused(name: string, names: ReadonlySet<string>): string {
  let free = name;
  for (let times = 2; names.has(free); times++) free = `${name} (${times})`;
  return free;
}

/** The text without what is remembered; `onHit` is told of each. */
export function removeFromText(text: string, matcher: Matcher, onHit: (type: string) => void): string {
  if (isMarker(text)) return text;
  const spans = matcher.find(text);
  if (spans.length === 0) return text;
  for (const { type } of spans) onHit(type);
  return replaceSpans(text, spans);
}
