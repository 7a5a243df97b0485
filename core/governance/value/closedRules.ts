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
/** What passes. */
export const CLOSED_STAYS = defineRules({
  'closed.harmless': [
    'The mode is closed, and the text is a date, a number, an identifier, a link of the API or a value that its description lists.',
    "created: '2026-03-14'",
  ],
});
