/**
 * Kinds that a field name alone does not settle: a bare `name`, a city, an account number, `value` beside `type`.
 * Decided by the object around: the role of the key above, the siblings, the pair it forms with a label.
 */
import { isIpText } from '../detectors/ip.ts';
import { isInternational } from '../detectors/phone.ts';
import { BANK_PARENT, CARD_PARENT, isTownOfNobody, kindByParent } from './children.ts';
import { isCountry } from './countries.ts';
import type { KeyInfo } from './keys.ts';
import type { FieldKind } from './kinds.ts';
import {
  isGivenName,
  looksLikeOrganisation,
  looksLikePersonName,
  looksLikePersonNames,
  looksLikeThing,
} from './personName.ts';
import { isPersonalAddress, isWording, type Place } from './place.ts';
import { Signal } from './signals.ts';

/** Whether the kind of a field depends on its value; then `kindByValue` tells it. */
export function isDynamic(info: KeyInfo, place: Place, siblings: number): boolean {
  if (kindByParent(info, place, siblings)) return false;
  if (info.kind === undefined)
    return (
      info.holdsPersonName ||
      isSummary(info, place, siblings) ||
      MESSAGE_ENDS.has(info.glued) ||
      WHEREABOUTS.has(info.glued)
    );
  return (
    info.kind === 'bareName' ||
    info.glued === 'fullname' ||
    isUserName(info) ||
    isNickname(info) ||
    isEitherAddress(info)
  );
}

/** The kind of a field in this object, or undefined when it holds nothing personal by its name. */
export function resolveKind(
  info: KeyInfo,
  value: unknown,
  place: Place,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  return kindByParent(info, place, siblings) ?? kindByValue(info, value, place, siblings, organisation);
}

/** The kind by the field's own name, its siblings and, for some, its value. */
export function kindByValue(
  info: KeyInfo,
  value: unknown,
  place: Place,
  siblings: number,
  organisation: boolean,
): FieldKind | undefined {
  const { parent } = place;
  if (isWording(place)) return undefined;
  switch (info.kind) {
    case undefined:
      if (MESSAGE_ENDS.has(info.glued) && typeof value === 'string') {
        if (isBareNumber(value)) return 'phone';
        // Who is paid.
        if ((siblings & Signal.bank) !== 0 && looksLikePersonName(value)) return 'name';
      }
      if (WHEREABOUTS.has(info.glued))
        return typeof value === 'string' &&
          (place.role === 'person' || (siblings & (Signal.contact | Signal.person)) !== 0) &&
          STREET_AND_TOWN.test(value)
          ? 'address'
          : undefined;
      if (isSummary(info, place, siblings))
        return typeof value === 'string' && looksLikePersonName(value) ? 'name' : undefined;
      // The author of a book or a film is no one's record.
      return info.holdsPersonName &&
        typeof value === 'string' &&
        !(CREATIVE.has(info.glued) && (siblings & Signal.thing) !== 0 && (siblings & Signal.contact) === 0) &&
        (looksLikePersonNames(value) ||
          isTitled(value) ||
          isGivenName(value) ||
          (SIGNED.test(info.glued) && isSurname(value)))
        ? 'name'
        : undefined;
    case 'bareName':
      if (info.ownedName) return typeof value === 'string' && looksLikePersonName(value) ? 'name' : undefined;
      if (info.glued === 'accountname')
        return (siblings & Signal.bank) !== 0 && typeof value === 'string' && looksLikePersonName(value)
          ? 'name'
          : undefined;
      if (
        /^(?:display(?:value)?|descriptor)$/.test(info.glued) &&
        !(typeof value === 'string' && looksLikePersonName(value))
      )
        return undefined;
      // Of an account: what its owner calls it.
      if (
        (siblings & Signal.bank) !== 0 &&
        parent !== undefined &&
        /^(?:accounts?|konten|konto|comptes?|cuentas?|contas?|conti|rekeningen)$/.test(parent.glued) &&
        typeof value === 'string' &&
        !value.includes(' ') &&
        !isGivenName(value)
      )
        return undefined;
      if (parent !== undefined && (siblings & Signal.contact) === 0) {
        // Where somebody is.
        if (/^(?:location|geo)s?$/.test(parent.glued)) return undefined;
        // `user: {name: 'postgres'}`: what somebody, or a program, logs in with.
        if (
          typeof value === 'string' &&
          ACCOUNTS.test(parent.glued) &&
          LOGIN.test(value) &&
          !isGivenName(capital(value))
        )
          return 'username';
      }
      return isPersonName(value, place, siblings, organisation) ? 'bareName' : undefined;
    case 'name':
      // Of plants and animals.
      if (info.glued === 'familyname' && (siblings & Signal.species) !== 0) return undefined;
      // A dish of a menu in a language with one word for both.
      if ((siblings & Signal.thing) !== 0 && EITHER_NAME.has(info.glued)) return undefined;
      return typeof value === 'string' && info.glued === 'fullname' && /^[\w.-]+\/[\w.-]+$/.test(value)
        ? undefined
        : 'name';
    case 'address':
    case 'houseNumber':
    case 'postalCode':
      return isPersonalAddress(place, siblings) ? info.kind : undefined;
    case 'addressPart':
      if (info.qualifier !== '') return isTownOfNobody(info, place, siblings) ? undefined : 'addressPart';
      return place.role !== 'place' &&
        ((siblings & Signal.street) !== 0 ||
          (place.role === 'person' && (siblings & Signal.postal) !== 0) ||
          ((siblings & (Signal.contact | Signal.person)) !== 0 && (siblings & Signal.postal) !== 0))
        ? 'addressPart'
        : undefined;
    case 'cardExpiry':
      return info.words.includes('card') ||
        (siblings & (Signal.card | Signal.cardNumber)) !== 0 ||
        (parent !== undefined && CARD_PARENT.test(parent.glued))
        ? 'cardExpiry'
        : undefined;
    case 'cardExpiryPart':
      return (siblings & (Signal.card | Signal.cardNumber)) !== 0 ||
        (parent !== undefined && CARD_PARENT.test(parent.glued))
        ? 'cardExpiryPart'
        : undefined;
    case 'accountNumber':
      return (siblings & Signal.bank) !== 0 || (parent !== undefined && BANK_PARENT.test(parent.glued))
        ? 'accountNumber'
        : undefined;
    case 'username':
      // `nickname: 'Mags'` beside the full name; `mags82` is a login.
      if (isNickname(info) && typeof value === 'string' && (siblings & Signal.contact) !== 0 && CALLED.test(value))
        return 'name';
      return isUserName(info) && typeof value === 'string' && looksLikePersonName(value) ? 'name' : 'username';
    case 'ip':
      // `destinationAddress` of a parcel or of a packet.
      return isEitherAddress(info) && typeof value === 'string' && !isIpText(value)
        ? isPersonalAddress(place, siblings)
          ? 'address'
          : undefined
        : 'ip';
    case 'vat':
      return place.role === 'person' ||
        ((siblings & Signal.contact) !== 0 && (siblings & Signal.organisation) === 0 && place.role !== 'organisation')
        ? 'vat'
        : undefined;
    default:
      return info.kind;
  }
}

const ACCOUNTS =
  /^(?:(?:effective|target|remote|local|source|destination|client|server|os|db|run)?user|principal|subject)s?$/;
const LOGIN = /^[a-z][a-z0-9._]{2,31}$/;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `assignee: {type: 'user_reference', summary: 'Ann Lee'}`: whom a reference points to. */
function isSummary(info: KeyInfo, place: Place, siblings: number): boolean {
  return info.glued === 'summary' && place.role === 'person' && (siblings & Signal.typed) !== 0;
}

/** Where somebody is; an address when it reads like one. */
const WHEREABOUTS = new Set(['location', 'where', 'whereabouts', 'residesin', 'livesin']);
const STREET_AND_TOWN = /^(?=.*\p{L}{3})(?:\d{1,5}[A-Za-z]? \p{L}|[^,]{3,40} \d{1,4}[A-Za-z]?,).{4,90}$/u;

function isEitherAddress(info: KeyInfo): boolean {
  return (
    info.kind === 'ip' &&
    info.words.length > 1 &&
    /addr(?:ess)?$/.test(info.glued) &&
    !/ip(?:v[46])?addr/.test(info.glued)
  );
}

/** `User Name`, which people fill in as they please. */
function isUserName(info: KeyInfo): boolean {
  return (
    info.kind === 'username' &&
    info.words.length > 1 &&
    /^(?:name|utente|utilisateur|usuario)$/.test(info.words.at(-1)!)
  );
}

/** Names of anything in these languages. */
const EITHER_NAME = new Set('이름 名前 ชื่อ नाम নাম نام'.split(' '));

function isNickname(info: KeyInfo): boolean {
  return info.kind === 'username' && /^nick(?:name)?$/.test(info.glued);
}
const CALLED = /^\p{Lu}[\p{Ll}\p{M}]{2,15}(?: \p{Lu}[\p{L}\p{M}]{1,15})?$/u;

const CREATIVE = new Set(
  'author authors director composer artist actor editor illustrator translator narrator creator speaker'.split(' '),
);

/** Both ends of a message or a call: often a number without its plus sign. */
const MESSAGE_ENDS = new Set(
  'from to sender recipient caller callee author participant destination origin callingnumber callednumber recipientid chatid subscriber aparty bparty ani dnis user'.split(
    ' ',
  ),
);

function isBareNumber(value: string): boolean {
  // `0161 496 0348`: a trunk prefix and groups.
  if (/^\(?0\d[\d() -]{7,14}$/.test(value)) return / |-/.test(value);
  return /^\d{10,15}$/.test(value) && isInternational(`+${value}`) === 'valid';
}

/** Who is addressed so is no company. */
const TITLED =
  /^(?:Dr|Prof|Mr|Mrs|Ms|Miss|Herr|Frau|Mme|Mlle|Dott|Sra?|Sig)\.? (?:med\. |Dr\. )?\p{Lu}\p{L}+(?: \p{Lu}[\p{L}'’-]+){0,3}$/u;

/** The pattern costs too much for every name. */
function isTitled(value: string): boolean {
  const first = value.charCodeAt(0);
  // D, F, H, M, P, S
  if (first !== 68 && first !== 70 && first !== 72 && first !== 77 && first !== 80 && first !== 83) return false;
  const mark = value.indexOf(' ');
  return mark > 1 && mark < 6 && TITLED.test(value);
}

/** Whoever takes a parcel writes one name. */
const SIGNED = /^(?:received|signed|accepted|collected|signedfor)by(?:name)?$/;
const SURNAME = /^\p{Lu}[\p{L}'’-]{2,24}$/u;

function isSurname(value: string): boolean {
  return SURNAME.test(value) && !looksLikeThing(value) && !looksLikeOrganisation(value);
}

/** Countries that people are called after. */
const SHARED = /^(?:Jordan|Chad|Georgia|Israel)$/;

/** Companies and doctors alike. */
const PRACTICE = /provider|practice|doctor|clinic/;

const OF_NO_PERSON = Signal.organisation | Signal.thing | Signal.place | Signal.geo;

function isPersonName(value: unknown, place: Place, siblings: number, organisation: boolean): boolean {
  if (typeof value === 'string' && isTitled(value) && (siblings & (Signal.thing | Signal.organisation)) === 0) {
    const { role, parent } = place;
    if (role !== 'place' && (role !== 'organisation' || PRACTICE.test(parent?.glued ?? ''))) return true;
  }
  if (typeof value === 'string' && isCountry(value) && ((siblings & Signal.place) !== 0 || !SHARED.test(value)))
    return false;
  if (organisation || (typeof value === 'string' && looksLikeOrganisation(value))) return false;
  // Beside its own street, and the company if any has a field of its own.
  if (
    place.address &&
    (siblings & (Signal.street | Signal.thing | Signal.place | Signal.geo | Signal.firm)) === Signal.street &&
    typeof value === 'string' &&
    looksLikePersonName(value)
  )
    return true;
  if (place.role === 'person')
    return (
      (siblings & Signal.organisation) === 0 &&
      ((siblings & Signal.contact) !== 0 || typeof value !== 'string' || !looksLikeThing(value))
    );
  if (place.role === 'organisation' || place.role === 'place') return false;
  if ((siblings & OF_NO_PERSON) === 0 && typeof value === 'string') {
    const isWeak = place.role === 'weak';
    // `shipTo: {name, street}`: who lives there; and who pays taxes.
    const lives = place.address && (siblings & Signal.street) !== 0;
    if ((isWeak || lives || (siblings & Signal.tax) !== 0) && looksLikePersonName(value)) return true;
    if (isWeak && isGivenName(value)) return true;
  }
  if ((siblings & (Signal.organisation | Signal.thing)) !== 0) {
    return (
      (siblings & Signal.firm) === 0 &&
      (siblings & Signal.contact) !== 0 &&
      typeof value === 'string' &&
      looksLikePersonName(value)
    );
  }
  return (siblings & Signal.contact) !== 0 || (siblings & Signal.person) !== 0;
}

/** A list under a field whose kind depends on the value: every string in it is asked for itself. */
export type ByItem = (item: string) => FieldKind | undefined;
