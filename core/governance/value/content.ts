/**
 * What is personal in a string by its content: lines that give values to names, data that is encoded in it, then prose. Strings in strings
 * are read down to MAX_NESTING.
 */
import type { JsonValue } from '../../json/value.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isRecord, redactLines } from '../formats/namedLines.ts';
import type { Span } from '../span.ts';
import { scanCharacters } from '../text/characters.ts';
import { isUnlikeAnId } from '../text/detectors/unlikeId.ts';
import { findSpans, MAX_PASSES, NO_HINTS, redactText, type TextRules } from '../text/prose.ts';
import { type InnerRedactor, redactEncoded } from './encoded.ts';

/** Strings in strings are read as deep as this. */
const MAX_NESTING = 3;
/** Passes over a string inside of another one. */
const MAX_INNER_PASSES = 2;
/** Shorter strings hold nothing. */
const MIN_LENGTH = 5;

/** What the reading of content needs of the redactor around it. */
export interface ContentContext {
  readonly rules: TextRules;
  /** Told of the type of each hit. */
  onHit(type: string): void;
  /** Walks a JSON value; the same value when nothing changed. */
  walk(value: JsonValue): JsonValue;
  /** Redacts a string of which nothing is known. */
  string(value: string): string;
  /** Redacts a string under a name. */
  named(name: string, value: string): string;
}

/** Redacts strings by their content. */
export class ContentRedactor {
  readonly #context: ContentContext;
  readonly #inner: InnerRedactor;
  /** The owner's patterns alone. */
  readonly #ownersOnly: TextRules;
  /** How many strings that hold others stand around. */
  #nesting = 0;

  constructor(context: ContentContext) {
    this.#context = context;
    this.#ownersOnly = { ...context.rules, enabled: () => false };
    this.#inner = {
      walk: (value) => this.#nested(() => context.walk(value)),
      text: (value, name) =>
        this.#nested(() => (name === undefined ? context.string(value) : context.named(name, value))),
      spans: (value) => this.#spans(value),
    };
  }

  /** The string without what is personal in it; the same string when nothing is. */
  redact(value: string, info: KeyInfo | undefined): string {
    const { rules, onHit } = this.#context;
    const hints = info ?? NO_HINTS;
    if (rules.extra === undefined) {
      if (value.length < MIN_LENGTH) return value;
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
      if (seen.colons >= 3 && this.#nesting < MAX_NESTING && isRecord(value))
        return this.#decoded(this.#lines(value), info);
      if (this.#nesting >= MAX_NESTING || !seen.mayBeEncoded) return redactText(value, hints, rules, onHit, seen);
    }
    if (this.#nesting >= MAX_NESTING) return redactText(value, hints, rules, onHit);
    return this.#decoded(rules.extra !== undefined && isRecord(value) ? this.#lines(value) : value, info);
  }

  /** What is encoded in a string, then what is left of it; again when that changed something, since the rest may be decoded then. */
  #decoded(value: string, info: KeyInfo | undefined): string {
    const { rules, onHit } = this.#context;
    const hints = info ?? NO_HINTS;
    const passes = this.#nesting === 0 ? MAX_PASSES : MAX_INNER_PASSES;
    let current = value;
    for (let pass = 0; pass < passes; pass++) {
      const decoded = redactEncoded(current, info, this.#inner);
      if (decoded?.whole) return rules.extra ? redactText(decoded.text, hints, this.#ownersOnly, onHit) : decoded.text;
      if (pass > 0 && (decoded === undefined || decoded.text === current)) break;
      const before = current;
      current = redactText(decoded?.text ?? current, hints, rules, onHit);
      if (current === before) break;
    }
    return current;
  }

  /** Lines that give values to names are one object. */
  #lines(value: string): string {
    return redactLines(value, { walk: this.#inner.walk, field: (name, text) => this.#inner.text(text, name) });
  }

  #spans(value: string): readonly Span[] {
    const { rules, onHit } = this.#context;
    const spans = findSpans(value, NO_HINTS, rules);
    for (const { type } of spans) onHit(type);
    return spans;
  }

  #nested<T>(redact: () => T): T {
    this.#nesting++;
    const result = redact();
    this.#nesting--;
    return result;
  }
}
