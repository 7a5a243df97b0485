/** What is replaced because it is too much work, or nested too deep, and not because of what it is. */
import { defineFindings } from '../../model/governance/rule.ts';

export const LIMIT_RULES = defineFindings({
  'limit.withheld': [
    'withheld',
    'The work on one answer, or the compressed text in it, is used up; what was not read is withheld.',
    'a megabyte of numbers',
  ],
  'limit.depth': ['depth', 'The value is nested deeper than 512 levels.', '[[[…]]]'],
});
