/**
 * Twenty tasks that a model does with answers of APIs: each is done on the answer as the API sends it and on the governed one, and the results are
 * compared. By default, and with the choices that let people, towns and cards be compared without being told. All answers are invented.
 */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';
import type { MarkedTool } from '../../../../core/model/governance/marked.ts';
import { defined } from '../../../support/defined.ts';

const byDefault = compileGovernance();
const withChoices = compileGovernance(
  { pseudonyms: true, keepParts: ['expiryMonth', 'birthYear', 'lastFour'] },
  Buffer.alloc(32, 7),
);

interface Task {
  readonly name: string;
  readonly answer: JsonValue;
  /** The result; of comparable values how many are equal, never which. */
  readonly solve: (answer: never) => unknown;
  /** What the owner says of the tool, where a choice is needed that is a tool's. */
  readonly tool?: MarkedTool;
}
const task = <A extends JsonValue>(
  name: string,
  answer: A,
  solve: (answer: A) => unknown,
  tool?: MarkedTool,
): Task => ({ name, answer, solve: solve as Task['solve'], ...(tool && { tool }) });

/** How many have the same value, the most frequent first. */
const counts = (values: readonly unknown[]): number[] =>
  [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length).sort((one, other) => other - one);
const first = <T>(items: readonly T[]): T => defined(items[0]);

const person = (id: string, name: string, city: string, state: string) => ({
  id,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
  address: { street: `${id.length + 11} Mill Road`, city, state, postal_code: '97201', country: 'US' },
});
const CUSTOMERS = [
  { ...person('c1', 'Ann Lee', 'Portland', 'OR'), born: '1950-03-02', value: 120, created_at: '2025-01-02T10:00:00Z' },
  { ...person('c2', 'Ben Okafor', 'Salem', 'OR'), born: '1991-07-12', value: 840, created_at: '2025-04-02T10:00:00Z' },
  { ...person('c3', 'Ann Lee', 'Portland', 'OR'), born: '1961-11-30', value: 60, created_at: '2025-09-02T10:00:00Z' },
  { ...person('c4', 'Rosa Marin', 'Boise', 'ID'), born: '2001-01-17', value: 310, created_at: '2025-03-02T10:00:00Z' },
].map(({ born, ...rest }) => ({ ...rest, date_of_birth: born }));
const ORDERS = CUSTOMERS.map((customer, at) => ({
  id: `o${at}`,
  name: `#10${at}`,
  status: at === 1 ? 'closed' : 'open',
  total: 20 + at,
  customer_id: customer.id,
  shipping_address: { name: customer.name, ...customer.address },
  line_items: [{ title: 'Oak table', sku: 'OAK-1', quantity: at + 1 }],
}));

const TASKS: readonly Task[] = [
  task(
    'id of the customer with the highest value',
    CUSTOMERS,
    (rows) => first(rows.toSorted((one, other) => other.value - one.value)).id,
  ),
  task(
    'newest customer',
    CUSTOMERS,
    (rows) => first(rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at))).id,
  ),
  task('customers per country', CUSTOMERS, (rows) =>
    Object.entries(Object.groupBy(rows, ({ address }) => address.country)).map(([code, of]) => [code, of?.length]),
  ),
  task('open orders, their sum, and ids of their customers', ORDERS, (rows) => {
    const open = rows.filter(({ status }) => status === 'open');
    return [open.length, open.reduce((sum, { total }) => sum + total, 0), open.map(({ customer_id: id }) => id)];
  }),
  task(
    'products with number and price',
    [{ product_name: 'Rosa tea', sku: 'TEA-7', price: 4.5, vendor: 'Marin & Lee' }],
    (rows) => rows.map(({ product_name: name, sku, price }) => [name, sku, price]),
  ),
  task(
    'subjects of new tickets',
    [
      {
        id: 7,
        status: 'new',
        subject: 'Printer offline again',
        requester: { name: 'Ann Lee', email: 'ann@example.org' },
      },
    ],
    (rows) => rows.map(({ subject }) => subject),
  ),
  task(
    'brand and last digits of a card',
    { customer: { name: 'Ann Lee' }, card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2027 } },
    ({ card }) => [card.brand, card.last4],
  ),
  task('names, totals and line items of orders', ORDERS, (rows) =>
    rows.map(({ name, total, line_items: items }) => [name, total, items]),
  ),
  task(
    "id of an incident's commander",
    { incident: { id: 'INC-4', roles: [{ role: 'commander', user: { id: 'U02', name: 'Rosa Marin' } }] } },
    ({ incident }) => first(incident.roles).user.id,
  ),
  task(
    'ids of users for a second call',
    {
      members: ['U01', 'U02'],
      users: [
        { id: 'U01', real_name: 'Ann Lee' },
        { id: 'U02', real_name: 'Ben Okafor' },
      ],
    },
    ({ members, users }) => [members, users.map(({ id }) => id)],
  ),
  task(
    'the next page',
    {
      data: [{ email: 'ann@example.org' }],
      paging: { next: { after: 'NTI1Cg%3D%3D', link: '/v3/contacts?after=525' } },
    },
    ({ paging }) => paging.next,
  ),
  task(
    'topic and post to reply to',
    { topic_id: 81, posts: [{ id: 912, post_number: 3, username: 'mags82', name: 'Maggie Stone', raw: 'Any news?' }] },
    ({ topic_id: topic, posts }) => [topic, first(posts).id, first(posts).raw],
  ),
  task(
    'hearing dates and offence codes',
    {
      case: {
        urn: '05PP1000915',
        defendant: { name: 'Ben Okafor' },
        hearings: [{ date: '2026-02-03', offence_code: 'TH68006' }],
      },
    },
    (answer) => answer.case.hearings,
  ),
  task('customers per city', CUSTOMERS, (rows) => counts(rows.map(({ address }) => address.city))),
  task('orders per state', ORDERS, (rows) => counts(rows.map(({ shipping_address: to }) => to.state))),
  task(
    'whether a card has expired',
    [
      { id: 'pm1', card: { number: '4111111111111111', expiry: '04/24', holder: 'Ann Lee' } },
      { id: 'pm2', card: { number: '5555555555554444', expiry: '11/29', holder: 'Rosa Marin' } },
    ],
    (rows) =>
      rows.filter(({ card }) => `20${card.expiry.slice(3)}-${card.expiry.slice(0, 2)}` < '2026-12').map(({ id }) => id),
  ),
  task('customers over sixty', CUSTOMERS, (rows) =>
    rows.filter(({ date_of_birth: born }) => Number(/^\d{4}/.exec(born)?.[0]) <= 1965).map(({ id }) => id),
  ),
  task('two people of one name', CUSTOMERS, (rows) => counts(rows.map(({ name }) => name))),
  task(
    'the login to assign to, which is a given name',
    [
      { name: 'fred', key: 'fred', displayName: 'Fred Miller', emailAddress: 'fred@example.org', active: true },
      { name: 'rosa', key: 'rosa', displayName: 'Rosa Marin', emailAddress: 'rosa@example.org', active: false },
    ],
    (rows) => first(rows.filter(({ active }) => active)).name,
  ),
  task(
    'an address from a look-up',
    {
      results: [
        {
          DPA: {
            UPRN: '906421',
            ADDRESS: '12, MILL ROAD, LEEDS, LS1 4AB',
            BUILDING_NUMBER: '12',
            THOROUGHFARE_NAME: 'MILL ROAD',
            POST_TOWN: 'LEEDS',
            POSTCODE: 'LS1 4AB',
          },
        },
        {
          DPA: {
            UPRN: '906422',
            ADDRESS: '14, MILL ROAD, LEEDS, LS1 4AB',
            BUILDING_NUMBER: '14',
            THOROUGHFARE_NAME: 'MILL ROAD',
            POST_TOWN: 'LEEDS',
            POSTCODE: 'LS1 4AB',
          },
        },
      ],
    },
    ({ results }) =>
      results.filter(({ DPA }) => DPA.ADDRESS.startsWith('14, MILL ROAD')).map(({ DPA }) => [DPA.UPRN, DPA.POSTCODE]),
    // Whoever asked knows the address: the owner says that the tool's records are places.
    { redaction: { fields: { 'results.DPA': 'place' } } },
  ),
];

/** Whether a task has the same result on the governed answer. */
function isSolved(
  { answer, solve, tool }: Task,
  { governor, ofTool }: { governor: typeof byDefault; ofTool: boolean },
): boolean {
  const { text } = governor.governBytes(Buffer.from(JSON.stringify(answer)), 'application/json', {
    ...(ofTool && tool && { tool }),
  });
  return JSON.stringify(solve(JSON.parse(text) as never)) === JSON.stringify(solve(answer as never));
}

describe('twenty tasks', () => {
  test('by default all but those that compare or read what is redacted', () => {
    const lost = TASKS.filter((each) => !isSolved(each, { governor: byDefault, ofTool: false }));

    expect(TASKS).toHaveLength(20);
    expect(lost.map(({ name }) => name)).toEqual([
      'customers per city',
      'orders per state',
      'whether a card has expired',
      'customers over sixty',
      'two people of one name',
      'an address from a look-up',
    ]);
  });

  test.each(TASKS.map((each) => [each.name, each] as const))('%s: answered with the choices of an owner', (_, each) => {
    expect(isSolved(each, { governor: withChoices, ofTool: true })).toBe(true);
  });

  test.each<JsonValue>([{ city: 'Portland' }, { q: 'state:or' }, { filter: { address: '13 Mill Road, Salem' } }])(
    'a call that sends %j gets no codes of places, so that nobody can look one up, and those of people as before',
    (sent) => {
      const { text } = withChoices.governBytes(Buffer.from(JSON.stringify(CUSTOMERS)), 'application/json', { sent });

      expect(text).toContain('[REDACTED:address]');
      expect(text).not.toContain('[REDACTED:address:');
      expect(text).toMatch(/"name":"\[REDACTED:name:[0-9a-z]{7}\]"/);
    },
  );

  test.each<JsonValue>([{ name: 'Ann Lee' }, { city: 'Portland', q: 'ann@example.org' }, { q: 'rosa marin or' }])(
    'a call that sends %j gets none at all',
    (sent) => {
      const { text } = withChoices.governBytes(Buffer.from(JSON.stringify(CUSTOMERS)), 'application/json', { sent });

      expect(text).not.toMatch(/\[REDACTED:[a-z-]+:/);
    },
  );

  test('names of fields that are states leave the codes of people', () => {
    const options = { sent: { fields: 'id,name,email', sort: 'value' } };
    const { text } = withChoices.governBytes(Buffer.from(JSON.stringify(CUSTOMERS)), 'application/json', options);

    expect(counts([...text.matchAll(/"name":"(\[REDACTED:name:[0-9a-z]{7}\])"/g)].map(([, code]) => code))).toEqual([
      2, 1, 1,
    ]);
  });

  test('and numbers of houses have none, which arguments hold by chance', () => {
    const options = { sent: { limit: 13, page: 2 } };
    const { text } = withChoices.governBytes(Buffer.from(JSON.stringify(CUSTOMERS)), 'application/json', options);

    expect(text).toMatch(/"street":"\[REDACTED:address\]","city":"\[REDACTED:address:[0-9a-z]{7}\]"/);
  });

  test('and no name, street or town is told', () => {
    const text = [CUSTOMERS, ORDERS]
      .map((answer) => withChoices.governBytes(Buffer.from(JSON.stringify(answer)), 'application/json').text)
      .join('');

    expect(text).not.toMatch(/Lee|Okafor|Marin|Mill Road|Portland|Salem|Boise|"(?:OR|ID)"|example\.org|-0\d-\d\d"/);
  });
});
