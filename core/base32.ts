/**
 * Crockford's base32 (crockford.com/base32.html) in small letters: no i, l, o and u, and those that are read for another are taken for
 * it. What is written with blanks, dashes or capitals is the same.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUES = new Map([...ALPHABET].map((letter, at) => [letter, at]));

/** Bytes as base32: 8 letters for 5 bytes, the last letter filled up with zero bits. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** Undefined where a letter is none of it, or where bits behind the last byte are set: each text has one meaning. */
export function fromBase32(text: string): Uint8Array | undefined {
  const plain = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of plain) {
    const value = VALUES.get(letter);
    if (value === undefined) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : undefined;
}
