/**
 * Decides whose name a bare `name` is, by its value and its object: a person's, a company's, an account's or a
 * program's.
 */

import { Evidence } from '../catalog/evidence.ts';
import { isCountry } from '../facts/countries.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikeOrganisation, looksLikePersonName, looksLikeThing } from '../facts/personName.ts';
import { isPlaceholderPerson } from '../facts/placeholderPerson.ts';
import { isDigit } from '../facts/traits.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Scope } from './scope.ts';

const isAccount = keyTest(/^(?:accounts?|konten|konto|comptes?|cuentas?|contas?|conti|rekeningen)$/);

/** Whether a name is the one that somebody gave to a bank account. */
export function isAccountLabel(value: unknown, { parent }: Scope, siblings: number): boolean {
  return (
    (siblings & Evidence.bank) !== 0 &&
    parent !== undefined &&
    isAccount(parent) &&
    typeof value === 'string' &&
    !value.includes(' ') &&
    !isGivenName(value)
  );
}

/** Names of objects that say where somebody is. */
export const isLocation = keyTest(/^(?:location|geo)s?$/);

const isLoginOwner = keyTest(
  /^(?:(?:effective|target|remote|local|source|destination|client|server|os|db|run)?user|principal|subject)s?$/,
);
/** Logins: one lower-case word. */
const SHORT_LOGIN = /^[a-z][a-z0-9._-]{2,31}$/;
const LOGIN = /^[a-z][a-z0-9._]{2,31}$/;

/** Codes: one word in capitals. */
const CODE = /^[A-Z][A-Z0-9_]{1,31}$/;

/** Whether a name is a login: `user: {name: 'postgres'}`. */
export function isLogin(value: unknown, parent: KeyInfo): boolean {
  return typeof value === 'string' && isLoginOwner(parent) && LOGIN.test(value) && !isGivenName(capitalized(value));
}

/** Whether a value is one lower-case word that is not a given name. */
export const isLoginForm = (value: unknown): boolean =>
  typeof value === 'string' && beginsSmall(value) && SHORT_LOGIN.test(value) && !isGivenName(capitalized(value));

/** Whether a value is a given name and a surname in lower case: `john smith`. */
export const isLowerCaseName = (value: string): boolean =>
  !beginsBig(value) && LOWER_CASE_NAME.test(value) && isGivenName(capitalized(value.slice(0, value.indexOf(' '))));
const LOWER_CASE_NAME = /^\p{Ll}{2,20} \p{Ll}{2,20}$/u;

/** Whether a value begins with a capital letter in ASCII. */
function beginsBig(value: string): boolean {
  const first = value.charCodeAt(0);
  return first >= 65 && first <= 90;
}

/** Whether a value begins with a small letter in ASCII. Saves most names the patterns of logins. */
function beginsSmall(value: string): boolean {
  const first = value.charCodeAt(0);
  return first >= 97 && first <= 122;
}

const capitalized = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);

/** A name with a title (`Dr.`, `Mrs`). */
const TITLED =
  /^(?:Dr|Prof|Mr|Mrs|Ms|Miss|Herr|Frau|Mme|Mlle|Dott|Sra?|Sig)\.? (?:med\. |Dr\. )?\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'’-]+){0,3}$/u;

/** A degree or a licence after a name: `Ann Lee, MD`. */
const DEGREE = /,? (?:M\.?D\.?|D\.?O\.?|Ph\.?D\.?|DDS|DMD|DPM|DVM|RN|NP|FNP|MBBS|JD|CPNP|LCSW|Esq\.)$/;
/**
 * Whether a name has a title or a degree. The first letter is checked before the pattern, which is too slow to run on every name.
 */
export function isTitled(value: string): boolean {
  const first = value.charCodeAt(0);
  const last = value.charCodeAt(value.length - 1);
  // D, N, O, P, S or a full stop. The pattern is too slow to run on every name.
  if ((last === 68 || last === 78 || last === 79 || last === 80 || last === 83 || last === 46) && value.length < 60) {
    const degree = DEGREE.exec(value);
    if (degree !== null && looksLikePersonName(value.slice(0, degree.index))) return true;
  }
  // D, F, H, M, P, S
  if (first !== 68 && first !== 70 && first !== 72 && first !== 77 && first !== 80 && first !== 83) return false;
  const mark = value.indexOf(' ');
  return mark > 1 && mark < 6 && TITLED.test(value);
}

/** Names of fields for who accepted a parcel. They often hold a surname only. */
export const saysWhoSigned = keyTest(/^(?:received|signed|accepted|collected|signedfor)by(?:name)?$/);
const SURNAME = /^\p{Lu}[\p{L}'’-]{2,24}$/u;

/** Whether a value is one capitalized word that is not the name of a thing or a company. */
export function isSurname(value: string): boolean {
  return SURNAME.test(value) && !looksLikeThing(value) && !looksLikeOrganisation(value);
}

/** Countries that are also given names. */
const COUNTRY_AND_GIVEN_NAME = /^(?:Jordan|Chad|Georgia|Israel)$/;

/** Names of objects that are a medical practice or a doctor. */
const isPractice = keyTest(/provider|practice|doctor|clinic/);

/** Whether a name is one of a numbered series: `Folder 1`, `Position Opening 2`. */
function isNumbered(value: string): boolean {
  return (
    isDigit(value.charCodeAt(value.length - 1)) &&
    NUMBERED.test(value) &&
    !isPlaceholderPerson(value) &&
    !isGivenName(value.slice(0, value.indexOf(' ')))
  );
}
const NUMBERED = /^\p{L}[^\d]* #?\d{1,2}$/u;

/** Names of lists of what people wrote about something. */
const holdsReviews = keyTest(/^(?:guest|customer|product|user)?(?:reviews?|testimonials?|comments?)$/);

const NOT_A_PERSON = Evidence.organisation | Evidence.thing | Evidence.place | Evidence.geo;

/**
 * Whether a name that reads like a person's is one: of an object that says so itself, whatever it is called (`connector: {type:
 * 'User', name: 'Ann Lee', image}`), of who wrote (`reviews: [{rating, comment, name: 'Ann L.'}]`), or of
 * an account (`{screen_name: 'mutgoff', name: 'Maggie Utgoff'}`), whatever else that has. Names of companies and programs
 * do not read like this.
 */
const isOfWriterOrAccount = ({ parent }: Scope, siblings: number): boolean =>
  (siblings & Evidence.typed) !== 0 ||
  (siblings & (Evidence.account | Evidence.firm)) === Evidence.account ||
  holdsReviews(parent);

/**
 * Whether a name begins with a given name, in an object that only has contact data of who did something with it. Without
 * a given name it is mostly a thing's: `{created_by_name: 'Ann Lee', name: 'Harbour Lights'}`.
 */
const isBesideActor = (value: string, { role }: Scope, siblings: number): boolean =>
  role === 'none' &&
  (siblings & (Evidence.actor | Evidence.contact | NOT_A_PERSON)) === Evidence.actor &&
  isGivenName(value.slice(0, Math.max(0, value.indexOf(' '))));

/**
 * `creator: {id, name: 'ragdoll'}`, `{id, name: 'ragdoll', screen_name: 'ragdoll'}`; or a package: `profile: [{name: 'curl',
 * version, vendor}]`.
 */
const isLoginOrPackage = (value: unknown, { parent }: Scope, siblings: number): boolean =>
  (siblings & Evidence.contact) === 0 &&
  ((siblings & (Evidence.account | Evidence.software)) !== 0 || isActor(parent)) &&
  isLoginForm(value);
const isActor = keyTest(
  /^(?:creator|author|owner|updater|uploader|editor|publisher|submitter|poster|[a-z]{3,12}(?:ed|sent|made)by)$/,
);

/** Whether a name is a company's or a group's. `API User 7` is a placeholder where people are listed; a customer may be a company. */
const isNameOfFirm = (value: string, { role }: Scope): boolean =>
  looksLikeOrganisation(value) && !(role === 'person' && NO_FIRM.test(value) && isPlaceholderPerson(value));
const NO_FIRM = /\b(?:user|employee|patient|student|teacher|person)\b/i;

/** Whether a bare name is a person's, by its value and its object. */
export function isPersonName(value: unknown, scope: Scope, siblings: number, organisation: boolean): boolean {
  if (typeof value === 'string' && isTitled(value) && (siblings & (Evidence.thing | Evidence.organisation)) === 0) {
    const { role, parent } = scope;
    if (role !== 'place' && (role !== 'organisation' || isPractice(parent))) return true;
  }
  if (
    typeof value === 'string' &&
    isCountry(value) &&
    ((siblings & Evidence.place) !== 0 || !COUNTRY_AND_GIVEN_NAME.test(value))
  )
    return false;
  if (organisation || (typeof value === 'string' && isNameOfFirm(value, scope))) return false;
  if (scope.role === 'none' && typeof value === 'string' && isNumbered(value)) return false;
  if (
    typeof value === 'string' &&
    (isOfWriterOrAccount(scope, siblings) || isBesideActor(value, scope, siblings)) &&
    looksLikePersonName(value)
  )
    return true;
  // A business with ratings or opening hours.
  if (
    (siblings & Evidence.place) !== 0 &&
    (siblings & Evidence.person) === 0 &&
    scope.role !== 'person' &&
    !(typeof value === 'string' && looksLikePersonName(value))
  )
    return false;
  // A full name beside a street.
  if (
    scope.address &&
    (siblings & (Evidence.street | Evidence.thing | Evidence.place | Evidence.geo | Evidence.firm)) ===
      Evidence.street &&
    typeof value === 'string' &&
    looksLikePersonName(value)
  )
    return true;
  if (scope.role === 'person')
    return (
      (siblings & Evidence.organisation) === 0 &&
      !isLoginOrPackage(value, scope, siblings) &&
      ((siblings & Evidence.contact) !== 0 ||
        typeof value !== 'string' ||
        !looksLikeThing(value) ||
        isPlaceholderPerson(value))
    );
  if (scope.role === 'organisation' || scope.role === 'place') return false;
  if ((siblings & NOT_A_PERSON) === 0 && typeof value === 'string') {
    const isWeak = scope.role === 'weak';
    // `shipTo: {name, street}`, or beside a tax number.
    const lives = scope.address && (siblings & Evidence.street) !== 0;
    if ((isWeak || lives || (siblings & Evidence.tax) !== 0) && looksLikePersonName(value)) return true;
    if (isWeak && isGivenName(value)) return true;
  }
  if ((siblings & (Evidence.organisation | Evidence.thing)) !== 0) {
    return (
      (siblings & Evidence.firm) === 0 &&
      (siblings & Evidence.contact) !== 0 &&
      typeof value === 'string' &&
      (looksLikePersonName(value) || isLowerCaseName(value))
    );
  }
  // `{name: 'jsmith', displayName: 'John Smith'}`
  if ((siblings & Evidence.contact) !== 0) return !isLoginForm(value);
  // `{kind: 'user', name: 'root'}`, `{name: 'root', avatar}`, `{name: 'AZURE', last_seen}`
  return (
    (siblings & Evidence.person) !== 0 &&
    !(typeof value === 'string' && CODE.test(value)) &&
    !(typeof value === 'string' && beginsSmall(value) && LOGIN.test(value) && !isGivenName(capitalized(value)))
  );
}
