/**
 * Small answers of many shapes, as clients of public APIs record them: each has fields of its own around a few common
 * kinds of objects (accounts, addresses, links, payments, events). All values are invented, and the same on every run.
 */

import { generator } from './random.ts';

const NOUNS =
  'invoice ticket shipment folder release workspace contact order session device channel campaign report segment payout member asset comment project booking'.split(
    ' ',
  );
const GIVEN = 'Ann Peter Karen Luis Priya Marta Tom Yuki'.split(' ');
const FAMILY = 'Lee Holm Lund Ortega Nair Kowalska Byrne Sato'.split(' ');
const STATES = 'open closed pending active archived failed'.split(' ');

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** `count` answers of as many shapes, 0.3 to 8 KB each. */
export function variedAnswers(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => Buffer.from(JSON.stringify(answer(generator(index * 7919 + 1)))));
}

function answer(next: (below: number) => number): Value {
  const of = (list: readonly string[]): string => list[next(list.length)] ?? '';
  const hex = (length: number): string => Array.from({ length }, () => '0123456789abcdef'.charAt(next(16))).join('');
  const time = (): string => `2024-0${1 + next(9)}-1${next(10)}T0${next(10)}:${10 + next(50)}:${10 + next(50)}Z`;
  const url = (noun: string): string => `https://api.example.com/v2/${noun}s/${next(1e6)}?page=${next(9)}&per_page=50`;
  const text = (): string =>
    `The ${of(NOUNS)} of ${1 + next(28)} March is ${of(STATES)}; see ${url(of(NOUNS))} for the ${of(NOUNS)}.`;

  const account = (): Value => ({
    id: next(1e7),
    login: `${of(GIVEN).toLowerCase()}${next(99)}`,
    name: `${of(GIVEN)} ${of(FAMILY)}`,
    ...(next(2) === 0 ? { email: `${of(GIVEN).toLowerCase()}.${next(999)}@mail.example.org` } : {}),
    avatar_url: `https://cdn.example.com/avatars/${hex(32)}.png?v=${next(9)}`,
    ...(next(3) === 0 ? { time_zone: 'Europe/Oslo', last_login_at: time() } : {}),
  });
  const address = (): Value => ({
    line1: `${next(200)} Elm Road`,
    city: 'Springfield',
    postal_code: String(10_000 + next(80_000)),
    country: 'US',
    ...(next(2) === 0 ? { phone: `+1415555${1_000 + next(9_000)}` } : {}),
  });
  const links = (): Value => ({
    self: { href: url(of(NOUNS)) },
    next: next(2) === 0 ? null : { href: url(of(NOUNS)) },
  });
  const money = (): Value => ({ amount: next(100_000), currency: 'usd', formatted: `$${next(1000)}.00` });

  const kinds: readonly (() => Value)[] = [
    account,
    address,
    links,
    money,
    text,
    time,
    () => next(1e6),
    () => next(2) === 0,
    () => null,
    () => of(STATES),
    () => hex(40),
    () => [of(NOUNS), of(NOUNS)],
    () => Array.from({ length: 1 + next(3) }, account),
    () => `<p>${text()}</p>`,
  ];
  const record = (depth: number): Value => {
    const object: { [key: string]: Value } = { id: `${of(NOUNS).slice(0, 3)}_${hex(14)}`, created_at: time() };
    for (let fields = 4 + next(10); fields > 0; fields--) {
      const key = `${of(NOUNS)}${of(['', '_state', '_url', 'Ref', '_owner', '_details', '_by', 'Count'])}`;
      object[key] = depth > 0 && next(5) === 0 ? record(depth - 1) : (kinds[next(kinds.length)]?.() ?? null);
    }
    return object;
  };
  const one = record(2);
  return next(3) === 0 ? { [`${of(NOUNS)}s`]: [one, record(1)], meta: { total: 2, page: 1 }, links: links() } : one;
}
