/**
 * Finds what consists of digits: cards, telephone numbers, social security numbers, national ids, bank accounts, IMEIs.
 * One scan yields runs of digit groups; windows over neighbouring groups are judged by numberKinds.ts, longest first. A
 * window must be between spaces or punctuation: a part of a longer token (`ORD-555-123-4567`, a UUID, a path) does not
 * count.
 */

import { lazy } from '../../../lib/lazy.ts';
import type { Span } from '../../../model/governance/span.ts';
import { isDigit } from '../../facts/traits.ts';
import { MAX_LOOK_BACK, NO_TOPICS, type Topics, topicsBefore } from '../../fieldName/contextWords.ts';
import { spendWork, type TextContext } from './detector.ts';
import { closesEmphasis, opensEmphasis } from './emphasis.ts';
import { judge } from './numberKinds.ts';

interface Group {
  readonly start: number;
  readonly end: number;
}

/** Neighbouring groups with only separators between them. */
interface Run {
  /** Start of its first group. From there to its end it contains no word. */
  readonly start: number;
  groups: Group[];
}

/** Groups of a run that are kept at a time. */
const MAX_RUN_GROUPS = 256;
/** A longer run is a table, a matrix or a dump, in which not every window is judged. */
const MAX_PROSE_GROUPS = 24;
const MAX_GROUPS = 9;
const MAX_DIGITS = 19;

/** Finds what consists of digits. */
export function findNumbers(context: TextContext, spans: Span[]): void {
  const { text } = context;
  let run: Run = { start: 0, groups: [] };
  let index = 0;
  const length = text.length;
  while (index < length && index <= context.withheld) {
    if (!isDigit(text.charCodeAt(index))) {
      index++;
      continue;
    }
    const start = index;
    while (index < length && isDigit(text.charCodeAt(index))) index++;
    const group = { start, end: index };
    const last = run.groups.at(-1);
    if (last === undefined || !isSeparator(text, last.end, start)) {
      judgeRun(context, run, run.groups.length, spans);
      run = { start, groups: [] };
    }
    run.groups.push(group);
    // Long runs are judged in parts that contain each window completely, so that a grid of numbers takes little memory.
    if (run.groups.length > MAX_RUN_GROUPS)
      run.groups = run.groups.slice(judgeRun(context, run, MAX_RUN_GROUPS - MAX_GROUPS, spans));
  }
  judgeRun(context, run, run.groups.length, spans);
}

/** Whether one or two characters separate the groups of a number: `-`, `.`, `/`, space, brackets, en dash. */
function isSeparator(text: string, from: number, to: number): boolean {
  if (to - from > 3) return false;
  for (let index = from; index < to; index++) {
    if (!' -./()\u2011\u2013\u00a0'.includes(text.charAt(index))) return false;
  }
  return true;
}

/**
 * Judges the windows that begin at the first `count` groups; returns the index of the first group after the last find.
 */
function judgeRun(context: TextContext, run: Run, count: number, spans: Span[]): number {
  const { groups } = run;
  let total = 0;
  for (let index = 0; index < groups.length && total < 7; index++) total += sizeOf(groups[index]);
  let from = 0;
  if (total < 7) return count;
  while (from < count) from += Math.max(judgeFrom(context, run, from, spans), 1);
  return from;
}

/** Judges the windows that begin at group `from`, longest first; returns how many groups the find has. */
function judgeFrom(context: TextContext, { start, groups }: Run, from: number, spans: Span[]): number {
  const { text } = context;
  const group = groups[from];
  if (group === undefined) return 0;
  const begin = windowStart(text, group.start);
  if (begin < 0) return 0;
  const inGrid = groups.length > MAX_PROSE_GROUPS || begin - start > MAX_LOOK_BACK;
  if (inGrid && isCell(text, group, begin)) return 0;
  let digits = '';
  const ends: number[] = [];
  for (let index = from; index < groups.length && index - from < MAX_GROUPS; index++) {
    digits += text.slice(groups[index]?.start, groups[index]?.end);
    if (digits.length > MAX_DIGITS) break;
    ends.push(digits.length);
  }
  // The words before are the same for all windows that begin here. Deep inside a run there are none.
  let before: Topics | undefined = begin - start > MAX_LOOK_BACK ? NO_TOPICS : undefined;
  for (let count = ends.length; count > 0; count--) {
    const length = ends[count - 1] ?? 0;
    if (length < 7) return 0;
    let end = groups[from + count - 1]?.end ?? 0;
    if (text[end] === ')' && text.slice(begin, end).includes('(')) end++;
    if (!isWindowEnd(text, end)) continue;
    const sizes = groups.slice(from, from + count).map((group) => group.end - group.start);
    if (before === undefined) {
      if (!spendWork(context, 1, begin)) return 0;
      before = topicsBefore(text, begin);
    }
    const [first, last] = withoutBrackets(text, begin, end);
    const span = judge(context, before, first, last, digits.slice(0, length), sizes);
    if (span) {
      spans.push(span);
      return count;
    }
  }
  return 0;
}

/** A number without the brackets around all of it, or one before it that closes after more words: `(219-09-9999 on file)`. */
function withoutBrackets(text: string, begin: number, end: number): [begin: number, end: number] {
  if (text[begin] !== '(') return [begin, end];
  const close = text.slice(begin, end).indexOf(')');
  if (close < 0) return [begin + 1, end];
  return begin + close === end - 1 ? [begin + 1, end - 1] : [begin, end];
}

function sizeOf(group: Group | undefined): number {
  return group === undefined ? 0 : group.end - group.start;
}

/**
 * Whether a group of one or two digits is a cell of a grid: it begins neither a telephone number (`06 12 …`, `+4 …`)
 * nor a card.
 */
function isCell(text: string, group: Group, begin: number): boolean {
  const size = group.end - group.start;
  if (size > 2 || begin !== group.start) return false;
  return size === 1 || text[begin] !== '0' || text[begin + 1] === '0';
}

/** Signs that may join a number to something before it; all others, such as brackets, arrows and pictures, begin anew. */
const JOINING = lazy(() => /[\p{L}\p{N}\p{M}_#@$€£%&^+\\=:./–-]/u);
/** The abbreviation of a word for a number, before it: `nr.219-09-9999`. */
const ABBREVIATED = lazy(() => /(?:^|[^\p{L}])(?:no|nr|num|tel|tlf|mob|ph)\.$/iu);

/**
 * Where the candidate with its first digit at `start` begins (with `+` or `(`), or -1 when it is inside a longer token.
 */
function windowStart(text: string, start: number): number {
  let begin = start;
  if (text[begin - 1] === '(') begin--;
  if (text[begin - 1] === '+') begin--;
  if (text[begin - 1] === '(' && text[begin] === '+') begin--;
  const before = text[begin - 1];
  if (before === undefined || !JOINING().test(before)) return begin;
  // `SSN #219-09-9999`: `judge` requires a word that says what the number is.
  if (before === '#' && /\s/.test(text[begin - 2] ?? ' ')) return begin;
  // `219-09-9999/536-22-1234`: two numbers with a slash between them.
  if (before === '/' && /(?:^|[\s(:;,])\+?[\d(][\d ().-]{7,18}$/.test(text.slice(Math.max(0, begin - 22), begin - 1)))
    return begin;
  if (before === ':' || before === '=') return /\d/.test(text[begin - 2] ?? '') && before === ':' ? -1 : begin;
  if (isCjk(before)) return begin;
  if (text[begin] === '+' && /[\w.]/.test(before) === false) return begin;
  if (before === '_') return opensEmphasis(text, begin) ? begin : -1;
  // In Hebrew a preposition is joined to the number: `ל-052-1234567`.
  if (before === '-' && /(?:^|[\s(])[\u05d0-\u05ea]{1,2}$/.test(text.slice(Math.max(0, begin - 4), begin - 1)))
    return begin;
  if (before === '.' && ABBREVIATED().test(text.slice(Math.max(0, begin - 6), begin))) return begin;
  // A dash and an ellipsis.
  if ((before === '-' || before === '.') && text[begin - 2] === before) return begin;
  // A sign belongs to the number after it only where nothing is joined to the sign.
  const further = text[begin - 2] ?? ' ';
  if (before === '-' || before === '.') return /\s/.test(further) ? begin : -1;
  return /[/–]/.test(before) && !/[\p{L}\p{N}_#@\])]/u.test(further) ? begin : -1;
}

function isCjk(char: string): boolean {
  const code = char.charCodeAt(0);
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
}

function isWindowEnd(text: string, end: number): boolean {
  const after = text[end];
  if (after === undefined) return true;
  if (isCjk(after)) return true;
  if (after === '_') return closesEmphasis(text, end);
  if (/[\p{L}\p{N}_@%$€£#]/u.test(after)) return /^\s?(?:x|ext)\.?\s?\d/i.test(text.slice(end, end + 8));
  if (after === '/' && /^\+?\(?\d[\d ().-]{7}/.test(text.slice(end + 1, end + 12))) return true;
  if (/[-./:–+=]/.test(after)) return !/[\p{L}\p{N}_]/u.test(text[end + 1] ?? ' ');
  return true;
}
