/**
 * Whether a value can be of its field's kind at all. A name alone is not enough: `phone: "mobile"`, `email: "weekly"` or
 * `password: "required"` say nothing personal.
 */

import { isBic, looksLikeIban } from '../detectors/iban.ts';
import { isIpText } from '../detectors/ip.ts';
import type { FieldKind } from '../fieldName/fieldKind.ts';
import { fold } from '../fieldName/fold.ts';
import { plausibleSecret, plausibleToken } from '../value/credential.ts';
import { isDigit } from '../value/digits.ts';
import { normalize } from '../value/normalize.ts';
import { ISO_DATE, isMask, isNoValue, UUID } from '../value/noValue.ts';
import { endsAsThing, looksLikeOrganisation, looksLikeThing, plausibleName } from '../value/personName.ts';
import { Trait, type Traits, traitsOf } from '../value/traits.ts';
import { isAboutSecrets, isLabel } from './labels.ts';
import { plausibleAddress } from './plausibleAddress.ts';

const DATE_LIKE =
  /^\/Date\(-?\d{6,14}|^\D{0,12}(?:\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?|\d{1,2}[-/. ]{1,2}\d{1,2}[-/. ]{1,2}\d{2,4}|\d{8}|\d{4}|\d{1,2}\.? ?(?:de )?\p{L}{3,12}\.?,?(?: de)? ?\d{2,4}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{2,4}|-{0,2}\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}\.?$)/u;

const POINTED = new Set<FieldKind>([
  'phone',
  'address',
  'card',
  'ssn',
  'nationalId',
  'passport',
  'driverLicense',
  'taxId',
  'vat',
  'bank',
  'accountNumber',
  'imei',
  'healthRecord',
  'birthPlace',
  'name',
  'postalCode',
]);
const MASKED: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'phone',
  'ssn',
  'nationalId',
  'taxId',
  'card',
  'postalCode',
  'passport',
  'birthDate',
]);
/** `*@example.org`, `@example.org`, `{first}.{last}@example.org`: whoever is there. */
const NO_MAILBOX = /^(?:[*%.+]|\{\w+\}|<\w+>)*@/;
function isAlphanumeric(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 0x61 && (code | 32) <= 0x7a);
}

/** A line of a passport's machine readable zone (ICAO 9303). */
const MACHINE_READABLE = /^[A-Z0-9]{1,30}<[A-Z0-9<]{10,60}$/;
/** `-249.5\\-458.5\\314`: where something is in a picture. */
const MEASURES = /\\|^-?\d+\.\d+$/;
/** `R-00000001`: of a document. */
const NUMBERED_CODE = /^[A-Z]{1,5}-\d{1,10}$/;
const INDIAN_PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Whose name may be a company's. */
const OF_EITHER: ReadonlySet<string> = new Set(
  'sender recipient receiver customer client buyer shipper consignee payee payer creditor debtor beneficiary owner author publisher registrant issuer'
    .split(' ')
    .flatMap((owner) => [`${owner}name`, `${owner}fullname`, `${owner}displayname`])
    .concat('nomcomplet', 'nombrecompleto', 'nomecompleto'),
);
/** Whoever did it, a program as well. */
const DONE_BY = /(?:ed|sent|made)by(?:user)?name$/;
const PREFIXED = /^[a-z]{2,16}_(?:[a-z]{2,12}_)?[A-Za-z0-9]+$/;

/** What has an id of its own where it is kept. */
const REFERRED: ReadonlySet<string> = new Set(['authorization', 'authorisation', 'credential', 'credentials']);
/** Prefixes of keys themselves. */
const ISSUED = /^(?:sk|pk|rk|ak|key|api|tok|token|secret|pat|gh[a-z]|glpat|live|test|whsec|jwt|bearer|xox[a-z])_/;

/** `IV1242016`, and parts of a UUID. */
const NO_PHONE = /^(?!(?:tel|ph|fax|fx|mob|cell|ext|[mtpfx])\d)[A-Za-z]{1,4}[-_]?\d|^[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** `North Central US`: of a cloud. */
const REGION =
  /^(?:(?:North|South|East|West|Central|Southeast|Southwest|Northeast|Northwest) )+(?:US|UK|Europe|Asia|India|Africa|America)(?: \d)?$/;

/** Of a number whose area code has a field of its own. */
const LOCAL_PART = /^(?:number|local(?:number)?|line(?:number)?|subscriber)$/;

/** Values of these may be plain words. */
const OF_WORDS = new Set<FieldKind>([
  'name',
  'bareName',
  'address',
  'addressPart',
  'houseNumber',
  'birthPlace',
  'nationality',
  'secret',
]);

/** `Acme Logistics`, `Deutscher Wetterdienst`. */
function isCompany(value: string): boolean {
  return looksLikeOrganisation(value) || endsAsThing(value);
}

/** Whether a string under a field of this kind is data of that kind; `traits` are those of the value. */
export function plausible(
  kind: FieldKind,
  value: string,
  glued: string,
  traits: Readonly<Traits> = traitsOf(value),
): boolean {
  if ((traits.marks & Trait.foreign) !== 0) return plausible(kind, normalize(value).text, glued);
  const { digits, letters, marks } = traits;
  if (isNoValue(value, marks)) return false;
  // `password: "Password"`: the field's own name.
  if (value.length === glued.length && digits === 0 && fold(value) === glued) return false;
  if (
    digits <= 1 &&
    (marks & Trait.at) === 0 &&
    letters > 1 &&
    OF_WORDS.has(kind) &&
    isLabel(kind, value, (marks & (Trait.blank | Trait.sign)) !== 0)
  )
    return false;
  // `card: "card_1Mvxyz123"` points to one.
  if ((marks & Trait.sign) !== 0 && POINTED.has(kind) && PREFIXED.test(value)) return false;
  if (digits > 3 && isMask(value) && MASKED.has(kind)) return false;
  switch (kind) {
    case 'name':
    case 'bareName':
      return (
        plausibleName(value, kind === 'bareName', traits) &&
        !(glued === 'fullname' && REGION.test(value)) &&
        !(
          kind === 'name' &&
          glued.length > 8 &&
          (marks & Trait.blank) !== 0 &&
          (OF_EITHER.has(glued) ? isCompany(value) : DONE_BY.test(glued) && (isCompany(value) || looksLikeThing(value)))
        )
      );
    case 'email':
      if ((marks & Trait.at) !== 0) return isAlphanumeric(value.charCodeAt(0)) || !NO_MAILBOX.test(value);
      return value.includes('%40') || /\S\s?[[(]?\bat\b[\])]?\s?\S+\s?(?:[[(]?dot[\])]?|\.)\s?\w/i.test(value);
    case 'phone':
      return (
        digits >= 6 &&
        digits <= 22 &&
        (digits >= 7 || /[+\s-]/.test(value) || (digits === value.length && LOCAL_PART.test(glued))) &&
        value.length <= 48 &&
        letters <= 12 &&
        !(letters > 0 && NO_PHONE.test(value)) &&
        !ISO_DATE.test(value) &&
        (marks & Trait.at) === 0
      );
    case 'address':
    case 'postalCode':
    case 'houseNumber':
    case 'addressPart':
      return plausibleAddress(kind, value, glued, traits);
    case 'birthDate':
      return digits >= 2 && value.length <= 40 && DATE_LIKE.test(value);
    case 'birthPlace':
      return letters > 0;
    case 'nationality':
      return letters > 1 && digits === 0 && value.length <= 48 && !/^(?:any|all|other|multiple|various)$/i.test(value);
    case 'ssn':
      return digits >= 4 && value.length <= 16;
    case 'nationalId':
      if (glued === 'rrn') return /^\d{6}-?\d{7}$/.test(value);
      // A staff number in most countries, the State's in two.
      if (glued === 'matricule') return digits >= 11 && value.length <= 20;
      return digits >= 4 && value.length <= 32 && !ISO_DATE.test(value);
    case 'passport':
      return (digits >= 4 && value.length <= 20 && !ISO_DATE.test(value)) || MACHINE_READABLE.test(value);
    case 'driverLicense':
      return digits >= 4 && value.length <= 30 && !ISO_DATE.test(value);
    case 'taxId':
    case 'vat':
      return (digits >= 5 && value.length <= 24 && !ISO_DATE.test(value)) || INDIAN_PAN.test(value);
    case 'healthRecord':
      return (
        digits >= 3 &&
        value.length <= 30 &&
        !ISO_DATE.test(value) &&
        !MEASURES.test(value) &&
        !(value.length === 36 && UUID.test(value))
      );
    case 'card':
      // India's tax number has the name of a card's.
      return (
        (digits >= 8 && value.length <= 32 && letters <= 8 && !ISO_DATE.test(value) && !NUMBERED_CODE.test(value)) ||
        (glued.startsWith('pan') && INDIAN_PAN.test(value))
      );
    case 'cardCode':
      return /^\d{3,4}$/.test(value);
    case 'cardExpiry':
      // Cards end with a month, whatever else ends on a day.
      return (
        digits >= 3 && value.length <= 10 && /^\d/.test(value) && !/^\d{4}-\d\d-(?:0[2-9]|1\d|2[0-7])$/.test(value)
      );
    case 'cardExpiryPart':
      return digits >= 1 && value.length <= 4;
    case 'bank':
      return (
        (digits >= 4 && value.length <= 40 && !ISO_DATE.test(value)) ||
        (isBic(value) && (digits > 0 || value === value.toUpperCase() || /bic|swift/.test(glued)))
      );
    case 'accountNumber':
      return digits >= 4 && value.length <= 40 && letters <= 6 && !ISO_DATE.test(value);
    case 'iban':
      return looksLikeIban(value);
    case 'secret':
      return plausibleSecret(value, glued) && !isAboutSecrets(value);
    case 'token':
      // `authorization: 'iauth_1Pgc…'` points to one.
      if (REFERRED.has(glued) && PREFIXED.test(value) && !ISSUED.test(value)) return false;
      // Words of a text are tokens too.
      if (glued === 'tokens' && (digits < 4 || letters < 3 || value.length < 16)) return false;
      return plausibleToken(value);
    case 'pin':
      if (glued === 'accesscode' && /^(?=.*\d)(?=.*[A-Za-z])[\w-]{6,32}$/.test(value) && !PREFIXED.test(value))
        return true;
      return /^[*#]?\d{4,8}[*#]?$/.test(value) || /^\d{1,3}(?:[ -]\d{1,3}){1,3}$/.test(value);
    case 'ip':
      return isIpText(value);
    case 'mac':
      return (
        /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(value) ||
        /^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i.test(value) ||
        /^[0-9a-f]{12}$/i.test(value)
      );
    case 'imei':
      return digits >= 14 && value.length <= 24;
    case 'username':
      return letters > 0 && value.length <= 64;
    case 'vehicle':
      return digits >= 1 && value.length <= 20;
    case 'age':
      return digits >= 1 && value.length <= 12;
    case 'gender':
    case 'health':
      return letters > 0;
  }
}
