/**
 * Whether what base64 or hexadecimal digits stand for can be a text, also one compressed with gzip (RFC 1952), by its
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

/** Reused by every call. */
const first = new Uint8Array(MAX_BYTES);

/** @param bytes digits of base64 in either alphabet, or hexadecimal digits, which may follow `0x` */
export function mayBeText(bytes: Uint8Array, from: number, end: number): boolean {
  const digits = bytes[from] === 0x30 && ((bytes[from + 1] ?? 0) | 32) === 0x78 ? from + 2 : from;
  if (mayBeginText(readHex(bytes, digits, end))) return true;
  const count = readBase64(bytes, from, end);
  return mayBeginText(count) || (count > 1 && first[0] === 0x1f && first[1] === 0x8b);
}

function readHex(bytes: Uint8Array, from: number, end: number): number {
  let used = 0;
  for (let at = from; at + 1 < end && used < MAX_BYTES; at += 2) {
    const high = HEX[bytes[at] ?? 0] ?? NO_DIGIT;
    const low = HEX[bytes[at + 1] ?? 0] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT) return -1;
    first[used++] = (high << 4) | low;
  }
  return used;
}

function readBase64(bytes: Uint8Array, from: number, end: number): number {
  let used = 0;
  let bits = 0;
  let held = 0;
  for (let at = from; at < end && used < MAX_BYTES; at++) {
    const next = BASE64[bytes[at] ?? 0] ?? NO_DIGIT;
    if (next === NO_DIGIT) break;
    held = ((held << 6) | next) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    first[used++] = (held >> bits) & 0xff;
  }
  return used;
}

/** Whether the first `count` bytes are valid UTF-8, as far as they go, without control characters; false for -1. */
function mayBeginText(count: number): boolean {
  /** Bytes of a character that are still missing. */
  let missing = 0;
  for (let at = 0; at < count; at++) {
    const byte = first[at] ?? 0;
    if (missing > 0) {
      if ((byte & 0xc0) !== 0x80) return false;
      missing--;
    } else if (byte < 0x20 ? byte !== 9 && byte !== 10 && byte !== 13 : byte === 0x7f) return false;
    else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    }
  }
  return count >= 0;
}
