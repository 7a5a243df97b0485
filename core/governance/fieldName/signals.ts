/** What a field's name tells about the fields beside it. */
import * as signals from '../lexicon/signals.ts';
import type { FieldKind } from './fieldKind.ts';
import { phraseSet, phrases } from './words.ts';

/** Bits of what a sibling tells. */
export const Signal = {
  person: 1,
  /** Says who a person is so plainly that a name beside it is personal. */
  contact: 2,
  organisation: 4,
  thing: 8,
  place: 16,
  street: 32,
  card: 64,
  cardNumber: 128,
  bank: 256,
  /** A postal code: an address, whose of it is open. */
  postal: 512,
  /** Coordinates, and a plain name: together a place. */
  geo: 1024,
  named: 2048,
  /** Its own type field says person. */
  typed: 4096,
  /** Plants and animals. */
  species: 8192,
  /** A secret, of which a key may be the other half. */
  secret: 16_384,
  /** Somebody is insured. */
  insured: 32_768,
  /** More than one field that only companies have. */
  firm: 65_536,
  /** A tax number, which people and companies have. */
  tax: 131_072,
} as const;

const SIGNALS = new Map<string, number>();
for (const [bit, list] of [
  [Signal.person, signals.PERSON_SIGNALS],
  [Signal.organisation, signals.ORGANISATION_SIGNALS],
  [Signal.thing, signals.THING_SIGNALS],
  [Signal.place, signals.PLACE_SIGNALS],
  [Signal.species | Signal.thing, signals.SPECIES_SIGNALS],
] as const) {
  for (const phrase of phrases(list)) SIGNALS.set(phrase, (SIGNALS.get(phrase) ?? 0) | bit);
}
const KIND_SIGNALS: Partial<Record<FieldKind, number>> = {
  email: Signal.contact,
  phone: Signal.contact,
  birthDate: Signal.contact,
  ssn: Signal.contact,
  nationalId: Signal.contact,
  passport: Signal.contact,
  driverLicense: Signal.contact,
  healthRecord: Signal.contact,
  name: Signal.contact,
  nationality: Signal.person,
  gender: Signal.person,
  age: Signal.person,
  address: Signal.street,
  houseNumber: Signal.street,
  postalCode: Signal.postal,
  bareName: Signal.named,
  taxId: Signal.tax,
  card: Signal.cardNumber,
  cardCode: Signal.card | Signal.cardNumber,
  cardExpiryPart: Signal.card,
  bank: Signal.bank,
  iban: Signal.bank,
  secret: Signal.secret,
};
const GEO = phraseSet(
  'latitude longitude lat lng lon long geometry coordinate coordinates geo geopoint coord coords latlng latlon geolocation geom',
);
const CARD_SIGNALS = phraseSet('brand last4 lastfour cardtype funding network cardbrand lastdigit bin');

const INSURED =
  /^(?:payou?r(?:id|name|code)?|payorname|insurer(?:name|id)?|policyholder(?:name|id)?|groupn(?:umber|o)|groupid|rxbin|rxpcn|rxgroup|rxgrp|copay(?:ment)?|deductible|coverage(?:type|level|start|end|status)?|insurance(?:company|carrier|plan|type|provider)(?:name)?|insuredname|planname|healthplan(?:name)?)$/;

/** What the fields of an object, or the columns of a table, say together. */
export const allSignals = (infos: readonly { readonly signals: number }[]): number =>
  infos.reduce((bits, { signals }) => bits | signals, 0);

/** Bits of `Signal`. */
export function signalsOf(words: readonly string[], glued: string, kind: FieldKind | undefined): number {
  let bits = (SIGNALS.get(glued) ?? SIGNALS.get(words.at(-1) ?? '') ?? 0) | (kind ? (KIND_SIGNALS[kind] ?? 0) : 0);
  if (glued === 'line1' || glued === 'addressline') bits |= Signal.street;
  if (GEO.has(glued)) bits |= Signal.geo;
  if (INSURED.test(glued)) bits |= Signal.insured;
  if (CARD_SIGNALS.has(glued) || (words.length > 1 && words[0] === 'card')) bits |= Signal.card;
  return bits;
}
