/**
 * Made-up values of every kind, from a seeded generator: the same seed gives the same set on every machine.
 * Check digits are computed here, apart from the detectors, so that a wrong detector cannot agree with itself.
 */

export type Locale = 'us' | 'uk' | 'de' | 'fr' | 'es' | 'br' | 'nl' | 'pl' | 'jp' | 'cn' | 'it' | 'se' | 'ru';

const NAMES: Readonly<Record<Locale, readonly [readonly string[], readonly string[]]>> = {
  us: [
    ['Ashley', 'Brandon', 'Tamika', 'Carlos', 'Wei', 'Deborah', 'Nathaniel', 'Priya'],
    ['Whitfield', 'Okafor', 'Delgado', 'Hawkins', 'Nguyen', 'Petrosyan', 'Mbeki', 'Larkin'],
  ],
  uk: [
    ['Imogen', 'Alistair', 'Rhiannon', 'Callum', 'Zainab', 'Fergus'],
    ['Pemberton', 'MacLeod', 'Ashworth', "O'Connor", 'Patel', 'Thistlewood'],
  ],
  de: [
    ['Jürgen', 'Anneliese', 'Björn', 'Käthe', 'Lukas', 'Sabine'],
    ['Müller', 'Schäfer', 'von Stetten', 'Groß', 'Kowalczyk', 'Hofmann'],
  ],
  fr: [
    ['Chloé', 'Jean-Baptiste', 'Amélie', 'Thierry', 'Noémie', 'Étienne'],
    ['Lefèvre', 'Dubois', 'de La Tour', 'Benali', 'Rousseau', 'Girard'],
  ],
  es: [
    ['María José', 'Íñigo', 'Lucía', 'Álvaro', 'Pilar', 'Joaquín'],
    ['García Márquez', 'Núñez', 'Fernández Ruiz', 'Ibáñez', 'Castaño', 'Ortega'],
  ],
  br: [
    ['João', 'Beatriz', 'Thiago', 'Luíza', 'Antônio', 'Fernanda'],
    ['da Silva', 'Gonçalves', 'dos Santos', 'Araújo', 'Teixeira', 'Moura'],
  ],
  nl: [
    ['Sanne', 'Joost', 'Marieke', 'Bram', 'Fenna', 'Ruben'],
    ['van den Berg', 'de Vries', 'Jansen', 'ter Horst', 'Bakker', 'Kuipers'],
  ],
  pl: [
    ['Małgorzata', 'Łukasz', 'Zofia', 'Krzysztof', 'Agnieszka', 'Piotr'],
    ['Wiśniewska', 'Kowalski', 'Dąbrowski', 'Szymańska', 'Wójcik', 'Zając'],
  ],
  jp: [
    ['太郎', '花子', '健一', '美咲', '翔太', '由美'],
    ['山田', '佐藤', '高橋', '渡辺', '小林', '中村'],
  ],
  cn: [
    ['伟', '秀英', '建国', '丽娜', '志强', '晓明'],
    ['王', '李', '张', '陈', '刘', '欧阳'],
  ],
  it: [
    ['Giulia', 'Matteo', 'Chiara', 'Niccolò', 'Federica', 'Davide'],
    ['Rossi', 'De Luca', 'Bianchi', "D'Angelo", 'Esposito', 'Ferrara'],
  ],
  se: [
    ['Åsa', 'Björn', 'Linnéa', 'Göran', 'Elin', 'Oskar'],
    ['Lindström', 'Åkesson', 'Bergqvist', 'Sjöberg', 'Nyström', 'Ek'],
  ],
  ru: [
    ['Анна', 'Дмитрий', 'Екатерина', 'Сергей', 'Ольга', 'Иван'],
    ['Иванова', 'Соколов', 'Кузнецова', 'Морозов', 'Павлова', 'Лебедев'],
  ],
};

const STREETS: Readonly<Record<Locale, readonly string[]>> = {
  us: ['742 Evergreen Terrace', '18 Birchwood Ln Apt 4B', '1600 W Olive Ave', '90210 Canyon Rd'],
  uk: ['221B Baker Street', 'Flat 3, 14 Mill Lane', '7 Rosewood Close'],
  de: ['Lindenstraße 12', 'Am Alten Markt 3a', 'Schloßallee 7'],
  fr: ['12 bis rue de la Paix', '4 avenue Foch', '33 chemin des Vignes'],
  es: ['Calle Mayor 14, 3º B', 'Avda. de la Constitución 8', 'Paseo del Prado 28'],
  br: ['Rua das Flores, 123', 'Av. Paulista, 1578 ap 42', 'Travessa do Comércio, 9'],
  nl: ['Keizersgracht 324-II', 'Dorpsstraat 5', 'Oude Haven 18'],
  pl: ['ul. Długa 15/7', 'al. Jerozolimskie 44', 'ul. Polna 3'],
  jp: ['千代田区丸の内1-9-1', '渋谷区神南2-4-11', '中央区銀座4-6-16'],
  cn: ['朝阳区建国路88号', '浦东新区世纪大道100号', '天河区体育西路5号'],
  it: ['Via Roma 27', 'Corso Garibaldi 101', 'Piazza San Marco 4'],
  se: ['Storgatan 8', 'Drottninggatan 71 B', 'Björkvägen 3'],
  ru: ['ул. Ленина, д. 5, кв. 12', 'Невский проспект, 28', 'Тверская ул., 7'],
};

const CITIES: Readonly<Record<Locale, readonly (readonly [string, string, string])[]>> = {
  us: [
    ['Springfield', '62704', 'IL'],
    ['Burbank', '91506', 'CA'],
    ['Boise', '83702', 'ID'],
  ],
  uk: [
    ['London', 'NW1 6XE', 'Greater London'],
    ['Leeds', 'LS1 4AP', 'West Yorkshire'],
  ],
  de: [
    ['Köln', '50667', 'Nordrhein-Westfalen'],
    ['Dresden', '01067', 'Sachsen'],
  ],
  fr: [
    ['Lyon', '69002', 'Auvergne-Rhône-Alpes'],
    ['Nantes', '44000', 'Pays de la Loire'],
  ],
  es: [
    ['Sevilla', '41001', 'Andalucía'],
    ['Bilbao', '48001', 'Vizcaya'],
  ],
  br: [
    ['São Paulo', '01310-200', 'SP'],
    ['Recife', '50030-230', 'PE'],
  ],
  nl: [
    ['Amsterdam', '1016 GC', 'Noord-Holland'],
    ['Utrecht', '3511 LX', 'Utrecht'],
  ],
  pl: [
    ['Kraków', '31-147', 'małopolskie'],
    ['Gdańsk', '80-831', 'pomorskie'],
  ],
  jp: [
    ['東京都', '100-0005', '東京都'],
    ['大阪市', '530-0001', '大阪府'],
  ],
  cn: [
    ['北京', '100022', '北京市'],
    ['广州', '510620', '广东省'],
  ],
  it: [
    ['Torino', '10121', 'TO'],
    ['Napoli', '80132', 'NA'],
  ],
  se: [
    ['Göteborg', '411 38', 'Västra Götaland'],
    ['Umeå', '903 26', 'Västerbotten'],
  ],
  ru: [
    ['Москва', '125009', 'Москва'],
    ['Казань', '420111', 'Татарстан'],
  ],
};

/** Real numbering plans, made-up subscribers. */
const PHONES: Readonly<Record<Locale, readonly string[]>> = {
  us: ['+1 415-555-####', '(503) 555-####', '212-555-####', '+1206555####', '303.555.####'],
  uk: ['+44 20 7946 0###', '07700 900###', '+44 7700 900###', '0161 496 0###'],
  de: ['+49 30 2345####', '0171 234####', '+49 (0)89 1234 ####', '030/9018#-##'],
  fr: ['+33 6 12 34 ## ##', '06 45 ## ## ##', '01.42.68.##.##'],
  es: ['+34 612 34# ###', '91 412 ## ##', '+34 93 12# ####'],
  br: ['+55 11 9#### ####', '(21) 9####-####', '(11) 3###-####'],
  nl: ['+31 6 1234####', '06-2431####', '020 624 ####'],
  pl: ['+48 601 ### ###', '601 ### ###', '22 628 ## ##'],
  jp: ['+81 90 1234 ####', '090-1234-####', '03-3213-####'],
  cn: ['+86 138 0013 ####', '1380013####', '010-6552####'],
  it: ['+39 347 123 ####', '06 698 #####', '347 12 34 ###'],
  se: ['+46 70 174 0# ##', '070-174 0# ##', '08-123 45#'],
  ru: ['+7 912 345-##-##', '8 (495) 123-##-##', '+7912345####'],
};

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly region: string;
  readonly birth: string;
}

const ASCII: Readonly<Record<string, string>> = { ü: 'ue', ö: 'oe', ä: 'ae', ß: 'ss', ł: 'l', ø: 'o' };

export interface Values {
  readonly locale: Locale;
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  digits(count: number): string;
  hex(count: number): string;
  token(count: number): string;
  /** `#` becomes a digit. */
  fill(pattern: string): string;
  person(locale?: Locale): Person;
  phone(locale?: Locale): string;
  uuid(): string;
  iso(): string;
  day(): string;
  card(kind?: 'visa' | 'mastercard' | 'amex' | 'discover'): string;
  iban(country?: string): string;
  ssn(): string;
  ip(): string;
  ip6(): string;
  mac(): string;
  cpf(): string;
  pesel(): string;
  bsn(): string;
  nhs(): string;
  dni(): string;
  tracking(): string;
  ean(): string;
  isbn(): string;
  snowflake(): string;
  ulid(): string;
  jwt(): string;
  words(count: number): string;
}

/** mulberry32: small, well spread, the same everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS =
  'amber basket candle delivery engine filter garden harbor island journey kettle ladder marble notebook orchard pencil quarry ribbon saddle timber umbrella velvet window yellow zipper anchor button copper dragon feather granite hammer'.split(
    ' ',
  );

export function valuesOf(seed: number, locale: Locale): Values {
  const random = randomOf(seed);
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!;
  const from = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[int(0, alphabet.length - 1)]).join('');
  const digits = (count: number): string => from('0123456789', count);
  const fill = (pattern: string): string => pattern.replace(/#/g, () => String(int(0, 9)));
  const luhnDigit = (body: string): string => {
    let sum = 0;
    [...body].reverse().forEach((char, index) => {
      const digit = Number(char) * (index % 2 === 0 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    });
    return String((10 - (sum % 10)) % 10);
  };
  const ean13 = (body: string): string =>
    body +
    ((10 - ([...body].reduce((sum, char, index) => sum + Number(char) * (index % 2 === 0 ? 1 : 3), 0) % 10)) % 10);
  const pad = (value: number): string => String(value).padStart(2, '0');

  const values: Values = {
    locale,
    int,
    pick,
    digits,
    fill,
    hex: (count) => from('0123456789abcdef', count),
    token: (count) => from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', count),
    person(where = locale) {
      const [firsts, lasts] = NAMES[where];
      const first = pick(firsts);
      const last = pick(lasts);
      const eastern = where === 'jp' || where === 'cn';
      const [city, zip, region] = pick(CITIES[where]);
      const ascii = `${first}.${last}`
        .toLowerCase()
        .replace(/[üöäßłø]/g, (char) => ASCII[char]!)
        .normalize('NFD')
        .replace(/[^a-z.]/g, '');
      const local = ascii.length > 5 ? ascii : `user${int(100, 99999)}`;
      return {
        first,
        last,
        full: eastern ? (where === 'jp' ? `${last} ${first}` : `${last}${first}`) : `${first} ${last}`,
        email: `${local}${int(1, 99)}@${pick(['example.com', 'mail.example.org', 'gmail.com', 'firma-post.de', 'outlook.co.uk', 'proton.me'])}`,
        phone: values.phone(where),
        street: pick(STREETS[where]),
        city,
        zip,
        region,
        birth: `${int(1941, 2004)}-${pad(int(1, 12))}-${pad(int(1, 28))}`,
      };
    },
    phone: (where = locale) => fill(pick(PHONES[where])),
    uuid: () =>
      `${values.hex(8)}-${values.hex(4)}-4${values.hex(3)}-${pick(['8', '9', 'a', 'b'])}${values.hex(3)}-${values.hex(12)}`,
    iso: () =>
      `20${int(18, 26)}-${pad(int(1, 12))}-${pad(int(1, 28))}T${pad(int(0, 23))}:${pad(int(0, 59))}:${pad(int(0, 59))}${pick(['Z', '.123Z', '+02:00', '-0700'])}`,
    day: () => `20${int(18, 26)}-${pad(int(1, 12))}-${pad(int(1, 28))}`,
    card(kind = pick(['visa', 'mastercard', 'amex', 'discover'] as const)) {
      const prefix = {
        visa: `4${digits(5)}`,
        mastercard: `5${int(1, 5)}${digits(4)}`,
        amex: `3${pick(['4', '7'])}${digits(4)}`,
        discover: `6011${digits(2)}`,
      }[kind];
      const body = prefix + digits((kind === 'amex' ? 14 : 15) - prefix.length);
      return body + luhnDigit(body);
    },
    iban(country = pick(['DE', 'GB', 'FR', 'NL', 'ES', 'PL', 'CH', 'AT'])) {
      const bban = {
        DE: digits(18),
        GB: `WEST${digits(14)}`,
        FR: digits(23),
        NL: `ABNA${digits(10)}`,
        ES: digits(20),
        PL: digits(24),
        CH: digits(17),
        AT: digits(16),
      }[country]!;
      const numeric = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
      return `${country}${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${bban}`;
    },
    ssn: () =>
      `${pick(['219', '078', '457', '512', '301'])}-${pad(int(1, 99))}-${String(int(1, 9999)).padStart(4, '0')}`,
    ip: () => `${pick([203, 198, 81, 92, 145, 37, 10])}.${int(0, 255)}.${int(0, 255)}.${int(1, 254)}`,
    ip6: () => `2001:db8:${values.hex(4)}:${values.hex(3)}::${values.hex(4)}:${int(1, 9)}`,
    mac: () => Array.from({ length: 6 }, () => values.hex(2)).join(':'),
    cpf() {
      let body = digits(9);
      if (/^(\d)\1+$/.test(body)) body = '529982247';
      for (const start of [10, 11]) {
        const rest = [...body].reduce((sum, char, index) => sum + Number(char) * (start - index), 0) % 11;
        body += rest < 2 ? '0' : String(11 - rest);
      }
      return `${body.slice(0, 3)}.${body.slice(3, 6)}.${body.slice(6, 9)}-${body.slice(9)}`;
    },
    pesel() {
      const body = `${pad(int(50, 99))}${pad(int(1, 12))}${pad(int(1, 28))}${digits(4)}`;
      const sum = [...body].reduce((total, char, index) => total + Number(char) * [1, 3, 7, 9][index % 4]!, 0);
      return body + ((10 - (sum % 10)) % 10);
    },
    bsn() {
      for (;;) {
        const body = `${int(1, 9)}${digits(7)}`;
        const check = [...body].reduce((sum, char, index) => sum + Number(char) * (9 - index), 0) % 11;
        if (check < 10) return body + check;
      }
    },
    nhs() {
      for (;;) {
        const body = `${pick(['4', '6', '9'])}${digits(8)}`;
        const check = 11 - ([...body].reduce((sum, char, index) => sum + Number(char) * (10 - index), 0) % 11);
        if (check !== 10) return `${body.slice(0, 3)} ${body.slice(3, 6)} ${body.slice(6)}${check === 11 ? 0 : check}`;
      }
    },
    dni() {
      const number = int(10000000, 99999999);
      return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`;
    },
    tracking: () =>
      pick([
        () => `1Z${from('0123456789ABCDEFGHJKLMNPRSTUVWXYZ', 16)}`,
        () => `9400${digits(18)}`,
        () => digits(12),
        () => `JD${digits(16)}`,
        () => values.card('visa'),
        () => `RR${digits(9)}DE`,
        () => digits(15),
      ])(),
    ean: () => ean13(`${pick(['400', '871', '301', '501'])}${digits(9)}`),
    isbn: () => ean13(`978${digits(9)}`),
    snowflake: () => `${int(1, 9)}${digits(int(16, 18))}`,
    ulid: () => `01${from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)}`,
    jwt: () => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ${values.token(40)}.${values.token(43)}`,
    words: (count) => Array.from({ length: count }, () => pick(WORDS)).join(' '),
  };
  return values;
}
