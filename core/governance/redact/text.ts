/**
 * Redaction of one string by its content. A single pass over the characters tells what the string can hold at all; most
 * values (words, dates, ids) leave there. Only what passes meets the detectors.
 */

import type { Span, TextScene } from '../detectors/detector.ts';
import { DIGIT_DETECTORS, MAIL_DETECTORS, SECRET_DETECTORS } from '../detectors/index.ts';
import { markerOf } from './marker.ts';
import type { Topic } from './topics.ts';

export interface TextHints {
  readonly identifier: boolean;
  readonly topic: Topic | undefined;
  /** The field holds the id of a mail, which looks like an address. */
  readonly messageId?: boolean;
}

export const NO_HINTS: TextHints = { identifier: false, topic: undefined };

/** A further finder (custom patterns) that runs on every string. */
export type ExtraFinder = (text: string) => Span[];

export interface TextRules {
  enabled(type: string): boolean;
  readonly extra?: ExtraFinder;
}

export interface TextHit {
  readonly type: string;
}

const DIGIT = 1;
const LETTER = 2;
const AT = 4;
const CLASS = new Uint8Array(128);
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT;
for (let code = 65; code < 91; code++) CLASS[code] = LETTER;
for (let code = 97; code < 123; code++) CLASS[code] = LETTER;
CLASS[64] = AT;

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z| ?[+-]\d{2}:?\d{2}| UTC)?)?$/;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const MAX_PASSES = 4;

/** Spans of personal data in `text`, without overlaps, in order. */
export function findSpans(text: string, hints: TextHints, rules: TextRules): Span[] {
  const length = text.length;
  let digits = 0;
  let letters = 0;
  let ats = 0;
  let dots = 0;
  let colons = 0;
  let dashes = 0;
  let spaces = 0;
  /** Longest run of characters that tokens are made of. */
  let run = 0;
  let longest = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? CLASS[code]! : LETTER;
    if (kind === LETTER) {
      letters++;
      run++;
    } else if (kind === DIGIT) {
      digits++;
      run++;
    } else {
      if (code === 95 || code === 45) {
        run++;
        if (code === 45) dashes++;
        continue;
      }
      if (run > longest) longest = run;
      run = 0;
      if (code === 46) dots++;
      else if (code === 32) spaces++;
      else if (code === 58 || code === 61) colons++;
      else if (kind === AT) ats++;
    }
  }
  if (run > longest) longest = run;

  const spans: Span[] = [];
  const talks = digits >= 4 || ats > 0 || longest >= 16 || colons > 0 || spaces > 0;
  if (talks) {
    if (digits >= 8 && letters <= 4 && length <= 36 && ISO_TIME.test(text))
      return rules.extra ? rules.extra(text) : spans;
    if (length === 36 && UUID.test(text)) return rules.extra ? rules.extra(text) : spans;
    const scene: TextScene = {
      text,
      digits,
      dots,
      colons,
      dashes,
      spaces,
      letters,
      ats,
      whole: spaces === 0,
      identifier: hints.identifier,
      topic: hints.topic,
      personal: false,
    };
    if (longest >= 8 && (longest >= 16 || colons > 0 || spaces > 0))
      for (const detect of SECRET_DETECTORS) detect(scene, spans);
    if (ats > 0 && hints.messageId !== true) for (const detect of MAIL_DETECTORS) detect(scene, spans);
    if (digits >= 4) for (const detect of DIGIT_DETECTORS) detect(scene, spans);
  }
  const wanted = spans.length > 0 ? spans.filter((span) => rules.enabled(span.type)) : spans;
  if (rules.extra) wanted.push(...rules.extra(text));
  return settle(wanted, text);
}

/** Drops overlaps (the earlier detector wins) and whatever touches a marker; sorts by place. */
function settle(spans: Span[], text: string): Span[] {
  if (spans.length === 0) return spans;
  const markers = text.includes('[REDACTED:')
    ? [...text.matchAll(/\[REDACTED:[\w-]+\]/g)].map((hit) => [hit.index, hit.index + hit[0].length] as const)
    : [];
  const taken: Span[] = [];
  const ordered = spans.map((span, rank) => ({ span, rank }));
  ordered.sort((a, b) => a.span.start - b.span.start || a.rank - b.rank);
  // Sweep by place: of overlapping spans the better ranked stays.
  let best: { span: Span; rank: number } | undefined;
  for (const entry of ordered) {
    if (markers.some(([from, to]) => entry.span.start < to && entry.span.end > from)) continue;
    if (!best) best = entry;
    else if (entry.span.start >= best.span.end) {
      taken.push(best.span);
      best = entry;
    } else if (entry.rank < best.rank) best = entry;
  }
  if (best) taken.push(best.span);
  return taken;
}

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
 * Redacts one string; `onHit` is told of each span. Repeats until nothing more is found, so that a second redaction of
 * the result finds nothing either.
 */
export function redactText(text: string, hints: TextHints, rules: TextRules, onHit: (hit: TextHit) => void): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const spans = findSpans(current, hints, rules);
    if (spans.length === 0) return current;
    for (const span of spans) onHit({ type: span.type });
    current = replaceSpans(current, spans);
  }
  return current;
}
