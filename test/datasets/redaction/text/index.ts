/** Fills the sentences; every piece of text is either a slot that must go or text that must stay. */
import { type Values, valuesOf } from '../values.ts';
import { HOLDOUT_SENTENCES, TUNING_SENTENCES } from './sentences.ts';

export interface LabelledText {
  readonly text: string;
  readonly personal: readonly { readonly type: string; readonly value: string }[];
  /** Everything else, cut into words. */
  readonly words: readonly string[];
}

const group = (text: string, size: number, by: string): string =>
  text.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), `$1${by}`);

const SLOTS: Readonly<Record<string, (v: Values) => string>> = {
  phone: (v) =>
    v.pick([
      () => v.phone('us'),
      () => v.phone('uk'),
      () => v.phone('de'),
      () => v.fill('###-555-####').replace(/^[01]/, '7'),
      () => v.fill('+1-###-555-####').replace('-0', '-3').replace('-1', '-4'),
    ])(),
  'phone:loose': (v) =>
    v.pick([
      () => v.fill('555-01##'),
      () => v.fill('7## ####'),
      () => v.fill('(###)###-####x###').replace('(0', '(6').replace('(1', '(7'),
      () => v.fill('001-7##-###-####x###'),
      () => v.fill('9##.###.####'),
    ])(),
  'phone:intl': (v) => v.phone(v.pick(['fr', 'es', 'nl', 'pl', 'br', 'jp', 'se'] as const)),
  'phone:de': (v) => v.phone('de'),
  'phone:fr': (v) => v.phone('fr'),
  'phone:es': (v) => v.phone('es'),
  'phone:br': (v) => v.phone('br'),
  'phone:nl': (v) => v.phone('nl'),
  'phone:pl': (v) => v.phone('pl'),
  email: (v) => v.person(v.pick(['us', 'de', 'fr', 'br', 'pl'] as const)).email,
  card: (v) => v.card(),
  'card:grouped': (v) => group(v.card('visa'), 4, ' '),
  'card:dashed': (v) => group(v.card('mastercard'), 4, '-'),
  'card:amex': (v) => v.card('amex').replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3'),
  ssn: (v) => v.ssn(),
  'ssn:plain': (v) => v.ssn().replaceAll('-', ''),
  iban: (v) => v.iban(),
  'iban:grouped': (v) => group(v.iban(), 4, ' '),
  'iban:lower': (v) => v.iban().toLowerCase(),
  ip: (v) => v.ip(),
  ip6: (v) => v.ip6(),
  password: (v) => `${v.pick(['Hunter', 'Tr0ub4dor', 'correct-Horse'])}${v.int(10, 99)}!x`,
  apikey: (v) =>
    v.pick([() => `sk-proj-${v.token(32)}`, () => `ghp_${v.token(36)}`, () => `AKIA${v.token(16).toUpperCase()}`])(),
  bearer: (v) => v.token(32) + v.int(1, 9),
  dsn: (v) => `${v.pick(['app', 'default', 'svc'])}:${v.token(12)}${v.int(1, 9)}`,
  passport: (v) => `${v.pick(['C', 'X', 'K'])}${v.digits(8)}`,
  birth: (v) =>
    v.pick([
      `${v.int(1950, 2003)}-0${v.int(1, 9)}-1${v.int(0, 9)}`,
      `1${v.int(0, 9)}/0${v.int(1, 9)}/19${v.int(50, 99)}`,
      `${v.int(1, 28)} March 19${v.int(50, 99)}`,
    ]),
  cpf: (v) => v.cpf(),
  nhs: (v) => v.nhs(),
  bsn: (v) => v.bsn(),
  pesel: (v) => v.pesel(),
  dni: (v) => v.dni(),
  'trap:order': (v) =>
    v.pick([
      () => v.fill('###-###-####').replace(/^[01]/, '5'),
      () => v.digits(10),
      () => v.fill('ORD-########'),
      () => v.fill('##-#####-#####'),
    ])(),
  'trap:invoice': (v) => v.fill('2024-#####'),
  'trap:version': (v) => `${v.int(1, 120)}.${v.int(0, 20)}.${v.int(0, 99)}.${v.int(0, 250)}`,
  'trap:tracking': (v) => v.tracking(),
  'trap:isbn': (v) => v.isbn(),
  'trap:ean': (v) => v.ean(),
  'trap:date': (v) => v.day(),
  'trap:time': (v) => v.iso(),
  'trap:hash': (v) => v.hex(40),
  'trap:uuid': (v) => v.uuid(),
  'trap:snowflake': (v) => v.snowflake(),
  'trap:epoch': (v) => String(v.int(1600000000, 1790000000)),
  'trap:epochms': (v) => String(1_600_000_000_000 + v.int(0, 189_999_999_999)),
  'trap:version3': (v) => `${v.int(1, 30)}.${v.int(0, 40)}.${v.int(0, 99)}`,
  'trap:ref': (v) => v.pick([v.digits(10), v.digits(12), v.fill('RF-########')]),
  'ssn:spaced': (v) => v.ssn().replaceAll('-', ' '),
  'ssn:dotted': (v) => v.ssn().replaceAll('-', '.'),
  pin: (v) => v.digits(v.pick([4, 6])),
  word: (v) => v.pick(['Sunrise', 'Maplewood', 'Trondheim', 'Quetzal']) + v.int(10, 9999),
  'birth:de': (v) => `${v.int(1, 28)}.${v.int(1, 12)}.19${v.int(40, 99)}`,
  'birth:slash': (v) => `${v.int(10, 28)}/${v.int(10, 12)}/19${v.int(40, 99)}`,
  'birth:long': (v) => `${v.int(1, 28)} ${v.pick(['May', 'October', 'June'])} 19${v.int(40, 99)}`,
  'birth:us': (v) => `${v.pick(['May', 'October', 'June'])} ${v.int(1, 28)}, 19${v.int(40, 99)}`,
  'passport:de': (v) => `C${v.pick(['01', '4F', 'H7'])}X${v.digits(4)}H${v.int(1, 9)}`,
  'passport:digits': (v) => v.digits(9),
  'passport:two': (v) => `${v.pick(['AB', 'YA', 'ZS'])}${v.digits(7)}`,
  nationalid: (v) => v.pick([v.digits(9), `${v.pick(['L', 'AB', 'CA'])}${v.digits(7)}`, v.digits(11)]),
  nino: (v) => v.fill('AB######C'),
  taxid: (v) => v.digits(11),
  licence: (v) => v.pick([`D${v.digits(7)}`, `${v.digits(8)}`, `S${v.digits(3)}-${v.digits(4)}-${v.digits(4)}`]),
  account: (v) => v.digits(v.pick([8, 10])),
};

export function fill(sentence: string, v: Values): LabelledText {
  const personal: { type: string; value: string }[] = [];
  let text = '';
  let rest = '';
  for (const piece of sentence.split(/(\{[a-z:0-9]+\})/)) {
    if (!piece.startsWith('{')) {
      text += piece;
      rest += piece;
      continue;
    }
    const name = piece.slice(1, -1);
    const value = SLOTS[name]!(v);
    text += value;
    if (name.startsWith('trap:')) rest += value;
    else {
      rest += ' ';
      personal.push({ type: name.split(':')[0]!, value });
    }
  }
  return { text, personal, words: rest.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)) };
}

export function textSet(part: 'tuning' | 'holdout'): LabelledText[] {
  const sentences = part === 'tuning' ? TUNING_SENTENCES : HOLDOUT_SENTENCES;
  return sentences.flatMap((sentence, index) =>
    Array.from({ length: 10 }, (_, round) =>
      fill(sentence, valuesOf((part === 'tuning' ? 5_000 : 700_000) + index * 50 + round, 'us')),
    ),
  );
}
