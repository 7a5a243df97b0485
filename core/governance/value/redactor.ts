/**
 * What becomes of a single string, number or key: by the kind of its field first, by its content second. The one place where
 * a value is judged, whatever walks to it (tree.ts, rewrite.ts).
 */
import type { JsonValue } from '../../json/value.ts';
import { ALL_FIELD_KINDS, EVERYWHERE, FIELD_KINDS, type FieldKind, TYPE_OF } from '../catalog/index.ts';
import type { FieldKindRule } from '../catalog/kind.ts';
import { isMarker, markerOf, withoutMarkers } from '../catalog/marker.ts';
import { resolveKind } from '../context/fieldKind.ts';
import type { Scope } from '../context/scope.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isRecord, redactLines } from '../formats/namedLines.ts';
import type { Span } from '../span.ts';
import type { Trail } from '../tally.ts';
import { scanCharacters } from '../text/characters.ts';
import { isUnlikeAnId } from '../text/detectors/unlikeId.ts';
import {
  findSpans,
  MAX_PASSES,
  NO_HINTS,
  redactText,
  replaceSpans,
  type TextHints,
  type TextRules,
} from '../text/prose.ts';
import { redactEncoded } from './encoded.ts';
import { isGivenName, looksLikePersonName } from './facts/personName.ts';
import { Trait, type Traits, traitsOf } from './facts/traits.ts';
import { plausible, plausibleNumber } from './plausible.ts';

export interface Redactor {
  /**
   * The string with what is personal in it replaced; the same string when nothing is. `traits` are its own, if they are known
   * already.
   */
  string(value: string, kind: FieldKind | undefined, info: KeyInfo | undefined, traits?: Readonly<Traits>): string;
  /** A marker, or the number as it was given; `source` is its text in the document. */
  number(value: JsonValue, source: string, kind: FieldKind | undefined, info: KeyInfo | undefined): JsonValue;
  /** A string whose only context is a name (a query parameter, a tag, a column). */
  named(name: string, value: string): string;
  /** Anything but booleans, null and containers goes (an owner's custom field). */
  forced(value: JsonValue): JsonValue;
  /** Personal data in a text, with nothing known of it. */
  spans(text: string): readonly Span[];
  /** Personal data in a key; ids of persons only where persons are listed. */
  keySpans(key: string, ofPersons: boolean): readonly Span[];
  /** The key without it; counts it. */
  key(key: string, spans: readonly Span[]): string;
  /** The marker of a kind, when it is redacted. */
  marker(kind: FieldKind): string | undefined;
  /** Whether every string must be seen, whatever its characters. */
  readonly thorough: boolean;
}

/** Where people are listed by their ids. */
const OF_PERSONS: TextHints = { identifier: false, topic: 'id' };

export interface RedactorContext {
  readonly rules: TextRules;
  readonly infoOf: (key: string) => KeyInfo;
  readonly root: Scope;
  readonly trail: Trail;
  /** Walks JSON that stood inside a string; the same value when nothing changed. */
  walkInner(value: JsonValue): JsonValue;
}

/** Digits of a card number that stands alone, also as `4111111111111111.0`. */
export function isLongNumber(length: number): boolean {
  return length >= 15 && length <= 18;
}

/** Strings in strings are read as deep as this. */
const MAX_NESTING = 3;

export function createRedactor({ rules, infoOf, root, trail, walkInner }: RedactorContext): Redactor {
  /** Of the kinds that are redacted. */
  const redacted = new Map(
    ALL_FIELD_KINDS.filter((kind) => rules.enabled(TYPE_OF[kind])).map((kind) => [
      kind,
      {
        type: TYPE_OF[kind],
        marker: markerOf(TYPE_OF[kind]),
        rule: FIELD_KINDS[kind],
        everywhere: EVERYWHERE.has(TYPE_OF[kind]),
      },
    ]),
  );
  /** How many strings that hold others stand around. */
  let level = 0;
  /** Hits inside a value that may yet be judged as a whole. */
  let pending: string[] | undefined;
  /** An owner's patterns alone. */
  const ownersOnly: TextRules = { ...rules, enabled: () => false };
  const onHit = (type: string): void => {
    pending?.push(type);
    trail.hit(type);
  };

  function string(
    value: string,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    traits?: Readonly<Traits>,
  ): string {
    if (kind !== undefined) {
      const redaction = redacted.get(kind);
      if (redaction !== undefined) {
        const { type, marker, rule, everywhere } = redaction;
        const joined = info === undefined ? '' : info.joined;
        if (isOfKind(rule, value, joined, traits)) {
          onHit(type);
          if (everywhere) trail.tally.memory?.note(type, value, joined, kind === 'bareName');
          return marker;
        }
        // What is left when something in it is gone may be of the kind, and a second redaction would say so.
        const around = pending;
        const hits: string[] = [];
        const pointers = trail.tally.pointers.length;
        pending = hits;
        const next = content(value, info);
        pending = around;
        // A marker that is not to be seen stands in encoded data: that of the field helps more.
        if (next === value || (next.includes('[REDACTED:') && !isOfKind(rule, next, joined))) {
          around?.push(...hits);
          return next;
        }
        trail.tally.withdraw(hits, pointers);
        onHit(type);
        return marker;
      }
    }
    return content(value, info);
  }

  /** What stands beside markers is judged by itself: an upstream may put one before anything. */
  function isOfKind(rule: FieldKindRule, value: string, joined: string, traits = traitsOf(value)): boolean {
    if ((traits.marks & Trait.bracket) === 0 || !value.includes('[REDACTED:'))
      return plausible(rule, value, joined, traits);
    return !isMarker(value) && plausible(rule, withoutMarkers(value, rules.custom), joined);
  }

  function content(value: string, info: KeyInfo | undefined): string {
    const hints = info ?? NO_HINTS;
    if (rules.extra === undefined) {
      if (value.length < 5) return value;
      const seen = scanCharacters(value);
      if (!seen.mayHoldData && !seen.mayBeEncoded) return value;
      // An ordinary identifier: one short word under a name that says so.
      if (
        hints.identifier &&
        !seen.foreign &&
        seen.longest < 16 &&
        !isUnlikeAnId(value, hints.joined) &&
        seen.spaces + seen.ats + seen.colons === 0
      )
        return value;
      if (seen.colons >= 3 && level < MAX_NESTING && isRecord(value)) return decoded(ofRecord(value), info);
      if (level >= MAX_NESTING || !seen.mayBeEncoded) return redactText(value, hints, rules, onHit, seen);
    }
    if (level >= MAX_NESTING) return redactText(value, hints, rules, onHit);
    return decoded(rules.extra !== undefined && isRecord(value) ? ofRecord(value) : value, info);
  }

  /** Lines that give values to names are one object. */
  function ofRecord(value: string): string {
    return redactLines(value, { walk: encodedWalk.walk, field: (name, text) => encodedWalk.text(text, name) });
  }

  /** What is encoded in a text, and then what is left of it. */
  function decoded(value: string, info: KeyInfo | undefined): string {
    const hints = info ?? NO_HINTS;
    let current = value;
    // What was taken out of it may let the rest be decoded.
    for (let pass = 0; pass < (level === 0 ? MAX_PASSES : 2); pass++) {
      const inner = redactEncoded(current, info, encodedWalk);
      if (inner?.whole) return rules.extra ? redactText(inner.text, hints, ownersOnly, onHit) : inner.text;
      if (pass > 0 && (inner === undefined || inner.text === current)) break;
      const before = current;
      current = redactText(inner?.text ?? current, hints, rules, onHit);
      if (current === before) break;
    }
    return current;
  }

  const encodedWalk = {
    walk(child: JsonValue): JsonValue {
      level++;
      const result = walkInner(child);
      level--;
      return result;
    },
    text(child: string, name?: string): string {
      level++;
      const result = name === undefined ? string(child, undefined, undefined) : named(name, child);
      level--;
      return result;
    },
    spans(child: string): readonly Span[] {
      const found = findSpans(child, NO_HINTS, rules);
      for (const span of found) onHit(span.type);
      return found;
    },
  };

  function named(name: string, value: string): string {
    const info = infoOf(name);
    const alone =
      info.kind === 'addressPart' || info.kind === 'bareName' ? undefined : resolveKind(info, value, root, 0, false);
    return string(value, alone, info);
  }

  function number(value: JsonValue, source: string, kind: FieldKind | undefined, info: KeyInfo | undefined): JsonValue {
    if (kind === undefined) {
      // As long as a card's and nothing else says what it is.
      if (!isLongNumber(source.length) || info?.identifier === true) return value;
      const digits = /^(\d{15,16})(?:\.0+)?$/.exec(source)?.[1];
      if (digits === undefined) return value;
      const found = content(digits, info);
      return found === digits ? value : found;
    }
    const redaction = redacted.get(kind);
    if (redaction === undefined || !plausibleNumber(redaction.rule, source)) return value;
    onHit(redaction.type);
    if (redaction.everywhere) trail.tally.memory?.note(redaction.type, source, '', false);
    return redaction.marker;
  }

  function forced(value: JsonValue): JsonValue {
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '' || isMarker(value))) return value;
    trail.hit('field');
    return markerOf('field');
  }

  const keySpans = (key: string, ofPersons: boolean): readonly Span[] =>
    ofPersons
      ? isNameOfPerson(key)
        ? [{ start: 0, end: key.length, type: 'name' }]
        : findSpans(key, OF_PERSONS, rules)
      : findSpans(key, NO_HINTS, rules).filter((span) => span.type !== 'national-id');

  /** `people: {'Ann Lee': {…}}` */
  const isNameOfPerson = (key: string): boolean =>
    key.includes(' ') &&
    rules.enabled('name') &&
    looksLikePersonName(key) &&
    isGivenName(key.slice(0, key.indexOf(' ')));

  function redactKey(key: string, spans: readonly Span[]): string {
    if (spans.length === 0) return key;
    let name = key;
    const types: string[] = [];
    if (spans[0]!.type === 'name') trail.tally.memory?.note('name', key, '', false);
    // As in a text: what was found may lay bare more.
    for (let found = spans; found.length > 0 && types.length < 1_000; found = keySpans(name, false)) {
      types.push(...found.map(({ type }) => type));
      name = replaceSpans(name, found);
      if (found.at(-1)!.type === 'withheld') break;
    }
    for (const type of types) trail.tally.add(type, trail.path, name);
    return name;
  }

  return {
    marker: (kind) => redacted.get(kind)?.marker,
    string,
    number,
    named,
    forced,
    spans: (text) => findSpans(text, NO_HINTS, rules),
    keySpans,
    key: redactKey,
    thorough: rules.extra !== undefined,
  };
}
