/**
 * Finds and redacts personal data in a text by its content. One pass over the characters says what the text can hold;
 * most values (words, dates, ids) need nothing more. The detectors read the others. When finds overlap, the one of the
 * earlier detector counts.
 */

import { defineRules, type Finding, type Rule } from '../../model/governance/rule.ts';
import { type MarkerFor, type Span, spanOf } from '../../model/governance/span.ts';
import { isMarker, markersIn } from '../catalog/marker.ts';
import { plainMarker } from '../catalog/pseudonyms.ts';
import { normalize } from '../facts/normalize.ts';
import { isMask } from '../facts/traits.ts';
import type { Topic } from '../fieldName/contextWords.ts';
import { scanCharacters } from '../text/characters.ts';
import { MAX_WORK, type TextContext, type WorkBudget } from '../text/detectors/detector.ts';
import { DETECTORS, detectorsFor, EMAILS, OF_DIGITS } from '../text/detectors/index.ts';
import { isUnlikeAnId } from '../text/detectors/unlikeId.ts';
import { isWord, type Signs } from '../text/signs.ts';
import { LIMIT_RULES } from './limitRules.ts';
import { OWNER_RULES } from './settingRules.ts';

/** Why a text stays. */
export const TEXT_STAYS_RULES = defineRules({
  'text.short': ['A text of fewer than five characters holds nothing personal.', 'open'],
  'text.quiet': [
    'The characters of the text rule out that it holds anything personal.',
    'Prefers delivery before noon',
  ],
  'text.identifier': ['The value is one short word in a field for identifiers.', "order_id: 'A-1009'"],
  'text.nothing-found': ['No detector finds anything personal in the text.', 'Order 1009 was sent on 4 March'],
  'text.mask': ['The text is a mask of a number.', '**** **** **** 1234'],
  'text.kind-off': ['A detector finds something of a kind that is switched off.', "mode: minimal, 'ann@example.org'"],
});

/** What the name of a field says about a text in it. */
export interface TextHints {
  /** Digits in it are an identifier. */
  readonly identifier: boolean;
  /** What digits in it are. */
  readonly topic: Topic | undefined;
  /** The field holds a Message-ID, which looks like an e-mail address. */
  readonly messageId?: boolean;
  /** The field holds addresses of machines. */
  readonly isMachineAddress?: boolean;
  /** The field's name, words joined. */
  readonly joined?: string;
}

/** For a text without a field name. */
export const NO_HINTS: TextHints = { identifier: false, topic: undefined };

/** Another finder (custom patterns) that runs on every string. */
export type ExtraFinder = (text: string) => Span[];

/** Words and phrases that an owner lets stay (ownWords.ts). */
export interface KeptWords {
  /** Whether a value is such a phrase and nothing else. */
  isKept(value: string): boolean;
  /** The finds, in order, that are not within such a phrase. */
  without(text: string, found: readonly Span[]): Span[];
}

/** What is searched in texts. */
export interface TextRules {
  /** Whether a type is redacted. */
  enabled(type: string): boolean;
  readonly extra?: ExtraFinder;
  /** Work that is left for this answer; without it, each text has its own. */
  readonly work?: WorkBudget;
  /** Words that stay. */
  readonly kept?: KeptWords | undefined;
  /** Types of the extra finder. */
  readonly custom?: ReadonlySet<string>;
  /** Makes the markers; plain ones by default. */
  readonly markerFor?: MarkerFor;
  /** Called with the rule that lets a find stay. */
  stays?(rule: Rule): void;
}

/**
 * Maximum passes over a text. Another pass is needed because the rest may read differently without what was removed.
 */
export const MAX_PASSES = 4;

/** The personal data in a text: spans in order, without overlaps. */
export function findSpans(
  text: string,
  hints: TextHints,
  rules: TextRules,
  characters: Readonly<Signs> = scanCharacters(text),
): Span[] {
  if (!characters.foreign) return findPlain(text, hints, rules, characters);
  const plain = normalize(text);
  return plain.original(findPlain(plain.text, hints, rules, scanCharacters(plain.text)));
}

/** The detectors that are to search a text, as bits: those of its signs, without what its field rules out. */
function searching(text: string, hints: TextHints, signs: Readonly<Signs>): number {
  if (!signs.mayHoldData) return 0;
  let found = detectorsFor(signs);
  if (hints.messageId === true) found &= ~EMAILS;
  if (
    (found & OF_DIGITS) !== 0 &&
    hints.identifier &&
    signs.spaces === 0 &&
    signs.colons === 0 &&
    !isUnlikeAnId(text, hints.joined)
  )
    found &= ~OF_DIGITS;
  return found;
}

/**
 * Whether the signs of a text rule out that anything is found in it, whatever the name of its field says.
 */
export function isQuiet(signs: Readonly<Signs>): boolean {
  return !signs.mayHoldData || (!signs.foreign && detectorsFor(signs) === 0);
}

/** What the detectors know of a text. */
export function contextOf(text: string, hints: TextHints, rules: TextRules, signs: Readonly<Signs>): TextContext {
  const { digits, letters, ats, dots, colons, dashes, spaces, underscores, keywords, forms } = signs;
  return {
    text,
    length: text.length,
    digits,
    dots,
    colons,
    dashes,
    spaces,
    letters,
    ats,
    whole: spaces === 0,
    word: isWord(signs),
    signs: underscores + dashes + dots + colons + spaces,
    identifier: hints.identifier,
    topic: hints.topic,
    field: hints.joined,
    isMachineAddress: hints.isMachineAddress === true,
    keywords,
    forms,
    work: rules.work ?? { left: MAX_WORK },
    withheld: text.length,
  };
}

function findPlain(text: string, hints: TextHints, rules: TextRules, signs: Readonly<Signs>): Span[] {
  const spans: Span[] = [];
  let detectors = searching(text, hints, signs);
  if (detectors !== 0) {
    const context = contextOf(text, hints, rules, signs);
    for (let next = 0; detectors !== 0; next++, detectors >>= 1)
      if ((detectors & 1) !== 0) DETECTORS[next]?.(context, spans);
    if (context.withheld < text.length) return withhold(context, spans, rules);
  }
  const wanted: Span[] = spans.length > 0 ? spans.filter((span) => rules.enabled(span.type)) : spans;
  if (wanted.length < spans.length) rules.stays?.(TEXT_STAYS_RULES['text.kind-off']);
  if (wanted.length > 0 && wanted.length < 3 && isMask(text)) {
    rules.stays?.(TEXT_STAYS_RULES['text.mask']);
    wanted.length = 0;
  }
  for (const span of rules.extra?.(text) ?? []) wanted.push(span);
  return settle(withoutKept(text, wanted, rules), text, rules.custom);
}

/** The finds that are no words which the owner lets stay. */
function withoutKept(text: string, found: Span[], { kept, stays }: TextRules): Span[] {
  if (kept === undefined || found.length === 0) return found;
  const left = kept.without(
    text,
    [...found].sort((a, b) => a.start - b.start),
  );
  if (left.length < found.length) stays?.(OWNER_RULES['owner.kept-word']);
  return left.length < found.length ? found.filter((span) => left.includes(span)) : found;
}

/** The finds from before the work was used up, and one span for everything after. */
function withhold({ text, withheld }: TextContext, spans: readonly Span[], rules: TextRules): Span[] {
  const wanted = spans.filter((span) => rules.enabled(span.type));
  for (const span of rules.extra?.(text) ?? []) wanted.push(span);
  const before = withoutKept(text, wanted, rules).flatMap((span) =>
    span.start < withheld ? [{ ...span, end: Math.min(span.end, withheld) }] : [],
  );
  return [...settle(before, text, rules.custom), spanOf(withheld, text.length, LIMIT_RULES['limit.withheld'])];
}

/** Sorts by position and drops overlaps (the earlier detector wins) and spans that touch a marker. */
function settle(spans: Span[], text: string, custom: ReadonlySet<string> | undefined): Span[] {
  if (spans.length === 0) return spans;
  if (spans.length === 1 && !text.includes('[REDACTED:')) return spans;
  const markers = markersIn(text, custom);
  /** Index of the first marker that ends after the span; spans are in order, so each marker is visited once. */
  let near = 0;
  const taken: Span[] = [];
  const ordered = spans.map((span, rank) => ({ span, rank }));
  ordered.sort((a, b) => a.span.start - b.span.start || a.rank - b.rank);
  let best: { span: Span; rank: number } | undefined;
  for (const entry of ordered) {
    let marker = markers[near];
    while (marker !== undefined && marker.index + marker[0].length <= entry.span.start) marker = markers[++near];
    if (marker !== undefined && marker.index < entry.span.end) continue;
    if (!best) best = entry;
    else if (entry.span.start >= best.span.end) {
      taken.push(best.span);
      best = entry;
    } else if (entry.rank < best.rank) best = entry;
  }
  if (best) taken.push(best.span);
  return taken;
}

/** The text with each span replaced by its marker. Spans must be in order and without overlaps. */
export function replaceSpans(text: string, spans: readonly Span[], markerFor: MarkerFor = plainMarker): string {
  let result = '';
  let from = 0;
  for (const span of spans) {
    result += text.slice(from, span.start) + markerFor(span.type, span.value ?? text.slice(span.start, span.end));
    from = span.end;
  }
  return result + text.slice(from);
}

/**
 * The text with what is found replaced by markers. Repeats until nothing is found, so that redacting the result again
 * changes nothing.
 *
 * @param onHit is called with each find
 * @param characters signs of the text, if they are known already
 */
export function redactText(
  text: string,
  hints: TextHints,
  rules: TextRules,
  onHit: (finding: Finding) => void,
  characters?: Readonly<Signs>,
): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const spans = findSpans(current, hints, rules, pass === 0 ? characters : undefined);
    if (spans.length === 0) return current;
    for (const span of spans) onHit(span.finding);
    current = replaceSpans(current, spans, rules.markerFor);
    // The work is used up, or nothing else is left.
    if (spans.at(-1)?.type === 'withheld' || (spans.length === 1 && isMarker(current))) return current;
  }
  return current;
}
