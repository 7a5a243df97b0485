/** All rules of the description check, in the order in which pages and the command line list them. */

import { ALIKE_RULES } from './alikeRules.ts';
import { ARGUMENT_RULES } from './argumentRules.ts';
import { DESCRIPTION_RULES } from './descriptionRules.ts';
import { NAME_RULES } from './nameRules.ts';
import type { Rule } from './rule.ts';
import { SIGN_RULES } from './signRules.ts';

const ALL = [...DESCRIPTION_RULES, ...NAME_RULES, ...ALIKE_RULES, ...SIGN_RULES, ...ARGUMENT_RULES] as const;

/** Id of a rule. */
export type RuleId = (typeof ALL)[number]['id'];

/** The rules. */
export const RULES: readonly Rule<RuleId>[] = ALL;
/** Their ids. */
export const RULE_IDS = ALL.map(({ id }) => id) as [RuleId, ...RuleId[]];
