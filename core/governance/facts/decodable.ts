/**
 * Whether what base64 or hexadecimal digits stand for can be a text, also one compressed with gzip (RFC 1952) or zlib (RFC 1950), by its
 * first bytes. Hashes, ids and images have bytes among these that no text has, so they are not decoded.
 */

/** Bytes that are looked at. */
const MAX_BYTES = 24;
const NO_DIGIT = 255;
const HEX = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, char] of [...'0123456789abcdef'].entries()) {
  HEX[char.charCodeAt(0)] = value;
  HEX[char.toUpperCase().charCodeAt(0)] = value;
}
const BASE64 = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  BASE64[char.charCodeAt(0)] = value;
// The alphabet for URLs (RFC 4648, section 5).
BASE64[0x2d] = 62;
BASE64[0x5f] = 63;

/** Not the next byte of a text. */
const INVALID = -1;

/** @param bytes digits of base64 in either alphabet, or hexadecimal digits, which may follow `0x` */
export function mayBeText(bytes: Uint8Array, from: number, end: number): boolean {
  const digits = bytes[from] === 0x30 && ((bytes[from + 1] ?? 0) | 32) === 0x78 ? from + 2 : from;
  return mayBeHex(bytes, digits, end) || mayBeBase64(bytes, from, end);
}

// Both stop at the first byte that no text has, which is one of the first few of most hashes and ids.

function mayBeHex(bytes: Uint8Array, from: number, end: number): boolean {
  const last = Math.min(end - 1, from + 2 * MAX_BYTES);
  let missing = 0;
  for (let at = from; at < last; at += 2) {
    const high = HEX[bytes[at] ?? 0] ?? NO_DIGIT;
    const low = HEX[bytes[at + 1] ?? 0] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT) return false;
    missing = missingAfter(missing, (high << 4) | low);
    if (missing === INVALID) return false;
  }
  return true;
}

function mayBeBase64(bytes: Uint8Array, from: number, end: number): boolean {
  let used = 0;
  let bits = 0;
  let held = 0;
  let missing = 0;
  let first = 0;
  for (let at = from; at < end && used < MAX_BYTES; at++) {
    const next = BASE64[bytes[at] ?? 0] ?? NO_DIGIT;
    if (next === NO_DIGIT) break;
    held = ((held << 6) | next) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    if (used === 1 && missing === INVALID) return byte === 0x8b;
    if (used === 1 && isZlib(first, byte)) return true;
    if (used === 0) first = byte;
    missing = missingAfter(missing, byte);
    // Text compressed with gzip begins with 1f 8b.
    if (missing === INVALID && (used > 0 || byte !== 0x1f)) return false;
    used++;
  }
  return missing !== INVALID;
}

/** Whether two bytes are the header of zlib as programs write it, for a window of 32 KB; the one that a text may begin with, `x^`, is left out. */
export const isZlib = (first = 0, second = 0): boolean =>
  first === 0x78 && (second === 0x01 || second === 0x9c || second === 0xda);

/**
 * How many bytes of a character of UTF-8 are missing after a byte; `INVALID` for a byte that is wrong there, or a control
 * character.
 *
 * @param missing before the byte
 */
function missingAfter(missing: number, byte: number): number {
  if (missing > 0) return (byte & 0xc0) === 0x80 ? missing - 1 : INVALID;
  if (byte < 0x20) return byte === 9 || byte === 10 || byte === 13 ? 0 : INVALID;
  if (byte < 0x80) return byte === 0x7f ? INVALID : 0;
  if (byte < 0xc2 || byte > 0xf4) return INVALID;
  return byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
}
