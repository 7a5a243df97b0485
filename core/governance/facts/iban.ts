/**
 * International bank account numbers (ISO 13616): length by country, mod 97 = 1. Also business identifier codes (ISO
 * 9362) by their form, for fields named so.
 */

/** Length of an account number by the two letters of its country, five bits each. */
const LENGTHS = new Uint8Array(1_024);
for (const entry of `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23
  GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23
  PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`.split(
  /\s+/,
))
  LENGTHS[lettersAt(entry, 0)] = Number(entry.slice(2));

/** The length of an account number whose country code, two letters in any case, is at a position; 0 for none. */
export const ibanLengthAt = (text: string, at: number): number => LENGTHS[lettersAt(text, at)] ?? 0;

function lettersAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31);
}

/** Checks an IBAN without spaces, in upper case. */
export function isIban(compact: string): boolean {
  if (!/^[A-Z]{2}/.test(compact) || ibanLengthAt(compact, 0) !== compact.length) return false;
  let remainder = 0;
  for (let index = 0; index < compact.length; index++) {
    const code = compact.charCodeAt((index + 4) % compact.length);
    if (code >= 48 && code <= 57) remainder = (remainder * 10 + code - 48) % 97;
    else if (code >= 65 && code <= 90) remainder = (remainder * 100 + code - 55) % 97;
    else return false;
  }
  return remainder === 1;
}

/** Whether a value looks like an IBAN, even if it is masked or mistyped; for fields named so. */
export function looksLikeIban(value: string): boolean {
  return /^\s*[A-Za-z]{2}\s?[0-9*X]{2}[A-Za-z0-9*\s-]{8,40}$/.test(value);
}

/** Whether a value has the form of a business identifier code. */
export function isBic(value: string): boolean {
  return (
    /^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/.test(value.trim()) && /^[A-Z0-9]+$|^[a-z0-9]+$/.test(value.trim())
  );
}
