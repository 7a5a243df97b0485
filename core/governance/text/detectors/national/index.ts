/** All national ids, by the length of their digits and by their letter forms. */
import { AMERICAS_DIGITS, AMERICAS_LETTERS } from './americas.ts';
import { ASIA_AFRICA_DIGITS, ASIA_AFRICA_LETTERS } from './asiaPacificAfrica.ts';
import { EUROPE_DIGITS, EUROPE_LETTERS } from './europe.ts';
import type { DigitId, LetterId } from './model.ts';
import { NORTH_EAST_DIGITS, NORTH_EAST_LETTERS } from './northEast.ts';

/** All ids that consist of digits. */
export const DIGIT_IDS: readonly DigitId[] = [
  ...AMERICAS_DIGITS,
  ...EUROPE_DIGITS,
  ...NORTH_EAST_DIGITS,
  ...ASIA_AFRICA_DIGITS,
];
/** All ids with letters. */
export const LETTER_IDS: readonly LetterId[] = [
  ...AMERICAS_LETTERS,
  ...EUROPE_LETTERS,
  ...NORTH_EAST_LETTERS,
  ...ASIA_AFRICA_LETTERS,
];

const BY_LENGTH = new Map<number, DigitId[]>();
for (const id of DIGIT_IDS) BY_LENGTH.set(id.length, [...(BY_LENGTH.get(id.length) ?? []), id]);

/** Whether the words nearby mean an id; without them, only ids with a rare form count. */
interface Nearby {
  readonly isId: boolean;
}

/** Whether the digits are a national id: by their form alone, or with a word for an id nearby. */
export function isNationalDigits(digits: string, raw: string, { isId }: Nearby): boolean {
  return (BY_LENGTH.get(digits.length) ?? []).some((id) => (isId || id.alone?.test(raw)) && id.valid(digits, raw));
}

const ANY_LETTER_ID = new RegExp(LETTER_IDS.map(({ pattern }) => pattern.source).join('|'));

/** Whether a token has the form of an id. A quick check before the detailed ones. */
export function hasNationalForm(token: string): boolean {
  return ANY_LETTER_ID.test(token.toUpperCase());
}

/** Whether a token is an id with letters. */
export function isNationalToken(token: string, { isId }: Nearby): boolean {
  const upper = token.toUpperCase();
  return LETTER_IDS.some((id) => (isId || id.alone) && id.pattern.test(upper) && id.valid(upper));
}
