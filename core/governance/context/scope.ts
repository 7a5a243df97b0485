/**
 * The scope of an object: what the keys above it say about its fields, and what it passes on to the objects inside it.
 */

import { Evidence } from '../catalog/evidence.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { DNS_RECORDS } from '../vocabulary/machines.ts';
import { TRANSPARENT } from '../vocabulary/modifiers.ts';
import { phraseSet } from '../vocabulary/words.ts';
import type { MarkNode } from './marks.ts';

/** What the keys above an object say about it. */
export interface Scope {
  /** The role of the nearest key above that has one; containers pass it on. */
  readonly role: KeyInfo['role'];
  /** The nearest key above that is not a container. */
  readonly parent: KeyInfo | undefined;
  /** Inside a postal address. */
  readonly address: boolean;
  /** The type of the markers that replace everything inside: `field` for the owner's custom fields. */
  readonly forced: string | undefined;
  /** What is known about the fields besides their names. */
  readonly marks: MarkNode | undefined;
}

/** The scope of a document. */
export function rootScope(marks?: MarkNode): Scope {
  return { role: marks?.role ?? 'none', parent: undefined, address: false, forced: undefined, marks };
}

/** The scope of the value of a field that may be marked. */
export function descendMarked(scope: Scope, info: KeyInfo, siblings: number, marks: MarkNode | undefined): Scope {
  const child = descend(scope, info, siblings);
  if (marks === undefined && child.marks === undefined) return child;
  return { ...child, role: marks?.role ?? child.role, forced: marks?.forced ?? child.forced, marks };
}

/**
 * The scope of the value of a field.
 *
 * @param siblings bits of `Evidence` of the object's fields
 */
export function descend(scope: Scope, info: KeyInfo, siblings = 0): Scope {
  if (describesFields(scope) && /^[a-z]{2}(?:[a-z]{2})?$/.test(info.joined)) return scope;
  // `voters: {e539a9df8700d0d0: […]}`: the key is an id.
  if (info.kind === undefined && RECORD_KEY.test(info.joined)) return scope;
  if (scope.role === 'person' && /^(?:parent|child|children)s?$/.test(info.joined))
    return { role: 'weak', parent: info, address: false, forced: scope.forced, marks: undefined };
  // A search for places repeats where it was made.
  if (scope.role === 'place' && ECHO.test(info.joined)) return scope;
  if (info.role === 'neutral' && !info.kind) {
    if (DNS_RECORDS.test(info.joined)) return { ...scope, parent: info };
    // JSON:API: resources of other types.
    if (info.joined === 'included' && scope.parent === undefined && scope.role !== 'none')
      return { ...scope, role: 'none' };
    // `{type: 'people', attributes: {…}}`: the type is given beside the container.
    return (siblings & Evidence.typed) !== 0 && scope.role === 'none' ? { ...scope, role: 'person' } : scope;
  }
  if (saysWhichOnly(scope, info)) return scope;
  // `{email, custom_fields: {name}}`: of a person, but also of what the person has.
  if (CUSTOM_FIELDS.test(info.joined) && (siblings & (Evidence.contact | Evidence.person)) !== 0)
    return { role: 'weak', parent: info, address: false, forced: scope.forced, marks: undefined };
  // `pins: {duress: {value}}`: the key says whose.
  if (scope.parent?.kind === 'pin' && scope.parent.joined.endsWith('s') && info.kind === undefined) return scope;
  const isAddress = info.kind === 'address';
  if (isListing(scope, siblings) && (isAddress || LOCATION.test(info.joined)))
    return { role: 'place', parent: info, address: isAddress, forced: scope.forced, marks: undefined };
  if (isGeocoded(info, scope, siblings))
    return { role: 'place', parent: info, address: true, forced: scope.forced, marks: undefined };
  if (isAddress && PERSONAL_ADDRESS.test(info.joined) && scope.role !== 'organisation' && scope.role !== 'place')
    return { role: 'person', parent: info, address: true, forced: scope.forced, marks: undefined };
  // `state: {code: 'TX', name: 'Texas'}` inside an address.
  if (scope.address && info.kind === 'addressPart')
    return { ...scope, parent: info, address: !isLocalityAlone(info, scope, siblings) };
  // The place of a tracking event.
  if (isAddress && scope.role !== 'person' && TRACKING_EVENT.test(scope.parent?.joined ?? ''))
    return { role: 'place', parent: info, address: true, forced: scope.forced, marks: undefined };
  // Origin and destination of a journey are not a person's address.
  if (isAddress && scope.role === 'weak' && JOURNEY_END.test(scope.parent?.joined ?? ''))
    return { role: 'none', parent: info, address: true, forced: scope.forced, marks: undefined };
  const role =
    info.kind || info.role === 'none'
      ? isAddress || info.kind === 'bareName' || info.kind === 'name' || keepsRole(info)
        ? inheritedRole(scope, siblings)
        : 'none'
      : info.role;
  // The `display_value` of a `caller_id` is a person's name.
  if (info.joined === 'callerid')
    return { role: 'weak', parent: info, address: false, forced: scope.forced, marks: undefined };
  return { role, parent: info, address: isAddress, forced: scope.forced, marks: undefined };
}

/** `phones: {main: {number}}`, `addresses: {billing: {…}}`, `homeAddress: {geo: {lat}}`: the key only says which one, or what of it. */
const saysWhichOnly = (scope: Scope, { kind, words, joined }: KeyInfo): boolean =>
  scope.parent?.kind !== undefined &&
  kind === undefined &&
  (isUseOnly(words) || HISTORY_KEY.test(joined) || (scope.address && COORDINATES.test(joined)));

const CUSTOM_FIELDS = /^(?:custom|extra|user|merge)?(?:field|attribute|propert|trait|variable|metadata)(?:s|y|ies)?$/;
/** What an answer repeats of the request. */
const ECHO = /^(?:search|query|context)$/;
/** Where a listed business is. */
const LOCATION = /^(?:locations?|geo|coordinates|context)$/;
/** Where an address is. */
const COORDINATES = /^(?:geo|geocode|geolocation|geoposition|coordinates?|latlng|position)$/;
/** What a geocoder splits an address into, beside its coordinates. */
const COMPONENTS = /^(?:address)?components?$/;

const isGeocoded = ({ joined }: KeyInfo, { role }: Scope, siblings: number): boolean =>
  (role === 'none' || role === 'place') &&
  COMPONENTS.test(joined) &&
  (siblings & (Evidence.geo | Evidence.contact | Evidence.person)) === Evidence.geo;

/**
 * Whether the object is a place that a directory or a map lists: with ratings or opening hours, or with a name and
 * coordinates, and without a person's fields.
 */
function isListing({ role }: Scope, siblings: number): boolean {
  if ((siblings & Evidence.person) !== 0) return false;
  const isRated = (siblings & Evidence.place) !== 0;
  if (role === 'organisation' || role === 'place') return isRated;
  const isLandmark = (siblings & Evidence.named) !== 0 && (siblings & Evidence.contact) === 0;
  return role === 'none' && (siblings & Evidence.geo) !== 0 && (isRated || isLandmark);
}

/**
 * Whether a field is the `location` of a company, which has a name of its own (`{name: 'Austin, Texas', geo}`) without
 * being a place that a map lists. It is read as the company's address.
 */
export const isSeat = ({ joined, kind }: KeyInfo, siblings: number): boolean =>
  kind === undefined &&
  joined === 'location' &&
  (siblings & (Evidence.firm | Evidence.contact | Evidence.person | Evidence.place)) === Evidence.firm;

/** Whether an object is such a location. */
const isInSeat = ({ parent }: Scope): boolean =>
  parent?.kind === 'address' && parent.role === 'organisation' && parent.joined === 'location';

/** Ids as member names. */
const RECORD_KEY = /^(?:\d{1,20}|(?=.*\d)[0-9a-f]{12,64})$/;
/** Tracking events of a parcel or a journey. */
const TRACKING_EVENT =
  /^(?:track(?:ing)?(?:event|detail|histor|activit)|scan|event|activit|checkpoint|milestone|movement)(?:s|y|ies)?$/;
/** Origin and destination of a journey. */
const JOURNEY_END = /^(?:origin|destination|departure|arrival)s?$/;

/** Former values of a field: `email: {versions: [{value}]}`. */
const HISTORY_KEY = /^(?:normali[sz]ed|versions?|history|revisions?|changes|log)$/;

const USE_WORDS = phraseSet(
  `${TRANSPARENT} billing shipping delivery mailing legal residential temporary permanent emergency day evening night`,
);

/** Whether a name only says which of several a value is: `home`, `billing`. */
export function isUseOnly(words: readonly string[]): boolean {
  return words.length > 0 && words.length <= 2 && words.every((word) => USE_WORDS.has(word));
}

/** Whether the fields of a scope describe other fields (labels, patterns) instead of holding data. */
export function describesFields(scope: Scope): boolean {
  return scope.parent?.describesFields === true;
}

/** Addresses where somebody lives, pays or receives deliveries. */
const PERSONAL_ADDRESS =
  /^(?:shipping|billing|delivery|mailing|home|residential|residence|current|permanent|liefer|rechnungs|wohn|bezorg|woon|domicilio|residenza)/;

/** The role that an object passes on to its address; `person` when its fields show a person. */
function inheritedRole(scope: Scope, siblings: number): KeyInfo['role'] {
  if (scope.role !== 'none') return scope.role;
  return (siblings & (Evidence.contact | Evidence.person)) !== 0 ? 'person' : 'none';
}

const ROLE_KEEPERS = new Set([
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

function keepsRole(info: KeyInfo): boolean {
  return ROLE_KEEPERS.has(info.joined);
}

/** Whether an address in this object is a person's and not that of a place or a company. */
export function isPersonalAddress(scope: Scope, siblings: number): boolean {
  if (scope.role === 'place') return false;
  if (scope.role === 'person') return true;
  if ((siblings & (Evidence.contact | Evidence.person)) !== 0) return true;
  // A company's town alone is not personal; a street is treated as personal.
  const seat = isInSeat(scope);
  if ((seat || (scope.role === 'organisation' && !scope.address)) && (siblings & Evidence.street) === 0) return false;
  const landmark = !seat && (siblings & Evidence.geo) !== 0 && (siblings & Evidence.named) !== 0;
  return (siblings & Evidence.place) === 0 && !landmark;
}

/**
 * Whether a field is a town without a street, a postal code or a person beside it, as in `location: {address:
 * {addressLocality}}`.
 */
export function isLocalityAlone(info: KeyInfo, scope: Scope, siblings: number): boolean {
  return (
    scope.address &&
    (scope.role === 'none' || scope.role === 'organisation') &&
    info.kind === 'addressPart' &&
    (siblings & PERSON_EVIDENCE_BITS) === 0
  );
}

const PERSON_EVIDENCE_BITS = Evidence.street | Evidence.postal | Evidence.contact | Evidence.person | Evidence.named;

/** Whether the names of members in a scope are people or their ids: `people: {'Ann Lee': {…}}`, `national_ids: {…}`. */
export function listsPersons(scope: Scope): boolean {
  return scope.role === 'person' || scope.parent?.kind === 'nationalId';
}
