/** National ids of Asia, the Pacific, the Middle East and Africa. */
import { luhn } from '../../../facts/digits.ts';
import { allEqual, type DigitId, digitAt, isDay, type LetterId, weighted } from './model.ts';

const VERHOEFF_MULTIPLY = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const VERHOEFF_PERMUTE = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Aadhaar: Verhoeff; the first digit is 2 to 9. */
function aadhaar(digits: string): boolean {
  if (digits.charAt(0) < '2') return false;
  let check = 0;
  for (let index = 0; index < 12; index++) {
    const permuted = digitAt(VERHOEFF_PERMUTE[index % 8] ?? '', digitAt(digits, 11 - index));
    check = digitAt(VERHOEFF_MULTIPLY[check] ?? '', permuted);
  }
  return check === 0;
}

/** Australian tax file number: weighted mod 11. */
function tfn(digits: string): boolean {
  return weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}

/** Australian Medicare number: weights 1 3 7 9 1 3 7 9, mod 10. */
function medicare(digits: string): boolean {
  return /^[2-6]/.test(digits) && weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digitAt(digits, 8);
}

/** South African id: date and Luhn. */
function southAfrican(digits: string): boolean {
  return luhn(digits) && isDay(Number(digits.slice(4, 6)), Number(digits.slice(2, 4))) && digits.charAt(10) <= '2';
}

/** Turkish TCKN: two check digits. */
function tckn(digits: string): boolean {
  if (digits[0] === '0') return false;
  const isIrregular = [0, 2, 4, 6, 8].reduce((sum, index) => sum + digitAt(digits, index), 0);
  const even = [1, 3, 5, 7].reduce((sum, index) => sum + digitAt(digits, index), 0);
  const tenth = (((isIrregular * 7 - even) % 10) + 10) % 10;
  const all = [...digits.slice(0, 10)].reduce((sum, digit) => sum + Number(digit), 0);
  return tenth === digitAt(digits, 9) && all % 10 === digitAt(digits, 10);
}

/** Korean resident registration number: date, then a sex digit; weights 2..9 2..5, mod 11. */
function rrn(digits: string): boolean {
  return (
    isDay(Number(digits.slice(4, 6)), Number(digits.slice(2, 4))) &&
    /^[1-8]/.test(digits.slice(6)) &&
    (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === digitAt(digits, 12)
  );
}

/** Chinese resident identity: ISO 7064 mod 11-2, with a date. */
function chinese(token: string): boolean {
  const sum = weighted(token, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return (
    '10X98765432'[sum % 11] === token[17] &&
    isDay(Number(token.slice(12, 14)), Number(token.slice(10, 12))) &&
    /^(?:19|20)/.test(token.slice(6))
  );
}

/** Japanese My Number: weights 6..2 7..2, mod 11. */
function myNumber(digits: string): boolean {
  const rest = weighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return !allEqual(digits) && (rest <= 1 ? 0 : 11 - rest) === digitAt(digits, 11);
}

/** Israeli id: Luhn over nine digits. */
function israeli(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 9; index++) {
    const product = digitAt(digits, index) * (index % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === 0 && !allEqual(digits);
}

/** Thai id: weights 13..2, mod 11. */
function thai(digits: string): boolean {
  return (
    digits[0] !== '0' &&
    (11 - (weighted(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digitAt(digits, 12)
  );
}

/** Emirates id: 784, a year, Luhn. */
function emirates(digits: string): boolean {
  return /^784(?:19|20)/.test(digits) && luhn(digits);
}

/** Malaysian MyKad: date and place of birth. */
function mykad(digits: string): boolean {
  return isDay(Number(digits.slice(4, 6)), Number(digits.slice(2, 4)));
}

const NRIC_LETTERS: Readonly<Record<string, string>> = {
  S: 'JZIHGFEDCBA',
  T: 'JZIHGFEDCBA',
  F: 'XWUTRQPNMLK',
  G: 'XWUTRQPNMLK',
  M: 'KLJNPQRTUWX',
};

/** Singapore NRIC and FIN: weighted mod 11 to a letter by prefix. */
function nric(token: string): boolean {
  const prefix = token.charAt(0);
  let sum = weighted(token.slice(1), [2, 7, 6, 5, 4, 3, 2]);
  if (prefix === 'T' || prefix === 'G') sum += 4;
  if (prefix === 'M') sum += 3;
  const rest = prefix === 'M' ? 10 - (sum % 11) : sum % 11;
  return NRIC_LETTERS[prefix]?.[rest] === token[8];
}

/** Hong Kong identity card: letters as 10.., weights 9..1, mod 11. */
function hkid(token: string): boolean {
  const compact = token.replace(/[()]/g, '').padStart(9, ' ');
  let sum = 0;
  for (let index = 0; index < 8; index++) {
    const char = compact.charAt(index);
    sum += (char === ' ' ? 36 : /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55) * (9 - index);
  }
  const check = compact[8] === 'A' ? 10 : Number(compact[8]);
  return (sum + check) % 11 === 0;
}

/** Ids that consist of digits. */
export const ASIA_AFRICA_DIGITS: readonly DigitId[] = [
  { country: 'IN', name: 'Aadhaar', length: 12, valid: aadhaar },
  { country: 'AU', name: 'TFN', length: 9, valid: tfn },
  { country: 'AU', name: 'Medicare', length: 10, valid: medicare },
  { country: 'ZA', name: 'South African ID', length: 13, valid: southAfrican },
  { country: 'TR', name: 'TCKN', length: 11, valid: tckn },
  { country: 'KR', name: 'Resident registration number', length: 13, alone: /^\d{6}-[1-8]\d{6}$/, valid: rrn },
  { country: 'JP', name: 'My Number', length: 12, valid: myNumber },
  { country: 'IL', name: 'Teudat zehut', length: 9, valid: israeli },
  { country: 'TH', name: 'Thai ID', length: 13, alone: /^\d-\d{4}-\d{5}-\d{2}-\d$/, valid: thai },
  { country: 'AE', name: 'Emirates ID', length: 15, alone: /^784-\d{4}-\d{7}-\d$/, valid: emirates },
  { country: 'MY', name: 'MyKad', length: 12, valid: mykad },
  { country: 'CN', name: 'Resident identity', length: 18, alone: /^\d{18}$/, valid: chinese },
];

/** Ids with letters. */
export const ASIA_AFRICA_LETTERS: readonly LetterId[] = [
  { country: 'SG', name: 'NRIC / FIN', pattern: /^[STFGM]\d{7}[A-Z]$/, alone: false, valid: nric },
  { country: 'HK', name: 'HKID', pattern: /^[A-Z]{1,2}\d{6}\([\dA]\)$/, alone: true, valid: hkid },
  { country: 'CN', name: 'Resident identity', pattern: /^\d{17}X$/, alone: true, valid: chinese },
  { country: 'IN', name: 'PAN', pattern: /^[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]$/, alone: false, valid: () => true },
];
