/**
 * A document as bytes of UTF-8, and values read out of it by their positions. White space between tokens is taken out when the
 * reader asks for it. It only ever holds Buffers: the loops over them would be slower for two kinds of arrays.
 */
import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Values are read out of stretches of this size: making one string of a document of half a megabyte takes as long as a sixth of
 * all its redaction, because the engine has no place for it among its young objects.
 */
const MAX_STRETCH = 64 * 1024;
/** A value may be asked for again when its neighbours are known. */
const BACK = 8 * 1024;

export class Source {
  readonly bytes: Buffer;
  readonly #encoding: 'latin1' | 'utf8';
  /** Stretches that may still be made; who reads to and fro gets single values. */
  #left: number;
  // A stretch in which what is in ASCII stands at the positions of its bytes.
  #ascii = '';
  #from = 0;
  #to = 0;
  // A stretch in characters, and the positions in characters at which it begins and ends.
  #wide = '';
  #first = 0;
  #last = 0;

  /** `bytes` is UTF-8 without errors. */
  constructor(bytes: Buffer, ascii: boolean) {
    this.bytes = bytes;
    this.#encoding = ascii ? 'latin1' : 'utf8';
    this.#left = 16 + Math.ceil((bytes.length / MAX_STRETCH) * 4);
  }

  get ascii(): boolean {
    return this.#encoding === 'latin1';
  }

  /** What stands from one byte to another. */
  text(start: number, end: number): string {
    return this.bytes.toString(this.#encoding, start, end);
  }

  /** The same where all of it is in ASCII. */
  slice(start: number, end: number): string {
    if (start >= this.#from && end <= this.#to) return this.#ascii.slice(start - this.#from, end - this.#from);
    if (end - start > MAX_STRETCH - BACK || this.#left === 0) return this.bytes.toString('latin1', start, end);
    this.#left--;
    this.#from = Math.max(0, start - BACK);
    this.#to = Math.min(this.bytes.length, this.#from + MAX_STRETCH);
    this.#ascii = this.bytes.toString('latin1', this.#from, this.#to);
    return this.#ascii.slice(start - this.#from, end - this.#from);
  }

  /**
   * The same where it is not: `before` and `after` say by how much the positions in bytes are higher there than those in
   * characters.
   */
  characters(start: number, end: number, before: number, after: number): string {
    const first = start - before;
    const last = end - after;
    if (first < this.#first || last > this.#last) {
      if (end - start > MAX_STRETCH - BACK || this.#left === 0) return this.bytes.toString('utf8', start, end);
      this.#left--;
      const from = boundary(this.bytes, Math.max(0, start - BACK));
      const to = boundary(this.bytes, Math.min(this.bytes.length, from + MAX_STRETCH));
      this.#wide = this.bytes.toString('utf8', from, to);
      this.#first = from - before + shiftOf(this.bytes, from, start);
      this.#last = this.#first + this.#wide.length;
    }
    return this.#wide.slice(first - this.#first, last - this.#first);
  }
}

/** Where the character begins to which the byte at `index` belongs. */
function boundary(bytes: Uint8Array, index: number): number {
  let at = index;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

/** Of two to three bytes the first counts, of four (a pair of UTF-16 units) the first and one more. */
const SHIFT = new Int8Array(256).fill(1, 0x80, 0xc0).fill(-1, 0xf0);

/** By how much what stands there is longer in bytes than in characters (UTF-16 units). */
export function shiftOf(bytes: Uint8Array, start: number, end: number): number {
  let shift = 0;
  for (let index = start; index < end; index++) shift += SHIFT[bytes[index]!]!;
  return shift;
}

export function sourceOf(bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return new Source(buffer, true);
  return new Source(isUtf8(buffer) ? buffer : Buffer.from(buffer.toString('utf8')), false);
}

const STRUCTURE = new Uint8Array(256);
for (const char of '{}[],:"') STRUCTURE[char.charCodeAt(0)] = 1;

/** The same document without white space outside strings, but between what it keeps apart (`1 2`). */
export function compact({ bytes, ascii }: Source): Source {
  const { length } = bytes;
  const kept = Buffer.allocUnsafeSlow(length);
  let used = 0;
  let index = 0;
  /** The token before goes on unless something parts it from the next. */
  let open = false;
  while (index < length) {
    const byte = bytes[index]!;
    if (byte === 0x22) {
      const end = stringEnd(bytes, index + 1);
      while (index < end) kept[used++] = bytes[index++]!;
      open = false;
    } else if (isBlank(byte)) {
      while (index < length && isBlank(bytes[index]!)) index++;
      if (open && index < length && STRUCTURE[bytes[index]!] !== 1) kept[used++] = 0x20;
    } else {
      open = STRUCTURE[byte] !== 1;
      kept[used++] = byte;
      index++;
    }
  }
  return new Source(kept.subarray(0, used), ascii);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Position behind the quote that closes a string, or the end of the document. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let index = start; index < length; index++) {
    const byte = bytes[index]!;
    if (byte === 0x22) return index + 1;
    if (byte === 0x5c) index++;
  }
  return length;
}
