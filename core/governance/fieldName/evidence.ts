/** What a field's name tells about the fields beside it. */

import { Signal } from '../catalog/evidence.ts';
import { FIELD_KINDS, type FieldKind } from '../catalog/index.ts';
import * as signals from '../catalog/vocabulary/evidence.ts';
import { phraseSet, phrases } from '../catalog/vocabulary/words.ts';

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
  let bits = (SIGNALS.get(glued) ?? SIGNALS.get(words.at(-1) ?? '') ?? 0) | (kind ? (FIELD_KINDS[kind].tells ?? 0) : 0);
  if (glued === 'line1' || glued === 'addressline') bits |= Signal.street;
  if (GEO.has(glued)) bits |= Signal.geo;
  if (INSURED.test(glued)) bits |= Signal.insured;
  if (CARD_SIGNALS.has(glued) || (words.length > 1 && words[0] === 'card')) bits |= Signal.card;
  return bits;
}
