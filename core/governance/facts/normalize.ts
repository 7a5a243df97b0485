/**
 * The form of a text in which detectors search: digits of every script and full-width characters as ASCII (Unicode
 * decimal digits; NFKC of the Halfwidth and Fullwidth Forms and of the mathematical alphabets), no-break spaces and
 * hyphens as ordinary ones, invisible characters left out. Finds are mapped back to positions in the original text,
 * which is not changed.
 */
import type { Span } from '../../model/governance/span.ts';

const LEFT_OUT = 1;
/** First surrogate of a letter or digit of the mathematical alphabets, U+1D400 to U+1D7FF. */
const MATHEMATICAL = 2;
/**
 * By UTF-16 unit, what it is read as: 0 is itself, `LEFT_OUT` nothing, `MATHEMATICAL` a character together with the
 * next unit, any other value that character.
 */
export const READ_AS = new Uint8Array(65_536);
for (const [from, to] of [
  [0x00ad, 0x00ad],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const) {
  READ_AS.fill(LEFT_OUT, from, to + 1);
}
for (let unit = 0x2000; unit <= 0x200a; unit++) READ_AS[unit] = 0x20;
for (const unit of [0x202f, 0x205f, 0x3000]) READ_AS[unit] = 0x20;
for (const unit of [0x2010, 0x2011, 0x2012, 0x2212, 0xfe63]) READ_AS[unit] = 0x2d;
READ_AS[0xd835] = MATHEMATICAL;
for (let unit = 0xff01; unit <= 0xff5e; unit++) READ_AS[unit] = unit - 0xfee0;
/**
 * First units of the runs of ten decimal digits beyond ASCII (General_Category Nd of Unicode 17, without the full-width ones). A list,
 * because asking a pattern about every unit takes 45 ms of each cold start; a test compares it with the engine's own.
 */
// biome-ignore format: one row for each block of scripts
export const ZEROS: readonly number[] = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];
for (const zero of ZEROS) for (let digit = 0; digit < 10; digit++) READ_AS[zero + digit] = 0x30 + digit;

/** A text in another form, and the way back to the original. */
export interface Normalized {
  readonly text: string;
  /** Maps spans of that text to spans of the original. */
  original(spans: readonly Span[]): Span[];
}

/** The normalized text. Callers check first whether it has such characters. */
export function normalize(original: string): Normalized {
  const { length } = original;
  const units = new Uint16Array(length);
  const positions = new Uint32Array(length);
  let used = 0;
  for (let index = 0; index < length; index++) {
    const unit = original.charCodeAt(index);
    const read = READ_AS[unit] ?? 0;
    if (read === LEFT_OUT) continue;
    positions[used] = index;
    if (read === MATHEMATICAL) {
      const plain = original.slice(index, index + 2).normalize('NFKC');
      if (plain.length !== 1 || plain === '\ud835') continue;
      units[used++] = plain.charCodeAt(0);
      index++;
      continue;
    }
    units[used++] = read === 0 ? unit : read;
  }
  const endOf = (position: number): number => position + (original.charCodeAt(position) === 0xd835 ? 2 : 1);
  return {
    text: Buffer.from(units.buffer, 0, used * 2).toString('utf16le'),
    original: (spans) =>
      spans.map((span) => ({
        ...span,
        start: positions[span.start] ?? 0,
        end: endOf(positions[span.end - 1] ?? 0),
      })),
  };
}
