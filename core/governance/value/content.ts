/**
 * Redacts a string by its content: lines with names and values, data encoded in the string, then prose. Strings inside
 * strings are read down to MAX_NESTING.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import { defineRules, type Finding, type Rule } from '../../model/governance/rule.ts';
import type { Span } from '../../model/governance/span.ts';
import { isMarker, markerOf } from '../catalog/marker.ts';
import { plainMarker } from '../catalog/pseudonyms.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isLogLine } from '../formats/logfmt.ts';
import { hasNamedLines, redactLines } from '../formats/namedLines.ts';
import { scanCharacters } from '../text/characters.ts';
import { isUnlikeAnId } from '../text/detectors/unlikeId.ts';
import type { Signs } from '../text/signs.ts';
import { type InnerRedactor, MAX_INFLATED, redactEncoded } from './encoded.ts';
import { redactDocument } from './innerFormats.ts';
import { LIMIT_RULES } from './limitRules.ts';
import { VALUE_RULES } from './plausible.ts';
import { findSpans, isQuiet, MAX_PASSES, NO_HINTS, redactText, TEXT_STAYS_RULES, type TextRules } from './prose.ts';

/** How the content of a string was read. They decide nothing. */
export const INSIDE_RULES = defineRules({
  'inside.document': [
    'The string holds JSON, XML, HTML, a table or lines, whose fields are judged one by one.',
    '\'{"email": …}\'',
  ],
  'inside.encoded': [
    'The string holds a text in another writing: a query, percent-encoding, base64, hexadecimal digits or escapes.',
    'q=ann%40example.org',
  ],
});

/** Levels of strings inside strings that are read. */
const MAX_NESTING = 3;
/** Maximum passes over a string inside another one. */
const MAX_INNER_PASSES = 2;
/** Shorter strings hold nothing personal. */
const MIN_LENGTH = 5;

/** Shorter strings are read faster than they are looked up. */
const MIN_REMEMBERED = 16;
const MAX_REMEMBERED_LENGTH = 400;
/** Maximum number of strings that are remembered. */
const MAX_REMEMBERED = 1_000;
/** First strings of an answer, which are not remembered: small answers repeat few, and remembering takes longer. */
const NOT_REMEMBERED = 64;

/** What content redaction needs of the redactor. */
export interface ContentContext {
  readonly rules: TextRules;
  /** Called with each hit. */
  onHit(finding: Finding): void;
  /** Called with the rule that lets a string stay. */
  stays(rule: Rule): void;
  /** Called with the way in which a string is read. */
  speaks(rule: Rule): void;
  /** Walks a JSON value; returns the same value when nothing changed. */
  walk(value: JsonValue): JsonValue;
  /** Redacts a string without a field name. */
  string(value: string): string;
  /** Redacts a string with a field name. */
  named(name: string, value: string): string;
}

/** Redacts strings by their content. */
export class ContentRedactor {
  readonly #context: ContentContext;
  readonly #inner: InnerRedactor;
  /** The rules with the owner's patterns only. */
  readonly #ownersOnly: TextRules;
  /** Number of strings around the current one. */
  #nesting = 0;
  /** By field: strings of this answer in which nothing was found. Links and texts are often repeated. */
  readonly #clean = new Map<KeyInfo | undefined, Set<string>>();
  #remembered = 0;
  /** How many of the first strings were read. */
  #first = 0;
  /** Characters of this answer that were decompressed. */
  #inflated = 0;

  constructor(context: ContentContext) {
    this.#context = context;
    this.#ownersOnly = { ...context.rules, enabled: () => false };
    this.#inner = {
      markerFor: context.rules.markerFor ?? plainMarker,
      walk: (value) => {
        context.speaks(INSIDE_RULES['inside.document']);
        return this.#nested(() => context.walk(value));
      },
      text: (value, name) => {
        context.speaks(INSIDE_RULES['inside.encoded']);
        return this.#nested(() => (name === undefined ? context.string(value) : context.named(name, value)));
      },
      spans: (value) => this.#spans(value),
      inflate: (characters) => {
        this.#inflated += characters;
        return this.#inflated <= MAX_INFLATED;
      },
      withheld: () => {
        context.onHit(LIMIT_RULES['limit.withheld']);
        return markerOf('withheld');
      },
    };
  }

  /** Forgets the strings of the answer before. */
  forget(): void {
    this.#inflated = 0;
    this.#first = 0;
    if (this.#remembered === 0) return;
    this.#clean.clear();
    this.#remembered = 0;
  }

  /**
   * The string with its personal data redacted; the same string when there is none.
   *
   * @param known its signs, if they were just read and are not quiet
   */
  redact(value: string, info: KeyInfo | undefined, known?: Readonly<Signs>): string {
    if (this.#context.rules.extra !== undefined) return this.#redact(value, info, undefined);
    if (value.length < MIN_LENGTH || isMarker(value))
      return this.#unread(
        value,
        value.length < MIN_LENGTH ? TEXT_STAYS_RULES['text.short'] : VALUE_RULES['value.marker'],
      );
    const signs = known ?? scanCharacters(value);
    if (known === undefined && !signs.mayDecode && isQuiet(signs))
      return this.#unread(value, TEXT_STAYS_RULES['text.quiet']);
    if (this.#nesting > 0 || value.length < MIN_REMEMBERED || value.length > MAX_REMEMBERED_LENGTH)
      return this.#redact(value, info, signs);
    if (this.#first < NOT_REMEMBERED) {
      this.#first++;
      return this.#redact(value, info, signs);
    }
    let clean = this.#clean.get(info);
    if (clean?.has(value) === true) return value;
    const redacted = this.#redact(value, info, signs);
    if (redacted === value && this.#remembered < MAX_REMEMBERED) {
      if (clean === undefined) {
        clean = new Set();
        this.#clean.set(info, clean);
      }
      clean.add(value);
      this.#remembered++;
    }
    return redacted;
  }

  /** @param seen its signs; undefined with the owner's patterns, which have to see every value */
  #redact(value: string, info: KeyInfo | undefined, seen: Readonly<Signs> | undefined): string {
    const { rules, onHit } = this.#context;
    const hints = info ?? NO_HINTS;
    // Reading a document reads other strings, which overwrite the signs.
    const kept = value.charCodeAt(0) === 0x3c && seen !== undefined ? { ...seen } : undefined;
    const document = this.#nesting < MAX_NESTING ? redactDocument(value, this.#inner.walk) : undefined;
    if (document !== undefined) return this.#decoded(document, info, document === value ? kept : undefined);
    if (seen !== undefined) {
      if (!seen.mayHoldData && !seen.mayBeEncoded) return this.#unread(value, TEXT_STAYS_RULES['text.quiet']);
      // The common case of an identifier: one short word in a field for identifiers.
      if (
        hints.identifier &&
        !seen.foreign &&
        seen.longest < 16 &&
        !isUnlikeAnId(value, hints.joined) &&
        seen.spaces + seen.ats + seen.colons === 0
      )
        return this.#unread(value, TEXT_STAYS_RULES['text.identifier']);
      if (seen.colons > 1 && this.#nesting < MAX_NESTING && (hasNamedLines(value) || isLogLine(value)))
        return this.#decoded(this.#lines(value), info);
      if (this.#nesting >= MAX_NESTING || !seen.mayBeEncoded) return redactText(value, hints, rules, onHit, seen);
      // Decoding reads other strings, which overwrite the signs.
      return this.#decoded(value, info, seen.mayDecode ? { ...seen } : seen);
    }
    if (this.#nesting >= MAX_NESTING) return redactText(value, hints, rules, onHit);
    const lines = hasNamedLines(value) || isLogLine(value) ? this.#lines(value) : value;
    return this.#decoded(lines, info);
  }

  /**
   * Redacts what is encoded in a string, then the rest. Repeats when that changed something, since the rest may then be
   * decoded.
   *
   * @param signs of the string, if they are known
   */
  #decoded(value: string, info: KeyInfo | undefined, signs?: Readonly<Signs>): string {
    const { rules, onHit } = this.#context;
    const hints = info ?? NO_HINTS;
    const passes = this.#nesting === 0 ? MAX_PASSES : MAX_INNER_PASSES;
    let current = value;
    for (let pass = 0; pass < passes; pass++) {
      const known = pass === 0 ? signs : undefined;
      const decoded = known?.mayDecode === false ? undefined : redactEncoded(current, info, this.#inner, known?.marks);
      if (decoded === undefined && known !== undefined && isQuiet(known)) return value;
      if (decoded?.whole) return rules.extra ? redactText(decoded.text, hints, this.#ownersOnly, onHit) : decoded.text;
      if (pass > 0 && (decoded === undefined || decoded.text === current)) break;
      const before = current;
      current = redactText(decoded?.text ?? current, hints, rules, onHit, decoded === undefined ? known : undefined);
      if (current === before) break;
    }
    return current;
  }

  /** Redacts lines with names and values, which form one object. */
  #lines(value: string): string {
    return redactLines(value, { walk: this.#inner.walk, field: (name, text) => this.#inner.text(text, name) });
  }

  #spans(value: string): readonly Span[] {
    const { rules, onHit } = this.#context;
    const spans = findSpans(value, NO_HINTS, rules);
    for (const { finding } of spans) onHit(finding);
    return spans;
  }

  #unread(value: string, rule: Rule): string {
    this.#context.stays(rule);
    return value;
  }

  #nested<T>(redact: () => T): T {
    this.#nesting++;
    const result = redact();
    this.#nesting--;
    return result;
  }
}
