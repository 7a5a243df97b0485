/**
 * The bytes of a document that is read, and those of the one that is written. Both are Buffers of UTF-8 and nothing else: the loops over
 * them would be slower for two kinds of arrays.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Written } from '../walker.ts';

/**
 * Bytes of the stretches out of which values are read: making one string of a document of half a megabyte takes as long as a sixth of
 * all its redaction, because the engine has no place for it among its young objects.
 */
const MAX_STRETCH = 64 * 1024;
/** Bytes before a value that a stretch has too: a value may be asked for again when its neighbours are known. */
const BACK = 8 * 1024;

/** A document and values read out of it by their positions. */
export class Source {
  readonly bytes: Buffer;
  readonly #encoding: 'latin1' | 'utf8';
  /** Stretches that may still be made; who reads to and fro gets single values. */
  #left: number;
  // A stretch in which what is in ASCII stands at the positions of its bytes.
  #ascii = '';
  #from = 0;
  #to = 0;
  // A stretch in UTF-16 units, and the positions in units at which it begins and ends.
  #wide = '';
  #first = 0;
  #last = 0;

  /** @param bytes UTF-8 without errors */
  constructor(bytes: Buffer, ascii: boolean) {
    this.bytes = bytes;
    this.#encoding = ascii ? 'latin1' : 'utf8';
    this.#left = 16 + Math.ceil((bytes.length / MAX_STRETCH) * 4);
  }

  /** Whether all of it is in ASCII. */
  get ascii(): boolean {
    return this.#encoding === 'latin1';
  }

  /** The text from one byte to another. */
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

  /** The same where it is not; `before` and `after` are the shifts (tape.ts) at its start and its end. */
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
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** Of characters of two and three bytes the first byte counts, of four (a pair of UTF-16 units) the first and one more. */
const SHIFT = new Int8Array(256).fill(1, 0x80, 0xc0).fill(-1, 0xf0);

/** By how much a stretch is longer in bytes than in UTF-16 units. */
export function shiftOf(bytes: Uint8Array, start: number, end: number): number {
  let shift = 0;
  for (let index = start; index < end; index++) shift += SHIFT[bytes[index] ?? 0] ?? 0;
  return shift;
}

/** A document from bytes; what is no UTF-8 is replaced as by a decoder. */
export function sourceOf(bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return new Source(buffer, true);
  return new Source(isUtf8(buffer) ? buffer : Buffer.from(buffer.toString('utf8')), false);
}

const STRUCTURE = new Uint8Array(256);
for (const char of '{}[],:"') STRUCTURE[char.charCodeAt(0)] = 1;

/** The same document without white space outside strings, but for one blank between what it keeps apart (`1 2`). */
export function compact({ bytes, ascii }: Source): Source {
  const { length } = bytes;
  const kept = Buffer.allocUnsafeSlow(length);
  let used = 0;
  let index = 0;
  /** The token before goes on unless something parts it from the next. */
  let isOpen = false;
  while (index < length) {
    const byte = bytes[index] ?? 0;
    if (byte === 0x22) {
      const end = stringEnd(bytes, index + 1);
      while (index < end) kept[used++] = bytes[index++] ?? 0;
      isOpen = false;
    } else if (isBlank(byte)) {
      while (index < length && isBlank(bytes[index] ?? 0)) index++;
      if (isOpen && index < length && STRUCTURE[bytes[index] ?? 0] !== 1) kept[used++] = 0x20;
    } else {
      isOpen = STRUCTURE[byte] !== 1;
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
    const byte = bytes[index];
    if (byte === 0x22) return index + 1;
    if (byte === 0x5c) index++;
  }
  return length;
}

/** Longer stretches are copied by the engine, shorter ones sooner by hand. */
const MAX_BY_HAND = 96;
/**
 * Memory of the last output is kept for the next one up to this size: the system takes its time to hand out new memory. A document inside
 * of another one's string finds it taken and gets its own.
 */
const MAX_SPARE_BYTES = 8 * 1024 * 1024;
let spare: Buffer | undefined;
const NO_BYTES = Buffer.alloc(0);

/** What is written: stretches of the source as they stand, and replacements between them. */
export class Output {
  readonly #source: Source;
  #bytes: Buffer;
  #length = 0;
  /** Source position up to which everything is written. */
  #from = 0;
  #ascii: boolean;

  constructor(source: Source) {
    this.#source = source;
    this.#ascii = source.ascii;
    this.#bytes = memory(source.bytes.length + 1_024);
  }

  /** Writes the source up to `start`, then `text` in place of what stands up to `end`. */
  replace(start: number, end: number, text: string): void {
    this.#copy(start);
    this.#from = end;
    this.#reserve(text.length * 3);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        this.#ascii = false;
        at += bytes.write(text.slice(index), at, 'utf8');
        break;
      }
      bytes[at++] = code;
    }
    this.#length = at;
  }

  /** Writes the rest of the source. */
  finish(): Written {
    const source = this.#source;
    const { length } = source.bytes;
    if (this.#from === 0) return { text: source.text(0, length), bytes: length };
    this.#copy(length);
    return { text: this.#bytes.toString(this.#ascii ? 'latin1' : 'utf8', 0, this.#length), bytes: this.#length };
  }

  /** Gives the memory back; nothing is written after that. */
  release(): void {
    const bytes = this.#bytes;
    this.#bytes = NO_BYTES;
    if (bytes.length <= MAX_SPARE_BYTES && bytes.length > (spare?.length ?? 0)) spare = bytes;
  }

  #copy(end: number): void {
    const from = this.#from;
    const length = end - from;
    this.#reserve(length);
    const source = this.#source.bytes;
    const bytes = this.#bytes;
    if (length > MAX_BY_HAND) source.copy(bytes, this.#length, from, end);
    else {
      const shift = this.#length - from;
      for (let index = from; index < end; index++) bytes[index + shift] = source[index] ?? 0;
    }
    this.#length += length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = memory(Math.ceil((this.#length + more) * 1.5));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** At least so many bytes. */
function memory(size: number): Buffer {
  const kept = spare;
  if (kept === undefined || kept.length < size) return Buffer.allocUnsafeSlow(size);
  spare = undefined;
  return kept;
}
