/** The interface of text detectors. */
import type { Span } from '../../../model/governance/span.ts';
import type { Topic } from '../../fieldName/contextWords.ts';

/** Work that is left for one answer. It is counted and not timed, so the same answer always gives the same result. */
export interface WorkBudget {
  left: number;
}

/**
 * Judgements of candidates (words around a number, a call of libphonenumber) for one answer; they take about a second.
 */
export const MAX_WORK = 150_000;

/** A text with the counts of its characters and what its field's name says. */
export interface TextContext {
  readonly text: string;
  readonly length: number;
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly dashes: number;
  readonly spaces: number;
  readonly letters: number;
  readonly ats: number;
  /** Underscores, dashes, dots, colons and spaces together. */
  readonly signs: number;
  /** The text has no space. */
  readonly whole: boolean;
  /** The text consists of ASCII letters, digits, underscores, dashes and dots only: an id, a number, a version. */
  readonly word: boolean;
  /** Its field holds an identifier: digits in it are not personal. */
  readonly identifier: boolean;
  /** The name of its field, words joined. */
  readonly field: string | undefined;
  /** Its field holds addresses of machines. */
  readonly isMachineAddress: boolean;
  /** What the name of its field says that digits in it are. */
  readonly topic: Topic | undefined;
  /** Groups of words that may be in it (text/keywords.ts). */
  readonly keywords: number;
  /** Forms that may be in it (text/numberForms.ts). */
  readonly forms: number;
  readonly work: WorkBudget;
  /** Position from which on nothing was judged because the work was used up; the text's length otherwise. */
  withheld: number;
}

/**
 * Takes work for judging the candidate at `at`. False when too little is left; then everything from there on is
 * withheld.
 */
export function spendWork(context: TextContext, units: number, at: number): boolean {
  context.work.left -= units;
  if (context.work.left >= 0) return true;
  context.withheld = Math.min(context.withheld, at);
  return false;
}

/** The hits of a global pattern. Asks first whether there is one, which costs a fraction of `matchAll`. */
export function hitsOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0;
  if (!pattern.test(text)) return NONE;
  pattern.lastIndex = 0;
  return text.matchAll(pattern);
}
const NONE: readonly RegExpExecArray[] = [];

/**
 * Finds personal data of one sort in texts, and appends the spans of what is found. Beside it stands a function of the
 * signs of a text (index.ts), which is false only for texts in which it finds nothing.
 */
export type Find = (context: TextContext, spans: Span[]) => void;
