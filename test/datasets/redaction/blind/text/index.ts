/** Fills the blind sentences. Those with slots are filled three times with other values, plain ones appear once. */
import type { LabelledText } from '../../text/index.ts';
import { PLACES, type Where } from '../people.ts';
import { type Cast, castOf } from '../values.ts';
import { ENGLISH } from './english.ts';
import { GERMANIC } from './german.ts';
import { OTHERS } from './others.ts';
import { ROMANCE } from './romance.ts';

const grouped = (text: string, by: string): string => text.replace(/(.{4})(?=.)/g, `$1${by}`);

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Numbers of mobile networks, where a sentence speaks of one. */
const MOBILE: Readonly<Partial<Record<Where, string>>> = {
  uk: '07911 12####',
  de: '0152 2890####',
  fr: '06 78 45 ## ##',
  es: '655 41 ## ##',
  nl: '06 5318 ####',
};

const PERSONAL: Readonly<Record<string, (v: Cast, how: readonly string[]) => string>> = {
  email: (v) => v.who().email,
  phone: (v, [where, kind]) =>
    kind === 'toll'
      ? v.fill('1-800-555-01##')
      : kind === 'mob'
        ? v.fill(MOBILE[where as Where]!)
        : v.fill(v.pick(PLACES[where as Where].national)),
  intl: (v, [where]) => v.who(where as Where).intl,
  e164: (v, [where]) => v.who(where as Where).e164,
  card: (v, [form]) =>
    form === 'sp'
      ? grouped(v.card('visa'), ' ')
      : form === 'dash'
        ? grouped(v.card('mastercard'), '-')
        : v.card(form === 'mc2' ? 'mastercard2' : form === 'diners' ? 'diners' : v.pick(['visa', 'discover', 'jcb'])),
  amex: (v) => v.card('amex').replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3'),
  iban: (v, [where, form]) => {
    const country = where && /^(sp|low)$/.test(where) ? undefined : where?.toUpperCase();
    const style = form ?? where;
    const iban = v.iban(country);
    return style === 'sp' ? grouped(iban, ' ') : style === 'low' ? iban.toLowerCase() : iban;
  },
  ssn: (v, [form]) => (form === 'bare' ? v.ssn().replaceAll('-', '') : v.ssn()),
  ip: (v) => v.ip(),
  ip6: (v) => v.ip6(),
  mac: (v) => v.mac(),
  birth: (v, [style]) => {
    const [year, month, day] = v.who().born;
    return style === 'us'
      ? `${month}/${day}/${year}`
      : style === 'de'
        ? `${day}.${month}.${year}`
        : style === 'fr' || style === 'es'
          ? `${day}/${month}/${year}`
          : style === 'long'
            ? `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
            : `${year}-${month}-${day}`;
  },
  password: (v) =>
    `${v.pick(['Zimt', 'kettle', 'Nacht!', 'Samovar'])}${v.int(100, 999)}${v.pick(['#x', '!Q', '$tea'])}`,
  secret: (v, [kind]) =>
    ({
      stripe: () => `sk_live_${v.b62(24)}`,
      github: () => `ghp_${v.b62(36)}`,
      aws: () => `AKIA${v.fill('****************')}`,
      bearer: () => v.secret(),
    })[kind as 'stripe' | 'github' | 'aws' | 'bearer'](),
  urlcred: (v) => `report:${v.b62(16)}7`,
  passport: (v) => v.fill('C########'),
  license: (v) => v.fill('TURNB8####9EW9AB'),
  mrn: (v) => v.digits(8),
  nhs: (v) => v.nhs().replace(/^(...)(...)(....)$/, '$1 $2 $3'),
  sin: (v) => v.sin(),
  aadhaar: (v) => v.aadhaar(),
  bsn: (v) => v.bsn(),
  pesel: (v) => v.pesel(),
  steuer: (v) => v.steuerId(),
  personnummer: (v) => v.personnummer(),
  nir: (v) => v.nir(),
  dni: (v) => v.dni(),
  nie: (v) => v.nie(),
  cf: (v) => v.codiceFiscale(),
  cpf: (v) => v.cpf(),
};

const TYPES: Readonly<Record<string, string>> = {
  intl: 'phone',
  e164: 'phone',
  amex: 'card',
  ip6: 'ip',
  birth: 'birth-date',
  urlcred: 'url-credentials',
  license: 'national-id',
  mrn: 'health-record',
};
const NATIONAL = new Set([
  'nhs',
  'sin',
  'aadhaar',
  'bsn',
  'pesel',
  'steuer',
  'personnummer',
  'nir',
  'dni',
  'nie',
  'cf',
  'cpf',
]);

const UNSCORED: Readonly<Record<string, (v: Cast) => string>> = {
  name: (v) => v.who().full,
  first: (v) => v.who().first,
};

const TRAPS: Readonly<Record<string, (v: Cast) => string>> = {
  order: (v) =>
    v.pick([() => v.fill('6735######'), () => v.fill('20#-#######-#######'), () => v.fill('ORD-2024-#####')])(),
  order16: (v) => v.luhnNumber('4000'),
  ticket: (v) => v.fill('88######'),
  tracking: (v) =>
    v.pick([
      () => v.fill('1Z################'),
      () => v.fill('JD0002########'),
      () => v.fill('RR#########DE'),
      () => v.fill('9400110898825######'),
    ])(),
  pnr: (v) => v.fill('??#???'),
  serial: (v) => v.fill('SN##########'),
  version: (v) =>
    v.pick([
      `${v.int(1, 30)}.${v.int(0, 20)}.${v.int(0, 9)}`,
      `${v.int(1, 30)}.${v.int(0, 20)}.${v.int(0, 9)}.${v.int(1, 200)}`,
    ]),
  customer: (v) => v.fill('C-######'),
  sku: (v) => v.fill('KX-###-####'),
  ean: (v) => v.ean(),
  isbn: (v) => v.isbn(),
  invoice: (v) => v.fill('INV-2024-######'),
  uuid: (v) => v.uuid(),
  ulid: (v) => v.ulid(),
  hash: (v) => v.hex(40),
  hash8: (v) => v.hex(8),
  hash16: (v) => v.hex(16),
  hash64: (v) => v.hex(64),
  epoch: (v) => String(v.seconds()),
  ms: (v) => String(v.millis()),
};

/** `{name:how}`, but neither a `{{template}}` nor the `{3}` of a pattern. */
const SLOT = /((?<!\{)\{~?[a-z][a-z0-9:]*\}(?!\}))/;

function fill(sentence: string, v: Cast): LabelledText {
  const personal: { type: string; value: string }[] = [];
  let text = '';
  let rest = '';
  for (const piece of sentence.split(SLOT)) {
    const slot = /^\{(~|t:)?([a-z][a-z0-9:]*)\}$/.exec(piece);
    if (!slot) {
      text += piece;
      rest += piece;
      continue;
    }
    const [name, ...how] = slot[2]!.split(':') as [string, ...string[]];
    const value = slot[1] === '~' ? UNSCORED[name]!(v) : slot[1] === 't:' ? TRAPS[name]!(v) : PERSONAL[name]!(v, how);
    text += value;
    rest += slot[1] === 't:' ? value : ' ';
    if (slot[1] === undefined)
      personal.push({ type: NATIONAL.has(name) ? 'national-id' : (TYPES[name] ?? name), value });
  }
  return { text, personal, words: rest.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)) };
}

export function blindTexts(): LabelledText[] {
  return [...ENGLISH, ...GERMANIC, ...ROMANCE, ...OTHERS].flatMap((sentence, index) =>
    Array.from({ length: sentence.search(SLOT) >= 0 ? 3 : 1 }, (_, round) =>
      fill(sentence, castOf(77_000_021 + index * 6151 + round * 97, 'us')),
    ),
  );
}
