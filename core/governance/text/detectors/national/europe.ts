/** National ids of western and southern Europe. */
import { allEqual, type DigitId, digitAt, isDay, type LetterId, weighted } from './model.ts';

/** NHS number: weights 10..2, mod 11; 10 is invalid. */
function nhs(digits: string): boolean {
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && (check === 11 ? 0 : check) === digitAt(digits, 9) && !allEqual(digits);
}

/** Dutch BSN: the 11-test with weight -1 on the last digit. */
function bsn(digits: string): boolean {
  return !allEqual(digits) && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** German tax id: ISO 7064 mod 11,10; one digit is repeated twice or three times. */
function steuerId(digits: string): boolean {
  if (digits[0] === '0') return false;
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (most < 2 || most > 3) return false;
  let product = 10;
  for (let index = 0; index < 10; index++) {
    const sum = (digitAt(digits, index) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digitAt(digits, 10);
}

/** French NIR: 97 minus the number mod 97; Corsica's 2A and 2B become 19 and 18. */
function nir(token: string): boolean {
  const digits = token.replace('2A', '19').replace('2B', '18');
  const month = Number(digits.slice(3, 5));
  return (
    /^[12]/.test(digits) &&
    ((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50) &&
    97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13))
  );
}

/** Belgian national register number: 97 minus the number mod 97, with a 2 in front for births from 2000. */
function belgian(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  if (month > 12) return false;
  const check = Number(digits.slice(9));
  return 97 - (Number(digits.slice(0, 9)) % 97) === check || 97 - (Number(`2${digits.slice(0, 9)}`) % 97) === check;
}

/** Portuguese NIF: weights 9..2, mod 11. */
function nif(digits: string): boolean {
  const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return /^[1235689]/.test(digits) && (rest < 2 ? 0 : 11 - rest) === digitAt(digits, 8);
}

/** Swiss AHV number: EAN-13 check under 756. */
function ahv(digits: string): boolean {
  return (
    digits.startsWith('756') &&
    (10 - (weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === digitAt(digits, 12)
  );
}

/** Austrian insurance number: 3 7 9 5 8 4 2 1 6 around the check digit, then the birth date. */
function svnr(digits: string): boolean {
  const body = digits.slice(0, 3) + digits.slice(4);
  return (
    digits[0] !== '0' &&
    weighted(body, [3, 7, 9, 5, 8, 4, 2, 1, 6]) % 11 === digitAt(digits, 3) &&
    Number(digits.slice(6, 8)) <= 15 &&
    isDay(Number(digits.slice(4, 6)), Math.min(12, Number(digits.slice(6, 8))))
  );
}

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

function dni(token: string): boolean {
  const digits = token
    .slice(0, -1)
    .replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))
    .replace(/-$/, '');
  return DNI_LETTERS[Number(digits) % 23] === token.at(-1);
}

const FISCAL_ODD: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((char, index) => [
    char,
    [
      1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10,
      22, 25, 24, 23,
    ][index] ?? 0,
  ]),
);

/** Italian codice fiscale: odd and even tables, mod 26 letter. */
function codiceFiscale(token: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index++) {
    const char = token.charAt(index);
    if (index % 2 === 0) sum += FISCAL_ODD[char] ?? 0;
    else sum += /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65;
  }
  return String.fromCharCode(65 + (sum % 26)) === token[15];
}

/** Irish PPS number: weights 8..2 (and 9 on a second letter), mod 23 letter. */
function ppsn(token: string): boolean {
  let sum = weighted(token, [8, 7, 6, 5, 4, 3, 2]);
  const second = token[8];
  if (second && second !== 'W') sum += (second.charCodeAt(0) - 64) * 9;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === token[7];
}

/** Greek AMKA: date and Luhn; tax number AFM: powers of two, mod 11. */
function amka(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 11; index++) {
    const digit = digitAt(digits, index);
    sum += index % 2 === 1 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0 && isDay(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)));
}

/** Ids that consist of digits. */
export const EUROPE_DIGITS: readonly DigitId[] = [
  { country: 'GB', name: 'NHS number', length: 10, valid: nhs },
  { country: 'NL', name: 'BSN', length: 9, valid: bsn },
  { country: 'DE', name: 'Steuer-Identifikationsnummer', length: 11, valid: steuerId },
  { country: 'FR', name: 'NIR', length: 15, alone: /^[12] \d{2} \d{2} \d{2} \d{3} \d{3} \d{2}$/, valid: nir },
  {
    country: 'BE',
    name: 'Rijksregisternummer',
    length: 11,
    alone: /^\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}$/,
    valid: belgian,
  },
  { country: 'PT', name: 'NIF', length: 9, valid: nif },
  { country: 'CH', name: 'AHV', length: 13, alone: /^756\.\d{4}\.\d{4}\.\d{2}$/, valid: ahv },
  { country: 'AT', name: 'SVNR', length: 10, valid: svnr },
  { country: 'GR', name: 'AMKA', length: 11, valid: amka },
];

/** Ids with letters. */
export const EUROPE_LETTERS: readonly LetterId[] = [
  { country: 'ES', name: 'DNI', pattern: /^\d{8}-?[A-Z]$/, alone: false, valid: dni },
  {
    country: 'ES',
    name: 'NIE',
    pattern: /^[XYZ]-?\d{7}-?[A-Z]$/,
    alone: false,
    valid: (token) => dni(token.replaceAll('-', '')),
  },
  {
    country: 'IT',
    name: 'Codice fiscale',
    pattern: /^[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/,
    alone: true,
    valid: codiceFiscale,
  },
  { country: 'IE', name: 'PPSN', pattern: /^\d{7}[A-W][A-IW]?$/, alone: false, valid: ppsn },
  { country: 'FR', name: 'NIR (Corsica)', pattern: /^[12]\d{4}2[AB]\d{8}$/, alone: true, valid: nir },
  // With its name nearby, any prefix counts.
  {
    country: 'GB',
    name: 'National Insurance number',
    pattern: /^[A-Z]{2}\d{6}[A-D]$/,
    alone: false,
    valid: () => true,
  },
  {
    country: 'GB',
    name: 'National Insurance number',
    pattern: /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/,
    alone: true,
    valid: (token) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(token),
  },
];
