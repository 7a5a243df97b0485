/** Tokens of JSON other than strings, strictly (RFC 8259). */
import { CLASS, DIGIT } from './stringMarks.ts';

/** 1 for an escape that JavaScript writes too, 2 for `\/`, 6 for `\uXXXX`, 0 for none. */
export function escapeAt(bytes: Uint8Array, index: number): number {
  switch (bytes[index]) {
    case 0x22:
    case 0x5c:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return 1;
    case 0x2f:
      return 2;
    case 0x75:
      for (let at = index + 1; at < index + 5; at++) {
        const byte = bytes[at];
        if (byte === undefined) return 0;
        const letter = byte | 0x20;
        if (!((byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66))) return 0;
      }
      return 6;
    default:
      return 0;
  }
}

/** Position behind a number (RFC 8259 section 6), or -1. */
export function numberEnd(bytes: Uint8Array, start: number): number {
  let index = start;
  if (bytes[index] === 0x2d) index++;
  const first = bytes[index];
  const whole = digitsEnd(bytes, index);
  if (whole === index || (first === 0x30 && whole > index + 1)) return -1;
  index = whole;
  if (bytes[index] === 0x2e) {
    const end = digitsEnd(bytes, ++index);
    if (end === index) return -1;
    index = end;
  }
  if ((bytes[index] ?? 0) === 0x65 || bytes[index] === 0x45) {
    index++;
    if (bytes[index] === 0x2b || bytes[index] === 0x2d) index++;
    const end = digitsEnd(bytes, index);
    if (end === index) return -1;
    index = end;
  }
  return index;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let index = start;
  while (CLASS[bytes[index] ?? 0] === DIGIT) index++;
  return index;
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

export function literalEnd(bytes: Uint8Array, index: number): number {
  const first = bytes[index];
  const word = first === 0x74 ? TRUE : first === 0x66 ? FALSE : first === 0x6e ? NULL : undefined;
  if (word === undefined) return -1;
  for (let at = 1; at < word.length; at++) if (bytes[index + at] !== word[at]) return -1;
  return index + word.length;
}
