/**
 * What a field name says: its kind by the lexicon, the role of what stands under it, and what it tells about siblings.
 * A name is split into words and matched as a whole or by its end (`verified_phone`, `billingEmailAddress`), never by a
 * substring: the last words decide, so `email_verified`, `token_type` and `address_id` are none of their own accord.
 */
import * as contact from '../lexicon/contact.ts';
import * as credentials from '../lexicon/credentials.ts';
import * as identity from '../lexicon/identity.ts';
import * as money from '../lexicon/money.ts';
import * as names from '../lexicon/names.ts';
import * as network from '../lexicon/network.ts';
import * as optional from '../lexicon/optional.ts';
import * as roles from '../lexicon/roles.ts';
import * as signals from '../lexicon/signals.ts';
import { fold } from './fold.ts';
import { contextWordOf, type Topic } from './topics.ts';

/** The kinds of fields; context kinds (see `resolve.ts`) depend on the object around them. */
export type FieldKind =
  | 'email'
  | 'phone'
  | 'name'
  | 'bareName'
  | 'address'
  | 'postalCode'
  | 'addressPart'
  | 'birthDate'
  | 'birthPlace'
  | 'ssn'
  | 'nationalId'
  | 'passport'
  | 'driverLicense'
  | 'taxId'
  | 'vat'
  | 'healthRecord'
  | 'card'
  | 'cardCode'
  | 'cardExpiry'
  | 'cardExpiryPart'
  | 'bank'
  | 'accountNumber'
  | 'iban'
  | 'secret'
  | 'token'
  | 'pin'
  | 'ip'
  | 'mac'
  | 'imei'
  | 'username'
  | 'age'
  | 'gender'
  | 'health'
  | 'vehicle';

export type Role = 'person' | 'weak' | 'organisation' | 'place' | 'neutral' | 'none';

/** Bits of what a sibling tells. */
export const Signal = {
  person: 1,
  /** Says who a person is so plainly that a name beside it is personal. */
  contact: 2,
  organisation: 4,
  thing: 8,
  place: 16,
  street: 32,
  card: 64,
  cardNumber: 128,
  bank: 256,
  /** A postal code: an address, whose of it is open. */
  postal: 512,
  /** Coordinates, and a plain name: together a place. */
  geo: 1024,
  named: 2048,
  /** Its own type field says person. */
  typed: 4096,
} as const;

export interface KeyInfo {
  readonly words: readonly string[];
  readonly glued: string;
  readonly kind: FieldKind | undefined;
  readonly role: Role;
  /** A plain string under this key may be the person's name. */
  readonly holdsPersonName: boolean;
  readonly signals: number;
  /** The key names an identifier: digits under it are not a card, a phone or an id number. */
  readonly identifier: boolean;
  /** What the key's own words say about digits under it. */
  readonly topic: Topic | undefined;
  /** The value may tell that the object is a person's: a mailbox address, a typed reference. */
  readonly mayTell: boolean;
  /** The key names a mail's own id, which looks like an address. */
  readonly messageId: boolean;
  /** Cursors, images and signatures: base64 under such a name is not decoded. */
  readonly opaque: boolean;
  /** Ends in `name` behind a weak role. */
  readonly ownedName: boolean;
  /** First word before the matched phrase, for exceptions (`wallet` of `wallet_address`). */
  readonly qualifier: string;
}

function phrases(list: string): string[] {
  return list.trim().split(/\s+/).filter(Boolean);
}

const KINDS = new Map<string, FieldKind>();
const lexicon: readonly (readonly [FieldKind, string])[] = [
  ['bareName', names.BARE_NAME_FIELDS],
  ['username', optional.USERNAME_FIELDS],
  ['age', optional.AGE_FIELDS],
  ['gender', optional.GENDER_FIELDS],
  ['health', optional.HEALTH_FIELDS],
  ['vehicle', optional.VEHICLE_FIELDS],
  ['accountNumber', money.ACCOUNT_NUMBER_FIELDS],
  ['cardExpiry', money.CARD_EXPIRY_FIELDS],
  ['cardExpiryPart', money.CARD_EXPIRY_PART_FIELDS],
  ['vat', identity.VAT_FIELDS],
  ['addressPart', contact.ADDRESS_PART_FIELDS],
  ['postalCode', contact.POSTAL_CODE_FIELDS],
  ['address', contact.ADDRESS_FIELDS],
  ['name', names.NAME_FIELDS],
  ['token', credentials.TOKEN_FIELDS],
  ['pin', credentials.PIN_FIELDS],
  ['secret', credentials.SECRET_FIELDS],
  ['email', contact.EMAIL_FIELDS],
  ['phone', contact.PHONE_FIELDS],
  ['birthDate', identity.BIRTH_DATE_FIELDS],
  ['birthPlace', identity.BIRTH_PLACE_FIELDS],
  ['ssn', identity.SSN_FIELDS],
  ['taxId', identity.TAX_ID_FIELDS],
  ['nationalId', identity.NATIONAL_ID_FIELDS],
  ['passport', identity.PASSPORT_FIELDS],
  ['driverLicense', identity.DRIVER_LICENSE_FIELDS],
  ['healthRecord', identity.HEALTH_RECORD_FIELDS],
  ['card', money.CARD_FIELDS],
  ['cardCode', money.CARD_CODE_FIELDS],
  ['bank', money.BANK_FIELDS],
  ['iban', money.IBAN_FIELDS],
  ['ip', network.IP_FIELDS],
  ['mac', network.MAC_FIELDS],
  ['imei', network.IMEI_FIELDS],
];
for (const [kind, list] of lexicon) for (const phrase of phrases(list)) KINDS.set(fold(phrase), kind);

const PERSON_ROLES = new Set(phrases(roles.PERSON_ROLES).map(fold));
const WEAK_ROLES = new Set(phrases(roles.WEAK_PERSON_ROLES).map(fold));
const TREE_ROLES = new Set(phrases(roles.TREE_ROLES));
const NO_PERSON_STRINGS = new Set(phrases(roles.NO_PERSON_STRINGS));
const ORGANISATION_ROLES = new Set(phrases(roles.ORGANISATION_ROLES).map(fold));
const PLACE_ROLES = new Set(phrases(roles.PLACE_ROLES).map(fold));
const NEUTRAL = new Set(phrases(roles.NEUTRAL_CONTAINERS).map(fold));
const SIGNALS = new Map<string, number>();
for (const [bit, list] of [
  [Signal.person, signals.PERSON_SIGNALS],
  [Signal.organisation, signals.ORGANISATION_SIGNALS],
  [Signal.thing, signals.THING_SIGNALS],
  [Signal.place, signals.PLACE_SIGNALS],
] as const) {
  for (const phrase of phrases(list)) SIGNALS.set(fold(phrase), (SIGNALS.get(fold(phrase)) ?? 0) | bit);
}
const KIND_SIGNALS: Partial<Record<FieldKind, number>> = {
  email: Signal.contact,
  phone: Signal.contact,
  birthDate: Signal.contact,
  ssn: Signal.contact,
  nationalId: Signal.contact,
  passport: Signal.contact,
  driverLicense: Signal.contact,
  healthRecord: Signal.contact,
  name: Signal.contact,
  gender: Signal.person,
  age: Signal.person,
  address: Signal.street,
  postalCode: Signal.postal,
  bareName: Signal.named,
  card: Signal.cardNumber,
  cardCode: Signal.card | Signal.cardNumber,
  cardExpiryPart: Signal.card,
  bank: Signal.bank,
  iban: Signal.bank,
};
const GEO = new Set([
  'latitude',
  'longitude',
  'lat',
  'lng',
  'lon',
  'long',
  'geometry',
  'coordinate',
  'coordinates',
  'geo',
  'geopoint',
]);
const CARD_SIGNALS = new Set([
  'brand',
  'last4',
  'lastfour',
  'cardtype',
  'funding',
  'network',
  'cardbrand',
  'lastdigit',
  'bin',
]);

/** Qualifiers that keep the kind of the word before them: `phone_home`, `email_2`, `address_text`. */
const TRANSPARENT = new Set(
  phrases(`home work mobile primary secondary main alt alternate alternative other raw formatted e164 normalized canonical display old new current
  previous personal private business office value str text string full plain masked original local international intl national verified backup preferred default one two three local`),
);
/** Words that name an identifier when they end a key. */
const IDENTIFIER_WORDS = new Set(
  phrases(`id ids uuid guid ulid ref reference sku ean upc gtin isbn issn asin mpn barcode tracking order invoice ticket serial batch lot version build revision hash sha sha1 sha256 md5
  checksum digest etag timestamp ts time date at epoch lat lng lon latitude longitude coordinate coordinates price amount total subtotal tax count size quantity qty cursor offset page limit port oid arn urn
  commit slug path fingerprint nonce uri url href link trace span request transaction receipt shipment parcel waybill awb po rma doi arxiv duration ms seconds bytes width height length score rank index
  balance fee cost rate percentage weight volume number_of trackingnumber ordernumber invoicenumber serialnumber partnumber model firmware release sequence seq position
  sendungsnummer auftragsnummer bestellnummer rechnungsnummer artikelnummer commande facture pedido factura bestelling factuur zamowienie numerofactura numeropedido 订单号 订单编号 运单号 快递单号 注文番号 追跡番号 주문번호 运单`),
);
/** Qualifiers under which `number`, `no` or `code` name an identifier. */
const IDENTIFIER_QUALIFIERS = new Set(
  phrases(`order invoice ticket tracking serial part model item product case batch lot build version flight booking confirmation reference transaction receipt shipment parcel waybill policy contract quote purchase
  po rma room page line row issue pull sequence episode season chapter track train gate seat table article report work claim job asset inventory license registration folio docket catalog stock check cheque voucher coupon promo gift
  tracker consignment delivery container dispatch store location product dept department error status hs country currency language zip airport iata discount redemption`),
);
/** Words before a bare `token` or `key` that make it a cursor, a count or a name. */
const NOT_SECRET = new Set(
  phrases(`next page previous prev continuation sync cursor pagination start end last resume delta skip position total max min prompt completion input output used remaining count change shard partition sort range primary foreign
  object idempotency cache map partition dedup deduplication translation i18n issue project public publishable client_token site sitekey routing token_count num usage cached reasoning`),
);
/** Qualifiers that make an `address` something technical. */
const TECHNICAL_ADDRESS = new Set(
  phrases(
    `wallet contract btc eth bitcoin ethereum crypto token deposit memory register bus i2c base web site url chain account blockchain recipient_wallet solana payout_wallet`,
  ),
);
const NETWORK_ADDRESS = new Set(
  phrases(
    'ip ipv4 ipv6 server host bind listen remote client peer source src destination dest dst network gateway dns node pod public private origin proxy',
  ),
);

/** Words for people that end the names of things too: `packageManager`, `dbDriver`, `indexWorker`. */
const ALSO_THINGS = new Set(
  phrases(
    'manager driver worker operator reader speaker holder owner broker editor handler courier officer commenter captain pilot inspector moderator helper waiter coach director',
  ),
);

/** Weak roles whose `_name` is a person's all the same. */
const NAME_OWNERS = new Set(
  phrases(
    'client member child parent player candidate agent billing shipping pickup ship bill host partner lead participant',
  ),
);

/** Words of a field name: camelCase, snake_case, kebab-case, dots, spaces and digits part them. */
export function wordsOf(key: string): string[] {
  const parted = key.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(parted)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses') || word.endsWith('xes') || word.endsWith('ches')) return word.slice(0, -2);
  return word.slice(0, -1);
}

function kindOfPhrase(phrase: string): FieldKind | undefined {
  return KINDS.get(phrase) ?? KINDS.get(singular(phrase));
}

interface Match {
  readonly kind: FieldKind;
  readonly at: number;
}

/** The longest phrase of the lexicon that ends the words. */
function matchEnd(words: readonly string[]): Match | undefined {
  for (let at = 0; at < words.length; at++) {
    const kind = kindOfPhrase(words.slice(at).join(''));
    if (kind) return { kind, at };
  }
  return undefined;
}

function match(words: readonly string[]): Match | undefined {
  let rest = words;
  while (rest.length > 0) {
    const found = matchEnd(rest);
    if (found) return found;
    const last = rest.at(-1)!;
    if (rest.length === 1 || !(TRANSPARENT.has(last) || /^\d{1,2}$/.test(last))) break;
    rest = rest.slice(0, -1);
  }
  // `phone1`, `address2`: digits glued to the last word.
  const last = rest.at(-1);
  const bare = last?.replace(/\d{1,2}$/, '');
  return bare && last && bare !== last ? matchEnd([...rest.slice(0, -1), bare]) : undefined;
}

function setHas(set: ReadonlySet<string>, word: string): boolean {
  return set.has(word) || set.has(singular(word));
}

/** Exceptions: words before the phrase that change or cancel its kind. */
function refine(found: Match | undefined, words: readonly string[]): FieldKind | undefined {
  if (!found) return undefined;
  const { kind, at } = found;
  const before = at > 0 ? words[at - 1]! : '';
  switch (kind) {
    case 'bareName': {
      if (at === 0) return 'bareName';
      // `member_name`, `client_name`: a person's when it reads like one (resolve.ts).
      if (NAME_OWNERS.has(before)) return 'bareName';
      if (setHas(PERSON_ROLES, before)) {
        return before === 'user' || before === 'self' || before === 'text' ? 'username' : 'name';
      }
      return ['display', 'preferred', 'public', 'short', 'legal', 'formatted'].includes(before)
        ? 'bareName'
        : undefined;
    }
    case 'token':
      return words.slice(0, at).some((word) => NOT_SECRET.has(word)) || words.at(-1) === 'tokens' ? undefined : kind;
    case 'secret':
      if (
        words
          .slice(0, at)
          .some((word) => word === 'public' || word === 'publishable' || word === 'has' || word === 'is')
      )
        return undefined;
      return kind;
    case 'address': {
      if (words.slice(0, at).some((word) => TECHNICAL_ADDRESS.has(word))) return undefined;
      if (before === 'email' || before === 'mail') return 'email';
      if (before === 'mac' || before === 'hw' || before === 'bluetooth') return 'mac';
      if (NETWORK_ADDRESS.has(before)) return 'ip';
      return kind;
    }
    case 'addressPart':
    case 'accountNumber':
    case 'cardExpiry':
    case 'age':
    case 'health':
    case 'gender':
      if (at === 0) return kind;
      if (kind === 'addressPart')
        return [
          'billing',
          'shipping',
          'mailing',
          'home',
          'delivery',
          'residential',
          'residence',
          'street',
          'address',
          'to',
          'permanent',
        ].includes(before)
          ? 'addressPart'
          : undefined;
      if (kind === 'accountNumber') return before === 'bank' ? 'bank' : kind;
      return setHas(PERSON_ROLES, before) || before === 'card' ? kind : undefined;
    case 'imei':
    case 'vehicle':
    case 'username':
      return kind;
    default:
      return kind;
  }
}

function roleOf(words: readonly string[], glued: string): Role {
  const last = words.at(-1) ?? '';
  // A container first: `node` of a graph edge is no server.
  if (setHas(NEUTRAL, glued)) return 'neutral';
  if (setHas(PERSON_ROLES, glued)) return 'person';
  if (setHas(WEAK_ROLES, glued)) return 'weak';
  if (setHas(TREE_ROLES, glued)) return 'none';
  if (setHas(PLACE_ROLES, glued)) return 'place';
  if (setHas(ORGANISATION_ROLES, glued)) return 'organisation';
  const pair = words.slice(-2).join('');
  for (const phrase of [pair, last]) {
    if (setHas(PERSON_ROLES, phrase)) return phrase === last && ALSO_THINGS.has(singular(last)) ? 'weak' : 'person';
    if (setHas(WEAK_ROLES, phrase)) return 'weak';
    if (setHas(PLACE_ROLES, phrase)) return 'place';
    if (setHas(ORGANISATION_ROLES, phrase)) return 'organisation';
  }
  return 'none';
}

function isIdentifier(words: readonly string[], glued: string): boolean {
  if (IDENTIFIER_WORDS.has(glued)) return true;
  const last = words.at(-1);
  if (last === undefined) return false;
  if (setHas(IDENTIFIER_WORDS, last)) return true;
  if (words.length > 1 && ['number', 'no', 'nr', 'num', 'code', 'key'].includes(last)) {
    return words.slice(0, -1).some((word) => IDENTIFIER_QUALIFIERS.has(word));
  }
  return false;
}

export function readKey(key: string): KeyInfo {
  // A key that is data itself (an address, a marker in its place) says nothing about what it holds.
  const words = key.indexOf('@') > 0 || key.includes('[REDACTED:') ? [] : wordsOf(key);
  const glued = words.join('');
  const found = match(words);
  const kind = refine(found, words);
  const role = roleOf(words, glued);
  let bits = (SIGNALS.get(glued) ?? SIGNALS.get(words.at(-1) ?? '') ?? 0) | (kind ? (KIND_SIGNALS[kind] ?? 0) : 0);
  if (glued === 'line1' || glued === 'addressline') bits |= Signal.street;
  if (GEO.has(glued)) bits |= Signal.geo;
  if (CARD_SIGNALS.has(glued) || (words.length > 1 && words[0] === 'card')) bits |= Signal.card;
  return {
    words,
    glued,
    kind,
    role,
    holdsPersonName: !kind && (role === 'person' || role === 'weak') && !setHas(NO_PERSON_STRINGS, glued),
    signals: bits,
    identifier: !kind && isIdentifier(words, glued),
    mayTell: glued === 'address' || glued === 'addr' || glued === 'reference' || kind === 'username',
    ownedName: kind === 'bareName' && found !== undefined && found.at > 0 && NAME_OWNERS.has(words[found.at - 1]!),
    opaque:
      /cursor|nextpage|pagetoken|nexttoken|continuation|thumbnail|image|avatar|icon|signature|hash|checksum|digest|etag|pagination/.test(
        glued,
      ),
    messageId: /(?:message|msg)id$|^inreplyto$|^references$|^threadid$|^ical?uid$/.test(glued),
    topic: contextWordOf(words),
    qualifier: found && found.at > 0 ? words[found.at - 1]! : '',
  };
}

/** Field names repeat: a bounded memory of what they say. */
export function createKeyReader(limit = 4_096): (key: string) => KeyInfo {
  const known = new Map<string, KeyInfo>();
  return (key) => {
    const info = known.get(key);
    if (info) return info;
    const fresh = readKey(key.length > 128 ? key.slice(0, 128) : key);
    if (known.size < limit) known.set(key, fresh);
    return fresh;
  };
}
