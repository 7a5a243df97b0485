/**
 * From a field kind to the marker type, and whether a value can be of that kind at all.
 * A name alone is not enough: `phone: "mobile"`, `email: "weekly"` or `password: "required"` say nothing personal.
 */

import { isBic, looksLikeIban } from '../detectors/iban.ts';
import { isIpText } from '../detectors/ip.ts';
import type { FieldKind } from './keys.ts';

export const TYPE_OF: Readonly<Record<FieldKind, string>> = {
  email: 'email',
  phone: 'phone',
  name: 'name',
  bareName: 'name',
  address: 'address',
  postalCode: 'address',
  addressPart: 'address',
  birthDate: 'birth-date',
  birthPlace: 'birth-place',
  ssn: 'ssn',
  nationalId: 'national-id',
  passport: 'passport',
  driverLicense: 'driver-license',
  taxId: 'tax-id',
  vat: 'tax-id',
  healthRecord: 'health-record',
  card: 'card',
  cardCode: 'card',
  cardExpiry: 'card',
  cardExpiryPart: 'card',
  bank: 'bank-account',
  accountNumber: 'bank-account',
  iban: 'iban',
  secret: 'secret',
  token: 'secret',
  pin: 'secret',
  ip: 'ip',
  mac: 'mac',
  imei: 'imei',
  username: 'username',
  age: 'age',
  gender: 'gender',
  health: 'health',
  vehicle: 'vehicle',
};

const PLACEHOLDER =
  /^(?:|n\/a|null|none|nil|undefined|unknown|anonymous|redacted|hidden|masked|private|not (?:set|provided|available|applicable)|tbd|test|-+|\*+|x+|\.+|\?+|–|—)$/i;
const STATE_WORD =
  /^(?:true|false|yes|no|on|off|required|optional|enabled|disabled|set|unset|present|missing|valid|invalid|active|inactive|expired|revoked|pending|changed|string|boolean|integer|number|object|array|header|query|bearer|basic|oauth2?|apikey|api_key|jwt|default|custom|auto|automatic|manual|success|failed|success(?:ful)?|strong|weak|medium|write_only|sensitive)$/i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LETTER = /\p{L}/u;

function hasLetter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) | 0x20;
    if (code >= 97 && code <= 122) return true;
    if (code > 0x7f) return LETTER.test(text);
  }
  return false;
}

function isUrl(text: string): boolean {
  return text.includes('://') && URL_START.test(text);
}
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;
const DATE_LIKE =
  /^\D{0,12}(?:\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?|\d{1,2}[-/. ]{1,2}\d{1,2}[-/. ]{1,2}\d{2,4}|\d{8}|\d{4}|\d{1,2}\.? ?(?:de )?\p{L}{3,12}\.?,?(?: de)? ?\d{2,4}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{2,4}|-{0,2}\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}\.?$)/u;

function digitCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) count++;
    else if (code > 0x7f && /\p{Nd}/u.test(text[index]!)) count++;
  }
  return count;
}

/** `{{user.name}}`, `${NAME}`, `<name>`, `%s`: the place of a value, not one. */
const TEMPLATE = /\{\{|\$\{|^<[^<>]+>$|^%\w$|^\[\w+\]$/;
/** A path or relative URL: `/v1/customers.json`. */
const PATH = /^\.{0,2}\/[\w.~%-]+(?:\/|\.\w+$|\?)/;

/** Words that only companies and teams carry. */
const ORGANISATION_WORDS = new Set(
  `ab account admin administrator aerospace ag agency airlines airport amt annual apartments api app aps as association assurance authority
  automotive aviation bakery bank billing biotech bistro bot brewery bridge broadcasting bureau bv cafe capital castle cathedral center centre
  channel checking church cinema clinic cloud club co college commission committee communications company consulate consulting coop
  cooperative corp corporation council county court credit customer data dealership default deli delivery dental department dept desk digital
  diner domains eg electric electronics embassy energy engineering enterprise enterprises entertainment ev everyone exchange exports express
  farm farms federation films finance fire fitness foods foundation freight fund gallery games gaming garage global gmbh grocer grocery group
  gym health healthcare helpdesk holding holdings hospital hosting hotel imports inc industries institute insurance international internet
  invoice journal kft kg kgaa kk lab labs legal library limited llc llp logistics lp ltd magazine mall market marketing media medical ministry
  monthly motors municipality museum music mutual native network news nursery nv office ohg operations orchard order organization oy oyj
  parish park partners payments pharma pharmaceuticals pharmacy pictures pizzeria platform plaza plc police premium press primary productions
  project properties pte pty pub public publishing queue radio realty records registry research residences resources restaurant sa sales salon
  sarl sas savings school security semiconductor server service services shipping shop sl society software solutions spa sports srl standard
  starter station stiftung store studio studios success supermarket support systems? team teams technologies telecom television theater
  theatre times tower trading transit transport trial trucking trust ug unassigned union university ventures verein verwaltung wallet web
  wellness winery wireless workspace z`.split(/\s+/),
);

export function looksLikeOrganisation(value: string): boolean {
  const length = value.length;
  let start = 0;
  let foreign = false;
  for (let index = 0; index <= length; index++) {
    const code = index < length ? value.charCodeAt(index) : 32;
    if (code > 0x2fff) foreign = true;
    // Words end at blanks and punctuation; the check is made once a word, without a pattern.
    if (code !== 32 && code !== 44 && code !== 46 && code !== 38 && code !== 47 && code !== 40 && code !== 41) continue;
    if (index - start >= 2 && ORGANISATION_WORDS.has(value.slice(start, index).toLowerCase())) return true;
    start = index + 1;
  }
  return foreign && /株式会社|有限公司|有限会社|公司|주식회사|회사|大学|病院|医院/.test(value);
}

const NAME_WORD =
  /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|(?:van|von|de|der|den|del|della|da|di|do|dos|das|du|la|le|el|al|bin|ibn|ben|y|e|ter|ten|zu|zur|af|av|st\.?|mc|o['’]\p{Lu}\p{L}+|d['’]\p{Lu}\p{L}+))$/u;
const HAN_NAME =
  /^[\p{Script=Han}]{2,4}$|^[\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}[ \u3000][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5}$|^[\p{Script=Katakana}ー・]{3,20}$/u;

/** A value that reads as the name of one person: two to five capitalised words and particles. */
export function looksLikePersonName(value: string): boolean {
  const text = value.trim();
  if (text.length < 2 || text.length > 60 || /[0-9@/\\_:;#<>{}[\]=|*+]/.test(text)) return false;
  if (HAN_NAME.test(text)) return true;
  const words = text.replace(',', ' ').split(/\s+/);
  if (words.length < 2 || words.length > 5) return false;
  if (looksLikeOrganisation(text)) return false;
  return words.every((word) => NAME_WORD.test(word)) && words.filter((word) => /^\p{Lu}/u.test(word)).length >= 2;
}

function plausibleName(value: string, bare: boolean): boolean {
  const { length } = value;
  if (length > 120) return false;
  let letters = 0;
  let digits = 0;
  let signs = 0;
  let blanks = 0;
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index);
    const lower = code | 0x20;
    if ((lower >= 97 && lower <= 122) || code > 0xbf) letters++;
    else if (code >= 48 && code <= 57) digits++;
    else if (code === 32) blanks++;
    else if (code === 64) return false;
    else if (code === 47 || code === 92 || code === 95 || code === 58 || code === 124 || (code >= 60 && code <= 62))
      signs++;
  }
  if (letters === 0 || (signs > 0 && (isUrl(value) || OWNER_AND_REPOSITORY.test(value)))) return false;
  if (length === 36 && digits > 0 && UUID.test(value)) return false;
  if (!bare) return true;
  // A company's name was turned down before (resolve.ts); slugs and codes are here.
  return signs === 0 && digits <= 2 && (blanks > 0 || !SLUG.test(value));
}

const OWNER_AND_REPOSITORY = /^[\w.-]+\/[\w.-]+$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

const VERSION = /^[~^<>=]{0,2}v?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const PASSWORD_KEY =
  /pass(?:word|wd|phrase|wort)|^pwd$|kennwort|motdepasse|contrasena|senha|wachtwoord|haslo|losenord|answer|cookie|parol/;

/** `^1.2.3`, `aws-cdk-lib/aws-iam.CfnAccessKey`, `token__label`: versions, modules and identifiers of code. */
const CODE = /^[~^<>=]{0,2}v?\d+\.\d+\.\d+[\w.-]{0,20}$|^[a-z-]{3,}(?:\/[A-Za-z][A-Za-z0-9.-]*)+$/;
const IDENTIFIER = /^[A-Za-z]{2,}(?:[._-]{1,2}[A-Za-z]+){1,6}$/;

/** Whether a value can be a credential: no word, no sentence, no code. */
function credentialLike(value: string, named: boolean): boolean {
  const text = value.trim();
  if (/^(?:bearer|basic|token|digest|apikey|aws4-hmac-sha256)\s+\S/i.test(text)) return true;
  if (text.length < 8 || text.length > 16_384 || isUrl(text) || ISO_DATE.test(text)) return /-----BEGIN /.test(text);
  if (/\s/.test(text)) return /-----BEGIN |=/.test(text);
  // Words joined by dashes may be a passphrase where the field says secret.
  if (CODE.test(text) || (IDENTIFIER.test(text) && (!named || text.length < 12))) return false;
  if (named && text.length >= 12) return true;
  return /\d/.test(text) || /[a-z][A-Z]/.test(text) || text.length >= 20;
}

/** First letters of the placeholders above. */
const PLACEHOLDER_START = /^[nuarhmptNUARHMPT*x.?X–—-]|^$/;

/** Placeholders, templates and paths; asked of every candidate, so the cheap questions come first. */
function isNoValue(value: string): boolean {
  const first = value.charCodeAt(0);
  if (value.length <= 16 && !(first >= 48 && first <= 57) && PLACEHOLDER_START.test(value) && PLACEHOLDER.test(value))
    return true;
  if ((first === 0x2f || first === 0x2e) && PATH.test(value)) return true;
  return (first === 0x25 || first === 0x3c || first === 0x5b || value.includes('{')) && TEMPLATE.test(value);
}

/** Whether a string under a field of this kind is data of that kind. */
export function plausible(kind: FieldKind, value: string, glued: string): boolean {
  // What was redacted in part is not judged again as a whole.
  if (value.includes('[REDACTED:')) return false;
  if (kind === 'email' && value.includes('@')) return !isNoValue(value);
  if (isNoValue(value)) return false;
  if (kind === 'name' || kind === 'bareName') return plausibleName(value, kind === 'bareName');
  const digits = digitCount(value);
  switch (kind) {
    case 'email':
      return value.includes('%40') || /\S\s?[[(]?\bat\b[\])]?\s?\S+\s?(?:[[(]?dot[\])]?|\.)\s?\w/i.test(value);
    case 'phone':
      return (
        digits >= 6 &&
        digits <= 22 &&
        (digits >= 7 || /[+\s-]/.test(value)) &&
        value.length <= 48 &&
        letterCount(value) <= 12 &&
        !ISO_DATE.test(value) &&
        !value.includes('@')
      );
    case 'address':
      return (
        value.length <= 400 &&
        !isUrl(value) &&
        !value.includes('@') &&
        (value.includes(' ') ||
          (!/^(?:0x)?[0-9a-f]{16,}$/i.test(value) && !isIpText(value) && !(value.length === 36 && UUID.test(value)))) &&
        (glued === 'address' || glued === 'addr'
          ? /[\s,]|[^\x00-\x7f]/.test(value) ||
            (hasLetter(value) && digits > 0 && value.length < 26 && !/^[13]?[a-km-zA-HJ-NP-Z1-9]{25,}$/.test(value))
          : hasLetter(value) || digits > 0)
      );
    case 'postalCode':
      return (
        value.length <= 12 &&
        (digits >= 3 || /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(value) || /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(value))
      );
    case 'addressPart':
      return hasLetter(value) && value.length <= 80 && !isUrl(value);
    case 'birthDate':
      return digits >= 2 && value.length <= 40 && DATE_LIKE.test(value);
    case 'birthPlace':
      return hasLetter(value);
    case 'ssn':
      return digits >= 4 && value.length <= 16;
    case 'nationalId':
      return digits >= 4 && value.length <= 32 && !ISO_DATE.test(value) && !(value.length === 36 && UUID.test(value));
    case 'passport':
      return digits >= 4 && value.length <= 20 && !ISO_DATE.test(value);
    case 'driverLicense':
      return digits >= 4 && value.length <= 30 && !ISO_DATE.test(value);
    case 'taxId':
    case 'vat':
      return digits >= 5 && value.length <= 24 && !ISO_DATE.test(value);
    case 'healthRecord':
      return digits >= 3 && value.length <= 30 && !ISO_DATE.test(value) && !(value.length === 36 && UUID.test(value));
    case 'card':
      return digits >= 8 && value.length <= 32 && letterCount(value) <= 8;
    case 'cardCode':
      return /^\d{3,4}$/.test(value);
    case 'cardExpiry':
      return digits >= 3 && value.length <= 10 && /^\d/.test(value);
    case 'cardExpiryPart':
      return digits >= 1 && value.length <= 4;
    case 'bank':
      return (digits >= 4 && value.length <= 40) || isBic(value);
    case 'accountNumber':
      return digits >= 4 && value.length <= 40 && letterCount(value) <= 6;
    case 'iban':
      return looksLikeIban(value);
    case 'secret':
      if (STATE_WORD.test(value) || (isUrl(value) && !/[?&=@]/.test(value))) return false;
      return PASSWORD_KEY.test(glued) ? !VERSION.test(value) : credentialLike(value, true);
    case 'token':
      return !STATE_WORD.test(value) && credentialLike(value, false);
    case 'pin':
      return /^\d{4,8}$/.test(value) || /^\d{3}[ -]\d{3}$/.test(value);
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
      return hasLetter(value) && value.length <= 64;
    case 'vehicle':
      return digits >= 1 && value.length <= 20;
    case 'age':
      return digits >= 1 && value.length <= 12;
    case 'gender':
    case 'health':
      return hasLetter(value);
  }
}

function letterCount(value: string): number {
  let count = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index) | 0x20;
    if ((code >= 97 && code <= 122) || (code > 0xbf && LETTER.test(value[index]!))) count++;
  }
  return count;
}

/** Whether a number under a field of this kind is data of that kind; `source` is its text in the document. */
export function plausibleNumber(kind: FieldKind, source: string): boolean {
  const whole = /^-?\d+$/.test(source);
  const digits = source.replace(/\D/g, '').length;
  switch (kind) {
    case 'phone':
      return whole && digits >= 7 && digits <= 15;
    case 'postalCode':
      return whole && digits >= 3 && digits <= 9;
    case 'birthDate':
      return whole && (digits === 4 || digits >= 6);
    case 'ssn':
      return whole && digits >= 4 && digits <= 9;
    case 'nationalId':
    case 'taxId':
    case 'passport':
      return whole && digits >= 6 && digits <= 18;
    case 'driverLicense':
    case 'healthRecord':
      return whole && digits >= 4;
    case 'card':
      return whole && digits >= 12 && digits <= 19;
    case 'cardCode':
      return whole && digits >= 3 && digits <= 4;
    case 'cardExpiryPart':
      return whole && digits <= 4;
    case 'cardExpiry':
      return whole && digits >= 3 && digits <= 6;
    case 'bank':
      return whole && digits >= 5;
    case 'accountNumber':
      return whole && digits >= 5;
    case 'secret':
      return whole && digits >= 4;
    case 'pin':
      return whole && digits >= 4 && digits <= 8;
    case 'address':
      return false;
    case 'imei':
      return whole && digits >= 14;
    case 'age':
      return digits <= 3;
    default:
      return false;
  }
}
