/**
 * What the object around a field makes of the kind that its name says, one rule a kind: a bare `name`, a city, an account number. Kinds
 * without a rule are settled by their name.
 */

import { Signal } from '../catalog/evidence.ts';
import type { FieldKind } from '../catalog/index.ts';
import { fold } from '../catalog/vocabulary/fold.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { isNamedThing } from '../fieldName/roles.ts';
import { isInternational } from '../text/detectors/phone.ts';
import { isIpText } from '../value/facts/ip.ts';
import { isGivenName, looksLikePersonName, looksLikePersonNames } from '../value/facts/personName.ts';
import { isLogin, isNameOfAccount, isPersonName, isSurname, isTitled, SIGNED, WHERE } from './nameOwner.ts';
import { BANK_PARENT, CARD_PARENT, isTownOfNobody } from './parentRules.ts';
import { isPersonalAddress, type Place } from './scope.ts';

export interface FieldInContext {
  readonly info: KeyInfo;
  readonly value: unknown;
  readonly place: Place;
  /** Bits of `Signal` that the fields beside it give. */
  readonly siblings: number;
  /** The object is a company's by its own fields. */
  readonly organisation: boolean;
}

type ContextRule = (field: FieldInContext) => FieldKind | undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const readsAsPerson = (value: unknown): boolean => typeof value === 'string' && looksLikePersonName(value);

/** A field whose name is none of the catalogue's: ends of a message, whereabouts, references, somebody's role. */
export function kindWithoutName({ info, value, place, siblings }: FieldInContext): FieldKind | undefined {
  const given = text(value);
  if (MESSAGE_ENDS.has(info.glued) && given !== undefined) {
    if (isBareNumber(given)) return 'phone';
    // Who is paid.
    if ((siblings & Signal.bank) !== 0 && looksLikePersonName(given)) return 'name';
  }
  if (WHEREABOUTS.has(info.glued))
    return given !== undefined &&
      (place.role === 'person' || (siblings & (Signal.contact | Signal.person)) !== 0) &&
      STREET_AND_TOWN.test(given)
      ? 'address'
      : undefined;
  if (isSummary(info, place, siblings)) return readsAsPerson(value) ? 'name' : undefined;
  // The author of a book or a film is no one's record.
  return info.holdsPersonName &&
    given !== undefined &&
    !(CREATIVE.has(info.glued) && (siblings & Signal.thing) !== 0 && (siblings & Signal.contact) === 0) &&
    (looksLikePersonNames(given) ||
      isTitled(given) ||
      isGivenName(given) ||
      (SIGNED.test(info.glued) && isSurname(given)))
    ? 'name'
    : undefined;
}

const bareName: ContextRule = ({ info, value, place, siblings, organisation }) => {
  const { parent } = place;
  // `Author: {name: 'Author', type: 'people'}`: what it is called, and no one.
  if (parent !== undefined && typeof value === 'string' && isCalledSo(value, parent)) return undefined;
  if (info.ownedName) return readsAsPerson(value) ? 'bareName' : undefined;
  if (info.glued === 'creditcardname') return readsAsPerson(value) ? 'name' : undefined;
  if (info.glued === 'accountname')
    return readsAsPerson(value) && ((siblings & Signal.bank) !== 0 || holdsGivenName(value)) ? 'name' : undefined;
  if (/^(?:display(?:value)?|descriptor)$/.test(info.glued) && !readsAsPerson(value)) return undefined;
  if (isNameOfAccount(value, place, siblings)) return undefined;
  if (parent !== undefined && (siblings & Signal.contact) === 0) {
    if (WHERE.test(parent.glued)) return undefined;
    if (isLogin(value, parent)) return 'username';
  }
  return isPersonName(value, place, siblings, organisation) ? 'bareName' : undefined;
};

const name: ContextRule = ({ info, value, place, siblings }) => {
  if (
    info.glued === 'fullname' &&
    (place.role === 'place' || (place.parent !== undefined && isNamedThing(place.parent)))
  )
    return undefined;
  // `nameComplete` of an article of a shop.
  if (info.glued === 'namecomplete' && !readsAsPerson(value)) return undefined;
  // A firm's or, of one person alone, that person's: `nom_complet` beside `siren`.
  if (isNameOfFirmToo(info, siblings) && !holdsGivenName(value)) return undefined;
  // Of plants and animals.
  if (info.glued === 'familyname' && (siblings & Signal.species) !== 0) return undefined;
  // A dish of a menu in a language with one word for both.
  if ((siblings & Signal.thing) !== 0 && EITHER_NAME.has(info.glued)) return undefined;
  return typeof value === 'string' && info.glued === 'fullname' && /^[\w.-]+\/[\w .-]+$/.test(value)
    ? undefined
    : 'name';
};

const ofAddress: ContextRule = ({ info, place, siblings }) =>
  isPersonalAddress(place, siblings) ? info.kind : undefined;

const addressPart: ContextRule = ({ info, place, siblings }) => {
  if (info.qualifier !== '') return isTownOfNobody(info, place, siblings) ? undefined : 'addressPart';
  return place.role !== 'place' &&
    ((siblings & Signal.street) !== 0 ||
      (place.role === 'person' && (siblings & Signal.postal) !== 0) ||
      ((siblings & (Signal.contact | Signal.person)) !== 0 && (siblings & Signal.postal) !== 0))
    ? 'addressPart'
    : undefined;
};

const isInCard = ({ place: { parent }, siblings }: FieldInContext): boolean =>
  (siblings & (Signal.card | Signal.cardNumber)) !== 0 || (parent !== undefined && CARD_PARENT.test(parent.glued));

const accountNumber: ContextRule = ({ place: { parent }, siblings }) =>
  (siblings & Signal.bank) !== 0 || (parent !== undefined && BANK_PARENT.test(parent.glued))
    ? 'accountNumber'
    : undefined;

const username: ContextRule = ({ info, value, siblings }) => {
  // `nickname: 'Mags'` beside the full name; `mags82` is a login.
  if (isNickname(info) && typeof value === 'string' && (siblings & Signal.contact) !== 0 && CALLED.test(value))
    return 'name';
  return isUserName(info) && readsAsPerson(value) ? 'name' : 'username';
};

/** `destinationAddress` of a parcel or of a packet. */
const ip: ContextRule = ({ info, value, place, siblings }) => {
  if (!isEitherAddress(info) || typeof value !== 'string' || isIpText(value)) return 'ip';
  return isPersonalAddress(place, siblings) ? 'address' : undefined;
};

const vat: ContextRule = ({ place, siblings }) =>
  place.role === 'person' ||
  ((siblings & Signal.contact) !== 0 && (siblings & Signal.organisation) === 0 && place.role !== 'organisation')
    ? 'vat'
    : undefined;

export const CONTEXT_RULES: Readonly<Partial<Record<FieldKind, ContextRule>>> = {
  bareName,
  name,
  address: ofAddress,
  houseNumber: ofAddress,
  postalCode: ofAddress,
  addressPart,
  cardExpiry: (field) => (field.info.words.includes('card') || isInCard(field) ? 'cardExpiry' : undefined),
  cardExpiryPart: (field) => (isInCard(field) ? 'cardExpiryPart' : undefined),
  accountNumber,
  username,
  ip,
  vat,
};

/** Whether a value only says again what the field above is called: `isBilledTo: {displayName: 'Is Billed To'}`. */
function isCalledSo(value: string, { glued }: KeyInfo): boolean {
  return (
    value.length >= glued.length && value.length < glued.length + 6 && fold(value.replaceAll(/[\s_-]/g, '')) === glued
  );
}

/** `assignee: {type: 'user_reference', summary: 'Ann Lee'}`: whom a reference points to. */
export function isSummary(info: KeyInfo, place: Place, siblings: number): boolean {
  return info.glued === 'summary' && place.role === 'person' && (siblings & Signal.typed) !== 0;
}

/** Where somebody is; an address when it reads like one. */
export const WHEREABOUTS = new Set(['location', 'where', 'whereabouts', 'residesin', 'livesin']);
const STREET_AND_TOWN = /^(?=.*\p{L}{3})(?:\d{1,5}[A-Za-z]? \p{L}|[^,]{3,40} \d{1,4}[A-Za-z]?,).{4,90}$/u;

export function isEitherAddress(info: KeyInfo): boolean {
  return (
    info.kind === 'ip' &&
    info.words.length > 1 &&
    /addr(?:ess)?$/.test(info.glued) &&
    !/ip(?:v[46])?addr/.test(info.glued)
  );
}

/** `User Name`, which people fill in as they please. */
export function isUserName(info: KeyInfo): boolean {
  return (
    info.kind === 'username' &&
    info.words.length > 1 &&
    /^(?:name|utente|utilisateur|usuario)$/.test(info.words.at(-1)!)
  );
}

/** Beside a firm's number of the firm, or of one person alone. */
const OF_FIRM_TOO = new Set(['nomcomplet', 'nombrecompleto', 'nomecompleto']);

export function isNameOfFirmToo(info: KeyInfo, siblings: number): boolean {
  return OF_FIRM_TOO.has(info.glued) && (siblings & Signal.organisation) !== 0;
}

function holdsGivenName(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.split(' ').some((word) => isGivenName(word.charAt(0) + word.slice(1).toLowerCase()))
  );
}

/** Names of anything in these languages. */
const EITHER_NAME = new Set('이름 名前 ชื่อ नाम নাম نام'.split(' '));

export function isNickname(info: KeyInfo): boolean {
  return info.kind === 'username' && /^nick(?:name)?$/.test(info.glued);
}
const CALLED = /^\p{Lu}[\p{Ll}\p{M}]{2,15}(?: \p{Lu}[\p{L}\p{M}]{1,15})?$/u;

const CREATIVE = new Set(
  'author authors director composer artist actor editor illustrator translator narrator creator speaker'.split(' '),
);

/** Both ends of a message or a call: often a number without its plus sign. */
export const MESSAGE_ENDS = new Set(
  'from to sender recipient caller callee author participant destination origin callingnumber callednumber recipientid chatid subscriber aparty bparty ani dnis user'.split(
    ' ',
  ),
);

function isBareNumber(value: string): boolean {
  // `0161 496 0348`: a trunk prefix and groups.
  if (/^\(?0\d[\d() -]{7,14}$/.test(value)) return / |-/.test(value);
  return /^\d{10,15}$/.test(value) && isInternational(`+${value}`) === 'valid';
}
