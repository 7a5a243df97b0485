/**
 * A document as code units that can be read and sliced by the same positions: the bytes themselves where they are ASCII,
 * UTF-16 otherwise. White space between tokens is taken out when the reader asks for it.
 */
import { isAscii } from 'node:buffer';

export type Units = Uint8Array | Uint16Array;

/**
 * Values are read out of stretches of this size: making one string of a document of half a megabyte takes as long as a sixth of
 * all its redaction, because the engine has no place for it among its young objects.
 */
const STRETCH = 64 * 1024;
/** A value may be asked for again when its neighbours are known. */
const BACK = 8 * 1024;

export class Source {
  readonly units: Units;
  #text: string | undefined;
  #stretch = '';
  #from = 0;
  #to = 0;
  /** Stretches that may still be made; who reads to and fro gets the whole text. */
  #left: number;

  constructor(units: Units, text?: string) {
    this.units = units;
    this.#text = text;
    this.#left = 8 + Math.ceil((units.length / STRETCH) * 2);
  }

  /** Made when first asked for: a document that is compacted is never read as it came. */
  get text(): string {
    this.#text ??= textOf(this.units, 0, this.units.length);
    return this.#text;
  }

  slice(start: number, end: number): string {
    if (start >= this.#from && end <= this.#to) return this.#stretch.slice(start - this.#from, end - this.#from);
    return this.#elsewhere(start, end);
  }

  #elsewhere(start: number, end: number): string {
    if (this.#text !== undefined || this.#left === 0) return this.text.slice(start, end);
    this.#left--;
    if (end - start > STRETCH - BACK) return textOf(this.units, start, end);
    this.#from = Math.max(0, start - BACK);
    this.#to = Math.min(this.units.length, this.#from + STRETCH);
    this.#stretch = textOf(this.units, this.#from, this.#to);
    return this.#stretch.slice(start - this.#from, end - this.#from);
  }
}

export function sourceOf(bytes: Uint8Array): Source {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Escapes above ASCII are written as characters, which bytes could not hold.
  if (isAscii(buffer) && !buffer.includes('\\u')) return new Source(buffer);
  const text = buffer.toString('utf8');
  const wide = Buffer.from(text, 'utf16le');
  return new Source(new Uint16Array(wide.buffer, wide.byteOffset, text.length), text);
}

const STRUCTURE = new Uint8Array(128);
for (const char of '{}[],:"') STRUCTURE[char.charCodeAt(0)] = 1;

/** The same document without white space outside strings, but between what it keeps apart (`1 2`). */
export function compact({ units }: Source): Source {
  const { length } = units;
  const kept = units instanceof Uint8Array ? Buffer.allocUnsafeSlow(length) : new Uint16Array(length);
  let used = 0;
  let index = 0;
  /** The token before goes on unless something parts it from the next. */
  let open = false;
  while (index < length) {
    const unit = units[index]!;
    if (unit === 0x22) {
      const end = stringEnd(units, index + 1);
      while (index < end) kept[used++] = units[index++]!;
      open = false;
    } else if (isBlank(unit)) {
      while (index < length && isBlank(units[index]!)) index++;
      if (open && index < length && STRUCTURE[units[index]!] !== 1) kept[used++] = 0x20;
    } else {
      open = STRUCTURE[unit] !== 1;
      kept[used++] = unit;
      index++;
    }
  }
  return new Source(kept.subarray(0, used));
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Position behind the quote that closes a string, or the end of the document. */
function stringEnd(units: Units, start: number): number {
  const { length } = units;
  for (let index = start; index < length; index++) {
    const unit = units[index]!;
    if (unit === 0x22) return index + 1;
    if (unit === 0x5c) index++;
  }
  return length;
}

/** Units as a string; bytes are ASCII. */
export function textOf(units: Units, start: number, end: number): string {
  return units instanceof Uint8Array
    ? Buffer.from(units.buffer, units.byteOffset + start, end - start).toString('latin1')
    : Buffer.from(units.buffer, units.byteOffset + start * 2, (end - start) * 2).toString('utf16le');
}
