/** National ids of northern and eastern Europe. */
import { luhn } from '../../../facts/digits.ts';
import { type DigitId, digitAt, isDay, type LetterId, weighted } from './model.ts';

function peselDate(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  return isDay(Number(digits.slice(4, 6)), month);
}

/** PESEL: weights 1 3 7 9 repeating, mod 10, with a coded date. */
function pesel(digits: string): boolean {
  return (
    (10 - (weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digitAt(digits, 10) && peselDate(digits)
  );
}

/** Swedish personnummer and samordningsnummer: Luhn over the last ten digits, with a date. */
function personnummer(digits: string): boolean {
  const ten = digits.slice(-10);
  const day = Number(ten.slice(4, 6));
  return luhn(ten) && isDay(day > 60 ? day - 60 : day, Number(ten.slice(2, 4)));
}

/** Norwegian fødselsnummer: two mod 11 digits. */
function fodselsnummer(digits: string): boolean {
  const first = 11 - (weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11);
  const second = 11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (
    (first === 11 ? 0 : first) === digitAt(digits, 9) &&
    (second === 11 ? 0 : second) === digitAt(digits, 10) &&
    isDay(Number(digits.slice(0, 2)) % 40, Number(digits.slice(2, 4)) % 40)
  );
}

/** Danish CPR number: a date; the old check digit is no longer kept. */
function cpr(digits: string): boolean {
  return isDay(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)));
}

/** Czech and Slovak birth number: divisible by 11, with a coded date. */
function rodneCislo(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const plain = month > 70 ? month - 70 : month > 50 ? month - 50 : month > 20 ? month - 20 : month;
  return Number(digits) % 11 === 0 && isDay(Number(digits.slice(4, 6)), plain);
}

/** Croatian OIB: ISO 7064 mod 11,10. */
function oib(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < 10; index++) product = (((digitAt(digits, index) + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === digitAt(digits, 10);
}

/** Romanian CNP: weights 279146358279, mod 11. */
function cnp(digits: string): boolean {
  const rest = weighted(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (
    digits[0] !== '0' &&
    (rest === 10 ? 1 : rest) === digitAt(digits, 12) &&
    isDay(Number(digits.slice(5, 7)), Number(digits.slice(3, 5)))
  );
}

/** Bulgarian EGN: weights 2 4 8 5 10 9 7 3 6, mod 11. */
function egn(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  return (
    (weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(digits, 9) &&
    isDay(Number(digits.slice(4, 6)), month)
  );
}

/** Estonian and Lithuanian personal code: two passes of weights, mod 11. */
function isikukood(digits: string): boolean {
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const check = first < 10 ? first : (weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
  return (
    /^[1-6]/.test(digits) &&
    check === digitAt(digits, 10) &&
    isDay(Number(digits.slice(5, 7)), Number(digits.slice(3, 5)))
  );
}

/** Serbian and other JMBG: mod 11. */
function jmbg(digits: string): boolean {
  const check = 11 - (weighted(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (
    (check > 9 ? 0 : check) === digitAt(digits, 12) && isDay(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)))
  );
}

/** Finnish henkilötunnus: date and individual number mod 31. */
function hetu(token: string): boolean {
  const digits = token.slice(0, 6) + token.slice(7, 10);
  return (
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === token[10] &&
    isDay(Number(token.slice(0, 2)), Number(token.slice(2, 4)))
  );
}

/** Ids that consist of digits. */
export const NORTH_EAST_DIGITS: readonly DigitId[] = [
  { country: 'PL', name: 'PESEL', length: 11, valid: pesel },
  { country: 'SE', name: 'Personnummer', length: 10, alone: /^\d{6}[-+]\d{4}$/, valid: personnummer },
  { country: 'SE', name: 'Personnummer', length: 12, alone: /^(?:19|20)\d{6}-\d{4}$/, valid: personnummer },
  { country: 'NO', name: 'Fødselsnummer', length: 11, valid: fodselsnummer },
  { country: 'DK', name: 'CPR-nummer', length: 10, valid: cpr },
  { country: 'CZ', name: 'Rodné číslo', length: 10, valid: rodneCislo },
  { country: 'HR', name: 'OIB', length: 11, valid: oib },
  { country: 'RO', name: 'CNP', length: 13, valid: cnp },
  { country: 'BG', name: 'EGN', length: 10, valid: egn },
  { country: 'EE', name: 'Isikukood', length: 11, valid: isikukood },
  { country: 'RS', name: 'JMBG', length: 13, valid: jmbg },
];

/** Ids with letters. */
export const NORTH_EAST_LETTERS: readonly LetterId[] = [
  { country: 'FI', name: 'Henkilötunnus', pattern: /^\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]$/, alone: true, valid: hetu },
];
