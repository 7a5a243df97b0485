/**
 * The evidence that a value in a field of a name that says nothing is a person's full name: one rule a row. The weights are fitted
 * (nameWeights.ts); a rule is read in the weight's sign. No rule decides alone.
 *
 * Adding a rule: a row here, then `npm run bench -- names`, which fits the weights anew and prints what they are worth on APIs that were left out.
 */
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
export interface NameRule {
  readonly id: string;
  readonly example: string;
  /** How often it holds: 0, 1, or the number of words for which it does. */
  readonly count: (given: NameCase) => number;
}

const isGiven = (word: string | undefined): boolean =>
  word !== undefined && (isGivenWord(word) || (word.includes('-') && word.split('-').every(isGivenWord)));
const isOrdinary = (word: string): boolean => isOrdinaryWord(word) && !isGiven(word);
const isUnknown = (word: string): boolean => !isGiven(word) && !isOrdinaryWord(word);

const row = (id: string, example: string, count: (given: NameCase) => number | boolean): NameRule => ({
  id,
  example,
  count: (given) => Number(count(given)),
});
const beside = (id: string, example: string, bits: number): NameRule =>
  row(id, example, ({ siblings }) => (siblings & bits) !== 0);

/** The rules; their ids name the weights. */
export const NAME_RULES: readonly NameRule[] = [
  row('words.given-first', 'Sarah Johnson', ({ shape: { words } }) => isGiven(words[0])),
  row('words.given-last', 'Villa Rosa', ({ shape: { words } }) => isGiven(words.at(-1))),
  row('words.no-given', 'Rame Ottone', ({ shape: { words } }) => !words.some(isGiven)),
  row('words.ordinary', 'Golden Needle (2)', ({ shape: { words } }) => words.filter(isOrdinary).length),
  row('words.all-ordinary', 'Golden Needle', ({ shape: { words } }) => words.every(isOrdinary)),
  row('words.unknown', 'Eilidh Drever (2)', ({ shape: { words } }) => words.filter(isUnknown).length),
  row('words.four', 'Ana Lucía Pérez Soto', ({ shape: { words } }) => words.length > 3),
  row('form.title', 'Dr Emily Carter', ({ shape }) => shape.isTitled),
  row('form.initial', 'John A. Smithson', ({ shape }) => shape.hasInitial),
  row('form.particle', 'Joost de Vries', ({ shape }) => shape.hasParticle),
  row('form.comma', 'Lee, Ann', ({ shape }) => shape.hasComma),
  row('form.capitals', 'SMITHSON JOHN', ({ shape }) => shape.isCapitals),
  row('form.caseless', 'فاطمة الزهراني', ({ shape }) => shape.script === 'caseless'),
  row('form.east', '五葉松', ({ shape }) => shape.script === 'east'),
  row('form.east-pair', '山田 花子', ({ shape }) => shape.script === 'east' && shape.words.length > 1),
  row('value.organisation', 'Baker Hall LLP', ({ value }) => looksLikeOrganisation(value)),
  row('value.thing', 'Blue Chair', ({ value }) => looksLikeThing(value)),
  row('value.person', 'Ann Lee', ({ value }) => looksLikePersonName(value)),
  row('field.role', 'teacher', ({ role }) => role === 'person' || role === 'weak'),
  row('above.person', 'members[].x', ({ above }) => above === 'person'),
  row('above.organisation', 'company.x', ({ above }) => above === 'organisation' || above === 'place'),
  beside('beside.contact', '{x, email}', Evidence.contact),
  beside('beside.organisation', '{x, vat_number}', Evidence.organisation),
  beside('beside.place', '{x, opening_hours}', Evidence.place),
  beside('beside.goods', '{x, price}', Evidence.goods),
  beside('beside.account', '{x, login}', Evidence.account),
  beside('beside.software', '{x, package}', Evidence.software),
];
