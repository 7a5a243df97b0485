/** All rules of the description check, in the order in which pages and the command line list them. */
import type { Rule } from '../rule.ts';
import { ALIKE_RULES } from './alike.ts';
import { ARGUMENT_RULES } from './arguments.ts';
import { DESCRIPTION_RULES } from './descriptions.ts';
import { NAME_RULES } from './names.ts';
import { SIGN_RULES } from './signs.ts';

const ALL = [...DESCRIPTION_RULES, ...NAME_RULES, ...ALIKE_RULES, ...SIGN_RULES, ...ARGUMENT_RULES] as const;

/** Id of a rule. */
export type RuleId = (typeof ALL)[number]['id'];

/** The rules. */
export const RULES: readonly Rule<RuleId>[] = ALL;
/** Their ids. */
export const RULE_IDS = ALL.map(({ id }) => id) as [RuleId, ...RuleId[]];
