/** What an object is told by what stands above it, and what it passes on to what stands below. */

import { Signal } from '../catalog/evidence.ts';
import { TRANSPARENT } from '../catalog/vocabulary/modifiers.ts';
import { phraseSet } from '../catalog/vocabulary/words.ts';
import type { KeyInfo } from '../fieldName/readName.ts';

export interface Place {
  /** Role of the nearest key above that has one; containers pass it on. */
  readonly role: KeyInfo['role'];
  /** The nearest key above that is no mere container. */
  readonly parent: KeyInfo | undefined;
  /** Inside a postal address. */
  readonly address: boolean;
  /** Everything below is redacted (an owner's custom field). */
  readonly forced: boolean;
}

/** The place of a document itself. */
export function rootPlace(): Place {
  return { role: 'none', parent: undefined, address: false, forced: false };
}

/** The place of what stands under `info` in an object at `place`. */
export function descend(place: Place, info: KeyInfo, siblings = 0): Place {
  if (isWording(place) && /^[a-z]{2}(?:[a-z]{2})?$/.test(info.glued)) return place;
  // `voters: {e539a9df8700d0d0: […]}`: which one of them.
  if (info.kind === undefined && RECORD_KEY.test(info.glued)) return place;
  if (place.role === 'person' && /^(?:parent|child|children)s?$/.test(info.glued))
    return { role: 'weak', parent: info, address: false, forced: place.forced };
  if (info.role === 'neutral' && !info.kind) {
    // `{type: 'people', attributes: {…}}`: the type is said beside the container.
    return (siblings & Signal.typed) !== 0 && place.role === 'none' ? { ...place, role: 'person' } : place;
  }
  // `phones: {main: {number}}`, `addresses: {billing: {…}}`: which one, no matter of its own.
  if (place.parent?.kind !== undefined && info.kind === undefined && (isUseOnly(info.words) || PAST.test(info.glued)))
    return place;
  const isAddress = info.kind === 'address';
  if (isAddress && OWN_ADDRESS.test(info.glued) && place.role !== 'organisation' && place.role !== 'place')
    return { role: 'person', parent: info, address: true, forced: place.forced };
  // `state: {code: 'TX', name: 'Texas'}` inside an address.
  if (place.address && info.kind === 'addressPart') return { ...place, parent: info };
  // Where a parcel was seen.
  if (isAddress && place.role !== 'person' && EVENT.test(place.parent?.glued ?? ''))
    return { role: 'place', parent: info, address: true, forced: place.forced };
  // Between two towns nobody lives.
  if (isAddress && place.role === 'weak' && ENDS.test(place.parent?.glued ?? ''))
    return { role: 'none', parent: info, address: true, forced: place.forced };
  const role =
    info.kind || info.role === 'none'
      ? isAddress || info.kind === 'bareName' || info.kind === 'name' || isKeeper(info)
        ? roleHere(place, siblings)
        : 'none'
      : info.role;
  // `caller_id: {display_value}`: who called.
  if (info.glued === 'callerid') return { role: 'weak', parent: info, address: false, forced: place.forced };
  return { role, parent: info, address: isAddress, forced: place.forced };
}

/** Ids as names of members. */
const RECORD_KEY = /^(?:\d{1,20}|(?=.*\d)[0-9a-f]{12,64})$/;
/** Of a parcel or a journey. */
const EVENT =
  /^(?:track(?:ing)?(?:event|detail|histor|activit)|scan|event|activit|checkpoint|milestone|movement)(?:s|y|ies)?$/;
/** Ends of a way. */
const ENDS = /^(?:origin|destination|departure|arrival)s?$/;

/** `email: {versions: [{value}]}`. */
const PAST = /^(?:versions?|history|revisions?|changes|log)$/;

const USES = phraseSet(
  `${TRANSPARENT} billing shipping delivery mailing legal residential temporary permanent emergency day evening night`,
);

/** Whether a name says only which one of several. */
export function isUseOnly(words: readonly string[]): boolean {
  return words.length > 0 && words.length <= 2 && words.every((word) => USES.has(word));
}

/** Inside what is written about fields for people or checks, not in them: labels by field, patterns by field. */
export function isWording(place: Place): boolean {
  return place.parent?.wording === true;
}

/** Somebody ordered, pays or lives there. */
const OWN_ADDRESS =
  /^(?:shipping|billing|delivery|mailing|home|residential|residence|current|permanent|liefer|rechnungs|wohn|bezorg|woon|domicilio|residenza)/;

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

/** Whether an address in this object is a person's rather than that of a place or a company. */
export function isPersonalAddress(place: Place, siblings: number): boolean {
  if (place.role === 'place') return false;
  if (place.role === 'person') return true;
  if ((siblings & (Signal.contact | Signal.person)) !== 0) return true;
  // A company's town says nothing; its street is kept back with the street of everyone.
  if (place.role === 'organisation' && !place.address && (siblings & Signal.street) === 0) return false;
  const landmark = (siblings & Signal.geo) !== 0 && (siblings & Signal.named) !== 0;
  return (siblings & Signal.place) === 0 && !landmark;
}
