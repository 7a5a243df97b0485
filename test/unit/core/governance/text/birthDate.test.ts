/** Dates of birth that answer a question in the line before. */
import { expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const BORN = '[REDACTED:birth-date]';

test.each([
  ['date of birth please?\nCaller: 14 March 1962', `date of birth please?\nCaller: ${BORN}`],
  [
    'Can I take your date of birth?\r\nAnn: Sure, it is 14/03/1962.',
    `Can I take your date of birth?\r\nAnn: Sure, it is ${BORN}.`,
  ],
  ['Wann sind Sie geboren?\n14.03.1962', `Wann sind Sie geboren?\n${BORN}`],
])('%j', (text, wanted) => {
  expect(governor.redact({ transcript: text })).toEqual({ transcript: wanted });
});

test.each([
  'When was the company born, please?\nOwner: 14 March 1962',
  'When did you order?\nCaller: 14 March 2024',
  'Date of birth please?\nCaller: I will send it later, the order was placed on 14 March 2024',
  'Date of birth please?\nCaller: Later.\nOrder of 14 March 2024',
])('%j stays', (text) => {
  expect(governor.redact({ transcript: text })).toEqual({ transcript: text });
});
