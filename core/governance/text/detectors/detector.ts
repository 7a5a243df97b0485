/** The interface of text detectors. */
import type { Span } from '../../span.ts';
import type { Topic } from '../contextWords.ts';

/** What judging candidates may still cost in one answer. Counted, not timed: the same answer always ends the same way. */
export interface WorkBudget {
  left: number;
}

/** Judgements of candidates (words around a number, a look by libphonenumber) in one answer: about a second. */
export const MAX_WORK = 150_000;

/** A text with the counts of its characters, and what its field name says. */
export interface TextContext {
  readonly text: string;
  readonly digits: number;
  readonly dots: number;
  readonly colons: number;
  readonly dashes: number;
  readonly spaces: number;
  readonly letters: number;
  readonly ats: number;
  /** Underscores, dashes, dots, colons and blanks together. */
  readonly signs: number;
  /** The text has no blank. */
  readonly whole: boolean;
  /** The text is letters and digits in ASCII, underscores, dashes and dots alone: an id, a number, a version. */
  readonly word: boolean;
  /** Its field name marks an identifier: digits in it are not personal. */
  readonly identifier: boolean;
  /** Its field name, words joined. */
  readonly field: string | undefined;
  /** Its field holds addresses of machines. */
  readonly isMachineAddress: boolean;
  /** What its field name says about digits in it. */
  readonly topic: Topic | undefined;
  readonly work: WorkBudget;
  /** Position from which on nothing was judged, since the work was used up; the text's length while there is some left. */
  withheld: number;
}

/** Pays for judging the candidate at a position; false when nothing is left, and then all from there on is withheld. */
export function spendWork(context: TextContext, units: number, at: number): boolean {
  context.work.left -= units;
  if (context.work.left >= 0) return true;
  context.withheld = Math.min(context.withheld, at);
  return false;
}

/** Finds personal data of one sort in a text and appends its spans. */
export type Detector = (context: TextContext, spans: Span[]) => void;
