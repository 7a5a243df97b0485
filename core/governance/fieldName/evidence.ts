/** What the name of a field says about the object that has it. */

import { Evidence } from '../catalog/evidence.ts';
import { FIELD_KINDS, type FieldKind } from '../catalog/index.ts';
import * as vocabulary from '../vocabulary/evidence.ts';
import { phraseSet, phrases } from '../vocabulary/words.ts';

const EVIDENCE_OF = new Map<string, number>();
for (const [bit, list] of [
  [Evidence.person, vocabulary.PERSON_EVIDENCE],
  [Evidence.account, vocabulary.ACCOUNT_EVIDENCE],
  [Evidence.organisation, vocabulary.ORGANISATION_EVIDENCE],
  [Evidence.thing, vocabulary.THING_EVIDENCE],
  [Evidence.software, vocabulary.SOFTWARE_EVIDENCE],
  [Evidence.goods | Evidence.thing, vocabulary.GOODS_EVIDENCE],
  [Evidence.place, vocabulary.PLACE_EVIDENCE],
  [Evidence.species | Evidence.thing, vocabulary.SPECIES_EVIDENCE],
] as const) {
  for (const phrase of phrases(list)) EVIDENCE_OF.set(phrase, (EVIDENCE_OF.get(phrase) ?? 0) | bit);
}
const GEO = phraseSet(
  'latitude longitude lat lng lon long geometry coordinate coordinates point bbox geocodepoints geo geopoint coord coords latlng latlon geolocation geom viewport entrypoints boundingbox mapview',
);
const CARD_WORDS = phraseSet('brand last4 lastfour cardtype funding network cardbrand lastdigit bin');

/** Mailboxes of a company or of another party, which say nothing about a name beside them. */
const OTHERS_MAILBOX =
  /^(?:(?:billing|technical|support|security|notification|alert|marketing)\w*(?:mails|mailaddresses)|(?:from|replyto|sender|owner|creator|requester)(?:e?mail)?(?:address)?)$/;

/** Contact data of who did something with the object or answers for it. */
const ACTORS_CONTACT =
  /^(?:last)?(?:[a-z]{2,12}(?:ed|sent|made|sold)by|owner|creator|author|assignee|reporter|request[eo]r|approver|reviewer|submitter|editor|maintainer|treasurer|secretary|chair(?:man|woman|person)?|president|principal|director|ceo|founder|headteacher|superintendent|manager|supervisor|organi[sz]er|instructor|uploader|salesrep)(?:user|contact|full|first|middle|last|given|family|display|sur)?(?:name|e?mail|phone|mobile)(?:address|number)?$/;

const OF_REGION =
  /(?:taxrate|staterate|countyrate|cityrate|combinedrate|timezone|taxregion|taxzone|shippingzone|congressionaldistrict|areacodes)$/;
const AREA_CODE = /(?:area|dial(?:l?ing)?|calling)code$/;

/** Check digits of Brazilian accounts and branches, beside a number that only says `account`. */
const OF_BANK = /^(?:account|agency|agencia|conta)(?:check)?(?:digit|digito|dv)$/;

const INSURED =
  /^(?:payou?r(?:id|name|code)?|payorname|insurer(?:name|id)?|policyholder(?:name|id)?|groupn(?:umber|o)|groupid|rxbin|rxpcn|rxgroup|rxgrp|copay(?:ment)?|deductible|coverage(?:type|level|start|end|status)?|insurance(?:company|carrier|plan|type|provider)(?:name)?|insuredname|planname|healthplan(?:name)?)$/;

/** The evidence of all fields of an object, or of all columns of a table. */
export function combinedEvidence(infos: readonly { readonly evidence: number; readonly joined: string }[]): number {
  const all = infos.reduce((bits, { evidence }) => bits | evidence, 0);
  if ((all & Evidence.goods) === 0) return all;
  // `{name, full_name, price}`: the full name is no person's.
  return infos.some(({ joined, evidence }) => joined !== 'fullname' && (evidence & Evidence.contact) !== 0)
    ? all
    : all & ~Evidence.contact;
}

/** Whether a field holds an e-mail address or the id of a message; the value says which. */
export const isEmailId = (joined: string): boolean => joined.endsWith('emailid');

function evidenceOfKind(kind: FieldKind, joined: string): number {
  const bits = FIELD_KINDS[kind].evidence ?? 0;
  return (bits & Evidence.contact) !== 0 && ACTORS_CONTACT.test(joined)
    ? (bits & ~Evidence.contact) | Evidence.actor
    : bits;
}

/**
 * The evidence that a name gives.
 *
 * @param joined the words without separators
 * @returns bits of `Evidence`
 */
export function evidenceOf(words: readonly string[], joined: string, kind: FieldKind | undefined): number {
  // `max_age` is no person's.
  const last = words.at(-1) ?? '';
  let bits =
    (EVIDENCE_OF.get(joined) ?? (last === 'age' ? 0 : EVIDENCE_OF.get(last)) ?? 0) |
    (kind && !OTHERS_MAILBOX.test(joined) && !isEmailId(joined) ? evidenceOfKind(kind, joined) : 0);
  if (joined === 'line1' || joined === 'addressline') bits |= Evidence.street;
  if (GEO.has(joined)) bits |= Evidence.geo;
  if (OF_REGION.test(joined)) bits |= Evidence.region;
  if (AREA_CODE.test(joined)) bits |= Evidence.areaCode;
  if (OF_BANK.test(joined)) bits |= Evidence.bank;
  if (INSURED.test(joined)) bits |= Evidence.insured;
  if (CARD_WORDS.has(joined) || (words.length > 1 && words[0] === 'card')) bits |= Evidence.card;
  return bits;
}
