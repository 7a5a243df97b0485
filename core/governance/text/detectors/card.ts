/**
 * Payment card numbers (ISO/IEC 7812): the Luhn check, an issuer's prefix and that issuer's length must all match.
 * Without separators, only 15 and 16 digits count on their own; other lengths need a word for "card" nearby.
 */
import { luhn } from '../../facts/digits.ts';

const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 13, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65|622)/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|309|36|38|39)/, [14, 16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:60|6521|6522|508|81|82)/, [16]],
  [/^220[0-4]/, [16]],
];
/** Maestro and old JCB numbers, which are short or have unspecific prefixes and so need a word for "card" nearby. */
const WITH_CONTEXT: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^(?:50|5[6-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]],
  [/^(?:2131|1800)/, [15]],
];

function matches(digits: string, table: typeof ISSUERS): boolean {
  return table.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits));
}

/** How a number is written and what is near it. */
export interface CardEvidence {
  /** In groups with single spaces or dashes, as printed on a card. */
  readonly grouped: boolean;
  /** A word nearby means "card". */
  readonly context: boolean;
}

/**
 * Whether digits are the number of a payment card. Nine zeros at the end are those of a duration or a size.
 *
 * @param digits without separators
 */
export function isCard(digits: string, evidence: CardEvidence): boolean {
  const length = digits.length;
  if (length < 12 || length > 19 || !luhn(digits) || /^(\d)\1+$|0{9}$/.test(digits)) return false;
  if (evidence.context) return matches(digits, ISSUERS) || matches(digits, WITH_CONTEXT);
  if (!matches(digits, ISSUERS)) return false;
  return length === 15 || length === 16 || (evidence.grouped && length !== 13);
}

/** Groups as printed on cards: 4-4-4-4, 4-6-5, 4-6-4 and 4-4-4-4-3. */
export function isCardGrouping(sizes: readonly number[]): boolean {
  const shape = sizes.join('-');
  return (
    shape === '4-4-4-4' ||
    shape === '4-6-5' ||
    shape === '4-6-4' ||
    shape === '4-4-4-4-3' ||
    shape === '6-13' ||
    shape === '8-8' ||
    shape === '4-4-4-3' ||
    shape === '4-4-4-1'
  );
}
