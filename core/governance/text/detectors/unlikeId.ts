/**
 * Forms that no identifier has by accident; the detectors still check digits and lengths.
 * Three, two and four digits are among them only where the identifier is a person's: serial numbers are written so too.
 */

import { isCard } from './card.ts';

/** `+44…`, `DE89…` with its length: under the name of an identifier, a bare word of another form is one. */
const UNLIKE_AN_ID = /^(?:\+\d[\d ().-]{7,20}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;
const DASHED_SSN = /^\d{3}-\d{2}-\d{4}$/;
/** Names of fields that identify a person, or nobody in particular. */
const OF_PERSON =
  /^(?:id|identifier|idnumber|idno|(?:user|person|personal|people|customer|client|patient|employee|staff|worker|member|subscriber|applicant|borrower|beneficiary|dependent|spouse|individual|subject|citizen|resident|student|taxpayer|insured|claimant|tenant|driver|owner|holder|guarantor|contact)(?:id|identifier|no|number))$/;

/** Groups as on a card. */
const CARD_GROUPS = /^\d{4}([ -])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})$/;
/** Names of fields whose numbers are grouped too, and by chance right in their check digit. */
const OF_THING =
  /order|ref|invoice|track|serial|sku|part|product|item|book|confirm|ticket|licen|voucher|coupon|gift|contract|case|batch|lot|imei|receipt|shipment|parcel|delivery|activation|key|code|version|request|trace|session|message/;

/** @param glued the field's name, all words together */
export function isUnlikeAnId(text: string, joined: string | undefined): boolean {
  if (text.length < 9 || text.length > 34) return false;
  if (UNLIKE_AN_ID.test(text)) return true;
  if (text.length >= 17 && CARD_GROUPS.test(text))
    return (
      joined !== undefined &&
      !OF_THING.test(joined) &&
      isCard(text.replace(/\D/g, ''), { grouped: true, context: false })
    );
  return text.length === 11 && joined !== undefined && DASHED_SSN.test(text) && OF_PERSON.test(joined);
}
