/**
 * The score of a tool and of a server, from 0 (nothing of it can be told) to 100 (no rule finds anything). A tool begins with 100. Each rule
 * that finds something takes the points of its severity once, however often it finds it; a rule about arguments takes them in proportion to
 * the arguments at fault. The score of a server is the mean of its tools' scores, rounded to a whole number. Pure.
 */
import type { CheckSeverity, Judged, Place, Rule } from './rule.ts';

/** What a finding takes. */
export const POINTS: Readonly<Record<CheckSeverity, number>> = { error: 40, warning: 15, notice: 5 };
export const FULL_SCORE = 100;

/** The score of one tool, not rounded. */
export function scoreOf(
  judged: Judged,
  found: ReadonlyArray<{ readonly rule: Pick<Rule, 'severity'>; readonly places: readonly Place[] }>,
): number {
  const lost = found.reduce((sum, { rule, places }) => sum + POINTS[rule.severity] * shareOf(judged, places), 0);
  return Math.max(0, FULL_SCORE - lost);
}

function shareOf({ arguments: all }: Judged, places: readonly Place[]): number {
  if (places.length === 0) return 0;
  return places.every(({ argument }) => argument !== undefined) ? places.length / all.length : 1;
}

/** Of no tools it is full. */
export const meanScore = (scores: readonly number[]): number =>
  scores.length === 0 ? FULL_SCORE : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
