/**
 * Forms that no identifier has by accident; the detectors still check digits and lengths.
 * Three, two and four digits are not among them: serial numbers are written so.
 */

/** `+44…`, `DE89…` with its length: under the name of an identifier, a bare word of another form is one. */
const UNLIKE_AN_ID = /^(?:\+\d[\d ().-]{7,20}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;

export function isUnlikeAnId(text: string): boolean {
  return text.length >= 9 && text.length <= 34 && UNLIKE_AN_ID.test(text);
}
