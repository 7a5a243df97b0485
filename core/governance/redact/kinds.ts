/**
 * The kind of a field by its name alone: the longest phrase of the lexicon that ends the words, unless the words before it say
 * otherwise (`wallet_address`, `next_page_token`).
 */
import * as contact from '../lexicon/contact.ts';
import * as credentials from '../lexicon/credentials.ts';
import * as identity from '../lexicon/identity.ts';
import * as money from '../lexicon/money.ts';
import * as names from '../lexicon/names.ts';
import * as network from '../lexicon/network.ts';
import * as optional from '../lexicon/optional.ts';
import { ABOUT_HEADS } from '../lexicon/parts.ts';
import * as qualifiers from '../lexicon/qualifiers.ts';
import { type Composition, compose, inFull, NUMBERED, ofBirth } from './compose.ts';
import { isPersonRole, roleOf } from './roles.ts';
import { phraseSet, phrases, respell, singular } from './words.ts';

/** The kinds of fields; context kinds (see `resolve.ts`) depend on the object around them. */
export type FieldKind =
  | 'email'
  | 'phone'
  | 'name'
  | 'bareName'
  | 'address'
  | 'postalCode'
  | 'houseNumber'
  | 'addressPart'
  | 'birthDate'
  | 'birthPlace'
  | 'nationality'
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
  ['houseNumber', contact.HOUSE_NUMBER_FIELDS],
  ['name', names.NAME_FIELDS],
  ['token', credentials.TOKEN_FIELDS],
  ['pin', credentials.PIN_FIELDS],
  ['secret', credentials.SECRET_FIELDS],
  ['email', contact.EMAIL_FIELDS],
  ['phone', contact.PHONE_FIELDS],
  ['birthDate', identity.BIRTH_DATE_FIELDS],
  ['birthPlace', identity.BIRTH_PLACE_FIELDS],
  ['nationality', identity.NATIONALITY_FIELDS],
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
for (const [kind, list] of lexicon) for (const phrase of phrases(list)) KINDS.set(phrase, kind);

const TRANSPARENT = phraseSet(qualifiers.TRANSPARENT);
const NOT_SECRET = phraseSet(qualifiers.NOT_SECRET);
const TECHNICAL_ADDRESS = phraseSet(qualifiers.TECHNICAL_ADDRESS);
const NETWORK_ADDRESS = phraseSet(qualifiers.NETWORK_ADDRESS);
const NAME_OWNERS = phraseSet(qualifiers.NAME_OWNERS);
const NAME_STYLES = phraseSet(qualifiers.NAME_STYLES);
const ADDRESS_USES = phraseSet(qualifiers.ADDRESS_USES);
const ABOUT = phraseSet(ABOUT_HEADS);
const ACCOUNT_OWNERS = phraseSet(qualifiers.ACCOUNT_OWNERS);

function kindOfPhrase(phrase: string): FieldKind | undefined {
  const kind = KINDS.get(phrase);
  // Many cells are those of a table.
  return kind !== undefined || phrase === 'cells' ? kind : KINDS.get(singular(phrase));
}

/** The longest phrase of the lexicon that ends the words. */
function matchEnd(words: readonly string[]): Composition | undefined {
  for (let at = 0; at < words.length; at++) {
    const kind = kindOfPhrase(words.slice(at).join(''));
    if (kind) return { kind, at };
  }
  return undefined;
}

function match(words: readonly string[]): Composition | undefined {
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

/** Exceptions: words before the phrase that change or cancel its kind. */
function refine(found: Composition | undefined, words: readonly string[]): FieldKind | undefined {
  if (!found) return undefined;
  const { kind, at } = found;
  const before = at > 0 ? words[at - 1]! : '';
  // `tipo_direccion`, `type_adresse`: what kind of one it is.
  if (at > 0 && kind !== 'nationality' && ABOUT.has(words[0]!)) return undefined;
  const owned = at > 0 && endsInPerson(words.slice(0, at));
  switch (kind) {
    case 'bareName': {
      if (at === 0) return 'bareName';
      // `member_name`, `client_name`: a person's when it reads like one (resolve.ts).
      if (NAME_OWNERS.has(before)) return 'bareName';
      // `device_profile_name`: of no one's profile.
      if (before === 'profile') return at > 1 && !endsInPerson(words.slice(0, at - 1)) ? undefined : 'bareName';
      // Parcels are brought by companies.
      if (before === 'courier') return 'bareName';
      if (owned) return before === 'user' || before === 'self' || before === 'text' ? 'username' : 'name';
      if (kindOfPhrase(before) === 'name') return 'name';
      if (before === 'your' || before === 'my') return 'name';
      // `group_short_name`, `companyLegalName`: of no person.
      return NAME_STYLES.has(before) && !(at > 1 && roleOf([words[at - 2]!], words[at - 2]!) === 'organisation')
        ? 'bareName'
        : undefined;
    }
    case 'token':
      // Who bears them.
      if (words[at] === 'bearer' && /^(?:charge|fee|cost|expense)s?$/.test(before)) return undefined;
      if (words.length === 1 && words[0] === 'tokens') return kind;
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
      if (!owned && words.slice(0, at).some((word) => TECHNICAL_ADDRESS.has(word))) return undefined;
      if (before === 'email' || before === 'mail') return 'email';
      if (before === 'mac' || before === 'hw' || before === 'bluetooth') return 'mac';
      if (NETWORK_ADDRESS.has(before) && /^addr(?:ess(?:es)?|s)?$/.test(words[at]!)) return 'ip';
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
        return ADDRESS_USES.has(before) ||
          ((owned || NAME_OWNERS.has(before)) && !/state|region|province/.test(words.at(-1)!))
          ? 'addressPart'
          : undefined;
      if (kind === 'accountNumber')
        return before === 'bank' ? 'bank' : owned || ACCOUNT_OWNERS.has(before) ? kind : undefined;
      return owned || before === 'card' ? kind : undefined;
    case 'nationalId':
      // Companies, accounts and messages are identified too.
      if (at > 0 && words.slice(at).join('') === 'identification')
        return owned || ID_USES.has(before) ? kind : undefined;
      return at > 0 && GENERIC_ID.test(words.slice(at).join('')) && roleOf([before], before) === 'organisation'
        ? undefined
        : kind;
    case 'imei':
    case 'vehicle':
    case 'username':
      return kind;
    default:
      return kind;
  }
}

export interface NamedKind {
  readonly kind: FieldKind | undefined;
  /** First word before the matched phrase, for exceptions (`wallet` of `wallet_address`). */
  readonly qualifier: string;
  /** Ends in `name` behind a weak role. */
  readonly ownedName: boolean;
}

/** What people and settings, people and companies may be called. */
const SETTINGS = /^(?:profile|courier)$/;
/** Of a person unless a company or a thing is named. */
const GENERIC_ID = /^(?:identification|id|identity)(?:num|number|no|nr)$/;
const ID_USES = phraseSet(qualifiers.ID_USES);

/** Whether the last words name a person: `patient`, `next_of_kin`, `referring_provider`. */
function endsInPerson(words: readonly string[]): boolean {
  return (
    isPersonRole(words.at(-1)!) ||
    (words.length > 1 && isPersonRole(words.slice(-2).join(''))) ||
    (words.length > 2 && isPersonRole(words.slice(-3).join('')))
  );
}

const COUNTRY =
  /^(?:ae|ar|au|be|bg|br|ca|ch|cl|cn|co|cz|de|dk|ee|eg|es|fi|fr|gb|gr|hk|hr|hu|ie|il|jp|ke|kr|lt|lu|lv|ma|mx|my|ng|nl|nz|pe|ph|pk|pl|pt|ro|rs|ru|sa|se|sg|sk|th|tr|tw|ua|uk|us|usa|uy|vn|za)$/;

export function kindOf(given: readonly string[]): NamedKind {
  // `address1_city`: a number on a word before the last counts, it does not name.
  const words = given
    .filter((word, index) => index === 0 || index === given.length - 1 || !/^\d$/.test(word))
    .map((word, index, all) => (index < all.length - 1 ? word.replace(/(\p{L})\d{1,2}$/u, '$1') : word));
  const named = kindOfWords(words);
  if (named.kind !== undefined) return named;
  const respelled = words.map(respell);
  if (respelled.some((word, index) => word !== words[index])) {
    const other = kindOfWords(respelled);
    if (other.kind !== undefined) return other;
  }
  // `tax_id_pl`, `id_number__za`: of which country.
  if (words.length > 1 && COUNTRY.test(words.at(-1)!)) {
    const bare = kindOfWords(words.slice(0, -1));
    if (bare.kind !== undefined && NUMBERED.has(bare.kind)) return bare;
  }
  for (const full of inFull(words)) {
    const longer = kindOfWords(full);
    if (longer.kind !== undefined) return longer;
  }
  return named;
}

function kindOfWords(words: readonly string[]): NamedKind {
  let found: Composition | undefined = ofBirth(words) ?? match(words) ?? compose(words, kindOfPhrase);
  // `zip_city`: more than its last word.
  if (found !== undefined && found.at > 0 && (found.kind === 'addressPart' || found.kind === 'postalCode'))
    found = compose(words, kindOfPhrase) ?? found;
  let kind = refine(found, words);
  // `intestatario_conto`: the end tells nothing here, the head does.
  if (kind === undefined && (found?.kind === 'accountNumber' || found?.kind === 'addressPart')) {
    const head = compose(words, kindOfPhrase);
    if (head) {
      found = head;
      kind = head.kind;
    }
  }
  const qualifier = found && found.at > 0 ? words[found.at - 1]! : '';
  return {
    kind,
    qualifier,
    ownedName: kind === 'bareName' && (NAME_OWNERS.has(qualifier) || SETTINGS.test(qualifier)),
  };
}
