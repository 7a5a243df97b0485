/** National ids of the Americas. */
import { luhn } from '../../../facts/digits.ts';
import { allEqual, type DigitId, digitAt, isDay, type LetterId, weighted } from './model.ts';

/** Brazil, CPF (Receita Federal): two weighted mod 11 digits. */
function cpf(digits: string): boolean {
  if (allEqual(digits)) return false;
  for (const [count, from] of [
    [9, 10],
    [10, 11],
  ] as const) {
    const sum = weighted(
      digits,
      Array.from({ length: count }, (_, index) => from - index),
    );
    if (((sum * 10) % 11) % 10 !== digitAt(digits, count)) return false;
  }
  return true;
}

/** Argentina, CUIL (ANSES): weights 5 4 3 2 7 6 5 4 3 2, mod 11. */
function cuil(digits: string): boolean {
  const rest = 11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return /^(?:20|23|24|27|30|33|34)/.test(digits) && (rest === 11 ? 0 : rest) === digitAt(digits, 10);
}

const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

function curp(token: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += CURP_ALPHABET.indexOf(token.charAt(index)) * (18 - index);
  return (10 - (sum % 10)) % 10 === digitAt(token, 17) && isDay(Number(token.slice(8, 10)), Number(token.slice(6, 8)));
}

/** Chile, RUT: weights 2 to 7, mod 11, K for 10. */
function rut(token: string): boolean {
  const body = token.replace(/[.-]/g, '');
  let sum = 0;
  for (let index = body.length - 2, weight = 2; index >= 0; index--, weight = weight === 7 ? 2 : weight + 1)
    sum += digitAt(body, index) * weight;
  const check = 11 - (sum % 11);
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === body.at(-1);
}

/** Ids that consist of digits. */
export const AMERICAS_DIGITS: readonly DigitId[] = [
  { country: 'BR', name: 'CPF', length: 11, alone: /^\d{3}\.\d{3}\.\d{3}-\d{2}$/, valid: cpf },
  { country: 'AR', name: 'CUIL', length: 11, alone: /^\d{2}-\d{8}-\d$/, valid: cuil },
  { country: 'CA', name: 'SIN', length: 9, valid: (digits) => digits[0] !== '8' && luhn(digits) },
];

/** Ids with letters. */
export const AMERICAS_LETTERS: readonly LetterId[] = [
  {
    country: 'MX',
    name: 'CURP',
    pattern: /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/,
    alone: true,
    valid: curp,
  },
  { country: 'CL', name: 'RUT', pattern: /^\d{1,2}\.\d{3}\.\d{3}-[\dK]$/, alone: true, valid: rut },
  { country: 'CL', name: 'RUT', pattern: /^\d{7,8}-[\dK]$/, alone: false, valid: rut },
];
