/**
 * Forms that identifiers do not have by accident, so that they count even in a field for identifiers. The form of a
 * social security number counts only where the identifier is a person's, since serial numbers have it too. Detectors
 * still verify digits and lengths.
 */

import { isCard } from './card.ts';

/** International numbers and account numbers: `+44…`, `DE89…`. */
const UNLIKE_AN_ID = /^(?:\+\d[\d ().-]{7,20}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;
const DASHED_SSN = /^\d{3}-\d{2}-\d{4}$/;
/** Names of ids that are a person's or that do not say whose they are. */
const PERSONAL_ID =
  /^(?:id|identifier|idnumber|idno|(?:user|person|personal|people|customer|client|patient|employee|staff|worker|member|subscriber|applicant|borrower|beneficiary|dependent|spouse|individual|subject|citizen|resident|student|taxpayer|insured|claimant|tenant|driver|owner|holder|guarantor|contact)(?:id|identifier|no|number))$/;

/** Groups as on a payment card. */
const CARD_GROUPS = /^\d{4}([ -])(?:\d{4}\1\d{4}\1\d{4}|\d{6}\1\d{5})$/;
/** Names of ids that have groups like card numbers and may have a valid check digit by chance. */
const THING_ID =
  /order|ref|invoice|track|serial|sku|part|product|item|book|confirm|ticket|licen|voucher|coupon|gift|contract|case|batch|lot|imei|receipt|shipment|parcel|delivery|activation|key|code|version|request|trace|session|message/;

/**
 * Whether a text has such a form.
 *
 * @param joined the name of its field, words joined
 */
export function isUnlikeAnId(text: string, joined: string | undefined): boolean {
  if (text.length < 9 || text.length > 34) return false;
  if (UNLIKE_AN_ID.test(text)) return true;
  if (text.length >= 17 && CARD_GROUPS.test(text))
    return (
      joined !== undefined &&
      !THING_ID.test(joined) &&
      isCard(text.replace(/\D/g, ''), { grouped: true, context: false })
    );
  return text.length === 11 && joined !== undefined && DASHED_SSN.test(text) && PERSONAL_ID.test(joined);
}
