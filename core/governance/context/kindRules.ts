/**
 * For kinds whose name is not enough (`name`, a city, an account number): one rule each that decides by the object
 * around the field. Kinds without a rule need none.
 */

import { lazy } from '../../lib/lazy.ts';
import { Evidence } from '../catalog/evidence.ts';
import type { FieldKind } from '../catalog/index.ts';
import { isCountry } from '../facts/countries.ts';
import { isGivenName } from '../facts/givenName.ts';
import { isIpText } from '../facts/ip.ts';
import { looksLikePersonName } from '../facts/personName.ts';
import { keyTest } from '../fieldName/keyTest.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isNamedThing } from '../fieldName/roles.ts';
import type { Ruling } from '../fieldName/ruling.ts';
import { fold } from '../vocabulary/words.ts';
import {
  isAccountLabel,
  isLocation,
  isLogin,
  isLoginForm,
  isLowerCaseWord,
  isSurname,
  ownerOfName,
} from './nameOwner.ts';
import type { ColumnReader } from './nameRules.ts';
import { OBJECT_RULES } from './objectRules.ts';
import { isBank, isCard } from './parentRules.ts';
import { isLocalityAlone, isPersonalAddress, type Scope } from './scope.ts';

/** A field in its object. */
export interface FieldContext {
  readonly info: KeyInfo;
  readonly value: unknown;
  readonly scope: Scope;
  /** Bits of `Evidence` that the other fields give. */
  readonly siblings: number;
  /** The object's own fields say that it is a company. */
  readonly organisation: boolean;
  /** What stands in the same place of other records. */
  readonly column?: ColumnReader | undefined;
}

type KindRule = (field: FieldContext) => Ruling;

const readsAsPerson = (value: unknown): boolean => typeof value === 'string' && looksLikePersonName(value);
const isNameOrGivenName = (value: unknown): boolean =>
  typeof value === 'string' && (looksLikePersonName(value) || isGivenName(value));

const beginsWithGivenName = (value: unknown): boolean =>
  typeof value === 'string' && isGivenName(value.slice(0, Math.max(0, value.indexOf(' '))));

const bareName: KindRule = ({ info, value, scope, siblings, organisation }) => {
  const { parent } = scope;
  // `Author: {name: 'Author', type: 'people'}`: the name is a caption.
  if (parent !== undefined && typeof value === 'string' && repeatsParentName(value, parent))
    return OBJECT_RULES['object.caption-of-parent'];
  if (info.hasAmbiguousOwner || info.joined === 'creditcardname')
    return isNameOrGivenName(value)
      ? OBJECT_RULES['object.ambiguous-owner']
      : OBJECT_RULES['object.ambiguous-owner-thing'];
  if ((siblings & Evidence.pair) !== 0 && info.joined === 'name' && !readsAsPerson(value))
    return OBJECT_RULES['object.label-of-pair'];
  if (info.joined === 'accountname')
    return readsAsPerson(value) && ((siblings & Evidence.bank) !== 0 || isBank(parent) || holdsGivenName(value))
      ? OBJECT_RULES['object.account-holder']
      : OBJECT_RULES['object.account-label'];
  if (isDisplay(info) && !readsAsPerson(value))
    // `{reference: 'Patient/7', display: 'Roel'}`
    return info.joined === 'display' &&
      (siblings & Evidence.contact) !== 0 &&
      typeof value === 'string' &&
      isSurname(value)
      ? OBJECT_RULES['object.display-surname']
      : OBJECT_RULES['object.display-thing'];
  // FHIR: the patient of a record, with or without a reference.
  if (info.joined === 'display' && parent?.joined === 'subject') return OBJECT_RULES['object.subject-of-record'];
  if (isAccountLabel(value, scope, siblings)) return OBJECT_RULES['object.account-nickname'];
  // `emails: [{name: 'My work e-mail', address}]`: what the mailbox is for.
  if (parent !== undefined && CONTACT_WAYS.has(parent.kind) && !isNameOrGivenName(value))
    return OBJECT_RULES['object.use-of-mailbox'];
  if (parent !== undefined && (siblings & Evidence.contact) === 0) {
    if (isLogin(value, parent)) return OBJECT_RULES['object.login-of-user'];
  }
  // `location: {name: 'Sears - Cupertino', phone}`: a place may have a telephone.
  if (
    parent !== undefined &&
    isLocation(parent) &&
    ((siblings & Evidence.contact) === 0 || !beginsWithGivenName(value))
  )
    return OBJECT_RULES['object.name-of-location'];
  if (mayHaveHolder(info, scope, siblings) && readsAsPerson(value)) return OBJECT_RULES['object.holder'];
  // `{name: 'alee', displayName: 'Ann Lee'}`, `{name: 'ann', key: 'ann', displayName: 'Ann Lee'}`
  if ((siblings & Evidence.displayed) !== 0 && info.joined === 'name' && isLowerCaseWord(value))
    return OBJECT_RULES['object.login-beside-name'];
  // `{user: '601d…', displayName: 'Kevin Casey', status}`
  if (!organisation && showsPerson(info, value, scope, siblings)) return OBJECT_RULES['object.shown-person'];
  const whose = ownerOfName(value, scope, siblings, organisation);
  if (!whose.isPersons) return whose.stays;
  // `{name: 'mags82', display_name: 'mags82'}`: a display name may be the login.
  if (isDisplayName(info) && isLoginForm(value)) return OBJECT_RULES['object.shown-login'];
  // What is certain to be a person's name is looked for in the rest of the answer.
  return (scope.role === 'person' || (siblings & (Evidence.typed | Evidence.account)) !== 0) && isNameOrGivenName(value)
    ? whose.certain
    : whose.guessed;
};

/**
 * Whether a name may be a holder's: `bank_account: {ifsc, bank_name, name: 'Ann Lee'}`, `{object: 'card', last4,
 * exp_month, name: 'Ann Lee'}`.
 */
const mayHaveHolder = (info: KeyInfo, { parent }: Scope, siblings: number): boolean =>
  isBankAccount(parent) ||
  ((siblings & Evidence.bank) !== 0 && (parent === undefined ? (siblings & NOT_PERSONAL) === 0 : isBank(parent))) ||
  ((siblings & Evidence.expiring) !== 0 && info.joined === 'name');

const CONTACT_WAYS: ReadonlySet<FieldKind | undefined> = new Set(['email', 'phone']);

const isDisplay = keyTest(/^(?:display(?:value)?|descriptor)$/);
const isDisplayName = keyTest(/^displayname/);
const isBankAccount = keyTest(/bankaccount$/);
const NOT_PERSONAL = Evidence.organisation | Evidence.thing | Evidence.place | Evidence.geo;

/** Whether a name for display is a person's: after a given name, or in a field for an actor, where nothing else is shown. */
const showsPerson = (info: KeyInfo, value: unknown, { role, parent }: Scope, siblings: number): boolean =>
  isDisplayName(info) &&
  (role === 'none' || role === 'weak' || isOperator(parent)) &&
  typeof value === 'string' &&
  looksLikePersonName(value) &&
  // `actor: {id, displayName: 'Larry Page', image}`
  (role === 'weak'
    ? (siblings & (NOT_PERSONAL & ~Evidence.thing)) === 0
    : (siblings & NOT_PERSONAL) === 0 && beginsWithGivenName(value));

/** A company, or somebody who answers in a chat. */
const isOperator = keyTest(/^operators?$/);

const name: KindRule = ({ info, value, scope, siblings }) => {
  if (
    info.joined === 'fullname' &&
    (scope.role === 'place' ||
      (scope.parent !== undefined && isNamedThing(scope.parent)) ||
      isOfGroup(value, scope) ||
      isOfGoods(scope, siblings))
  )
    return OBJECT_RULES['object.full-name-of-thing'];
  // How the name of a company is read.
  if (info.joined === 'namekana' && scope.role === 'organisation') return OBJECT_RULES['object.reading-of-company'];
  // The name of a company or of its only owner: `nom_complet` beside `siren`.
  if (mayNameCompany(info, siblings) && !holdsGivenName(value)) return OBJECT_RULES['object.complete-name-of-company'];
  // Here the family is one of plants or animals.
  if (info.joined === 'familyname' && (siblings & Evidence.species) !== 0)
    return OBJECT_RULES['object.family-of-species'];
  // A dish on a menu, in languages with one word for both.
  if ((siblings & Evidence.thing) !== 0 && GENERIC_NAMES.has(info.joined)) return OBJECT_RULES['object.name-of-thing'];
  return typeof value === 'string' &&
    isFullName(info) &&
    (isCountry(value) || PATH.test(value) || HOST.test(value) || MEASURED().test(value) || VERSIONED.test(value))
    ? OBJECT_RULES['object.full-name-form']
    : info.ruling;
};
/** Whether a full name stands beside a price, without anything that only people have. */
const isOfGoods = ({ role }: Scope, siblings: number): boolean =>
  role !== 'person' &&
  (siblings & (Evidence.goods | Evidence.contact | Evidence.person | Evidence.account)) === Evidence.goods;
const isFullName = keyTest(/^(?:fullname|namefull)$/);
/** Whether a full name is a group's, as the path of the operation says: `/groups/{id}`. */
const isOfGroup = (value: unknown, { role, parent }: Scope): boolean =>
  role === 'organisation' && parent === undefined && !holdsGivenName(value);
/** `mime-types-1.18` */
const VERSIONED = /^[a-z][\w.-]*-\d+(?:\.\d+)+$/;
/** `Aspirin 500MG tablets`, `Green Tariff May 2024 v1` */
const MEASURED = lazy(() => / (?:[\d.]+(?!(?:st|nd|rd|th)\b)\p{L}+|(?:19|20)\d\d|v\d+)(?: |$)/u);
/** `course files/Week 2` */
const PATH = /^[\w .-]+(?:\/[\w .-]+)+$/;
/** `OFFICE-X570`, `MY_COMPUTER` */
const HOST = /^(?=.*[\d_])[A-Z][A-Z\d_-]+$/;

const partOfAddress: KindRule = ({ info, scope, siblings }) =>
  isPersonalAddress(scope, siblings) ? info.ruling : OBJECT_RULES['object.address-of-place'];

/** Whether a town or a postal code stands for a region: beside rates, or beside coordinates and a time zone. */
const isOfRegion = ({ info, scope, siblings }: FieldContext): boolean =>
  (siblings & Evidence.region) !== 0 &&
  (siblings & Evidence.street) === 0 &&
  scope.role === 'none' &&
  !scope.address &&
  info.qualifier === '' &&
  ((siblings & PERSONAL) === 0 || (siblings & Evidence.geo) !== 0);

const postalCode: KindRule = (field) => (isOfRegion(field) ? OBJECT_RULES['object.region'] : partOfAddress(field));
const PERSONAL = Evidence.street | Evidence.contact | Evidence.person | Evidence.named;

const addressPart: KindRule = (field) => {
  const { info, scope, siblings } = field;
  if (isOfRegion(field)) return OBJECT_RULES['object.region'];
  if (holdsSeveralPlaces(info)) return OBJECT_RULES['object.several-places'];
  if (info.qualifier !== '')
    return scope.role === 'place' || isLocalityAlone(info, scope, siblings)
      ? OBJECT_RULES['object.town-alone']
      : OBJECT_RULES['object.town-of-somebody'];
  return scope.role !== 'place' &&
    (((siblings & Evidence.street) !== 0 && isPersonalAddress(scope, siblings)) ||
      (scope.role === 'person' && (siblings & Evidence.postal) !== 0) ||
      ((siblings & (Evidence.contact | Evidence.person)) !== 0 && (siblings & Evidence.postal) !== 0))
    ? OBJECT_RULES['object.town-in-address']
    : OBJECT_RULES['object.town-alone'];
};

/** Where somebody or something has been: `regions: ['Oregon', 'Utah']`. An address has one of each. */
const holdsSeveralPlaces = keyTest(/^(?:regions|states|provinces|districts|counties|cities|towns|localities)$/);

const isInCard = ({ scope: { parent }, siblings }: FieldContext): boolean =>
  (siblings & (Evidence.card | Evidence.cardNumber)) !== 0 || isCard(parent);

const accountNumber: KindRule = ({ scope: { parent }, siblings }) =>
  (siblings & Evidence.bank) !== 0 || isBank(parent)
    ? OBJECT_RULES['object.account-at-bank']
    : OBJECT_RULES['object.account-elsewhere'];

const username: KindRule = ({ info, value, scope, siblings }) => {
  // `nickname: 'Mags'` beside a full name is a name, and so is `persons: [{pseudo: 'Ann Lee'}]`; `mags82` is a login.
  if (
    isNickname(info) &&
    typeof value === 'string' &&
    (((siblings & Evidence.contact) !== 0 && NICKNAME.test(value)) || isGivenName(value))
  )
    return OBJECT_RULES['object.nickname-of-person'];
  if (isNickname(info) && scope.role !== 'person') return OBJECT_RULES['object.nickname-login'];
  // `username: 'Ann Lee'`: a login has no space.
  return typeof value === 'string' && value.includes(' ') && looksLikePersonName(value)
    ? OBJECT_RULES['object.login-with-space']
    : info.ruling;
};

/** `destinationAddress` may belong to a packet or to a parcel. */
const ip: KindRule = ({ info, value, scope, siblings }) =>
  isAmbiguousAddress(info) && typeof value === 'string' && !isIpText(value) && isPersonalAddress(scope, siblings)
    ? OBJECT_RULES['object.address-of-parcel']
    : info.ruling;

/** Makers of works, who are publicly known: `artistNationality`. */
const MAKER = /^(?:artist|maker|composer|painter|sculptor|constructor|manufacturer)$/;
/** Whether a name is of what has a nationality besides people: makers, teams, ships. */
const isFlagged = keyTest(
  /^(?:racing)?(?:constructor|manufacturer|maker|brand|label|team|club|band|company|companie|organi[sz]ation|airline|ship|vessel|aircraft)s?$/,
);
const nationality: KindRule = ({ info, scope: { parent, role }, siblings }) =>
  (siblings & Evidence.contact) === 0 &&
  ((parent === undefined ? role === 'organisation' : isFlagged(parent)) || MAKER.test(info.qualifier))
    ? OBJECT_RULES['object.flag']
    : info.ruling;

/** Coordinates are a person's where the postal address beside or around them is. */
const coordinate: KindRule = ({ info, scope, siblings }) =>
  (scope.address || (siblings & Evidence.street) !== 0) && isPersonalAddress(scope, siblings)
    ? info.ruling
    : OBJECT_RULES['object.coordinates-of-place'];

const vat: KindRule = ({ info, scope, siblings }) =>
  scope.role === 'person' ||
  ((siblings & Evidence.contact) !== 0 && (siblings & Evidence.organisation) === 0 && scope.role !== 'organisation')
    ? info.ruling
    : OBJECT_RULES['object.vat-of-company'];

/** The rules by kind. */
export const KIND_RULES: Readonly<Partial<Record<FieldKind, KindRule>>> = {
  bareName,
  name,
  address: partOfAddress,
  houseNumber: partOfAddress,
  postalCode,
  addressPart,
  cardExpiry: (field) =>
    field.info.words.includes('card') || isInCard(field) ? field.info.ruling : OBJECT_RULES['object.expiry-elsewhere'],
  cardExpiryPart: (field) => (isInCard(field) ? field.info.ruling : OBJECT_RULES['object.expiry-elsewhere']),
  accountNumber,
  username,
  ip,
  nationality,
  coordinate,
  vat,
};

/** Whether a value only repeats the name of the parent: `isBilledTo: {displayName: 'Is Billed To'}`. */
function repeatsParentName(value: string, { joined }: KeyInfo): boolean {
  const first = value.charCodeAt(0) | 32;
  const beginsOtherwise = first >= 97 && first <= 122 && first !== joined.charCodeAt(0);
  return (
    !beginsOtherwise &&
    value.length >= joined.length &&
    value.length < joined.length + 6 &&
    fold(value.replaceAll(/[\s_-]/g, '')) === joined
  );
}

/** Whether an address may be a postal or a network address: `destination_address`. */
export function isAmbiguousAddress(info: KeyInfo): boolean {
  return (
    info.kind === 'ip' &&
    info.words.length > 1 &&
    /addr(?:ess)?$/.test(info.joined) &&
    !/ip(?:v[46])?addr/.test(info.joined)
  );
}

/** Full names that, beside company numbers, may be the company's. */
const PERSON_OR_COMPANY_NAMES = new Set(['nomcomplet', 'nombrecompleto', 'nomecompleto']);

/** Whether a full name stands beside company numbers, so that it may be the company's. */
export function mayNameCompany(info: KeyInfo, siblings: number): boolean {
  return PERSON_OR_COMPANY_NAMES.has(info.joined) && (siblings & Evidence.organisation) !== 0;
}

function holdsGivenName(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.split(' ').some((word) => isGivenName(word.charAt(0) + word.slice(1).toLowerCase()))
  );
}

/** Words that mean "name" of anything in their languages. */
const GENERIC_NAMES = new Set('이름 名前 ชื่อ नाम নাম نام'.split(' '));

/** Whether a field is a nickname, which may be a name or a login. */
export function isNickname(info: KeyInfo): boolean {
  return info.kind === 'username' && isCalled(info);
}
const isCalled = keyTest(/^(?:nick(?:name)?|pseudo)$/);
const NICKNAME = /^\p{Lu}[\p{Ll}\p{M}]{2,15}(?: \p{Lu}[\p{L}\p{M}]{1,15})?$/u;
