/**
 * Kinds that a field name alone does not settle: a bare `name`, a city, an account number, `value` beside `type`.
 * Decided by the object around: the role of the key above, the siblings, the pair it forms with a label.
 */
import { isInternational } from '../detectors/phone.ts';
import { looksLikeOrganisation, looksLikePersonName } from './fieldTypes.ts';
import { type FieldKind, type KeyInfo, Signal } from './keys.ts';
import { BY_LABEL } from './pairs.ts';
import type { ObjectPlan } from './plan.ts';

/** What an object is told by what stands above it. */
export interface Place {
  /** Role of the nearest key above that has one; containers pass it on. */
  readonly role: KeyInfo['role'];
  /** The nearest key above that is no mere container. */
  readonly parent: KeyInfo | undefined;
  /** Inside a postal address. */
  readonly address: boolean;
  /** Everything below is redacted (an owner's custom field). */
  readonly forced: boolean;
  /** Plans of the objects seen here (plan.ts). */
  readonly plans: ObjectPlan[];
}

const ADDRESS_CHILDREN = new Set(
  `data lines line line1 line2 line3 text formatted full value display street streetline streetname streetnumber housenumber housenumberorname number unit apt building floor city state region province district suburb county zip postcode postalcode
  neighbourhood neighborhood town village road quarter plz ort strasse hausnummer ville rue ciudad calle cidade rua citta cap via stad straat huisnummer miasto ulica uf kanton canton landkreis oblast powiat gmina wijk barrio delegacion alcaldia departamento piso puerta escalera etage batiment lieudit poblacion localidad urbanizacion comuna mailbox careof attention attn entrance stair level room municipality locality prefecture`.split(
    /\s+/,
  ),
);

/** Children of a field of some kind that hold the data itself. */
const CHILDREN: Partial<Record<FieldKind, ReadonlySet<string>>> = {
  email: new Set(['data', 'value', 'address', 'email', 'addr', 'text', 'raw']),
  phone: new Set([
    'data',
    'value',
    'number',
    'national',
    'nationalformat',
    'internationalformat',
    'e164',
    'formatted',
    'raw',
    'full',
    'local',
    'text',
    'display',
    'national_number',
    'nationalnumber',
    'uri',
    'lineNumber',
    'linenumber',
    'subscriber',
    'canonical',
    'canonicalform',
  ]),
  bareName: new Set([
    'first',
    'last',
    'given',
    'family',
    'middle',
    'full',
    'text',
    'display',
    'formatted',
    'surname',
    'forename',
    'givenname',
    'familyname',
    'nick',
    'value',
    'maiden',
    'second',
    'legal',
    'preferred',
  ]),
  name: new Set([
    'first',
    'last',
    'given',
    'family',
    'middle',
    'full',
    'text',
    'display',
    'formatted',
    'surname',
    'forename',
    'value',
    'maiden',
    'second',
    'legal',
    'preferred',
  ]),
  card: new Set(['number', 'pan', 'value', 'no']),
  bank: new Set(['number', 'value', 'account', 'routing', 'accountnumber', 'no', 'code']),
  iban: new Set(['value', 'number']),
  passport: new Set(['number', 'value', 'no', 'id', 'documentnumber']),
  driverLicense: new Set(['number', 'value', 'no', 'id']),
  nationalId: new Set(['number', 'value', 'no', 'id', 'identifier']),
  ssn: new Set(['number', 'value', 'last4', 'full']),
  taxId: new Set(['number', 'value', 'no', 'id']),
  healthRecord: new Set(['number', 'value', 'no']),
  birthDate: new Set(['date', 'value', 'text', 'formatted', 'day', 'month', 'year', 'raw']),
  secret: new Set(['value', 'secret', 'key', 'token', 'plain', 'raw', 'string']),
  token: new Set(['value', 'secret', 'token', 'raw', 'accesstoken']),
  ip: new Set(['value', 'address', 'addr', 'v4', 'v6', 'raw']),
  mac: new Set(['value', 'address']),
};

const CARD_PARENT = /card|karte|tarjeta|cartao|carta$|cartebancaire|kaart/;
const BANK_PARENT = /bank|konto|achdebit|sepa|directdebit|wire|payoutmethod|deposit|iban|compte|cuenta|rekening/;

/** Typed values wrap the data once more: `{email: {S: 'ann@x.org'}}`, `{email: {stringValue: …}}`, `{email: {'#text': …}}`. */
const WRAPPERS = new Set([
  's',
  'n',
  'ss',
  'ns',
  'stringvalue',
  'integervalue',
  'text',
  'value',
  'values',
  'content',
  't',
  'v',
  'cdata',
  'raw',
  'plaintext',
  'richtext',
  'string',
  'numberlong',
  'datevalue',
  'valuestring',
  'valuedate',
  'formattedvalue',
  'effectivevalue',
]);
const BIRTH_PARENT = /^(?:birth|naissance|nacimiento|geburt|nascimento|nascita|geboorte)$/;
const TOKEN_PARENT = /token|credential|secret|apikey|oauth|^auth$/;
const TOKEN_CHILDREN = new Set(['access', 'refresh', 'bearer', 'session', 'live', 'key', 'secret', 'value']);

function childKind(parent: KeyInfo, child: KeyInfo, siblings: number): FieldKind | undefined {
  if (BIRTH_PARENT.test(parent.glued)) {
    if (child.glued === 'date') return 'birthDate';
    if (child.glued === 'place' || child.glued === 'city') return 'birthPlace';
  }
  if (TOKEN_PARENT.test(parent.glued) && TOKEN_CHILDREN.has(child.glued)) return 'token';
  if (parent.kind && BY_LABEL.has(parent.kind) && WRAPPERS.has(child.glued)) return parent.kind;
  if (parent.kind && CHILDREN[parent.kind]?.has(child.glued)) return parent.kind === 'bareName' ? 'name' : parent.kind;
  if (CARD_PARENT.test(parent.glued) && parent.kind !== 'cardCode') {
    if (['number', 'pan', 'no'].includes(child.glued)) return 'card';
    // A card of a board has a name too.
    const payment = (siblings & (Signal.card | Signal.cardNumber)) !== 0;
    if (['name', 'holder', 'owner', 'cardholdername'].includes(child.glued) && payment) return 'name';
  }
  if (BANK_PARENT.test(parent.glued) && ['number', 'account', 'accountnumber'].includes(child.glued)) return 'bank';
  return undefined;
}

/** Parties of a delivery hold their address without a key for it. */
const MAIL_PARENT =
  /^(?:bill(?:ing|to)?|ship(?:ping|to|from)?|soldto|deliver(?:y|to)|mailing|remitto|recipient|consignee|sender|shipper)$/;

/** What the object above makes of a field: `number` of a phone, `line1` of an address. */
function kindByParent(info: KeyInfo, place: Place, siblings: number): FieldKind | undefined {
  const child = place.parent && childKind(place.parent, info, siblings);
  if (child) return child;
  const inside =
    place.address ||
    (place.parent !== undefined &&
      MAIL_PARENT.test(place.parent.glued) &&
      (siblings & (Signal.street | Signal.postal)) !== 0);
  if (!inside || !isPersonalAddress(place, siblings)) return undefined;
  const { glued } = info;
  const part = ADDRESS_CHILDREN.has(glued) || ADDRESS_CHILDREN.has(glued.replace(/(?<=\w{3})(?:name|code|text)$/, ''));
  if (!part) return undefined;
  if (info.kind === 'postalCode' || info.kind === 'address') return info.kind;
  return glued === 'number' ? 'address' : 'addressPart';
}

/** Whether the kind of a field depends on its value; then `kindByValue` tells it. */
export function isDynamic(info: KeyInfo, place: Place, siblings: number): boolean {
  if (kindByParent(info, place, siblings)) return false;
  if (info.kind === undefined) return info.holdsPersonName || MESSAGE_ENDS.has(info.glued);
  return info.kind === 'bareName' || info.glued === 'fullname';
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
  switch (info.kind) {
    case undefined:
      if (MESSAGE_ENDS.has(info.glued) && typeof value === 'string' && isBareNumber(value)) return 'phone';
      // The author of a book or a film is no one's record.
      return info.holdsPersonName &&
        typeof value === 'string' &&
        !(CREATIVE.has(info.glued) && (siblings & Signal.thing) !== 0) &&
        looksLikePersonName(value)
        ? 'name'
        : undefined;
    case 'bareName':
      if (info.ownedName) return typeof value === 'string' && looksLikePersonName(value) ? 'name' : undefined;
      if (info.glued === 'accountname')
        return (siblings & Signal.bank) !== 0 && typeof value === 'string' && looksLikePersonName(value)
          ? 'name'
          : undefined;
      if (info.glued === 'display' && !(typeof value === 'string' && looksLikePersonName(value))) return undefined;
      return isPersonName(value, place, siblings, organisation) ? 'bareName' : undefined;
    case 'name':
      return typeof value === 'string' && info.glued === 'fullname' && /^[\w.-]+\/[\w.-]+$/.test(value)
        ? undefined
        : 'name';
    case 'address':
    case 'postalCode':
      return isPersonalAddress(place, siblings) ? info.kind : undefined;
    case 'addressPart':
      if (info.qualifier !== '') return 'addressPart';
      return place.role !== 'place' &&
        ((siblings & Signal.street) !== 0 ||
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
      return (siblings & Signal.cardNumber) !== 0 ? 'cardExpiryPart' : undefined;
    case 'accountNumber':
      return (siblings & Signal.bank) !== 0 || (parent !== undefined && BANK_PARENT.test(parent.glued))
        ? 'accountNumber'
        : undefined;
    case 'vat':
      return place.role === 'person' ||
        ((siblings & Signal.contact) !== 0 && (siblings & Signal.organisation) === 0 && place.role !== 'organisation')
        ? 'vat'
        : undefined;
    default:
      return info.kind;
  }
}

const CREATIVE = new Set([
  'author',
  'authors',
  'director',
  'composer',
  'artist',
  'actor',
  'editor',
  'illustrator',
  'translator',
  'narrator',
  'creator',
  'speaker',
]);

/** Both ends of a message or a call: often a number without its plus sign. */
const MESSAGE_ENDS = new Set([
  'from',
  'to',
  'sender',
  'recipient',
  'caller',
  'callee',
  'author',
  'participant',
  'destination',
  'origin',
  'callingnumber',
  'callednumber',
  'recipientid',
  'chatid',
  'subscriber',
  'aparty',
  'bparty',
  'ani',
  'dnis',
  'user',
]);

function isBareNumber(value: string): boolean {
  return /^\d{10,15}$/.test(value) && isInternational(`+${value}`) === 'valid';
}

function isPersonName(value: unknown, place: Place, siblings: number, organisation: boolean): boolean {
  if (organisation || (typeof value === 'string' && looksLikeOrganisation(value))) return false;
  if (place.role === 'person') return (siblings & Signal.organisation) === 0;
  if (place.role === 'organisation' || place.role === 'place') return false;
  const things = siblings & (Signal.organisation | Signal.thing | Signal.place | Signal.geo);
  if (place.role === 'weak' && things === 0 && typeof value === 'string' && looksLikePersonName(value)) return true;
  if ((siblings & (Signal.organisation | Signal.thing)) !== 0) {
    return (siblings & Signal.contact) !== 0 && typeof value === 'string' && looksLikePersonName(value);
  }
  return (siblings & Signal.contact) !== 0 || (siblings & Signal.person) !== 0;
}

function isPersonalAddress(place: Place, siblings: number): boolean {
  if (place.role === 'place') return false;
  if (place.role === 'person') return true;
  if ((siblings & (Signal.contact | Signal.person)) !== 0) return true;
  // A company's town says nothing; its street is kept back with the street of everyone.
  if (place.role === 'organisation' && !place.address && (siblings & Signal.street) === 0) return false;
  const landmark = (siblings & Signal.geo) !== 0 && (siblings & Signal.named) !== 0;
  return (siblings & Signal.place) === 0 && !landmark;
}

/** The place of what stands under `info` in an object at `place`. */
export function descend(place: Place, info: KeyInfo, siblings = 0): Place {
  if (info.role === 'neutral' && !info.kind) {
    // `{type: 'people', attributes: {…}}`: the type is said beside the container.
    return (siblings & Signal.typed) !== 0 && place.role === 'none' ? { ...place, role: 'person', plans: [] } : place;
  }
  const isAddress = info.kind === 'address';
  const role =
    info.kind || info.role === 'none'
      ? isAddress || info.kind === 'bareName' || info.kind === 'name' || isKeeper(info)
        ? roleHere(place, siblings)
        : 'none'
      : info.role;
  return { role, parent: info, address: isAddress, forced: place.forced, plans: [] };
}

/** An object that is plainly a person's passes that on to its address. */
function roleHere(place: Place, siblings: number): KeyInfo['role'] {
  if (place.role !== 'none') return place.role;
  return (siblings & (Signal.contact | Signal.person)) !== 0 ? 'person' : 'none';
}

const KEEPERS = new Set([
  'profile',
  'details',
  'location',
  'demographics',
  'general',
  'basic',
  'bio',
  'summary',
  'account',
  'geo',
]);

function isKeeper(info: KeyInfo): boolean {
  return KEEPERS.has(info.glued);
}
