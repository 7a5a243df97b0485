/** Common values that machines make: times, UUIDs, URNs of object identifiers and short ids, recognized without a pattern. */

/**
 * Whether a value of at most 40 characters is a time or a UUID.
 *
 * @param dashes how many are in it
 */
export function isTimeOrUuid(bytes: Uint8Array, from: number, end: number, dashes: number): boolean {
  return isTime(bytes, from, end) || (end - from === 36 && dashes === 4 && isUuid(bytes, from));
}

/** `urn:oid:`, as bytes. */
const URN_OID = Buffer.from('urn:oid:');
const ARCS = URN_OID.length;

/**
 * Whether a value is the URN of an object identifier (RFC 3061), whose first arc is 0, 1 or 2 (ITU-T X.660):
 * `urn:oid:1.2.36.146`. FHIR names systems by it.
 */
export function isUrnOfOid(bytes: Uint8Array, from: number, end: number): boolean {
  const first = bytes[from + ARCS] ?? 0;
  if (end - from <= ARCS + 2 || first < 48 || first > 50 || bytes[from + ARCS + 1] !== 46) return false;
  for (let at = 0; at < ARCS; at++) if (bytes[from + at] !== URN_OID[at]) return false;
  for (let index = from + ARCS; index < end; index++) {
    const code = bytes[index] ?? 0;
    if (code !== 46 && !(code >= 48 && code <= 57)) return false;
  }
  return true;
}

/**
 * Whether a text has the signs of a date or a time (RFC 3339, ISO 8601): `2024-03-11`, `2024-03-11T10:22:31.123+01:00`. Four
 * digits stand first, so that no other number with a sign before it (`:219-09-9999`) is taken for one.
 */
export function isTime(bytes: Uint8Array, from: number, end: number): boolean {
  const length = end - from;
  if (length < 10 || length > 40 || bytes[from + 4] !== 45 || bytes[from + 7] !== 45) return false;
  for (let index = from; index < end; index++) {
    const code = bytes[index] ?? 0;
    if (code >= 48 && code <= 57) continue;
    if (index < from + 4) return false;
    if (code === 45 || code === 46 || code === 43 || code === 58 || code === 84 || code === 90) continue;
    if (code === 32 && index === from + 10) continue;
    return false;
  }
  if (length === 10) return true;
  const sign = bytes[from + 13];
  return length > 13 && (sign === 58 || sign === 46);
}

/** Whether 36 characters are a UUID (RFC 9562). */
export function isUuid(bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < 36; at++) {
    const code = bytes[from + at] ?? 0;
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 45) return false;
    } else if (!(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 102)) return false;
  }
  return true;
}

/** From this length on an account number (IBAN) is possible. */
const MIN_ACCOUNT_NUMBER = 15;

/**
 * Whether a value in a field for identifiers is too short for a key or an account number and has nothing but ASCII letters,
 * digits and underscores, so that it is no other number either (text/detectors/unlikeId.ts).
 */
export function isShortId(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from >= MIN_ACCOUNT_NUMBER) return false;
  for (let index = from; index < end; index++) {
    const code = bytes[index] ?? 0;
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!isLetter && !(code >= 48 && code <= 57) && code !== 95) return false;
  }
  return true;
}
