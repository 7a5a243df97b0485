/**
 * The bytes of the document that is read (`Source`) and of the one that is written (`Output`). Both are Buffers of
 * UTF-8: loops over two kinds of arrays would be slower.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Written } from '../formats/walker.ts';

/**
 * Bytes of the parts out of which values are read. One string of a whole document would be slow: for half a megabyte,
 * creating it takes a sixth of the time of redaction, because V8 cannot allocate it in its young generation.
 */
const MAX_PART_BYTES = 64 * 1024;
/** Bytes before a value that its part includes, since a value may be read again when its neighbours are known. */
const BYTES_BEFORE = 8 * 1024;

/** A document, and values read from it by position. */
export class Source {
  readonly bytes: Buffer;
  /** The same bytes, for reading four at a time. */
  readonly view: DataView;
  readonly #encoding: 'latin1' | 'utf8';
  /**
   * Number of parts that may still be created. After that, single values are read, so that reading back and forth stays
   * cheap.
   */
  #left: number;
  // The current part when it is ASCII, where positions are byte positions.
  #ascii = '';
  #from = 0;
  #to = 0;
  // The current part in UTF-16 units, and the positions in units at which it begins and ends.
  #wide = '';
  #first = 0;
  #last = 0;

  /** @param bytes valid UTF-8 */
  constructor(bytes: Buffer, ascii: boolean) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#encoding = ascii ? 'latin1' : 'utf8';
    this.#left = 16 + Math.ceil((bytes.length / MAX_PART_BYTES) * 4);
  }

  /** Whether the whole document is ASCII. */
  get ascii(): boolean {
    return this.#encoding === 'latin1';
  }

  /** The text between two byte positions. */
  text(start: number, end: number): string {
    return this.bytes.toString(this.#encoding, start, end);
  }

  /** The same for a document that is ASCII. */
  slice(start: number, end: number): string {
    if (start >= this.#from && end <= this.#to) return this.#ascii.slice(start - this.#from, end - this.#from);
    if (end - start > MAX_PART_BYTES - BYTES_BEFORE || this.#left === 0)
      return this.bytes.toString('latin1', start, end);
    this.#left--;
    this.#from = Math.max(0, start - BYTES_BEFORE);
    this.#to = Math.min(this.bytes.length, this.#from + MAX_PART_BYTES);
    this.#ascii = this.bytes.toString('latin1', this.#from, this.#to);
    return this.#ascii.slice(start - this.#from, end - this.#from);
  }

  /** The same for any document; `before` and `after` are the shifts (tape.ts) at start and end. */
  characters(start: number, end: number, before: number, after: number): string {
    const first = start - before;
    const last = end - after;
    if (first < this.#first || last > this.#last) {
      if (end - start > MAX_PART_BYTES - BYTES_BEFORE || this.#left === 0)
        return this.bytes.toString('utf8', start, end);
      this.#left--;
      const from = characterStart(this.bytes, Math.max(0, start - BYTES_BEFORE));
      const to = characterStart(this.bytes, Math.min(this.bytes.length, from + MAX_PART_BYTES));
      this.#wide = this.bytes.toString('utf8', from, to);
      this.#first = from - before + shiftOf(this.bytes, from, start);
      this.#last = this.#first + this.#wide.length;
    }
    return this.#wide.slice(first - this.#first, last - this.#first);
  }
}

/** The position of the first byte of the character that the byte at `index` belongs to. */
function characterStart(bytes: Uint8Array, index: number): number {
  let at = index;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/**
 * Bytes minus UTF-16 units, summed up by byte: continuation bytes count 1, the first byte of a four-byte character -1.
 */
const SHIFT = new Int8Array(256).fill(1, 0x80, 0xc0).fill(-1, 0xf0);

/** By how much a range has more bytes than UTF-16 units. */
export function shiftOf(bytes: Uint8Array, start: number, end: number): number {
  let shift = 0;
  for (let index = start; index < end; index++) shift += SHIFT[bytes[index] ?? 0] ?? 0;
  return shift;
}

/** A document from bytes. Invalid UTF-8 is replaced as a decoder does. */
export function sourceOf(bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return new Source(buffer, true);
  return new Source(isUtf8(buffer) ? buffer : Buffer.from(buffer.toString('utf8')), false);
}

const STRUCTURE = new Uint8Array(256);
for (const char of '{}[],:"') STRUCTURE[char.charCodeAt(0)] = 1;

/**
 * The document without white space between tokens. One space is kept where two tokens would otherwise merge (`1 2`).
 */
export function compact({ bytes, ascii }: Source): Source {
  const { length } = bytes;
  const kept = Buffer.allocUnsafeSlow(length);
  let used = 0;
  let index = 0;
  /** The previous token could continue in the next byte. */
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

/** Position after the quote that closes a string, or the end of the document. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let index = start; index < length; index++) {
    const byte = bytes[index];
    if (byte === 0x22) return index + 1;
    if (byte === 0x5c) index++;
  }
  return length;
}

/** Longer parts are copied by the engine; for shorter ones a loop is faster. */
const MAX_BY_HAND = 160;
/** Bytes of markers. There are some dozens, with pseudonyms any number; then only the first ones are kept. */
const markers = new Map<string, Uint8Array>();
const MAX_MARKERS = 200;

/**
 * Output memory up to this size is kept for the next document, because allocating new memory is slow. A document inside
 * another one's string cannot use it and allocates its own.
 */
const MAX_SPARE_BYTES = 8 * 1024 * 1024;
let spare: Memory | undefined;

/** Bytes, and the same for writing four at a time. */
interface Memory {
  readonly bytes: Buffer;
  readonly view: DataView;
}

const viewed = (bytes: Buffer): Memory => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});
const NO_MEMORY = viewed(Buffer.alloc(0));

/** The written document: parts of the source, and replacements between them. */
export class Output {
  readonly #source: Source;
  #memory: Memory;
  #length = 0;
  /** Source position up to which everything was written. */
  #from = 0;
  #ascii: boolean;

  constructor(source: Source) {
    this.#source = source;
    this.#ascii = source.ascii;
    this.#memory = memory(source.bytes.length + 1_024);
  }

  /** Writes the source up to `start`, then `text` instead of the source up to `end`. */
  replace(start: number, end: number, text: string): void {
    this.#copy(start);
    this.#from = end;
    this.#reserve(text.length * 3);
    const { bytes } = this.#memory;
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

  /** The same for a marker, which is ASCII. */
  replaceByMarker(start: number, end: number, marker: string): void {
    const from = markers.get(marker);
    if (from === undefined) {
      if (markers.size < MAX_MARKERS) markers.set(marker, Buffer.from(marker));
      this.replace(start, end, marker);
      return;
    }
    this.#copy(start);
    this.#from = end;
    const { length } = from;
    this.#reserve(length);
    const { bytes } = this.#memory;
    const at = this.#length;
    for (let index = 0; index < length; index++) bytes[at + index] = from[index] ?? 0;
    this.#length = at + length;
  }

  /** Writes the rest of the source. */
  finish(): Written {
    const source = this.#source;
    const { length } = source.bytes;
    if (this.#from === 0) return { text: source.text(0, length), bytes: length };
    this.#copy(length);
    const { bytes } = this.#memory;
    return { text: bytes.toString(this.#ascii ? 'latin1' : 'utf8', 0, this.#length), bytes: this.#length };
  }

  /** Returns the memory; nothing may be written afterwards. */
  release(): void {
    const used = this.#memory;
    const { length } = used.bytes;
    this.#memory = NO_MEMORY;
    if (length <= MAX_SPARE_BYTES && length > (spare?.bytes.length ?? 0)) spare = used;
  }

  #copy(end: number): void {
    const from = this.#from;
    const length = end - from;
    this.#reserve(length);
    const source = this.#source;
    const { bytes, view } = this.#memory;
    if (length > MAX_BY_HAND) source.bytes.copy(bytes, this.#length, from, end);
    else {
      const shift = this.#length - from;
      let index = from;
      for (const last = end - 4; index <= last; index += 4)
        view.setInt32(index + shift, source.view.getInt32(index, true), true);
      for (; index < end; index++) bytes[index + shift] = source.bytes[index] ?? 0;
    }
    this.#length += length;
  }

  #reserve(more: number): void {
    const { bytes } = this.#memory;
    if (this.#length + more <= bytes.length) return;
    const larger = memory(Math.ceil((this.#length + more) * 1.5));
    bytes.copy(larger.bytes, 0, 0, this.#length);
    this.#memory = larger;
  }
}

/** Memory of at least this size. */
function memory(size: number): Memory {
  const kept = spare;
  if (kept === undefined || kept.bytes.length < size) return viewed(Buffer.allocUnsafeSlow(size));
  spare = undefined;
  return kept;
}
