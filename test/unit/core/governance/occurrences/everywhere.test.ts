/**
 * One person, planted in fields, prose, URLs, JSON and CSV inside strings and names of members: nothing of what a field of the answer
 * gives away is left in any of them.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { rounds } from '../../../../support/attack.ts';

const numRuns = rounds(200, 2_000);

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const syllable = fc.constantFrom(...'ba de fi go lu mar nok pel quin ros tav ul vé wen yor zim'.split(' '));
const surname = fc
  .tuple(
    fc.array(syllable, { minLength: 2, maxLength: 3 }).map((parts) => capitalized(parts.join(''))),
    fc.constantFrom('', '', '', 'van ', 'de la ', "O'", 'Mac'),
    fc.constantFrom('', '', '', '', '2'),
  )
  .map(([own, particle, number]) => particle + own + number);
/** A person as services write one. */
const person = fc
  .tuple(
    fc.constantFrom(...'Ann José Miriam Priya Søren Anne-Marie Lucia Olga'.split(' ')),
    surname,
    fc.integer({ min: 1_000_000, max: 9_999_999 }),
  )
  .map(([given, family, digits]) => ({
    name: `${given} ${family}`,
    email: `${given.charAt(0).toLowerCase()}.${digits}@mail.example.org`,
    phone: `+44 20 ${String(digits).slice(0, 4)} ${String(digits).slice(3)}`,
    account: `${digits}${digits % 10}9`,
  }));
type Person = { readonly name: string; readonly email: string; readonly phone: string; readonly account: string };

/** What holds a value elsewhere in the answer. */
const places: ReadonlyArray<readonly [title: string, hold: (value: string, at: number) => unknown]> = [
  ['another field', (value, at) => ({ [`note_${at}`]: value })],
  ['a list', (value) => ({ tags: ['new', value] })],
  ['a sentence', (value) => ({ body: `Yesterday ${value} wrote to us, and (${value}) was answered.` })],
  ['a sentence in capitals', (value) => ({ body: `ASK ${value.toUpperCase()} TODAY` })],
  ['lines', (value) => ({ log: `opened\n${value}\nclosed by ${value}.` })],
  ['a query', (value) => ({ url: `https://x.example/find?q=${encodeURIComponent(value)}&page=2` })],
  ['a form', (value) => ({ url: `https://x.example/find?q=${encodeURIComponent(value).replaceAll('%20', '+')}` })],
  ['JSON inside a string', (value, at) => ({ raw: JSON.stringify({ remark: value, at }) })],
  ['JSON inside JSON inside a string', (value) => ({ raw: JSON.stringify({ raw: JSON.stringify([value]) }) })],
  ['CSV inside a string', (value, at) => ({ csv: `id,remark\n${at},"${value}"\n${at + 1},${value}\n` })],
  ['XML inside a string', (value) => ({ xml: `<note id="1"><remark>${value}</remark><status>open</status></note>` })],
  ['escapes of a program inside a string', (value) => ({ raw: `{"remark": "${value.replaceAll('@', '\\u0040')}"}` })],
  ['the name of a member', (value) => ({ totals: { [value]: 3 } })],
];

/** The forms in which a value can be read. */
const formsOf = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  encodeURIComponent(value).replaceAll('%20', '+'),
  JSON.stringify(value).slice(1, -1),
];

const planted = fc
  .tuple(person, fc.array(fc.tuple(fc.nat(places.length - 1), fc.nat(3)), { minLength: 1, maxLength: 8 }), fc.boolean())
  .map(([one, plan, isLast]) => {
    const values = Object.values(one);
    const held = plan.map(([place, value], at) => places[place]?.[1](values[value] ?? '', at));
    return { one, answer: isLast ? { held, customer: customerOf(one) } : { customer: customerOf(one), held } };
  });
const customerOf = ({ name, email, phone, account }: Person) => ({
  full_name: name,
  email,
  phone,
  bank_account: { account_number: account, routing_number: '110000000' },
});

/** The values that can still be read in a text. */
const leftIn = (text: string, one: Person): string[] =>
  Object.values(one).filter((value) => formsOf(value).some((form) => text.toLowerCase().includes(form.toLowerCase())));

const governor = compileGovernance();

describe('what one field of an answer gives away', () => {
  test('is left nowhere in its JSON', () => {
    fc.assert(
      fc.property(planted, ({ one, answer }) => {
        const { text, json } = governor.governBytes(Buffer.from(JSON.stringify(answer)), 'application/json');

        expect(json).toBe(true);
        expect(leftIn(text, one)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('is left nowhere in its lines of JSON and its CSV', () => {
    fc.assert(
      fc.property(planted, ({ one, answer: { held } }) => {
        const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
        const remarks = held.map((value, at) => [at, cell(JSON.stringify(value)), ...Object.values(one).map(cell)]);
        const csv = ['id,remark,full_name,email,phone,account_number', ...remarks.map((row) => row.join(','))].join(
          '\n',
        );
        const lines = [{ customer: customerOf(one) }, ...held].map((value) => JSON.stringify(value)).join('\n');

        expect(leftIn(governor.governBytes(Buffer.from(csv), 'text/csv').text, { ...one, account: '—' })).toEqual([]);
        expect(leftIn(governor.governBytes(Buffer.from(lines), 'application/x-ndjson').text, one)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('goes from a parsed value as well', () => {
    fc.assert(
      fc.property(planted, ({ one, answer }) => {
        expect(leftIn(JSON.stringify(governor.redact(answer as never)), one)).toEqual([]);
      }),
      { numRuns },
    );
  });
});
