/** What the mode `closed` decides besides the other rules. */
import { defineFindings, defineRules } from '../../model/governance/rule.ts';

/** What is withheld. */
export const CLOSED_RULES = defineFindings({
  'closed.text': [
    'withheld',
    'The mode is closed, and the text has no form that is known to be harmless and is not listed by the API description.',
    "status: 'open'",
  ],
  'closed.name': [
    'withheld',
    'The mode is closed, and the name of the member may be data and not the name of a field.',
    "people: {'Ann Lee': 1}",
  ],
});
/** Numbers whose kind the object around would leave open. */
export const CLOSED_NUMBERS = defineRules({
  'closed.number': [
    'The mode is closed, and the name of the field alone makes the number personal.',
    'zip: 94105, without an address around',
  ],
});
