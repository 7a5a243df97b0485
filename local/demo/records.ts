/**
 * The demo's data: customers with the kinds of personal data that governance redacts, and their orders, products and support tickets. All
 * of it is invented: names are combined from lists, mail addresses use reserved domains (RFC 2606), phone numbers are in the range
 * reserved for fiction (555-01xx), card numbers have a test prefix, and account numbers a bank that does not exist.
 */
import { type Random, seeded } from './random.ts';

/** A customer. */
export interface Customer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly dateOfBirth: string;
  readonly ssn: string;
  readonly iban: string;
  readonly cardNumber: string;
  /** Customers created by a client may have none. */
  readonly address?: {
    readonly street: string;
    readonly postalCode: string;
    readonly city: string;
    readonly country: string;
  };
  readonly status: 'active' | 'inactive' | 'prospect';
  readonly tier: 'basic' | 'plus' | 'premium';
  readonly lifetimeValue: number;
  readonly createdAt: string;
  readonly notes: string;
}

/** An order. */
export interface Order {
  readonly id: string;
  readonly customerId: string;
  readonly status: 'open' | 'paid' | 'shipped' | 'cancelled';
  readonly items: ReadonlyArray<{ readonly sku: string; readonly quantity: number; readonly unitPrice: number }>;
  readonly total: number;
  readonly placedAt: string;
}

/** A product. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly price: number;
  readonly stock: number;
}

/** A support ticket. */
export interface Ticket {
  readonly id: string;
  readonly customerId: string;
  readonly subject: string;
  readonly message: string;
  readonly state: 'new' | 'answered' | 'closed';
  readonly createdAt: string;
}

/** All records, by id. */
export interface DemoData {
  readonly customers: Map<string, Customer>;
  readonly orders: Map<string, Order>;
  readonly products: Map<string, Product>;
  readonly tickets: Map<string, Ticket>;
}

const CUSTOMERS = 2_000;
const ORDERS = 3_000;
const TICKETS = 120;
const DAY = 86_400_000;
const NOW = Date.parse('2026-10-01T00:00:00Z');

const FIRST =
  'Ada Amir Anna Bela Ben Carla Chen Dora Elif Emil Erik Fatima Femi Greta Hugo Ines Ivan Jana Jonas Kofi Lena Liam Lucia Mara Mei Milan Nadia Nils Noor Olga Omar Paul Petra Priya Quentin Rosa Sami Sofia Tariq Theo Uma Vera Viktor Wanda Xenia Yara Yusuf Zoe'.split(
    ' ',
  );
const LAST =
  'Abel Adler Baker Brandt Castro Cohen Costa Diallo Dubois Eriksen Farkas Fischer Garcia Haddad Hansen Horvat Ito Jensen Kaya Keller Khan Kowalski Larsen Lind Lopez Marino Meyer Moreau Nagy Novak Okafor Olsen Park Peters Quist Reyes Rossi Sato Schmid Silva Tanaka Toth Ueda Vega Weber Wolf Yilmaz Zeman'.split(
    ' ',
  );
const STREETS =
  'Mill Lane|Harbour Street|Station Road|Garden Way|High Street|Park Avenue|River Walk|Chapel Hill|Market Square|Orchard Close'.split(
    '|',
  );
const CITIES = [
  ['Springfield', 'US'],
  ['Riverton', 'US'],
  ['Lakewood', 'US'],
  ['Musterstadt', 'DE'],
  ['Neuhausen', 'DE'],
  ['Villeneuve', 'FR'],
  ['Nyby', 'SE'],
  ['Porto Novo', 'PT'],
] as const;
const MAIL = ['example.com', 'example.org', 'example.net'];
const THINGS = ['Lamp', 'Chair', 'Desk', 'Shelf', 'Clock', 'Rug', 'Vase', 'Mirror', 'Stool', 'Frame'];
const KINDS = ['Oak', 'Walnut', 'Steel', 'Linen', 'Ceramic', 'Bamboo'];

/** Creates the records, the same at each start. */
export function demoData(): DemoData {
  const random = seeded(20_261_001);
  const products = KINDS.flatMap((kind) => THINGS.map((thing) => product(random, kind, thing)));
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => customer(random, at + 1));
  const orders = Array.from({ length: ORDERS }, (_, at) => order(random, at + 1, customers, products));
  const tickets = Array.from({ length: TICKETS }, (_, at) => ticket(random, at + 1, customers));
  return {
    customers: new Map(customers.map((each) => [each.id, each])),
    orders: new Map(orders.map((each) => [each.id, each])),
    products: new Map(products.map((each) => [each.sku, each])),
    tickets: new Map(tickets.map((each) => [each.id, each])),
  };
}

/** Id of the record with this number, such as `cus_000001`. */
export const idOf = (kind: 'cus' | 'ord' | 'tic', at: number): string => `${kind}_${String(at).padStart(6, '0')}`;

/** Rounds to cents. */
export const round = (amount: number): number => Math.round(amount * 100) / 100;

function product(random: Random, kind: string, thing: string): Product {
  return {
    sku: `${kind.slice(0, 3)}-${thing.slice(0, 3)}`.toUpperCase(),
    name: `${kind} ${thing}`,
    category: ['Lamp', 'Clock'].includes(thing)
      ? 'electric'
      : ['Rug', 'Vase', 'Mirror', 'Frame'].includes(thing)
        ? 'decor'
        : 'furniture',
    price: round(15 + random.integer(40_000) / 100),
    stock: random.integer(250),
  };
}

function customer(random: Random, at: number): Customer {
  const firstName = random.pick(FIRST);
  const lastName = random.pick(LAST);
  const [city, country] = random.pick(CITIES);
  const email = `${firstName}.${lastName}${at}@${random.pick(MAIL)}`.toLowerCase();
  const phone = `+1 ${200 + random.integer(700)}-555-01${random.digits(2)}`;
  return {
    id: idOf('cus', at),
    firstName,
    lastName,
    email,
    phone,
    dateOfBirth: new Date(Date.parse('1945-01-01') + random.integer(21_000) * DAY).toISOString().slice(0, 10),
    ssn: `${String(100 + random.integer(500)).padStart(3, '0')}-${String(1 + random.integer(99)).padStart(2, '0')}-${String(1 + random.integer(9_999)).padStart(4, '0')}`,
    iban: iban(`99999999${random.digits(10)}`),
    cardNumber: withLuhn(`424242${random.digits(9)}`),
    address: {
      street: `${1 + random.integer(180)} ${random.pick(STREETS)}`,
      postalCode: random.digits(5),
      city,
      country,
    },
    status: random.pick(['active', 'active', 'active', 'inactive', 'prospect']),
    tier: random.pick(['basic', 'basic', 'plus', 'premium']),
    lifetimeValue: round(random.integer(900_000) / 100),
    createdAt: new Date(NOW - random.integer(1_500) * DAY - random.integer(DAY)).toISOString(),
    notes: random.integer(4) === 0 ? `Prefers a call on ${phone} in the morning; copies to ${email}.` : '',
  };
}

function order(random: Random, at: number, customers: readonly Customer[], products: readonly Product[]): Order {
  const items = Array.from({ length: 1 + random.integer(4) }, () => {
    const { sku, price } = random.pick(products);
    return { sku, quantity: 1 + random.integer(3), unitPrice: price };
  });
  return {
    id: idOf('ord', at),
    customerId: random.pick(customers).id,
    status: random.pick(['open', 'paid', 'shipped', 'shipped', 'cancelled']),
    items,
    total: totalOf(items),
    placedAt: new Date(NOW - random.integer(720) * DAY - random.integer(DAY)).toISOString(),
  };
}

/** Total price of the items. */
export const totalOf = (items: Order['items']): number =>
  round(items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0));

function ticket(random: Random, at: number, customers: readonly Customer[]): Ticket {
  const { id, firstName, lastName, email, phone, cardNumber } = random.pick(customers);
  const [subject, message] = random.pick([
    ['Parcel is late', `It is ${firstName} ${lastName}. Please call me on ${phone}, or write to ${email}.`],
    ['Charged twice', `My card ${cardNumber} was charged twice. You reach me at ${email}.`],
    ['New address', `I have moved. Send the invoice to ${email} and delete my old number ${phone}.`],
    ['Thank you', 'Everything arrived in one piece. Great service!'],
  ] as const);
  return {
    id: idOf('tic', at),
    customerId: id,
    subject,
    message,
    state: random.pick(['new', 'answered', 'closed']),
    createdAt: new Date(NOW - random.integer(200) * DAY - random.integer(DAY)).toISOString(),
  };
}

/** An IBAN: check digits by ISO 7064 before a German account number. */
function iban(account: string): string {
  // D = 13, E = 14; the check digits make the whole number 1 modulo 97.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

function withLuhn(number: string): string {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}
