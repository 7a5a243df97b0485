/**
 * Forms that no identifier has by accident, so that a value under the name of an identifier is read all the same. A social security number's form
 * is among them only where the identifier is a person's, since serial numbers are written so as well. Detectors still check digits and lengths.
 */

import { isCard } from './card.ts';

/** International numbers and account numbers: `+44…`, `DE89…`. */
const UNLIKE_AN_ID = /^(?:\+\d[\d ().-]{7,20}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;
const DASHED_SSN = /^\d{3}-\d{2}-\d{4}$/;
/** Names of ids of a person, or of nobody in particular. */
const OF_PERSON =
  /^(?:id|identifier|idnumber|idno|(?:user|person|personal|people|customer|client|patient|employee|staff|worker|member|subscriber|applicant|borrower|beneficiary|dependent|spouse|individual|subject|citizen|resident|student|taxpayer|insured|claimant|tenant|driver|owner|holder|guarantor|contact)(?:id|identifier|no|number))$/;

/** Groups as on a card. */
const CARD_GROUPS = /^\d{4}([ -])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})$/;
/** Names of ids that are grouped as card numbers are, and may have a valid check digit by chance. */
const OF_THING =
  /order|ref|invoice|track|serial|sku|part|product|item|book|confirm|ticket|licen|voucher|coupon|gift|contract|case|batch|lot|imei|receipt|shipment|parcel|delivery|activation|key|code|version|request|trace|session|message/;

/** Whether a text has such a form. @param joined the field's name, its words joined */
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
