/** What the signs of a value say together: whether personal data may be in it, as it is or encoded. */
import { mayBeText } from '../facts/decodable.ts';
import { isTimeOrUuid, isUrnOfOid } from '../facts/machineMade.ts';
import { mayNamePerson } from './personWords.ts';
import type { Signs } from './signs.ts';

/** What matters of single characters, as bits above the five of `KEYWORD_FOLD` (keywords.ts). */
export const Mark = {
  at: 32,
  percent: 64,
  /** Opens an object or an array. */
  bracket: 128,
  semicolon: 256,
  query: 512,
  /** Stands for a digit that is not shown. */
  mask: 1_024,
  notBase64: 2_048,
  control: 4_096,
  /** A word may begin after it within another one. */
  opening: 8_192,
  /** Begins an element, a reference or an escape. */
  escape: 16_384,
  underscore: 32_768,
  equals: 65_536,
} as const;

/**
 * Sets whether the value may hold data, may be encoded and may be decoded, by its other signs.
 *
 * @param marks of all its characters (`Mark`)
 * @param equals number of its equals signs, of which not more than two matter
 */
export function conclude(
  signs: Signs,
  bytes: Uint8Array,
  from: number,
  end: number,
  marks: number,
  equals: number,
): void {
  const { length, digits, letters, ats, dots, colons, dashes, spaces, longest, wide, first } = signs;
  signs.mayHoldData = mayNamePerson(signs);
  signs.mayBeEncoded = false;
  // Documents are looked for in every text with a line break or an element.
  signs.mayDecode =
    (marks & (Mark.percent | Mark.bracket | Mark.control | Mark.escape)) !== 0 ||
    equals > 1 ||
    (equals > 0 && ((marks & Mark.query) !== 0 || digits > 1)) ||
    (length >= 40 && (marks & Mark.semicolon) !== 0);
  const hasSigns = digits + colons > 0 || (marks & (Mark.at | Mark.percent | Mark.bracket | Mark.escape)) !== 0;
  if (length > 40 ? !hasSigns && !signs.foreign : isTimeOrUuid(bytes, from, end, dashes)) return;
  if (colons === 2 && letters === 6 && isUrnOfOid(bytes, from, end)) return;
  signs.mayHoldData ||=
    signs.foreign ||
    ats > 0 ||
    (marks & Mark.bracket) !== 0 ||
    digits >= 6 ||
    longest >= 16 ||
    (dots >= 3 && digits >= 4) ||
    // `***-**-6789`
    (digits === 4 && dashes > 1 && bytes[end - 5] === 0x2d) ||
    (colons > 0 && letters > 0) ||
    // Some scripts are written without spaces.
    (digits > 0 && (spaces > 1 || wide >= 0xe00)) ||
    (wide === 0 && letters + digits + spaces + dots + dashes < length - 16);
  signs.mayBeEncoded =
    first === 0x7b ||
    first === 0x5b ||
    (marks & (Mark.percent | Mark.escape)) !== 0 ||
    (colons > 0 && letters > 4) ||
    (spaces === 0 && length >= 24 && wide === 0);
  signs.mayDecode ||=
    signs.mayBeEncoded && length >= 20 && (marks & Mark.notBase64) === 0 && mayBeText(bytes, from, end);
}
