/**
 * The evidence that a value in a field of a name that says nothing is a person's full name: one rule a row. The weights are fitted
 * (nameWeights.ts); a rule is read in the weight's sign. No rule decides alone.
 *
 * Adding a rule: a row here, then `npm run bench -- names`, which fits the weights anew and prints what they are worth on APIs that were left out.
 */
import type { Rule } from '../../model/governance/rule.ts';
import { Evidence } from '../catalog/evidence.ts';
import type { NameShape } from '../facts/nameShape.ts';
import { looksLikeOrganisation, looksLikePersonName, looksLikeThing } from '../facts/personName.ts';
import { isGivenWord, isOrdinaryWord } from '../facts/wordSets.ts';
import type { Role } from '../fieldName/roles.ts';

/** What a rule looks at. */
export interface NameCase {
  readonly value: string;
  readonly shape: NameShape;
  /** Of the field's own name. */
  readonly role: Role;
  /** Of the keys above. */
  readonly above: Role;
  /** Bits of `Evidence` of the other fields. */
  readonly siblings: number;
}

/** One piece of evidence. */
export interface NameRule extends Rule {
  /** How often it holds: 0, 1, or the number of words for which it does. */
  readonly count: (given: NameCase) => number;
}

const isGiven = (word: string | undefined): boolean =>
  word !== undefined && (isGivenWord(word) || (word.includes('-') && word.split('-').every(isGivenWord)));
const isOrdinary = (word: string): boolean => isOrdinaryWord(word) && !isGiven(word);
const isUnknown = (word: string): boolean => !isGiven(word) && !isOrdinaryWord(word);

const row = (id: string, says: string, example: string, count: (given: NameCase) => number | boolean): NameRule => ({
  id,
  says,
  example,
  count: (given) => Number(count(given)),
});
const beside = (id: string, says: string, example: string, bits: number): NameRule =>
  row(id, says, example, ({ siblings }) => (siblings & bits) !== 0);

/** The rules; their ids name the weights. */
export const NAME_RULES: readonly NameRule[] = [
  row('words.given-first', 'The first word is a given name somewhere.', 'Sarah Johnson', ({ shape: { words } }) =>
    isGiven(words[0]),
  ),
  row('words.given-last', 'The last word is a given name somewhere.', 'Villa Rosa', ({ shape: { words } }) =>
    isGiven(words.at(-1)),
  ),
  row(
    'words.no-given',
    'No word is a given name anywhere.',
    'Rame Ottone',
    ({ shape: { words } }) => !words.some(isGiven),
  ),
  row(
    'words.ordinary',
    'Words that are frequent in some language, counted.',
    'Golden Needle (2)',
    ({ shape: { words } }) => words.filter(isOrdinary).length,
  ),
  row('words.all-ordinary', 'All words are frequent in some language.', 'Golden Needle', ({ shape: { words } }) =>
    words.every(isOrdinary),
  ),
  row(
    'words.unknown',
    'Words that are neither given names nor frequent, counted.',
    'Eilidh Drever (2)',
    ({ shape: { words } }) => words.filter(isUnknown).length,
  ),
  row(
    'words.four',
    'There are four words or more.',
    'Ana Lucía Pérez Soto',
    ({ shape: { words } }) => words.length > 3,
  ),
  row('form.title', 'A title precedes the name.', 'Dr Emily Carter', ({ shape }) => shape.isTitled),
  row('form.initial', 'One of the words is an initial.', 'John A. Smithson', ({ shape }) => shape.hasInitial),
  row('form.particle', 'There is a particle such as de or van.', 'Joost de Vries', ({ shape }) => shape.hasParticle),
  row('form.comma', 'A comma separates the surname from the given name.', 'Lee, Ann', ({ shape }) => shape.hasComma),
  row('form.capitals', 'All letters are capitals.', 'SMITHSON JOHN', ({ shape }) => shape.isCapitals),
  row(
    'form.caseless',
    'The script has no capital letters.',
    'فاطمة الزهراني',
    ({ shape }) => shape.script === 'caseless',
  ),
  row('form.east', 'The script is that of China, Japan or Korea.', '五葉松', ({ shape }) => shape.script === 'east'),
  row(
    'form.east-pair',
    'There are two words in a script of China, Japan or Korea.',
    '山田 花子',
    ({ shape }) => shape.script === 'east' && shape.words.length > 1,
  ),
  row('value.organisation', 'The value reads like a company.', 'Baker Hall LLP', ({ value }) =>
    looksLikeOrganisation(value),
  ),
  row('value.thing', 'The value reads like a thing.', 'Blue Chair', ({ value }) => looksLikeThing(value)),
  row('value.person', 'The value reads like a person.', 'Ann Lee', ({ value }) => looksLikePersonName(value)),
  row(
    'field.role',
    'The name of the field is a role that people have.',
    'teacher',
    ({ role }) => role === 'person' || role === 'weak',
  ),
  row('above.person', 'The object above is a person.', 'members[].x', ({ above }) => above === 'person'),
  row(
    'above.organisation',
    'The object above is a company or a place.',
    'company.x',
    ({ above }) => above === 'organisation' || above === 'place',
  ),
  beside('beside.contact', 'Data that only people have stands beside it.', '{x, email}', Evidence.contact),
  beside('beside.organisation', 'Data of a company stands beside it.', '{x, vat_number}', Evidence.organisation),
  beside('beside.place', 'Data of a place stands beside it.', '{x, opening_hours}', Evidence.place),
  beside('beside.goods', 'Data of goods stands beside it.', '{x, price}', Evidence.goods),
  beside('beside.account', 'A login stands beside it.', '{x, login}', Evidence.account),
  beside('beside.software', 'The name of a package stands beside it.', '{x, package}', Evidence.software),
];
