/**
 * Judges the words by which models choose and call the tools of a server, by rules with sources. Nothing of it runs on the way of a call. Pure;
 * linear in the tools and their texts.
 */
import { visibleText } from '../../lib/visible.ts';
import { amongOf } from './among.ts';
import { argumentsOf } from './arguments.ts';
import type { Among, CheckedTool, Judged, Place, Rule } from './rule.ts';
import { RULES, type RuleId } from './rules.ts';
import { meanScore, scoreOf } from './score.ts';

/** A fault that a rule finds. */
export interface Finding {
  readonly rule: Rule<RuleId>;
  readonly judged: Judged;
  readonly place: Place;
}

/** A checked server. */
export interface Check {
  /** 0 to 100 (score.ts). */
  readonly score: number;
  /** By tool id. */
  readonly scores: ReadonlyMap<string, number>;
  /** By rule in the order of the rules, then by the id of the tool, then as the tool has them. */
  readonly findings: readonly Finding[];
  readonly among: Among;
}

/** Checks the tools that clients see. */
export function checkTools(tools: readonly CheckedTool[]): Check {
  const all = [...tools]
    .sort((one, other) => (one.toolId < other.toolId ? -1 : 1))
    .map((tool): Judged => ({ tool, arguments: argumentsOf(tool) }));
  const among = amongOf(all);
  const byRule = RULES.map((rule) => ({
    rule,
    found: all.map((judged) => rule.finds(judged, among)),
  }));
  const scores = new Map(
    all.map((judged, at) => [
      judged.tool.toolId,
      scoreOf(
        judged,
        byRule.map(({ rule, found }) => ({ rule, places: found[at] ?? [] })),
      ),
    ]),
  );
  return {
    score: meanScore([...scores.values()]),
    scores,
    findings: byRule.flatMap(({ rule, found }) =>
      found.flatMap((places, at) => places.map((place) => ({ rule, judged: all[at] as Judged, place }))),
    ),
    among,
  };
}

/** A better text for the place of a finding, where one can be made; never the text that it has, nor one with characters that nobody sees. */
export function suggestionOf({ rule, judged, place }: Finding, among: Among): string | undefined {
  const text = rule.suggest?.(judged, place, among);
  const isUsable = text !== undefined && text !== '' && text !== place.text && visibleText(text) === text;
  return isUsable ? text : undefined;
}
