/** Names of people in sentences go where a word beside them says so, and nothing else of the sentence does. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const asJson = (text: string): string =>
  JSON.parse(governor.governBytes(Buffer.from(JSON.stringify({ text })), 'application/json').text).text;
const asText = (text: string): string => governor.governBytes(Buffer.from(text), 'text/plain').text;
const R = '[REDACTED:name]';

describe('a name goes', () => {
  test.each([
    ['behind a title', 'Mrs Chen called about the parcel', `Mrs ${R} called about the parcel`],
    ['behind two titles', 'We met Prof. Dr. Hans Meier in Berlin', `We met Prof. Dr. ${R} in Berlin`],
    ['with particles', 'Frau van der Berg kommt morgen', `Frau ${R} kommt morgen`],
    ['with initials', 'Mr. J. R. Smith agrees', `Mr. ${R} agrees`],
    ['in capitals', 'MR JOHN SMITHSON, 12', `MR ${R}, 12`],
    ['before a weekday', 'Mr Smith Monday at nine', `Mr ${R} Monday at nine`],
    ['in Spanish', 'La señora García llamó ayer', `La señora ${R} llamó ayer`],
    ['in French', 'Monsieur Dupont a appelé', `Monsieur ${R} a appelé`],
    ['in German', 'Der Bericht des Herrn Müller liegt vor', `Der Bericht des Herrn ${R} liegt vor`],
    ['in a salutation', 'Hi Laura,\nthanks for your message', `Hi ${R},\nthanks for your message`],
    ['in a salutation with a surname', 'Dear Sarah Johnson, we write', `Dear ${R}, we write`],
    ['below a closing', 'See you.\nKind regards,\nPeter Weber\nSales', `See you.\nKind regards,\n${R}\nSales`],
    ['below a German closing', 'Mit freundlichen Grüßen\nKatharina Vogt', `Mit freundlichen Grüßen\n${R}`],
  ])('%s', (_title, text, expected) => {
    expect(asJson(text)).toBe(expected);
    expect(asText(text)).toBe(expected);
  });
});

test.each([
  'Mr. President, we thank you',
  'Herr Präsident, wir danken Ihnen',
  'Dr Pepper and chips were ordered',
  'Hi there, nothing here to see',
  'Hallo Team, bitte prüfen',
  'Dear Customer, your order has left',
  'Sr. Engineer Position, full time',
  'The Dr. is in',
  'delivered to 12 Oak Dr Springfield',
  'Praxis Dr. Quade & Kollegen',
  'Kind regards,\nThe Support Team',
  'Mr and Mrs came together',
])('%j stays as it is', (text) => {
  expect(asJson(text)).toBe(text);
});
