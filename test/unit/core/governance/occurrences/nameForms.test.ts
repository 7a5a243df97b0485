/** A person whose full name a field gives goes from the rest of the answer in other forms too, and words that are no person's stay. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { formsOfName, seedsOfName } from '../../../../../core/governance/occurrences/nameForms.ts';

const governor = compileGovernance();
const note = (customer: object, text: string): string =>
  JSON.parse(governor.governBytes(Buffer.from(JSON.stringify({ customer, note: text })), 'application/json').text).note;
const R = '[REDACTED:name]';

describe('a name goes from a sentence', () => {
  test.each([
    ['without its title', { name: 'Dr Emily Carter' }, 'Emily Carter will call', `${R} will call`],
    ['by title and surname', { name: 'Laura Chen' }, 'Mrs Chen called', `Mrs ${R} called`],
    ['by a German title', { name: 'Anna van der Berg' }, 'Frau Dr. van der Berg kommt', `Frau Dr. ${R} kommt`],
    ['of which only title and surname are known', { name: 'Mr John Smithson' }, 'ask Mr. Smithson', `ask Mr. ${R}`],
    ['by the first name', { name: 'Laura Chen' }, 'Hi Laura, thanks', `Hi ${R}, thanks`],
    ['in the possessive', { name: 'Laura Chen' }, 'this is Laura’s order', `this is ${R}’s order`],
    ['without a middle initial', { name: 'John A. Smithson' }, 'saw John Smithson today', `saw ${R} today`],
    ['with an initial', { name: 'Laura Chen' }, 'seen by L. Chen at noon', `seen by ${R} at noon`],
    ['the surname first', { name: 'John Smithson' }, 'SMITHSON JOHN, file', `${R}, file`],
    ['the surname first, with a comma', { name: 'John Smithson' }, 'from Smithson, John', `from ${R}`],
    ['with one of two surnames', { name: 'José García López' }, 'hoy José García llamó', `hoy ${R} llamó`],
    ['given in two fields', { first_name: 'John', last_name: 'Smithson' }, 'Mr Smithson asked', `Mr ${R} asked`],
    [
      'with further given names',
      { first_name: 'Marcos', last_name: 'Pardo Gutiérrez' },
      'Hoy Marcos Javier Pardo Gutiérrez vino',
      `Hoy ${R} vino`,
    ],
  ])('%s', (_title, customer, text, expected) => {
    expect(note(customer, text)).toBe(expected);
  });
});

describe('what stays', () => {
  test.each([
    ['a brand that begins with the first name', { name: 'Laura Chen' }, 'Laura Ashley wallpaper in blue'],
    ['a place', { name: 'Lucia Conti' }, 'the port of Santa Lucia'],
    ['the surname alone', { name: 'John Carpenter' }, 'a Carpenter is needed'],
    ['a first name that is a word', { name: 'Will Hunting' }, 'Will you come on Monday?'],
    ['the first name in small letters', { name: 'Mark Chen' }, 'mark the date'],
    ['a longer word', { name: 'Laura Chen' }, 'the Lauras and a Chenille rug'],
  ])('%s', (_title, customer, text) => {
    expect(note(customer, text)).toBe(text);
  });

  test('a first name as the whole of another field', () => {
    expect(note({ name: 'Georgia Chen' }, 'Georgia')).toBe('Georgia');
  });
});

test('every form has one of the seeds, so that a text without them is passed over', () => {
  for (const name of ['Dr Emily Carter', 'John A. Smithson', 'Anna van der Berg', 'Smithson, John', 'Mr Smithson'])
    for (const { text } of formsOfName(name))
      expect([name, text, seedsOfName(name).some((seed) => text.includes(seed))]).toEqual([name, text, true]);
});

test('names in scripts without capitals, lists and sentences have none', () => {
  for (const name of ['山田 花子', 'فاطمة الزهراني', 'Ann and Bob', 'a b c d e f g h', 'Laura'])
    expect(formsOfName(name)).toEqual([]);
});
