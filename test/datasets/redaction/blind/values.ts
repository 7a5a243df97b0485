/**
 * Seeded values of the blind part. Every check digit is computed here from the public definition of its number, apart from
 * the detectors and from the values of the other parts.
 */
import { randomOf } from '../values.ts';
import { gs1, luhn, nationalIds } from './ids.ts';
import { PLACES, type Place, type Where } from './people.ts';

export interface Who {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly initials: string;
  readonly email: string;
  /** As written at home, without a country prefix. */
  readonly local: string;
  readonly intl: string;
  readonly e164: string;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly region: string;
  readonly country: string;
  readonly login: string;
  /** Year, month and day of birth as two- and four-digit strings. */
  readonly born: readonly [year: string, month: string, day: string];
  readonly birth: string;
}

const DOMAINS = [
  'gmail.com',
  'icloud.com',
  'hotmail.co.uk',
  'web.de',
  'orange.fr',
  'libero.it',
  'uol.com.br',
  'wp.pl',
  'mail.kontor-nord.example',
  'uni-halle.example',
  'brightwater.example.com',
  'x3d.studio',
  'post.tele.dk',
  'fastmail.fm',
];

const FOLD: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', ı: 'i', Ł: 'L', Ø: 'O' };
const ascii = (text: string): string =>
  text
    .replace(/[ßłøæıŁØ]/g, (char) => FOLD[char]!)
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

const B62 = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const BBAN: Readonly<Record<string, string>> = {
  DE: '##################',
  AT: '################',
  CH: '0076#############',
  FR: '20041#####0############'.slice(0, 23),
  ES: '####################',
  IT: 'X0542811101##########12'.slice(0, 23),
  NL: 'INGB##########',
  BE: '############',
  PT: '#####################',
  PL: '########################',
  SE: '####################',
  DK: '##############',
  FI: '##############',
  GB: 'BARC##############',
  IE: 'AIBK##############',
  LU: '001#############',
  CZ: '####################',
};

export type CardBrand = 'visa' | 'mastercard' | 'mastercard2' | 'amex' | 'discover' | 'jcb' | 'diners';
const CARD: Readonly<Record<CardBrand, string>> = {
  visa: '4##############',
  mastercard: '52#############',
  mastercard2: '2223###########',
  amex: '37############',
  discover: '6011###########',
  jcb: '3530###########',
  diners: '36###########',
};

export function castOf(seed: number, home: Where) {
  const random = randomOf(seed);
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!;
  const from = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[int(0, alphabet.length - 1)]).join('');
  /** `#` a digit, `?` a capital, `*` a capital or digit, `~` a lower-case letter. */
  const fill = (pattern: string): string =>
    pattern.replace(/[#?*~]/g, (mark) =>
      mark === '#'
        ? from('0123456789', 1)
        : mark === '?'
          ? from('ABCDEFGHJKLMNPRSTUVWXYZ', 1)
          : mark === '*'
            ? from('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', 1)
            : from('abcdefghijklmnopqrstuvwxyz', 1),
    );
  const two = (value: number): string => String(value).padStart(2, '0');
  const hex = (count: number): string => from('0123456789abcdef', count);

  const iban = (country = pick(Object.keys(BBAN))): string => {
    const bban = fill(BBAN[country]!);
    const digits = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
    return `${country}${two(Number(98n - (BigInt(digits) % 97n)))}${bban}`;
  };
  const card = (
    brand: CardBrand = pick(['visa', 'mastercard', 'mastercard2', 'amex', 'discover'] as const),
  ): string => {
    const body = fill(CARD[brand]);
    return body + luhn(body);
  };

  const who = (where: Where = pick(Object.keys(PLACES) as Where[])): Who => {
    const place: Place = PLACES[where];
    const first = pick(place.given);
    const last = pick(place.family);
    const [street, city, zip, region] = pick(place.homes);
    const handle = ascii(last)
      ? `${ascii(first)} ${ascii(last)}`
      : `${pick(['yoko', 'daisuke', 'yui'])} ${from('ntkm', 1)}ori`;
    const [given, family] = handle.split(' ') as [string, string];
    const local = pick([
      `${given}.${family}`,
      `${given[0]}${family}${int(2, 99)}`,
      `${family}_${given}`,
      `${given}-${family}${int(1960, 2005)}`,
      `${given}+${pick(['shop', 'news', 'lists'])}`,
      `${family}`,
    ]);
    const intl = fill(pick(place.international));
    const born = [String(int(1938, 2006)), two(int(1, 12)), two(int(1, 28))] as const;
    return {
      first,
      last,
      full: place.familyFirst ? `${last} ${first}` : `${first} ${last}`,
      initials: `${given[0]}${family[0]}`.toUpperCase(),
      email: `${local}@${pick(DOMAINS)}`,
      local: fill(pick(place.national)),
      intl,
      e164: intl.replace(/[^+\d]/g, ''),
      street,
      city,
      zip,
      region,
      country: place.country,
      login: `${given.slice(0, 5)}${family.slice(0, 4)}`,
      born,
      birth: born.join('-'),
    };
  };

  const day = (): string => `20${int(19, 27)}-${two(int(1, 12))}-${two(int(1, 28))}`;
  const clock = (): string => `${two(int(0, 23))}:${two(int(0, 59))}:${two(int(0, 59))}`;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  return {
    home,
    int,
    pick,
    fill,
    hex,
    iban,
    card,
    who,
    day,
    clock,
    digits: (count: number) => from('123456789', 1) + from('0123456789', count - 1),
    b62: (count: number) => from(B62, count),
    /** A seven-digit price or quantity with two decimals. */
    cents: (max = 900) => int(100, max * 100) / 100,
    zulu: () => `${day()}T${clock()}Z`,
    stamp: () => `${day()}T${clock()}.${int(100, 999)}${pick(['Z', '+00:00', '+02:00', '-05:00'])}`,
    seconds: () => int(1_560_000_000, 1_810_000_000),
    millis: () => int(1_560_000_000, 1_810_000_000) * 1000 + int(0, 999),
    uuid: () => `${hex(8)}-${hex(4)}-${pick(['4', '7'])}${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
    ulid: () => `01${from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)}`,
    ip: () => `${pick([89, 176, 203, 81, 62, 109, 201, 24])}.${int(1, 254)}.${int(0, 255)}.${int(1, 254)}`,
    ip6: () =>
      pick([
        `2a02:8109:${hex(4)}:${hex(3)}0::${hex(4)}`,
        `2001:4860:${hex(4)}:${hex(4)}:${hex(4)}:${hex(4)}:0:${hex(3)}`,
      ]),
    mac: () => Array.from({ length: 6 }, () => hex(2)).join(':'),
    ssn: () => `${pick(['212', '455', '530', '618', '044'])}-${two(int(10, 99))}-${int(1000, 9999)}`,
    imei: () => {
      const body = fill('3569380#######');
      return body + luhn(body);
    },
    ean: () => {
      const body = fill(`${pick(['40', '76', '30', '54', '84', '59'])}##########`);
      return body + gs1(body);
    },
    upc: () => {
      const body = fill('0##########');
      return body + gs1(body);
    },
    isbn: () => {
      const body = fill('97803#######');
      return body + gs1(body);
    },
    /** Sixteen digits under a shop's own number range that pass the card check by construction. */
    luhnNumber: (prefix: string) => {
      const body = prefix + from('0123456789', 15 - prefix.length);
      return body + luhn(body);
    },
    secret: () => `${from(B62, 22)}${int(0, 9)}${from(B62, 9)}`,
    jwt: () => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'RS256', kid: hex(8) })}.${part({ sub: hex(12), exp: int(1_700_000_000, 1_800_000_000) })}.${from(B62, 86)}`;
    },
    base64,
    /** Bytes without meaning, as an image or a cursor would be. */
    blob: (count: number) => Buffer.from(Array.from({ length: count }, () => int(128, 255))).toString('base64'),
    ...nationalIds({ int, fill, two, pick }),
  };
}

export type Cast = ReturnType<typeof castOf>;
