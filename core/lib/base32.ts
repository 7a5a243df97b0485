/**
 * Crockford's base32 (crockford.com/base32.html) in lower case, without i, l, o and u. Decoding reads i and l as 1 and o
 * as 0, and ignores white space, dashes and case.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUES = new Map([...ALPHABET].map((letter, at) => [letter, at]));

/** Encodes bytes as base32: 8 characters for 5 bytes; the last character is padded with zero bits. */
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

/** Decodes base32; undefined for an unknown character or padding bits that are not zero, so that encodings are unique. */
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
