/**
 * Small answers that have one sort of value only, to see what each costs: keys, words, numbers, times, ids, hashes, links,
 * sentences, e-mail addresses and names. All values are invented, and others in each answer.
 */
import { generator } from './random.ts';

const GIVEN = 'Ann Peter Karen Luis Priya Marta Tom Yuki Ingrid Omar Chloe Diego'.split(' ');
const FAMILY = 'Holm Lund Ortega Nair Kowalska Byrne Sato Weber Rossi'.split(' ');
const STATES = 'open closed pending active archived failed'.split(' ');
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz0123456789';
const HEX = '0123456789abcdef';

type Next = (below: number) => number;

const of = (next: Next, list: readonly string[]): string => list[next(list.length)] ?? '';
const chars = (next: Next, length: number, from: string): string =>
  Array.from({ length }, () => from.charAt(next(from.length))).join('');

/** Makes a record with one sort of value. */
const RECORDS: Readonly<Record<string, (next: Next) => object>> = {
  'literals and keys': (next) => ({ active: next(2) === 0, status: null, hidden: false }),
  'single words': (next) => ({ status: of(next, STATES), state: of(next, STATES), unit: 'piece' }),
  numbers: (next) => ({ count: next(1e6), size: next(1e9) }),
  times: (next) => ({
    created_at: `2024-0${1 + next(9)}-1${next(10)}T0${next(10)}:${10 + next(50)}:${10 + next(50)}Z`,
  }),
  'short ids': (next) => ({ id: `U${chars(next, 10, LETTERS).toUpperCase()}` }),
  'random ids': (next) => ({ ref: chars(next, 22, LETTERS) }),
  hashes: (next) => ({ sha: chars(next, 40, HEX) }),
  links: (next) => ({ url: `https://api.example.com/v2/git/trees/${next(1e6)}` }),
  'links with a query': (next) => ({
    image: `https://cdn.example.com/avatar/${chars(next, 32, HEX)}.jpg?s=${next(500)}&d=retro`,
  }),
  'sentences without digits': (next) => ({
    text: `release notes for the second quarter are ${of(next, STATES)} and late`,
  }),
  'sentences with digits': (next) => ({ text: `release notes are late because review took ${next(9)} times longer` }),
  'e-mail addresses': (next) => ({
    email: `${of(next, GIVEN).toLowerCase()}.${of(next, FAMILY).toLowerCase()}${next(999)}@mail.example.org`,
  }),
  'names of people': (next) => ({ real_name: `${of(next, GIVEN)} ${of(next, FAMILY)}` }),
};

/** Records in an answer. */
const RECORDS_IN_ANSWER = 20;

/** For each sort of value `count` answers. */
export function leafAnswers(count: number): readonly { readonly sort: string; readonly bodies: readonly Buffer[] }[] {
  return Object.entries(RECORDS).map(([sort, record]) => {
    const next = generator(7);
    const body = (): Buffer =>
      Buffer.from(JSON.stringify(Array.from({ length: RECORDS_IN_ANSWER }, () => record(next))));
    return { sort, bodies: Array.from({ length: count }, body) };
  });
}
