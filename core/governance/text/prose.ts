/**
 * Finds and redacts what is personal in a text by its content. One pass over the characters tells what the text can hold; most values (words,
 * dates, ids) need no more. Detectors read the others, and of overlapping finds the one of the earlier detector counts.
 */

import { markerOf, markersIn } from '../catalog/marker.ts';
import type { Span } from '../span.ts';
import { normalize } from '../value/facts/normalize.ts';
import { isMask } from '../value/facts/traits.ts';
import { type CharacterCounts, scanCharacters } from './characters.ts';
import type { Topic } from './contextWords.ts';
import { MAX_WORK, type TextContext, type WorkBudget } from './detectors/detector.ts';
import { DIGIT_DETECTORS, MAIL_DETECTORS, SECRET_DETECTORS } from './detectors/index.ts';
import { isUnlikeAnId } from './detectors/unlikeId.ts';

/** What the name of a field says of a text in it. */
export interface TextHints {
  /** Digits in it are an identifier. */
  readonly identifier: boolean;
  /** What digits in it are. */
  readonly topic: Topic | undefined;
  /** The field holds the id of a mail, which looks like an address. */
  readonly messageId?: boolean;
  /** The field holds addresses of machines. */
  readonly isMachineAddress?: boolean;
  /** The field's name, its words joined. */
  readonly joined?: string;
}

/** Of a text of which nothing is known. */
export const NO_HINTS: TextHints = { identifier: false, topic: undefined };

/** A further finder (custom patterns) that runs on every string. */
export type ExtraFinder = (text: string) => Span[];

/** What is found in texts. */
export interface TextRules {
  /** Whether a marker type is redacted. */
  enabled(type: string): boolean;
  readonly extra?: ExtraFinder;
  /** What judging may still cost in this answer; without one, each text has its own. */
  readonly work?: WorkBudget;
  /** Marker types of that finder. */
  readonly custom?: ReadonlySet<string>;
}

/** Passes over a text: without what was taken out of it, the rest may read otherwise. */
export const MAX_PASSES = 4;

/** Spans of personal data in `text`, without overlaps, in order. */
export function findSpans(
  text: string,
  hints: TextHints,
  rules: TextRules,
  characters: Readonly<CharacterCounts> = scanCharacters(text),
): Span[] {
  if (!characters.foreign) return findPlain(text, hints, rules, characters);
  const plain = normalize(text);
  return plain.original(findPlain(plain.text, hints, rules, scanCharacters(plain.text)));
}

function findPlain(text: string, hints: TextHints, rules: TextRules, characters: Readonly<CharacterCounts>): Span[] {
  const { digits, letters, ats, dots, colons, dashes, spaces, underscores, wide, longest, mayHoldData } = characters;
  const spans: Span[] = [];
  if (mayHoldData) {
    const whole = spaces === 0;
    const context: TextContext = {
      text,
      digits,
      dots,
      colons,
      dashes,
      spaces,
      letters,
      ats,
      whole,
      word: !wide && letters + digits + underscores + dashes + dots === text.length,
      signs: underscores + dashes + dots + colons + spaces,
      identifier: hints.identifier,
      topic: hints.topic,
      field: hints.joined,
      isMachineAddress: hints.isMachineAddress === true,
      work: rules.work ?? { left: MAX_WORK },
      withheld: text.length,
    };
    if (longest >= 8 || wide || colons > 0 || (digits >= 4 && spaces > 1))
      for (const detect of SECRET_DETECTORS) detect(context, spans);
    if (ats > 0 && hints.messageId !== true) for (const detect of MAIL_DETECTORS) detect(context, spans);
    if (digits >= 4 && (!(hints.identifier && whole && colons === 0) || isUnlikeAnId(text, hints.joined)))
      for (const detect of DIGIT_DETECTORS) detect(context, spans);
    if (context.withheld < text.length) return withhold(context, spans, rules);
  }
  const wanted: Span[] = spans.length > 0 ? spans.filter((span) => rules.enabled(span.type)) : spans;
  if (wanted.length > 0 && wanted.length < 3 && isMask(text)) wanted.length = 0;
  if (rules.extra) wanted.push(...rules.extra(text));
  return settle(wanted, text, rules.custom);
}

/** What was found before the work was used up, and one span for all behind that place. */
function withhold({ text, withheld }: TextContext, spans: readonly Span[], rules: TextRules): Span[] {
  const wanted = spans.filter((span) => rules.enabled(span.type));
  if (rules.extra) wanted.push(...rules.extra(text));
  const before = wanted.flatMap((span) =>
    span.start < withheld ? [{ ...span, end: Math.min(span.end, withheld) }] : [],
  );
  return [...settle(before, text, rules.custom), { start: withheld, end: text.length, type: 'withheld' }];
}

/** Sorts by position and drops overlaps (the earlier detector wins) and whatever touches a marker. */
function settle(spans: Span[], text: string, custom: ReadonlySet<string> | undefined): Span[] {
  if (spans.length === 0) return spans;
  if (spans.length === 1 && !text.includes('[REDACTED:')) return spans;
  const markers = markersIn(text, custom);
  /** Index of the first marker that ends behind the span: spans come in order, so no marker is passed twice. */
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

/** The text with a marker in the place of each span; spans are in order and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const span of spans) {
    result += text.slice(from, span.start) + markerOf(span.type);
    from = span.end;
  }
  return result + text.slice(from);
}

/**
 * The text without what is found in it; repeats until nothing more is found, so that a second redaction changes nothing.
 *
 * @param onHit told of each span's type
 * @param characters counts of the text, if they are known already
 */
export function redactText(
  text: string,
  hints: TextHints,
  rules: TextRules,
  onHit: (type: string) => void,
  characters?: Readonly<CharacterCounts>,
): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const spans = findSpans(current, hints, rules, pass === 0 ? characters : undefined);
    if (spans.length === 0) return current;
    for (const span of spans) onHit(span.type);
    current = replaceSpans(current, spans);
    // Nothing more can be judged.
    if (spans.at(-1)?.type === 'withheld') return current;
  }
  return current;
}
