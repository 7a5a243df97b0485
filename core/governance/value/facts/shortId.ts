/** Short identifiers of records, recognized without a pattern. */

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
