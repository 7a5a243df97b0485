/**
 * The signs of a value: how many characters of each sort it has, which forms of numbers and addresses and which groups
 * of words can be in it. A sign may be there without what it stands for; what is there always has its sign.
 */

/** The signs of a value. */
export interface Signs {
  length: number;
  digits: number;
  /** All characters outside ASCII are counted as letters. */
  letters: number;
  /** Not 0 when it has an `@`. */
  ats: number;
  dots: number;
  /** Colons and equals signs together. */
  colons: number;
  dashes: number;
  spaces: number;
  underscores: number;
  /** Not 0 when it has a bracket or a brace that opens. */
  brackets: number;
  /** Length of the longest run of characters that tokens consist of; 0 where letters and colons are. */
  longest: number;
  /** It has characters outside ASCII: all their bits together. */
  wide: number;
  /** It has characters that are read as others (facts/normalize.ts). */
  foreign: boolean;
  /** The first character, after at most some white space. */
  first: number;
  /** Bits of `Form` (numberForms.ts). */
  forms: number;
  /** The most digits in a row, with at most three characters that are not letters between two of them. */
  digitsInRow: number;
  /** The same from a digit on to which nothing is joined. */
  freeDigits: number;
  /** Groups of words (keywords.ts). */
  keywords: number;
  /** Single characters that it has, as bits (`Mark`, conclusions.ts). */
  marks: number;
  /** It may hold personal data. */
  mayHoldData: boolean;
  /** It may hold JSON, a query, percent-encoding, escapes or base64. */
  mayBeEncoded: boolean;
  /** The same after a closer look, which tells links, hashes and ids from what has to be decoded. */
  mayDecode: boolean;
}

/** Whether a text is a single word, which may have dots, dashes and underscores in it. */
export const isWord = ({ wide, letters, digits, underscores, dashes, dots, length }: Readonly<Signs>): boolean =>
  wide === 0 && letters + digits + underscores + dashes + dots === length;
