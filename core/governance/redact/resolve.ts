/**
 * Kinds that a field name alone does not settle: a bare `name`, a city, an account number, `value` beside `type`.
 * Decided by the object around: the role of the key above, the siblings, the pair it forms with a label.
 */
import { isIpText } from '../detectors/ip.ts';
import { isInternational } from '../detectors/phone.ts';
import type { FieldKind } from '../fieldName/fieldKind.ts';
import { fold } from '../fieldName/fold.ts';
import type { KeyInfo } from '../fieldName/keys.ts';
import { isNamedThing } from '../fieldName/roles.ts';
import { Signal } from '../fieldName/signals.ts';
import { isGivenName, looksLikePersonName, looksLikePersonNames } from '../value/personName.ts';
import { BANK_PARENT, CARD_PARENT, isTownOfNobody, kindByParent } from './children.ts';
import { isPersonalAddress, isWording, type Place } from './place.ts';
import { isLogin, isNameOfAccount, isPersonName, isSurname, isTitled, SIGNED, WHERE } from './whoseName.ts';

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
    info.glued === 'namecomplete' ||
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
      // `Author: {name: 'Author', type: 'people'}`: what it is called, and no one.
      if (parent !== undefined && typeof value === 'string' && isCalledSo(value, parent)) return undefined;
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
      if (isNameOfAccount(value, place, siblings)) return undefined;
      if (parent !== undefined && (siblings & Signal.contact) === 0) {
        if (WHERE.test(parent.glued)) return undefined;
        if (isLogin(value, parent)) return 'username';
      }
      return isPersonName(value, place, siblings, organisation) ? 'bareName' : undefined;
    case 'name':
      if (info.glued === 'fullname' && (place.role === 'place' || (parent !== undefined && isNamedThing(parent))))
        return undefined;
      // `nameComplete` of an article of a shop.
      if (info.glued === 'namecomplete' && !(typeof value === 'string' && looksLikePersonName(value))) return undefined;
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

/** Whether a value only says again what the field above is called: `isBilledTo: {displayName: 'Is Billed To'}`. */
function isCalledSo(value: string, { glued }: KeyInfo): boolean {
  return (
    value.length >= glued.length && value.length < glued.length + 6 && fold(value.replaceAll(/[\s_-]/g, '')) === glued
  );
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

/** A list under a field whose kind depends on the value: every string in it is asked for itself. */
export type ByItem = (item: string) => FieldKind | undefined;
