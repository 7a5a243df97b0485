/**
 * Decides whose name a bare `name` is, by its value and its object: a person's, a company's, an account's or a
 * program's.
 */

import { lazy } from '../../lib/lazy.ts';
import { defineRules, mapped, type Rule } from '../../model/governance/rule.ts';
import { Evidence } from '../catalog/evidence.ts';
import { isCountry } from '../facts/countries.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikeOrganisation, looksLikePersonName, looksLikeThing } from '../facts/personName.ts';
import { isPlaceholderPerson } from '../facts/placeholderPerson.ts';
import { isDigit } from '../facts/traits.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { giving, leaving, type Ruling } from '../fieldName/ruling.ts';
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

/** Whether a value is one lower-case word, as logins are. */
export const isLowerCaseWord = (value: unknown): value is string =>
  typeof value === 'string' && beginsSmall(value) && SHORT_LOGIN.test(value);

/** The same, and no given name. */
export const isLoginForm = (value: unknown): boolean => isLowerCaseWord(value) && !isGivenName(capitalized(value));

/** Whether a value is a given name and a surname in lower case: `john smith`. */
export const isLowerCaseName = (value: string): boolean =>
  !beginsBig(value) && LOWER_CASE_NAME().test(value) && isGivenName(capitalized(value.slice(0, value.indexOf(' '))));
const LOWER_CASE_NAME = lazy(() => /^\p{Ll}{2,20} \p{Ll}{2,20}$/u);

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
const TITLED = lazy(
  () =>
    /^(?:Dr|Prof|Mr|Mrs|Ms|Miss|Herr|Frau|Mme|Mlle|Dott|Sra?|Sig)\.? (?:med\. |Dr\. )?\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'’-]+){0,3}$/u,
);

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
  return mark > 1 && mark < 6 && TITLED().test(value);
}

/** Names of fields for who accepted a parcel. They often hold a surname only. */
export const saysWhoSigned = keyTest(/^(?:received|signed|accepted|collected|signedfor)by(?:name)?$/);
const SURNAME = lazy(() => /^\p{Lu}[\p{L}'’-]{2,24}$/u);

/** Whether a value is one capitalized word that is not the name of a thing or a company. */
export function isSurname(value: string): boolean {
  return SURNAME().test(value) && !looksLikeThing(value) && !looksLikeOrganisation(value);
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

/** What the rules say whose a bare name is. */
interface Owner {
  readonly isPersons: boolean;
  /** It is not a person's. */
  readonly stays: Ruling;
  /** It is, and is looked for in the rest of the answer. */
  readonly certain: Ruling;
  /** It is, as far as its object tells. */
  readonly guessed: Ruling;
}

const ownerBy = (rule: Rule, isPersons: boolean): Owner => ({
  isPersons,
  stays: leaving(rule),
  certain: giving(rule, 'name'),
  guessed: giving(rule, 'bareName'),
});

/** Whose a bare name is. */
export const OWNER_OF_NAME_RULES = defineRules({
  'whose.title': ['The name has a title or a degree.', 'Dr Emily Carter'],
  'whose.writer': [
    'The name reads like a person in an object that says it is one, an account, or what people wrote.',
    "reviews: [{rating, name: 'Ann L.'}]",
  ],
  'whose.resident': ['The name reads like a person and stands beside a street.', "ship_to: {name: 'Ann Lee', street}"],
  'whose.person': ['The object is a person.', "customer: {name: 'Ann Lee'}"],
  'whose.weak': [
    'The object may be a person, or is where somebody lives, and the name reads like one.',
    "agent: {name: 'Ann Lee'}",
  ],
  'whose.contact-of-company': [
    'The object has fields of a company or a thing, but contact data as well, and the name reads like a person.',
    "{name: 'Ann Lee', email, company}",
  ],
  'whose.contact': ['The name stands beside data that only people have.', "{name: 'Ann', email}"],
  'whose.profile': ['The object has fields of a person.', "{name: 'Ann', avatar}"],
});
/** The same for names that are not a person's. */
export const NOBODYS_NAME_RULES = defineRules({
  'whose.country': ['The name is a country.', "{name: 'France'}"],
  'whose.company': [
    'The object says that it is a company or a thing, or the name reads like a company.',
    "{name: 'Acme Logistics'}",
  ],
  'whose.numbered': ['The name is one of a numbered series.', "{name: 'Folder 1'}"],
  'whose.business': ['The object is a business with ratings or opening hours.', "{name: 'Corner Bakery', rating}"],
  'whose.thing': [
    'The object would be a person, but has fields of a company, or the name is a login or that of a thing.',
    "creator: {name: 'ragdoll'}",
  ],
  'whose.organisation': ['The object is a company or a place.', "merchant: {name: 'Corner Bakery'}"],
  'whose.goods': [
    'The object has fields of a company or a thing, and the name does not read like a person.',
    "{name: 'Blue chair', sku}",
  ],
  'whose.login': ['The name is one lower-case word beside contact data: a login.', "{name: 'jsmith', email}"],
  'whose.nobody': ['Nothing says that the name is a person.', "{id: 1, name: 'Harbour'}"],
});
const PERSONS = mapped(OWNER_OF_NAME_RULES, (_, rule) => ownerBy(rule, true));
const NOBODYS = mapped(NOBODYS_NAME_RULES, (_, rule) => ownerBy(rule, false));

const isTitledPerson = (value: unknown, { role, parent }: Scope, siblings: number): boolean =>
  typeof value === 'string' &&
  isTitled(value) &&
  (siblings & (Evidence.thing | Evidence.organisation)) === 0 &&
  role !== 'place' &&
  (role !== 'organisation' || isPractice(parent));

/** Whether a full name stands beside a street. */
const isResident = (value: unknown, { address }: Scope, siblings: number): boolean =>
  address &&
  (siblings & (Evidence.street | Evidence.thing | Evidence.place | Evidence.geo | Evidence.firm)) === Evidence.street &&
  typeof value === 'string' &&
  looksLikePersonName(value);

/** Whose a bare name is, by its value and its object. */
export function ownerOfName(value: unknown, scope: Scope, siblings: number, organisation: boolean): Owner {
  if (isTitledPerson(value, scope, siblings)) return PERSONS['whose.title'];
  if (
    typeof value === 'string' &&
    isCountry(value) &&
    ((siblings & Evidence.place) !== 0 || !COUNTRY_AND_GIVEN_NAME.test(value))
  )
    return NOBODYS['whose.country'];
  if (organisation || (typeof value === 'string' && isNameOfFirm(value, scope))) return NOBODYS['whose.company'];
  if (scope.role === 'none' && typeof value === 'string' && isNumbered(value)) return NOBODYS['whose.numbered'];
  if (
    typeof value === 'string' &&
    (isOfWriterOrAccount(scope, siblings) || isBesideActor(value, scope, siblings)) &&
    looksLikePersonName(value)
  )
    return PERSONS['whose.writer'];
  // A business with ratings or opening hours.
  if (
    (siblings & Evidence.place) !== 0 &&
    (siblings & Evidence.person) === 0 &&
    scope.role !== 'person' &&
    !(typeof value === 'string' && looksLikePersonName(value))
  )
    return NOBODYS['whose.business'];
  if (isResident(value, scope, siblings)) return PERSONS['whose.resident'];
  if (scope.role === 'person')
    return (siblings & Evidence.organisation) === 0 &&
      !isLoginOrPackage(value, scope, siblings) &&
      ((siblings & Evidence.contact) !== 0 ||
        typeof value !== 'string' ||
        !looksLikeThing(value) ||
        isPlaceholderPerson(value))
      ? PERSONS['whose.person']
      : NOBODYS['whose.thing'];
  if (scope.role === 'organisation' || scope.role === 'place') return NOBODYS['whose.organisation'];
  if ((siblings & NOT_A_PERSON) === 0 && typeof value === 'string') {
    const isWeak = scope.role === 'weak';
    // `shipTo: {name, street}`, or beside a tax number.
    const lives = scope.address && (siblings & Evidence.street) !== 0;
    if ((isWeak || lives || (siblings & Evidence.tax) !== 0) && looksLikePersonName(value))
      return PERSONS['whose.weak'];
    if (isWeak && isGivenName(value)) return PERSONS['whose.weak'];
  }
  if ((siblings & (Evidence.organisation | Evidence.thing)) !== 0) {
    return (siblings & Evidence.firm) === 0 &&
      (siblings & Evidence.contact) !== 0 &&
      typeof value === 'string' &&
      (looksLikePersonName(value) || isLowerCaseName(value))
      ? PERSONS['whose.contact-of-company']
      : NOBODYS['whose.goods'];
  }
  // `{name: 'jsmith', displayName: 'John Smith'}`
  if ((siblings & Evidence.contact) !== 0)
    return isLoginForm(value) ? NOBODYS['whose.login'] : PERSONS['whose.contact'];
  // `{kind: 'user', name: 'root'}`, `{name: 'root', avatar}`, `{name: 'AZURE', last_seen}`
  return (siblings & Evidence.person) !== 0 &&
    !(typeof value === 'string' && CODE.test(value)) &&
    !(typeof value === 'string' && beginsSmall(value) && LOGIN.test(value) && !isGivenName(capitalized(value)))
    ? PERSONS['whose.profile']
    : NOBODYS['whose.nobody'];
}
