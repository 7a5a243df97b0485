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
import { endsWithBy, endsWithFor } from '../fieldName/agentEndings.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Role } from '../fieldName/roles.ts';
import type { Column } from './column.ts';

/** What a rule looks at. */
export interface NameCase {
  readonly value: string;
  readonly shape: NameShape;
  /** What the field's own name says. */
  readonly field: Pick<KeyInfo, 'role' | 'agent' | 'isThing' | 'words'>;
  /** What stands in the same place of other records, the value included. */
  readonly column: Column | undefined;
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

/** The column that a value stands in, looked at when a rule asks; undefined where it stands alone. */
export type ColumnReader = () => Column | undefined;

/** Whether a folded word, or each part of one with a dash, is a given name somewhere. */
export const isGiven = (word: string | undefined): boolean =>
  word !== undefined && (isGivenWord(word) || (word.includes('-') && word.split('-').every(isGivenWord)));
const isOrdinary = (word: string): boolean => isOrdinaryWord(word) && !isGiven(word);
const isUnknown = (word: string): boolean => !isGiven(word) && !isOrdinaryWord(word);

const row = (id: string, says: string, example: string, count: (given: NameCase) => number | boolean): NameRule => ({
  id,
  says,
  example,
  count: (given) => Number(count(given)),
});
/** A share of the other values of a column, to a tenth; 0 where there are none. */
const others = (column: Column | undefined, of: (column: Column) => number): number =>
  column === undefined || column.size < 2
    ? 0
    : Math.max(0, Math.min(10, Math.round((10 * of(column)) / (column.size - 1)))) / 10;
const beside = (id: string, says: string, example: string, bits: number): NameRule =>
  row(id, says, example, ({ siblings }) => (siblings & bits) !== 0);

/** The rules; their ids name the weights. */
export const NAME_RULES: readonly NameRule[] = [
  row('form.name', 'The value is written like a name.', 'Mary Ann Lee', () => true),
  row('form.single', 'It is one word.', 'Hanneke', ({ shape }) => shape.isSingle),
  row(
    'words.given-first',
    'The first word of several is a given name somewhere.',
    'Sarah Johnson',
    ({ shape }) => !shape.isSingle && isGiven(shape.words[0]),
  ),
  row(
    'words.given-last',
    'The last word of several is a given name somewhere.',
    'Villa Rosa',
    ({ shape }) => !shape.isSingle && isGiven(shape.words.at(-1)),
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
    ({ field: { role } }) => role === 'person' || role === 'weak',
  ),
  row('field.agent', 'The name of the field ends like words for people, from 0 to 3.', 'costureira', ({ field }) =>
    Math.max(0, field.agent),
  ),
  row('field.thing', 'The name of the field ends like other words, from 0 to 3.', 'location', ({ field }) =>
    Math.max(0, -field.agent),
  ),
  row(
    'field.thing-word',
    'The name of the field is a word for a thing, and no title precedes the value.',
    '商品名',
    ({ field, shape }) => field.isThing && !shape.isTitled,
  ),
  row('field.by', 'The name of the field ends in the word before somebody who acts.', 'lent_by', ({ field }) =>
    endsWithBy(field.words),
  ),
  row(
    'field.for',
    'The name of the field ends in the word before somebody for whom it is.',
    'reserve_pour',
    ({ field }) => endsWithFor(field.words),
  ),
  row(
    'column.given',
    'Share of other values of the column that have a given name.',
    '[x, Ann Lee]',
    ({ column, shape }) => others(column, ({ given }) => given - Number(shape.isTitled || shape.words.some(isGiven))),
  ),
  row(
    'column.repeated',
    'Share of strings of the column that stand in it a second time, times the share without a given name: the same people do many things.',
    '[Golden Needle, Golden Needle, Blue Chair]',
    ({ column }) => (column === undefined ? 0 : (column.repeated * (column.size - column.given)) / column.size),
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
