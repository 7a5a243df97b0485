/**
 * Packs short values into few bytes whose number says little about the value: one byte for alphabet and length, then
 * two digits per byte, six bits per letter, or UTF-8, padded with zeros to a multiple of four bytes. Each value has
 * exactly one packed form; `unpack` accepts no other.
 */

/** Maximum size of a value; longer ones get no placeholder. */
export const MAX_BYTES = 40;
const STEP = 4;

/** Bits per letter and the letters, by mode. Mode 0 is UTF-8. */
const ALPHABETS: ReadonlyArray<{ readonly bits: number; readonly letters: string }> = [
  { bits: 4, letters: '0123456789+- ().' },
  { bits: 6, letters: 'abcdefghijklmnopqrstuvwxyz0123456789.@-_+ABCDEFGHIJKLMNOPQRSTUVW' },
  { bits: 6, letters: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .-',_@01234" },
];

/** Packs a value; undefined when it is empty or too long. */
export function pack(value: string): Uint8Array | undefined {
  const plain = Buffer.from(value);
  if (plain.length === 0 || plain.length > MAX_BYTES || !value.isWellFormed()) return undefined;
  for (const [at, { bits, letters }] of ALPHABETS.entries()) {
    const codes = [...value].map((letter) => letters.indexOf(letter));
    if (!codes.includes(-1)) return padded(((at + 1) << 6) | codes.length, bytesOf(codes, bits));
  }
  return padded(plain.length, plain);
}

/** Unpacks a value; undefined for bytes that `pack` never returns. */
export function unpack(bytes: Uint8Array): string | undefined {
  const head = bytes[0];
  if (head === undefined) return undefined;
  const length = head & 63;
  const alphabet = ALPHABETS[(head >> 6) - 1];
  const value = alphabet
    ? codesOf(bytes.subarray(1), alphabet.bits, length)
        .map((code) => alphabet.letters[code] ?? '')
        .join('')
    : Buffer.from(bytes.subarray(1, 1 + length)).toString();
  const again = pack(value);
  return again !== undefined && Buffer.compare(again, bytes) === 0 ? value : undefined;
}

function padded(head: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((1 + body.length) / STEP) * STEP);
  bytes[0] = head;
  bytes.set(body, 1);
  return bytes;
}

function bytesOf(codes: readonly number[], bits: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((codes.length * bits) / 8));
  for (const [at, code] of codes.entries()) {
    for (let bit = 0; bit < bits; bit++) {
      if ((code >> (bits - 1 - bit)) & 1) {
        const place = at * bits + bit;
        bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (128 >> (place & 7));
      }
    }
  }
  return bytes;
}

function codesOf(bytes: Uint8Array, bits: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => {
    let code = 0;
    for (let bit = 0; bit < bits; bit++) {
      const place = at * bits + bit;
      code = (code << 1) | (((bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1);
    }
    return code;
  });
}
